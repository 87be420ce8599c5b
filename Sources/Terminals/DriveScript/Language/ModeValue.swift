import TerminalHarness

/// A mode of the terminal with a value, by the names of `ScreenModes` in a script's spelling:
/// `bracketed-paste on`, `mouse-tracking buttons`.
struct ModeValue: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let value: String

  var description: String { "\(name) \(value)" }

  /// The value of a switch that no program has set yet.
  private static let unset = "unset"

  /// Every mode's name.
  static var names: [String] { values(of: ScreenModes()).map(\.name) }

  /// Whether the mode can have this value; nil where any is possible.
  static func takes(_ name: String, _ value: String) -> Bool {
    guard let standard = values(of: ScreenModes()).first(where: { $0.name == name }) else {
      return false
    }
    switch name {
    case "mouse-tracking":
      return ["off", "press-only", "buttons", "drag", "motion"].contains(value)
    case "mouse-encoding": return ["legacy", "utf8", "sgr", "urxvt"].contains(value)
    case "bidi": return ["implicit", "explicit"].contains(value)
    default:
      if ["on", "off"].contains(standard.value) { return ["on", "off"].contains(value) }
      if standard.value == unset { return ["on", "off", unset].contains(value) }
      return Int(value) != nil
    }
  }

  func holds(in modes: ScreenModes) -> Bool { Self.values(of: modes).contains(self) }

  static func values(of modes: ScreenModes) -> [ModeValue] {
    Mirror(reflecting: modes).children.map { label, value in
      let text =
        switch value {
        case let value as Bool?: value.map { $0 ? "on" : "off" } ?? unset
        default: hyphenated("\(value)")
        }
      return ModeValue(name: hyphenated(label ?? ""), value: text)
    }
  }

  /// `bracketedPaste` is `bracketed-paste` in a script.
  private static func hyphenated(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += "-" }
      result += character.lowercased()
    }
    return result
  }
}
