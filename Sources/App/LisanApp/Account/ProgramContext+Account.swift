import AccountModel
import AgentProtocol
import CommandLineTool
import Glibc
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

// Account state from configuration and stored files, without asking the agent.

extension ProgramContext {
  /// How long a request waits for a choice made elsewhere, in seconds (R62). Some proxies end a
  /// request after a minute, and a dead connection is noticed no earlier than this.
  private static let followSeconds = 30

  /// The configuration for the agent.
  ///
  /// - Parameter follows: whether the program stays open and follows the account.
  func agentConfiguration(language: LanguageCode, follows: Bool = false) -> AgentConfiguration {
    AgentConfiguration(
      server: configuration.server?.text, preferences: preferences.path,
      dataDirectory: dataDirectory, resources: configuration.resources, log: log.path,
      trace: configuration.trace.map { AgentConfiguration.Trace(path: $0, start: start) },
      language: language.rawValue, sequence: preferences.current?.sequence ?? 0,
      followSeconds: follows ? Self.followSeconds : nil)
  }

  /// The offer of each market, from the server's last answer, else from the shipped list.
  func markets() throws(CatalogError) -> MarketList {
    guard let server = configuration.server else {
      return try MarketList(directory: configuration.resources)
    }
    let places = AccountFiles(dataDirectory: dataDirectory, server: server)
    do throws(CatalogError) {
      let kept = try MarketList(contentsOf: places.markets)
      // An earlier version stored lists without an offer: their markets define it.
      let offer =
        kept.offer ?? .init(languages: kept.markets.flatMap(\.languages), defaultLanguage: nil)
      return MarketList(kept.markets, offer: offer, names: kept.names)
    } catch {
      // The file does not exist before the server's first answer.
      if error.kind != .unreadable(errno: ENOENT) {
        log.warning("markets", "\(error.description); the shipped list is used")
      }
    }
    return try MarketList(directory: configuration.resources)
  }

  /// An error message if the market requested for this run does not exist.
  var unknownMarket: Text? {
    guard let code = configuration.market,
      let value = configuration.values[.market],
      // A list that cannot be read is reported where it is used.
      case let list? = try? markets(), list[code] == nil
    else { return nil }
    var source = CommandLineSyntax.lisan.source(of: value)
    if case .file = value.origin { source += ": \(LisanOption.market.rawValue)" }
    let codes = list.markets.map(\.code.rawValue).joined(separator: ", ")
    return .message(
      .invalidValue, .argument(source), .argument(code.rawValue),
      codes.isEmpty ? .message(.none) : .argument(codes))
  }

  /// The market in effect: the one requested for this run, else the chosen one.
  var market: MarketCode? {
    configuration.market ?? MarketCode(rawValue: preferences.current?.market ?? "")
  }

  /// The account's home and whether a person is signed in, according to the stored files (R40).
  func account(nextRequest: Int = 1) -> AccountState {
    guard let server = configuration.server else {
      return AccountState(nextRequest: nextRequest)
    }
    let access: AccountState.Access
    if let token = environment(AccountFiles.tokenVariable), !token.isEmpty {
      access = (try? FieldRules.token(token)) == nil ? .signedOut(.environmentTokenInvalid) : .open
    } else {
      let places = AccountFiles(dataDirectory: dataDirectory, server: server)
      switch SessionMark(file: places.session) {
      case .signedIn: access = .open
      case .signedOut: access = .signedOut(.signedOut)
      case .expired: access = .signedOut(.expired)
      case .refused: access = .signedOut(.refused)
      case nil: access = .signedOut(.neverSignedIn)
      }
    }
    return AccountState(server: server.text, access: access, nextRequest: nextRequest)
  }
}

extension SessionMark {
  /// Reads the file; nil if it is missing or contains no known word.
  fileprivate init?(file path: String) {
    guard let file = try? OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let bytes = try? readAll(from: file.number, limit: 32)
    else { return nil }
    self.init(rawValue: String(decoding: bytes, as: UTF8.self))
  }
}
