import AccountModel
import LocaleValues
import Localization
import SettingsCore

/// The closures through which the settings reach the agent.
@MainActor
struct AccountLink {
  /// Reports a written change: the resolved language and the number of the record.
  var changed: (LanguageCode, _ sequence: UInt64) -> Void
  /// Reports a change that could not be written: the resolved language and the number of the record
  /// that stays.
  var unstored: (LanguageCode, _ sequence: UInt64) -> Void
  /// Reports that a record of another instance is followed: the resolved language and its number.
  var observed: (LanguageCode, _ sequence: UInt64) -> Void
  /// Reports a new language on display when the agent has no change to send.
  var shown: (LanguageCode) -> Void
  /// Sends a request, with the resolved language and the number of the record that it was
  /// resolved from. The result carries the request's `id`.
  var request: (AccountRequest, LanguageCode, _ sequence: UInt64, _ id: Int) -> Void
  var cancel: (_ id: Int) -> Void
  /// Asks for values as a language writes them.
  var format: ([FormattedValue], Language) -> Void

  /// Does nothing; for programs without an agent.
  static let none = AccountLink(
    changed: { _, _ in }, unstored: { _, _ in }, observed: { _, _ in }, shown: { _ in },
    request: { _, _, _, _ in }, cancel: { _ in }, format: { _, _ in })
}
