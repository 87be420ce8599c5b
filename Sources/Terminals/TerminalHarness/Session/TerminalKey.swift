/// Modifiers held down with another key.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, sent as Escape before the key.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
}

/// A key by name, sent as xterm sends it in the modes of the program: `session.press(.down)`,
/// `session.press(.control("c"))`.
public enum TerminalKey: Hashable, Sendable {
  /// A character as it is typed.
  case character(Character)
  /// A letter with Control: `.control("l")`, `.control("[")`.
  case control(Character)
  /// Enter.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Shift and Tab.
  case backTab
  /// The key that sends DEL.
  case backspace
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Arrow right.
  case right
  /// Arrow left.
  case left
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Insert.
  case insert
  /// Delete.
  case delete
  /// F1 to F12.
  case function(Int)

  /// The bytes that the program receives.
  public func bytes(_ modifiers: KeyModifiers = [], in modes: ScreenModes) -> [UInt8] {
    switch self {
    case .character(let character): return prefix(modifiers) + plain(character, modifiers)
    case .control(let character): return prefix(modifiers) + plain(character, [.control])
    case .enter: return prefix(modifiers) + (modes.newLine ? [0x0D, 0x0A] : [0x0D])
    case .escape: return prefix(modifiers) + [0x1B]
    case .tab:
      return modifiers.contains(.shift) ? Array("\u{1B}[Z".utf8) : prefix(modifiers) + [0x09]
    case .backTab: return Array("\u{1B}[Z".utf8)
    case .backspace:
      return prefix(modifiers) + [modifiers.contains(.control) ? 0x08 : 0x7F]
    case .up: return cursorKey("A", modifiers, modes)
    case .down: return cursorKey("B", modifiers, modes)
    case .right: return cursorKey("C", modifiers, modes)
    case .left: return cursorKey("D", modifiers, modes)
    case .home: return cursorKey("H", modifiers, modes)
    case .end: return cursorKey("F", modifiers, modes)
    case .insert: return numbered(2, modifiers)
    case .delete: return numbered(3, modifiers)
    case .pageUp: return numbered(5, modifiers)
    case .pageDown: return numbered(6, modifiers)
    case .function(let number): return function(number, modifiers)
    }
  }

  private func prefix(_ modifiers: KeyModifiers) -> [UInt8] {
    modifiers.contains(.alt) ? [0x1B] : []
  }

  private func plain(_ character: Character, _ modifiers: KeyModifiers) -> [UInt8] {
    guard modifiers.contains(.control), let ascii = character.asciiValue else {
      return Array(String(character).utf8)
    }
    return ascii == UInt8(ascii: "?") ? [0x7F] : [ascii & 0x1F]
  }

  private func cursorKey(
    _ letter: String, _ modifiers: KeyModifiers, _ modes: ScreenModes
  ) -> [UInt8] {
    if modifiers.isEmpty {
      return Array("\u{1B}\(modes.applicationCursorKeys ? "O" : "[")\(letter)".utf8)
    }
    return Array("\u{1B}[1;\(1 + modifiers.rawValue)\(letter)".utf8)
  }

  private func numbered(_ number: Int, _ modifiers: KeyModifiers) -> [UInt8] {
    let modifier = modifiers.isEmpty ? "" : ";\(1 + modifiers.rawValue)"
    return Array("\u{1B}[\(number)\(modifier)~".utf8)
  }

  private func function(_ number: Int, _ modifiers: KeyModifiers) -> [UInt8] {
    precondition((1...12).contains(number), "F1 to F12")
    if number <= 4 {
      let letter = ["P", "Q", "R", "S"][number - 1]
      let lead = modifiers.isEmpty ? "O" : "[1;\(1 + modifiers.rawValue)"
      return Array("\u{1B}\(lead)\(letter)".utf8)
    }
    return numbered([15, 17, 18, 19, 20, 21, 23, 24][number - 5], modifiers)
  }
}
