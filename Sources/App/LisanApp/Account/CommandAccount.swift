import AccountModel
import AgentProtocol
import Glibc
import LocaleValues
import Localization
import SettingsCore
import SystemCalls

/// The account as commands use it: they send a request and wait for its result.
@MainActor
final class CommandAccount {
  /// How long the agent may take for what it keeps ready, and to synchronize: no request that it makes
  /// for that waits for longer.
  private static let limit: Int64 = 10_000_000_000
  /// For requests that also wait for a password's check, in turn.
  private static let accountLimit: Int64 = 20_000_000_000
  /// How long a command waits for formatted values. Without them it prints plain dates and codes.
  private static let formattingLimit: Int64 = 1_000_000_000
  /// Longer than a code is valid.
  private static let codeLimit: Int64 = 90_000 * 1_000_000_000

  private let connection: AgentConnection
  private let log: Log
  private var nextNumber = 1
  /// The agent's latest report of each kind.
  private(set) var account: AccountReport?
  private(set) var sync: SyncReport?
  /// The first choice of the account, to be applied.
  private(set) var choice: TakenChoice?
  /// Notices to print, in order.
  private(set) var notices: [AccountNotice] = []
  private var formatted = FormattedTexts()

  /// Called with the data with which a person signs in with a browser.
  var codeShown: (SignInCode) -> Void = { _ in }

  private let language: LanguageCode
  private let sequence: UInt64

  /// - Parameter sequence: the number of the record that the language was resolved from.
  init(_ context: ProgramContext, language: LanguageCode, sequence: UInt64) {
    self.language = language
    self.sequence = sequence
    connection = AgentConnection(
      context.agentConfiguration(language: language),
      program: AgentConnection.program(context.environment), log: context.log)
    log = context.log
  }

  /// Sends an account request and waits for its result; see the other `ask`.
  func ask(_ request: AccountRequest) -> AccountFailure? {
    ask(.account(request: request, language: language.rawValue, sequence: sequence))
  }

  /// Sends a request and waits for its result.
  ///
  /// - Returns: why it failed; nil on success.
  func ask(_ request: AgentRequest) -> AccountFailure? {
    ask(request, until: SystemClock.monotonic() + Self.limit(of: request))
  }

  private static func limit(of request: AgentRequest) -> Int64 {
    switch request {
    // A person has to act elsewhere before it ends.
    case .account(.signInByCode, _, _): codeLimit
    case .account(.synchronize, _, _): limit
    case .account: accountLimit
    case .format: formattingLimit
    default: limit
    }
  }

  /// The formatted values, if the agent answers in time.
  func formatted(_ values: [FormattedValue], in languages: [Language]) -> FormattedTexts {
    let deadline = SystemClock.monotonic() + Self.formattingLimit
    for language in languages {
      for request in AgentRequest.formats(formatted.missing(values, in: language), language) {
        if let failure = ask(request, until: deadline) {
          log.info("no words for dates and names: \(failure.reason.rawValue)")
          return formatted
        }
      }
    }
    return formatted
  }

  private func ask(_ request: AgentRequest, until deadline: Int64) -> AccountFailure? {
    let number = tell(request)
    guard let number else { return AccountFailure(.unavailable) }
    while let descriptor = connection.descriptor {
      let left = deadline - SystemClock.monotonic()
      // The agent says itself when a server takes too long.
      guard left > 0 else { return AccountFailure(.unavailable) }
      awaitReady(descriptor, within: .nanoseconds(left))
      for news in connection.drainNews() {
        guard case .report(let report) = news else { return AccountFailure(.unavailable) }
        if case .finished(number, let failure) = report { return failure }
        apply(report)
      }
    }
    return AccountFailure(.unavailable)
  }

  /// Passes a change to the agent without waiting. The agent stays alive until it is sent.
  var link: AccountLink {
    var link = AccountLink.none
    link.send = { [self] request, _ in
      switch request {
      case .changed, .unstored:
        if tell(request) == nil {
          log.warning("agent", "the choice is not sent yet: there is no agent")
        }
      default: break
      }
    }
    return link
  }

  private func tell(_ request: AgentRequest) -> Int? {
    let number = nextNumber
    nextNumber += 1
    return connection.send(.request(id: number, request: request)) ? number : nil
  }

  private func apply(_ report: AgentReport) {
    switch report {
    case .account(let report): account = report
    case .sync(let report): sync = report
    case .choice(let first): choice = choice ?? first
    case .notice(let notice): notices.append(notice)
    case .code(let code): codeShown(code)
    case .formatted(let report):
      guard let (language, digits) = report.writing else { break }
      formatted.add(report.texts, in: language, digits: digits)
    case .finished: break
    }
  }
}

extension AgentRequest {
  /// The requests for values in a language, each within its bounds.
  static func formats(_ values: [FormattedValue], _ language: Language) -> [AgentRequest] {
    stride(from: 0, to: values.count, by: Bounds.values).map { start in
      .format(
        values: Array(values[start...].prefix(Bounds.values)), language: language.code.rawValue,
        digits: language.digits.id)
    }
  }
}
