import ControlSequences

extension Emulator {
  mutating func setModes(_ sequence: ControlSequence, to isSet: Bool) -> Bool {
    var known = !sequence.values.isEmpty
    for mode in sequence.values {
      switch mode {
      case 4: screen.modes.insert = isSet
      case 8:
        guard profile.bidiModeAnswer != .swallowed else { break }
        screen.modes.bidi = isSet ? .implicit : .explicit
        applyBidiMode()
      case 20: screen.modes.newLine = isSet
      case 34: screen.modes.emphasizedCursor = !isSet
      default:
        if !screen.otherModes.set(mode, isPrivate: false, to: isSet) { known = false }
      }
    }
    return known
  }

  /// SCP and SPD: the direction of the paragraphs from the cursor's on, if the cursor begins it.
  mutating func setDirection(isRightToLeft: Bool?) -> Bool {
    screen.modes.isRightToLeft = isRightToLeft
    applyBidiMode()
    return true
  }

  mutating func setPrivateModes(_ sequence: ControlSequence, to isSet: Bool) -> Bool {
    var known = !sequence.values.isEmpty
    for mode in sequence.values where !setPrivateMode(mode, to: isSet) { known = false }
    return known
  }

  mutating func setPrivateMode(_ mode: Int, to isSet: Bool) -> Bool {
    switch mode {
    case 1: screen.modes.applicationCursorKeys = isSet
    // VT52 sequences are not obeyed.
    case 2: return isSet
    // As in xterm, DECCOLM does nothing where mode 40 does not allow it. terminfo's `is2` resets it.
    case 3 where !screen.modes.allowsColumnMode: return !isSet
    case 3: setColumns(to: isSet)
    case 5: screen.modes.reverseVideo = isSet
    case 6:
      screen.modes.origin = isSet
      moveTo(row: 0, column: 0)
    case 7: screen.modes.autowrap = isSet
    // DECARM. As in xterm, the keyboard alone decides whether a key repeats.
    case 8: break
    case 9: setMouse(.pressOnly, isSet)
    case 12: screen.modes.cursorBlink = isSet
    case 25: screen.cursor.isVisible = isSet
    case 40: screen.modes.allowsColumnMode = isSet
    case 45: screen.modes.reverseWraparound = isSet
    case _ where Self.isScreenMode(mode) && screen.otherModes.isSet(1046) == false: break
    case 47, 1047: showAlternate(isSet, clearing: mode == 1047 && !isSet)
    case 66: screen.modes.applicationKeypad = isSet
    case 69 where screen.modes.conformanceLevel < 4: return false
    case 69:
      // As in xterm, setting it again keeps the margins and a pending wrap.
      if isSet == screen.modes.leftRightMargins { break }
      screen.modes.leftRightMargins = isSet
      margins.left = 0
      margins.right = screen.size.columns - 1
    case 1000: setMouse(.buttons, isSet)
    case 1002: setMouse(.drag, isSet)
    case 1003: setMouse(.motion, isSet)
    case 1004: screen.modes.focusReporting = isSet
    case 1005: screen.modes.mouseEncoding = isSet ? .utf8 : .legacy
    case 1006: screen.modes.mouseEncoding = isSet ? .sgr : .legacy
    case 1007: screen.modes.alternateScroll = isSet
    case 1015: screen.modes.mouseEncoding = isSet ? .urxvt : .legacy
    case 1034: screen.modes.eightBitMeta = isSet
    case 1048: if isSet { saveCursor() } else { restoreCursor() }
    case 1049: switchScreens(isSet)
    case 2004: screen.modes.bracketedPaste = isSet
    case 2026: screen.modes.synchronizedOutput = isSet
    case 1243: screen.modes.swapsArrows = isSet
    case 2500:
      screen.modes.mirrorsBoxes = isSet
      applyBidiMode()
    case 2501:
      screen.modes.detectsDirection = isSet
      applyBidiMode()
    default: return screen.otherModes.set(mode, to: isSet)
    }
    return true
  }

  /// Whether a mode shows the alternate screen, unless mode 1046 is reset.
  private static func isScreenMode(_ mode: Int) -> Bool {
    mode == 47 || mode == 1047 || mode == 1049
  }

  /// The state of a private mode for DECRQM; nil if unknown.
  func privateMode(_ mode: Int) -> Bool? {
    let modes = screen.modes
    switch mode {
    case 1: return modes.applicationCursorKeys
    case 2: return true
    case 3: return modes.hasColumns132
    case 5: return modes.reverseVideo
    case 6: return modes.origin
    case 7: return modes.autowrap
    case 9: return modes.mouseTracking == .pressOnly
    case 12: return modes.cursorBlink
    case 25: return screen.cursor.isVisible
    case 40: return modes.allowsColumnMode
    case 45: return modes.reverseWraparound
    case 47, 1047, 1049: return screen.isAlternate
    case 66: return modes.applicationKeypad
    case 69: return modes.leftRightMargins
    case 1000: return modes.mouseTracking == .buttons
    case 1002: return modes.mouseTracking == .drag
    case 1003: return modes.mouseTracking == .motion
    case 1004: return modes.focusReporting
    case 1005: return modes.mouseEncoding == .utf8
    case 1006: return modes.mouseEncoding == .sgr
    case 1007: return modes.alternateScroll
    case 1015: return modes.mouseEncoding == .urxvt
    case 1034: return modes.eightBitMeta
    case 2004: return modes.bracketedPaste
    case 2026: return modes.synchronizedOutput
    case 1243: return profile.bidiModeAnswer == .known ? modes.swapsArrows : nil
    case 2500: return profile.bidiModeAnswer == .known ? modes.mirrorsBoxes : nil
    case 2501: return profile.bidiModeAnswer == .known ? modes.detectsDirection ?? false : nil
    default: return screen.otherModes.isSet(mode)
    }
  }

  /// DECCOLM: 132 columns or 80, on an empty screen.
  private mutating func setColumns(to are132: Bool) {
    screen.modes.hasColumns132 = are132
    clearAll()
    if resizesItself {
      resize(to: TerminalSize(columns: are132 ? 132 : 80, rows: screen.size.rows))
    }
    margins = Margins(screen.size)
    moveTo(row: 0, column: 0)
  }

  private mutating func setMouse(_ tracking: MouseTracking, _ isSet: Bool) {
    screen.modes.mouseTracking = isSet ? tracking : .off
  }

  /// Mode 1049: saves the cursor when entering and restores it when leaving, even if the wanted
  /// screen is already shown, as in xterm. The alternate screen starts empty.
  private mutating func switchScreens(_ toAlternate: Bool) {
    if toAlternate {
      saveCursor()
      showAlternate(true, clearing: true)
    } else {
      showAlternate(false, clearing: false)
      restoreCursor()
    }
  }

  private mutating func showAlternate(_ toAlternate: Bool, clearing: Bool) {
    if clearing && !toAlternate && screen.isAlternate { clearAll() }
    if screen.isAlternate != toAlternate {
      swap(&screen.grid, &hiddenGrid)
      screen.isAlternate = toAlternate
    }
    if clearing && toAlternate { clearAll() }
  }

  private mutating func clearAll() {
    for row in screen.grid.indices {
      screen.grid[row] = ScreenRow(
        columns: screen.size.columns, style: style, paragraph: screen.modes.paragraph)
    }
  }
}
