import ControlSequences

extension Emulator {
  /// Sends the profile's answer, if there is one; always returns true, because the query is known.
  mutating func answer(_ text: String?) -> Bool {
    if let text, profile.answers { reply(text) }
    return true
  }

  /// DA1.
  mutating func answerPrimaryAttributes() -> Bool {
    note(.primaryAttributes)
    return answer(profile.primaryAttributes)
  }

  /// DSR 5 (in order) and 6 (CPR).
  mutating func answerStatus(_ what: Int) -> Bool {
    switch what {
    case 5:
      note(.status)
      return answer(profile.answersStatus ? "\u{1B}[0n" : nil)
    case 6:
      note(.place)
      return answerCursor(prefix: "")
    default: return false
    }
  }

  /// The states that VT terminals report: the cursor's place, no printer, keys that can be defined, a
  /// North American keyboard, no locator, no room for macros, no errors, one session.
  mutating func answerPrivateStatus(_ sequence: ControlSequence) -> Bool {
    switch sequence.value(0) {
    case 6: return answerCursor(prefix: "?", suffix: screen.modes.conformanceLevel >= 4 ? ";1" : "")
    case 15: return answer("\u{1B}[?13n")
    case 25: return answer("\u{1B}[?20n")
    case 26: return answer("\u{1B}[?27;1;0;0n")
    case 53, 55: return answer("\u{1B}[?50n")
    case 56: return answer("\u{1B}[?57;0n")
    case 62: return answer("\u{1B}[0*{")
    case 63: return answer("\u{1B}P\(sequence.value(1))!~0000\u{1B}\\")
    case 75: return answer("\u{1B}[?70n")
    case 85: return answer("\u{1B}[?83n")
    default: return false
    }
  }

  mutating func answerCursor(prefix: String, suffix: String = "") -> Bool {
    let row = screen.cursor.row - area.top + 1
    let column = screen.cursor.column - area.left + 1
    return answer("\u{1B}[\(prefix)\(row);\(column)\(suffix)R")
  }

  /// DECRQM: 1 for set, 2 for reset, 4 for always reset, 0 for unknown. Returns false on a level that
  /// does not have it.
  mutating func answerMode(_ mode: Int, isPrivate: Bool) -> Bool {
    guard screen.modes.conformanceLevel >= 3 else { return false }
    note(.mode(mode, isPrivate: isPrivate))
    guard profile.answersModes else { return true }
    let isSet: Bool?
    if isPrivate {
      isSet = privateMode(mode)
    } else {
      switch mode {
      case 4: isSet = screen.modes.insert
      case 8: isSet = profile.bidiModeAnswer == .known ? screen.modes.bidi == .implicit : nil
      case 20: isSet = screen.modes.newLine
      default: isSet = screen.otherModes.isSet(mode, isPrivate: false)
      }
    }
    let isAlwaysReset = (isPrivate ? Self.resetPrivateModes : Self.resetModes).contains(mode)
    let value = isSet.map { $0 ? 1 : 2 } ?? (isAlwaysReset ? 4 : 0)
    return answer("\u{1B}[\(isPrivate ? "?" : "")\(mode);\(value)$y")
  }

  /// GATM, SRTM, VEM, HEM, PUM, FEAM, FETM, MATM, TTM, SATM, TSM and EBM of ECMA-48.
  private static let resetModes: Set = [1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19]
  /// DECARM, the log file and DECHCCM.
  private static let resetPrivateModes: Set = [8, 46, 60]

  /// DECRQSS: reports the setting whose sequence ends like this, or `DCS 0 $ r` if there is none.
  mutating func answerSetting(_ setting: String) -> Bool {
    let value: String
    switch setting {
    case "r": value = "\(margins.top + 1);\(margins.bottom + 1)"
    case "s": value = "\(margins.left + 1);\(margins.right + 1)"
    case "t", "*|": value = "\(screen.size.rows)"
    case "$|": value = "\(screen.size.columns)"
    case "*x": value = changesRectangles ? "2" : "0"
    // There is no status line.
    case "$}", "$~": value = "0"
    case "\"p":
      // Replies have 7-bit controls.
      value = "6\(screen.modes.conformanceLevel)" + (screen.modes.conformanceLevel > 1 ? ";1" : "")
    case "\"q": value = style.isProtected ? "1" : "0"
    // The default shape is the first one, as in xterm.
    case " q": value = "\(max(1, screen.cursor.shape.rawValue))"
    case "m": value = style.parameters(separator: ":")
    default: return answer("\u{1B}P0$r\u{1B}\\")
    }
    return answer("\u{1B}P1$r\(value)\(setting)\u{1B}\\")
  }

  /// XTGETTCAP: the number of colours and the terminal's name; nothing else is reported.
  mutating func answerCapability(_ name: String) -> Bool {
    let value: String
    switch name.uppercased() {
    // Co, colors
    case "436F", "636F6C6F7273": value = "323536"
    // TN, name
    case "544E", "6E616D65": value = "787465726D2D323536636F6C6F72"
    default: return answer("\u{1B}P0+r\u{1B}\\")
    }
    return answer("\u{1B}P1+r\(name)=\(value)\u{1B}\\")
  }
}
