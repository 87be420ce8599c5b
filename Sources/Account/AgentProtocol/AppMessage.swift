import AccountModel
import AccountProtocol

/// A message from the app to its agent: one JSON object per packet of their socket pair.
///
/// ```json
/// {"configure":{"preferences":"/home/ana/.config/lisan/preferences", …}}
/// {"request":{"id":1,"request":{"open":{"language":"ar","sequence":7}}}}
/// {"request":{"id":2,"request":{"status":{}}}}
/// {"cancel":{"id":2}}
/// ```
///
/// The first message is `configure`, which is sent only once. Each request is answered by reports
/// of its changes, then by one `finished` with its number.
public enum AppMessage: Hashable, JSONMessage {
  case configure(AgentConfiguration)
  case request(id: Int, request: AgentRequest)
  /// Cancels a request: it finishes as `cancelled`, unless it has already finished.
  case cancel(id: Int)

  private enum CodingKeys: String, CodingKey {
    case configure
    case request
    case cancel
  }

  // The value is coded directly under its name, without a label.
  public init(from decoder: any Decoder) throws {
    let (name, fields) = try decoder.oneOf(CodingKeys.self)
    switch name {
    case .configure:
      self = .configure(try fields.decode(AgentConfiguration.self, forKey: .configure))
    case .request:
      let numbered = try fields.decode(Numbered.self, forKey: .request)
      self = .request(id: numbered.id, request: numbered.request)
    case .cancel: self = .cancel(id: try fields.decode(Number.self, forKey: .cancel).id)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .configure(let configuration): try fields.encode(configuration, forKey: .configure)
    case .request(let id, let request):
      try fields.encode(Numbered(id: id, request: request), forKey: .request)
    case .cancel(let id): try fields.encode(Number(id: id), forKey: .cancel)
    }
  }

  private struct Numbered: Codable {
    let id: Int
    let request: AgentRequest
  }

  private struct Number: Codable {
    let id: Int
  }

  public mutating func validate() throws(InvalidField) {
    switch self {
    case .configure(let configuration):
      _ = try FieldRules.language(configuration.language, "language")
      if let seconds = configuration.followSeconds {
        try FieldRules.count(seconds, "follow_seconds", Bounds.followSeconds)
      }
    case .request(let id, var request):
      try request.validate()
      self = .request(id: id, request: request)
    case .cancel: break
    }
  }
}
