import Localization
import Preferences
import Settings
import SystemCalls

extension Launch {
  /// Reads the stored preference, and collects warnings for the user.
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
      let (aside, outcome) = setAside(file)
      if let aside {
        warnings.append(.message(.storeDamagedSetAside, [.identifier(.path(aside))]))
      } else {
        warnings.append(.message(.storeDamaged))
      }
      log.error("preference", "\(file.path): damaged; \(outcome)")
    case .unreadable(let failure):
      name = "unreadable"
      standing = .standIn
      warnings.append(.message(.storeUnreadable))
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

  /// Moves a damaged file out of the way; returns its new name and a text for the log.
  private static func setAside(_ file: PreferenceFile) -> (String?, String) {
    do throws(PreferenceError) {
      guard let name = try file.setAside() else { return (nil, "somebody mended it meanwhile") }
      return (name, "set aside as \(name)")
    } catch {
      return (nil, error.reason)
    }
  }
}
