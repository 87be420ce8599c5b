import LocaleValues
import Localization
import SettingsCore

extension Catalog<Message> {
  /// The wording for command output, with the values that a locale library has written.
  func wording(_ formatted: FormattedTexts = FormattedTexts()) -> Wording {
    Wording(catalog: self, formatted: formatted, secondsFromUTC: LocalTime.secondsFromUTC)
  }

  /// The wording for texts without dates, big numbers, and names of regions.
  var wording: Wording { wording() }
}
