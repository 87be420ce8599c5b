import AccountModel
import AgentProtocol
import Glibc
import Localization
import Settings
import SystemCalls

/// The account as commands use it: they send a request and wait for its result.
@MainActor
final class CommandAccount {
  /// Longer than the agent waits for anything.
  private static let limit: Int64 = 20_000_000_000
  /// Longer than a code is valid.
  private static let codeLimit: Int64 = 90_000 * 1_000_000_000

  private let connection: AgentConnection
  private let log: Log
  private var nextNumber = 1
  /// The agent's latest report of each kind.
  private(set) var account: AccountReport?
  private(set) var sync: SyncReport?
  /// Choices to apply and notices to print, in order.
  private(set) var choices: [TakenChoice] = []
  private(set) var notices: [AccountNotice] = []

  /// Called with what a person who signs in with a browser needs.
  var codeShown: (SignInCode) -> Void = { _ in }

  private let language: LanguageCode
  private let sequence: UInt64

  /// - Parameters:
  ///   - language: the resolved language.
  ///   - sequence: the number of the record that it was resolved from.
  init(_ context: ProgramContext, language: LanguageCode, sequence: UInt64) {
    self.language = language
    self.sequence = sequence
    connection = AgentConnection(
      context.agentConfiguration(language: language),
      program: AgentConnection.program(context.environment))
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
    let number = tell(request)
    guard let number else { return AccountFailure(.unavailable) }
    let deadline =
      SystemClock.monotonic() + (request.waitsForPerson ? Self.codeLimit : Self.limit)
    while let descriptor = connection.descriptor {
      let left = (deadline - SystemClock.monotonic()) / 1_000_000
      guard left > 0 else { return AccountFailure(.timedOut) }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, Int32(clamping: left))
      for news in connection.takeNews() {
        guard case .report(let report) = news else { return AccountFailure(.unavailable) }
        if case .finished(number, let failure) = report { return failure }
        take(report)
      }
    }
    return AccountFailure(.unavailable)
  }

  /// Removes and returns the next choice of the account to apply.
  func takeChoice() -> TakenChoice? {
    choices.isEmpty ? nil : choices.removeFirst()
  }

  /// Passes a change to the agent without waiting. The agent stays alive until it is sent.
  var link: AccountLink {
    var link = AccountLink.none
    link.changed = { [self] code, sequence in
      if tell(.changed(language: code.rawValue, sequence: sequence)) == nil {
        log.warning("agent", "the choice is not sent yet: there is no agent")
      }
    }
    return link
  }

  private func tell(_ request: AgentRequest) -> Int? {
    let number = nextNumber
    nextNumber += 1
    return connection.send(.request(id: number, request: request)) ? number : nil
  }

  private func take(_ report: AgentReport) {
    switch report {
    case .account(let report): account = report
    case .sync(let report): sync = report
    case .choice(let choice): choices.append(choice)
    case .notice(let notice): notices.append(notice)
    case .code(let code): codeShown(code)
    case .finished: break
    }
  }
}

extension AgentRequest {
  /// Whether a person has to do something elsewhere before the request ends.
  fileprivate var waitsForPerson: Bool {
    if case .account(.signInByCode, _, _) = self { true } else { false }
  }
}
