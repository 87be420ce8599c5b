import AccountModel
import LocaleValues
import Localization
import SettingsCore

extension Catalog<Message> {
  /// The wording for command output, with the values that a locale library has written, and the
  /// names that the account's server gives.
  func wording(
    _ formatted: FormattedTexts = FormattedTexts(), names: LocalizedNames = LocalizedNames()
  ) -> Wording {
    Wording(
      catalog: self, formatted: formatted, names: names, secondsFromUTC: LocalTime.secondsFromUTC)
  }

  /// The wording for texts without dates, big numbers, and names of regions.
  var wording: Wording { wording() }
}
