/// A mouse button, or one step of the wheel.
public enum MouseButton: Int, Hashable, Sendable {
  /// The first button.
  case left = 0
  /// The second button.
  case middle = 1
  /// The third button.
  case right = 2
  /// One notch of the wheel, away from the person.
  case wheelUp = 64
  /// One notch of the wheel, towards the person.
  case wheelDown = 65

  var isWheel: Bool { rawValue >= 64 }
}

/// A user's action with the pointer at a cell.
public enum MouseEvent: Hashable, Sendable {
  /// A button goes down.
  case press(MouseButton)
  /// A button comes up.
  case release(MouseButton)
  /// Moves onto the cell, with or without a pressed button.
  case move(MouseButton?)

  /// The bytes that a program receives in these modes; empty if it did not request such an event,
  /// or if the encoding cannot represent so distant a cell.
  public func bytes(
    row: Int, column: Int, holding modifiers: KeyModifiers = [], in modes: ScreenModes
  ) -> [UInt8] {
    guard isWanted(modes.mouseTracking) else { return [] }
    var code: Int
    var isRelease = false
    switch self {
    case .press(let button): code = button.rawValue
    case .release(let button):
      isRelease = true
      // The old encodings do not identify the released button.
      code = modes.mouseEncoding == .sgr ? button.rawValue : 3
    case .move(let button): code = 32 + (button?.rawValue ?? 3)
    }
    if modes.mouseTracking != .pressOnly {
      if modifiers.contains(.shift) { code += 4 }
      if modifiers.contains(.alt) { code += 8 }
      if modifiers.contains(.control) { code += 16 }
    }
    switch modes.mouseEncoding {
    case .sgr:
      return Array("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")".utf8)
    case .urxvt: return Array("\u{1B}[\(code + 32);\(column + 1);\(row + 1)M".utf8)
    case .utf8:
      let parts = [code, column + 1, row + 1].map { UInt32($0 + 32) }
      guard parts.allSatisfy({ $0 < 2048 }) else { return [] }
      var text = String.UnicodeScalarView()
      for part in parts { text.append(Unicode.Scalar(part)!) }
      return Array("\u{1B}[M".utf8) + Array(String(text).utf8)
    case .legacy:
      guard column < 223, row < 223 else { return [] }
      return Array("\u{1B}[M".utf8) + [code, column + 1, row + 1].map { UInt8($0 + 32) }
    }
  }

  private func isWanted(_ tracking: MouseTracking) -> Bool {
    switch self {
    case .press: tracking != .off
    case .release(let button): tracking != .off && tracking != .pressOnly && !button.isWheel
    case .move(let button): tracking == .motion || tracking == .drag && button != nil
    }
  }
}
