import AgentProtocol
import LocaleValues
import Localization

/// The closures through which the settings reach the agent.
@MainActor
struct AccountLink {
  /// Sends a request. A request of the user has a number, which its result carries.
  var send: (AgentRequest, _ id: Int?) -> Void
  var cancel: (_ id: Int) -> Void
  /// Asks for values as a language writes them.
  var format: ([FormattedValue], Language) -> Void

  /// Does nothing; for programs without an agent.
  static let none = AccountLink(send: { _, _ in }, cancel: { _ in }, format: { _, _ in })
}
