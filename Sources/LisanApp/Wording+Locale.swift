import Formatting
import Localization
import Settings

extension ValueFormatting {
  /// Formats values with the locale library, in the time zone of the environment.
  static let localized = ValueFormatting(
    dateAndTime: { LocaleFormat(language: $1).dateAndTime(milliseconds: $0) },
    relativeTime: { LocaleFormat(language: $2).relativeTime(from: $0, to: $1) },
    regionName: { LocaleFormat(language: $1).regionName($0.rawValue) },
    languageName: { LocaleFormat(language: $1).languageName($0.rawValue) },
    number: { LocaleFormat(language: $1).number($0) })
}

extension Catalog<Message> {
  /// The wording for command output.
  var wording: Wording { Wording(catalog: self, formatting: .localized) }
}
