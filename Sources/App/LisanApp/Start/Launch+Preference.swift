import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

extension Launch {
  /// Reads the stored preference, changes nothing, and collects warnings for the user.
  static func readPreference(
    _ context: ProgramContext, _ standing: inout PreferenceStanding, _ warnings: inout [Text]
  ) -> LanguagePreference {
    let (file, log) = (context.preferences, context.log)
    let start = SystemClock.monotonic()
    let answer = file.read()
    let preference = LanguagePreference(answer)
    let name: String
    switch answer {
    case .absent: name = "absent"
    case .good: name = "good"
    case .degraded:
      name = "degraded"
      log.warning("preference", "\(file.path): one of two records is damaged; the other serves")
    case .newer(_, let major):
      name = "newer"
      warnings.append(.message(.storeNewer))
      log.warning("preference", "\(file.path): version \(major) of the format is from the future")
    case .damaged:
      name = "damaged"
      standing = .standIn
      let path = Text.path(file.path)
      let isForeign = file.isForeign
      warnings.append(
        isForeign
          ? .message(.storeForeign, path, .argument(LisanOption.preferences.flag))
          : .message(.storeDamaged, path))
      log.error(
        "preference", "\(file.path): \(isForeign ? "no preference file" : "damaged")")
    case .unreadable(let failure):
      name = "unreadable"
      standing = .standIn
      warnings.append(.message(.storeUnreadable, failure.text))
      log.error("preference", failure.description)
    }
    context.trace?.event(
      "preference.read",
      [
        ("answer", .string(name)), ("code", .string(preference.name)),
        ("us", .number(Int((SystemClock.monotonic() - start) / 1000))),
      ])
    return preference
  }
}
