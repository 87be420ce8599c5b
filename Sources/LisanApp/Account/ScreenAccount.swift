import AccountModel
import AgentProtocol
import Glibc
import Localization
import Settings

/// The account as a screen uses it: what the settings ask for goes to the agent, and what that
/// says comes back as actions.
@MainActor
final class ScreenAccount {
  private let connection: AgentConnection
  /// Requests of the screen itself count down from -1, those of people up from 1.
  private var nextNumber = -1
  /// What became of requests that could not be sent, until it is taken.
  private var unsent: [Action] = []

  init(
    _ context: ProgramContext, language: LanguageCode, adopting handover: AgentConnection.Handover?
  ) {
    let configuration = context.agentConfiguration(language: language)
    let program = AgentConnection.program(context.environment)
    connection =
      handover.map { AgentConnection(configuration, program: program, adopting: $0) }
      ?? AgentConnection(configuration, program: program)
    nextNumber = min(0, handover?.unfinished.min() ?? 0) - 1
  }

  /// Can be read when there is news; nil while there is no agent.
  var descriptor: Int32? { connection.descriptor }

  /// Begins to work for a screen whose first frame is drawn: a new one compares with the account,
  /// one that came back by a restart asks what is known.
  func open(_ language: LanguageCode, sequence: UInt64, isRestarted: Bool) {
    send(
      isRestarted && connection.descriptor != nil
        ? .status : .open(language: language.rawValue, sequence: sequence))
  }

  /// What the settings reach of it.
  var link: AccountLink {
    AccountLink(
      changed: { [unowned self] code, sequence in
        send(.changed(language: code.rawValue, sequence: sequence))
      },
      shown: { [unowned self] code in send(.language(language: code.rawValue)) },
      request: { [unowned self] request, language, sequence, id in
        send(
          .account(request: request, language: language.rawValue, sequence: sequence), id: id)
      },
      cancel: { [unowned self] id in _ = connection.send(.cancel(id: id)) })
  }

  /// What came since the last call.
  func takeActions() -> [Action] {
    var actions = unsent
    unsent = []
    for news in connection.takeNews() {
      switch news {
      case .report(let report): actions += report.actions
      case .died(let unfinished): actions += Self.lost(unfinished)
      }
    }
    return actions
  }

  /// Whether actions wait to be taken although nothing can be read.
  var hasActions: Bool { !unsent.isEmpty }

  func handOn() -> AgentConnection.Handover? { connection.handOn() }
  func keep() { connection.keep() }

  private func send(_ request: AgentRequest, id: Int? = nil) {
    let number = id ?? nextNumber
    if id == nil { nextNumber -= 1 }
    if !connection.send(.request(id: number, request: request)) { unsent += Self.lost([number]) }
  }

  /// Without its agent the screen goes on; the next need starts another one.
  private static func lost(_ requests: [Int]) -> [Action] {
    requests.map { .requestEnded($0, AccountFailure(.unavailable)) }
      + [.syncReported(.unavailable)]
  }
}
