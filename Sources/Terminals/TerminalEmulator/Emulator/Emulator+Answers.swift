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

  mutating func answerCursor(prefix: String) -> Bool {
    let top = screen.modes.origin ? margins.top : 0
    let left = screen.modes.origin ? margins.left : 0
    let row = screen.cursor.row - top + 1
    let column = screen.cursor.column - left + 1
    return answer("\u{1B}[\(prefix)\(row);\(column)R")
  }

  /// DECRQM: 1 for set, 2 for reset, 0 for unknown.
  mutating func answerMode(_ mode: Int, isPrivate: Bool) {
    note(.mode(mode, isPrivate: isPrivate))
    guard profile.answersModes else { return }
    let isSet: Bool?
    if isPrivate {
      isSet = privateMode(mode)
    } else {
      switch mode {
      case 4: isSet = screen.modes.insert
      case 8: isSet = profile.bidiModeAnswer == .known ? screen.modes.bidi == .implicit : nil
      case 20: isSet = screen.modes.newLine
      default: isSet = nil
      }
    }
    let value = isSet.map { $0 ? 1 : 2 } ?? 0
    _ = answer("\u{1B}[\(isPrivate ? "?" : "")\(mode);\(value)$y")
  }

  /// DECRQSS: margins, cursor shape and style; all else is invalid (`DCS 0 $ r`).
  mutating func answerSetting(_ setting: String) -> Bool {
    switch setting {
    case "r": return answer("\u{1B}P1$r\(margins.top + 1);\(margins.bottom + 1)r\u{1B}\\")
    case "s": return answer("\u{1B}P1$r\(margins.left + 1);\(margins.right + 1)s\u{1B}\\")
    case "\"q": return answer("\u{1B}P1$r\(style.isProtected ? 1 : 0)\"q\u{1B}\\")
    case " q": return answer("\u{1B}P1$r\(screen.cursor.shape.rawValue) q\u{1B}\\")
    case "m" where style == .plain: return answer("\u{1B}P1$r0m\u{1B}\\")
    default: return answer("\u{1B}P0$r\u{1B}\\")
    }
  }
}
