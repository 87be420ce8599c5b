import AccountModel
import AgentProtocol
import Glibc
import LocaleValues
import Localization
import SettingsCore

/// The account as a screen uses it: requests from the settings go to the agent, and its reports
/// come back as actions.
@MainActor
final class ScreenAccount {
  private let connection: AgentConnection
  /// The screen's requests count down from -1, those of the user up from 1.
  private var nextNumber = -1
  /// The results of requests that could not be sent, until `drainActions`.
  private var unsent: [Action] = []
  /// The last request that may have told the agent of a choice (`SyncReport.request`).
  private var lastChoiceRequest: Int?
  /// The requests for values without an answer, and how long they are worth waiting for.
  private var formatting: [Int] = []
  private var formattingDeadline = ContinuousClock.now

  init(
    _ context: ProgramContext, language: LanguageCode, adopting handover: AgentConnection.Handover?
  ) {
    connection = AgentConnection(
      context.agentConfiguration(language: language, follows: true),
      program: AgentConnection.program(context.environment), log: context.log, adopting: handover)
    nextNumber = min(0, handover?.unfinished.min() ?? 0) - 1
  }

  /// Readable when there is news; nil while there is no agent.
  var descriptor: Int32? { connection.descriptor }

  /// Starts after the first frame: a new screen compares with the account; a restarted one only
  /// asks for the status.
  func open(_ language: LanguageCode, sequence: UInt64, isRestarted: Bool) {
    send(
      isRestarted && connection.descriptor != nil
        ? .status : .open(language: language.rawValue, sequence: sequence))
  }

  /// The part of the account that the settings use.
  var link: AccountLink {
    AccountLink(
      send: { [unowned self] request, id in send(request, id: id) },
      cancel: { [unowned self] id in _ = connection.send(.cancel(id: id)) },
      format: { [unowned self] values, language in
        formattingDeadline = .now + .seconds(1)
        for request in AgentRequest.formats(values, language) {
          formatting.append(nextNumber)
          send(request)
        }
      })
  }

  /// The actions since the last call.
  func drainActions() -> [Action] {
    var actions = unsent
    unsent = []
    for news in connection.drainNews() {
      switch news {
      case .report(let report):
        if case .finished(let id, _) = report { formatting.removeAll { $0 == id } }
        // It does not know the last choice. The agent reports again once it has taken that.
        if let request = report.request, let lastChoiceRequest, request != lastChoiceRequest {
          continue
        }
        actions += report.actions
      case .died(let unfinished): actions += lost(unfinished)
      }
    }
    return actions
  }

  /// The deadline for values that are worth waiting for; nil if there are none.
  var valuesDeadline: ContinuousClock.Instant? {
    formatting.isEmpty || formattingDeadline <= .now ? nil : formattingDeadline
  }

  /// Whether actions are pending although the descriptor is not readable.
  var hasActions: Bool { !unsent.isEmpty }

  func handOn() -> AgentConnection.Handover? { connection.handOn() }
  func keep() { connection.keep() }

  private func send(_ request: AgentRequest, id: Int? = nil) {
    let number = id ?? nextNumber
    if id == nil { nextNumber -= 1 }
    if request.mayTellOfChoice { lastChoiceRequest = number }
    if !connection.send(.request(id: number, request: request)) { unsent += lost([number]) }
  }

  /// Reports lost requests. The screen keeps running; the next request starts a new agent.
  private func lost(_ requests: [Int]) -> [Action] {
    formatting.removeAll { requests.contains($0) }
    return requests.map { .requestEnded($0, AccountFailure(.unavailable)) }
      + [.syncReported(.unavailable)]
  }
}
