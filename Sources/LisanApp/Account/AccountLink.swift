import AccountModel
import Localization
import Settings

/// How the settings reach the agent, as closures.
@MainActor
struct AccountLink {
  /// A change was written, as the record of this number; the resolved language is this one.
  var changed: (LanguageCode, _ sequence: UInt64) -> Void
  /// Another language is shown, after a change that is not the agent's to send.
  var shown: (LanguageCode) -> Void
  /// Asks for something, in the resolved language and with the record that it was resolved from;
  /// its end comes back by its number.
  var request: (AccountRequest, LanguageCode, _ sequence: UInt64, _ id: Int) -> Void
  var cancel: (_ id: Int) -> Void

  /// Where there is no agent.
  static let none = AccountLink(
    changed: { _, _ in }, shown: { _ in }, request: { _, _, _, _ in }, cancel: { _ in })
}
