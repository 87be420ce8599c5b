import AccountModel
import AccountProtocol
import Localization

extension AccountNotice: Codable {
  private enum CodingKeys: String, CodingKey {
    case tokenInFile = "token_in_file"
    case databaseSetAside = "database_set_aside"
    case languageRefused = "language_refused"
    case signOutNotTold = "sign_out_not_told"
    case sessionsEnded = "sessions_ended"
  }

  private enum ValueKeys: String, CodingKey {
    case path
    case language
    case count
  }

  public init(from decoder: any Decoder) throws {
    let (name, fields) = try decoder.oneOf(CodingKeys.self)
    let values = try fields.nestedContainer(keyedBy: ValueKeys.self, forKey: name)
    switch name {
    case .tokenInFile: self = .tokenInFile(path: try values.decode(String.self, forKey: .path))
    case .databaseSetAside:
      self = .databaseSetAside(path: try values.decode(String.self, forKey: .path))
    case .languageRefused:
      let code = LanguageCode(rawValue: try values.decode(String.self, forKey: .language))
      guard let code else { throw InvalidField("language", .malformed) }
      self = .languageRefused(code)
    case .signOutNotTold: self = .signOutNotTold
    case .sessionsEnded:
      self = .sessionsEnded(try values.decode(Int.self, forKey: .count))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    func values(_ name: CodingKeys) -> KeyedEncodingContainer<ValueKeys> {
      fields.nestedContainer(keyedBy: ValueKeys.self, forKey: name)
    }
    switch self {
    case .tokenInFile(let path):
      var values = values(.tokenInFile)
      try values.encode(path, forKey: .path)
    case .databaseSetAside(let path):
      var values = values(.databaseSetAside)
      try values.encode(path, forKey: .path)
    case .languageRefused(let code):
      var values = values(.languageRefused)
      try values.encode(code.rawValue, forKey: .language)
    case .signOutNotTold: _ = values(.signOutNotTold)
    case .sessionsEnded(let count):
      var values = values(.sessionsEnded)
      try values.encode(count, forKey: .count)
    }
  }
}
