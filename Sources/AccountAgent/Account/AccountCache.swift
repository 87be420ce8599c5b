import AccountProtocol

/// The account and the configuration as they were last known, for the next start without an answer
/// (R42); what the first frame needs of it is beside, in the form of the shipped file.
struct AccountCache: Sendable {
  struct Contents: Hashable, JSONMessage {
    var account: Account?
    var configuration: AppConfiguration?

    mutating func validate() throws(InvalidField) {
      try account?.validate()
      try configuration?.validate()
    }
  }

  private let file: PrivateFile
  private let markets: PrivateFile
  private let record: AgentRecord

  init(_ places: AgentPlaces, record: AgentRecord) {
    file = PrivateFile(places.cache)
    markets = PrivateFile(places.markets)
    self.record = record
  }

  func read() -> Contents? {
    file.read().flatMap { try? Contents(json: $0, limit: Bounds.packet) }
  }

  /// Keeps an account beside the configuration that is kept already.
  func keep(_ account: Account?) {
    var contents = read() ?? Contents()
    contents.account = account
    keep(contents)
  }

  /// Keeps a configuration beside the account that is kept already.
  func keep(_ configuration: AppConfiguration) {
    var contents = read() ?? Contents()
    contents.configuration = configuration
    keep(contents)
  }

  private func keep(_ contents: Contents) {
    guard contents != read() else { return }
    do throws(PrivateFile.Failure) {
      try file.write(contents.json())
      guard let configuration = contents.configuration else { return }
      let lines = Array(Self.lines(configuration).utf8)
      if markets.read() != lines { try markets.write(lines) }
    } catch {
      // What cannot be kept is asked for at the next start.
      record.warning("cache", error.description)
    }
  }

  /// `"EG" = "ar en";` for each market: codes have no letters that would need an escape. Languages
  /// that are not offered at all are no market's.
  private static func lines(_ configuration: AppConfiguration) -> String {
    var lines = ""
    for market in configuration.markets {
      let offered = market.languages.filter(configuration.languages.contains)
      if offered.isEmpty { continue }
      lines += "\"\(market.code)\" = \"\(offered.joined(separator: " "))\";\n"
    }
    return lines
  }
}
