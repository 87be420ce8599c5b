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
    // VT52 sequences are not obeyed.
    case 2: return isSet
    // As in xterm, DECCOLM does nothing where mode 40 does not allow it. terminfo's `is2` resets it.
    case 3 where !screen.modes.allowsColumnMode: return !isSet
    case 3: setColumns(to: isSet)
    case 6:
      screen.modes.origin = isSet
      moveTo(row: 0, column: 0)
    // DECARM. As in xterm, the keyboard alone decides whether a key repeats.
    case 8: break
    case 9, 1000, 1002, 1003:
      screen.modes.mouseTracking = MouseTracking(rawValue: isSet ? mode : 0) ?? .off
    case 25: screen.cursor.isVisible = isSet
    case _ where Self.isScreenMode(mode) && screen.otherModes.isSet(1046) == false: break
    case 47, 1047: showAlternate(isSet, clearing: mode == 1047 && !isSet)
    case 69 where screen.modes.conformanceLevel < 4: return false
    case 69:
      // As in xterm, setting it again keeps the margins and a pending wrap.
      if isSet == screen.modes.leftRightMargins { break }
      screen.modes.leftRightMargins = isSet
      margins.left = 0
      margins.right = screen.size.columns - 1
    case 1005, 1006, 1015:
      screen.modes.mouseEncoding = MouseEncoding(rawValue: isSet ? mode : 0) ?? .legacy
    case 1048: if isSet { saveCursor() } else { restoreCursor() }
    case 1049: switchScreens(isSet)
    case 2500:
      screen.modes.mirrorsBoxes = isSet
      applyBidiMode()
    case 2501:
      screen.modes.detectsDirection = isSet
      applyBidiMode()
    default:
      guard let path = ScreenModes.switches[mode] else {
        return screen.otherModes.set(mode, to: isSet)
      }
      screen.modes[keyPath: path] = isSet
      // A shell stops to edit a line.
      if mode == 2004, !isSet { markOutput() }
    }
    return true
  }

  /// Whether a mode shows the alternate screen, unless mode 1046 is reset.
  static func isScreenMode(_ mode: Int) -> Bool {
    mode == 47 || mode == 1047 || mode == 1049
  }

  /// The state of a private mode for DECRQM; nil if unknown.
  func privateMode(_ mode: Int) -> Bool? {
    let modes = screen.modes
    switch mode {
    case 2: return true
    case 9, 1000, 1002, 1003: return modes.mouseTracking.rawValue == mode
    case 25: return screen.cursor.isVisible
    case 47, 1047, 1049: return screen.isAlternate
    case 1005, 1006, 1015: return modes.mouseEncoding.rawValue == mode
    case 1243: return profile.bidiModeAnswer == .known ? modes.swapsArrows : nil
    case 2500: return profile.bidiModeAnswer == .known ? modes.mirrorsBoxes : nil
    case 2501: return profile.bidiModeAnswer == .known ? modes.detectsDirection ?? false : nil
    default:
      return ScreenModes.switches[mode].map { modes[keyPath: $0] } ?? screen.otherModes.isSet(mode)
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
