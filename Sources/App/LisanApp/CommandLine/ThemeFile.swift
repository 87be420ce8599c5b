import SettingsCore

/// The theme file of an appliance: one JSON object whose keys are parts of the screen.
///
/// ```json
/// { "text": "253 on 17", "focused": "16 on 220 bold" }
/// ```
enum ThemeFile {
  /// Reads the whole file, and reports every part that is invalid or would be illegible on the
  /// screen.
  static func read(_ path: String) throws(ConfigurationError) -> CustomTheme {
    let members = try TextMembers.read(path, isRequired: true) { _ in nil }
    var theme = CustomTheme()
    var faults: [Text] = []
    for member in members {
      do throws(CustomTheme.Fault) {
        try theme.set(member.key, to: member.value)
      } catch {
        faults.append(message(error, member))
      }
    }
    if faults.isEmpty {
      faults = theme.faults().compactMap { name, fault in
        members.first { $0.key == name }.map { message(fault, $0) }
      }
    }
    guard faults.isEmpty else { throw ConfigurationError(texts: faults) }
    return theme
  }

  private static func message(_ fault: CustomTheme.Fault, _ member: TextMembers) -> Text {
    let key = Text.argument(member.key)
    return switch fault {
    case .noRole: .message(.themeUnknownPart, member.place, key)
    case .noStyle:
      .message(.themeNoStyle, member.place, .argument(member.value), .argument("231 on 24 bold"))
    case .oneColor: .message(.themeOneColor, member.place, key, .argument("text"))
    case .faint(let ratio, let needed):
      .message(.themeFaint, member.place, key, .argument(tenths(ratio)), .argument(tenths(needed)))
    }
  }

  /// A ratio such as `4.5:1`, rounded down, so that a ratio that is too low never looks high
  /// enough.
  private static func tenths(_ ratio: Double) -> String {
    let tenths = Int(ratio * 10)
    return "\(tenths / 10).\(tenths % 10):1"
  }
}
