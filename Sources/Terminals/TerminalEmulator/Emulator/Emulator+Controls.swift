import ControlSequences

extension Emulator {
  mutating func obeyControl(_ byte: UInt8) {
    switch byte {
    // CAN aborts a sequence; outside one, it does nothing.
    case 0x00, 0x18, 0x7F: break
    case 0x05: reply(profile.answerback)
    case 0x07: screen.bells += 1
    case 0x08: moveLeft(1)
    case 0x09:
      // Mode 41: the next character's row has the tab.
      if wrapPending, screen.modes.autowrap, screen.otherModes.isSet(41) == true {
        wrapPending = false
        wrap()
      }
      let column = screen.cursor.column
      tabForward(1)
      if keepsTabs { screen.grid[screen.cursor.row].markTab(column..<screen.cursor.column) }
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: carriageReturn()
    case 0x0E: charsets.locked = 1
    case 0x0F: charsets.locked = 0
    default: record(readable([byte]))
    }
  }

  private mutating func lineFeed() {
    let wasPending = wrapPending
    index()
    wrapPending = wasPending
    if screen.modes.newLine { carriageReturn() }
    applyBidiMode()
  }

  /// Gives the cursor's row the current modes of paragraphs if the cursor begins it, as VTE does.
  mutating func applyBidiMode() {
    let row = screen.cursor.row
    guard screen.cursor.column == 0, row == 0 || !screen.grid[row - 1].isWrapped else { return }
    guard screen.grid[row].paragraph != screen.modes.paragraph else { return }
    screen.grid[row].paragraph = screen.modes.paragraph
    screen.grid[row].markChanged()
  }

  /// Executes `ESC`, an intermediate byte and a final byte; returns false if unknown.
  mutating func obeyEscape(_ intermediate: Unicode.Scalar, _ final: Unicode.Scalar) -> Bool {
    switch (intermediate, final) {
    case ("\0", "6") where screen.modes.conformanceLevel >= 4: backIndex()
    case ("\0", "7"): saveCursor()
    case ("\0", "8"): restoreCursor()
    case ("\0", "9") where screen.modes.conformanceLevel >= 4: forwardIndex()
    case ("\0", "="): screen.modes.applicationKeypad = true
    case ("\0", ">"): screen.modes.applicationKeypad = false
    case ("\0", "D"): index()
    case ("\0", "E"):
      index()
      carriageReturn()
    case ("\0", "H"): tabs[screen.cursor.column] = true
    case ("\0", "M"): reverseIndex()
    case ("\0", "N"): charsets.single = 2
    case ("\0", "O"): charsets.single = 3
    case ("\0", "V"):
      style.isProtected = true
      protection = .all
    case ("\0", "W"): style.isProtected = false
    case ("\0", "Z"): return answerPrimaryAttributes()
    case ("\0", "c"): reset()
    case ("\0", "n"): charsets.locked = 2
    case ("\0", "o"): charsets.locked = 3
    case ("\0", "\\"): break
    case ("(", let set): return charsets.designate(0, set)
    case (")", let set): return charsets.designate(1, set)
    case ("*", let set): return charsets.designate(2, set)
    case ("+", let set): return charsets.designate(3, set)
    case ("#", "8"): fillWithE()
    // 7-bit controls, and UTF-8: both are always on.
    case (" ", "F"), ("%", "G"): break
    default: return false
    }
    return true
  }

  /// DECALN.
  private mutating func fillWithE() {
    margins = Margins(screen.size)
    moveTo(row: 0, column: 0)
    for row in screen.grid.indices {
      screen.grid[row].reset(style: .plain, paragraph: screen.grid[row].paragraph)
      screen.grid[row].fill(0..<screen.size.columns, with: PackedCell(content: 0x45))
    }
  }

  /// RIS: resets everything except the size.
  mutating func reset() {
    if screen.modes.hasColumns132, resizesItself {
      resize(to: TerminalSize(columns: 80, rows: screen.size.rows))
    }
    let bells = screen.bells
    screen = Screen(size: screen.size)
    screen.bells = bells
    hiddenGrid = screen.grid
    tabs = Self.standardTabs(0..<screen.size.columns)
    titles = []
    titleModes = .standard
    colors = [:]
    savedModes = [:]
    softReset()
    mainSaved = SavedCursor()
    alternateSaved = SavedCursor()
    lastCharacter = nil
    clearHistory()
  }

  /// DECSTR.
  mutating func softReset() {
    screen.cursor.isVisible = true
    screen.cursor.shape = .default
    screen.modes.applicationCursorKeys = false
    screen.modes.applicationKeypad = false
    screen.modes.autowrap = true
    screen.modes.insert = false
    screen.modes.origin = false
    screen.modes.leftRightMargins = false
    screen.modes.reverseWraparound = false
    protection = .none
    changesRectangles = false
    screen.modes.modifyOtherKeys = 0
    screen.modes.keyboardFlags = 0
    screen.modes.bidi = .implicit
    screen.modes.isRightToLeft = nil
    screen.modes.detectsDirection = nil
    screen.modes.mirrorsBoxes = false
    screen.modes.swapsArrows = true
    keyboardStack = []
    margins = Margins(screen.size)
    style = .plain
    link = nil
    charsets = Charsets()
    wrapPending = false
    if screen.isAlternate { alternateSaved = SavedCursor() } else { mainSaved = SavedCursor() }
  }

  /// DECSCL: 61 to 64 for the levels 1 to 4; another level than before resets the terminal, as in xterm.
  /// As there, a higher one than the terminal's does nothing.
  private mutating func setLevel(_ number: Int) -> Bool {
    guard (61...65).contains(number) else { return false }
    guard number < 65, number - 60 != screen.modes.conformanceLevel else { return true }
    reset()
    screen.modes.conformanceLevel = number - 60
    return true
  }

  /// Executes a control sequence; returns false if unknown.
  mutating func obeySequence(_ sequence: ControlSequence) -> Bool {
    if sequence.colons != 0 && (sequence.final != "m" || sequence.prefix != "\0") { return false }
    switch (sequence.prefix, sequence.intermediate) {
    case ("\0", "\0"): return obeyPlain(sequence)
    case ("?", "\0"): return obeyPrivate(sequence)
    case (">", "\0"): return obeyGreater(sequence)
    case ("=", "\0"):
      switch sequence.final {
      case "c": return answer(profile.tertiaryAttributes)
      case "u": return setKeyboardFlags(sequence.value(0), how: sequence.value(1, 1))
      default: return false
      }
    case ("<", "\0") where sequence.final == "u":
      for _ in 0..<min(sequence.count(), keyboardStack.count) {
        screen.modes.keyboardFlags = keyboardStack.removeLast()
      }
    case ("\0", " ") where sequence.final == "q":
      guard let shape = CursorShape(rawValue: sequence.value(0)) else { return false }
      screen.cursor.shape = shape
    case ("\0", " ") where sequence.final == "k":
      guard (0...2).contains(sequence.value(0)) else { return false }
      return setDirection(isRightToLeft: [nil, false, true][sequence.value(0)])
    case ("\0", " ") where sequence.final == "S":
      guard sequence.value(0) == 0 || sequence.value(0) == 3 else { return false }
      return setDirection(isRightToLeft: sequence.value(0) == 3)
    case ("\0", "\"") where sequence.final == "q":
      guard (0...2).contains(sequence.value(0)) else { return false }
      style.isProtected = sequence.value(0) == 1
      protection = .selective
    case ("\0", "\"") where sequence.final == "p": return setLevel(sequence.value(0))
    case ("\0", "'") where screen.modes.conformanceLevel >= 4:
      guard sequence.final == "}" || sequence.final == "~" else { return false }
      shiftColumns(sequence.count(), inserting: sequence.final == "}")
    case ("\0", "*") where sequence.final == "x":
      guard (0...2).contains(sequence.value(0)) else { return false }
      changesRectangles = sequence.value(0) == 2
    case ("\0", "*") where sequence.final == "|":
      setSize(columns: screen.size.columns, rows: sequence.count())
    case ("\0", "*") where sequence.final == "y": return answerChecksum(sequence)
    case ("\0", "!") where sequence.final == "p": softReset()
    case ("\0", "$") where sequence.final == "p":
      return answerMode(sequence.value(0), isPrivate: false)
    case ("?", "$") where sequence.final == "p":
      return answerMode(sequence.value(0), isPrivate: true)
    case ("\0", "$"): return obeyRectangle(sequence)
    default: return false
    }
    return true
  }

  private mutating func obeyPlain(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count()
    switch sequence.final {
    case "@": shiftCharacters(count, inserting: true)
    case "A": moveUp(count)
    case "B", "e": moveDown(count)
    case "C", "a": moveRight(count)
    case "D": moveLeft(count)
    case "E":
      moveDown(count)
      carriageReturn()
    case "F":
      moveUp(count)
      carriageReturn()
    case "G", "`": moveTo(column: count - 1)
    case "H", "f": moveTo(row: count - 1, column: sequence.count(1) - 1)
    case "I": tabForward(count)
    case "J": return eraseInDisplay(sequence.value(0))
    case "K": return eraseInLine(sequence.value(0))
    case "L": shiftLines(count, inserting: true)
    case "M": shiftLines(count, inserting: false)
    case "P": shiftCharacters(count, inserting: false)
    case "S": scrollUp(count)
    case "T" where sequence.values.count <= 1: scroll(count, from: margins.top, down: true)
    case "X": eraseCharacters(count)
    case "Z": tabBackward(count)
    case "b": repeatLast(count)
    case "c" where sequence.value(0) == 0: return answerPrimaryAttributes()
    case "d": moveTo(row: count - 1)
    case "g": return clearTabs(sequence.value(0))
    case "h": return setModes(sequence, to: true)
    case "l": return setModes(sequence, to: false)
    case "m": return setStyle(sequence)
    case "n": return answerStatus(sequence.value(0))
    case "r": setMargins(\.top, \.bottom, sequence, last: screen.size.rows)
    case "s" where screen.modes.leftRightMargins:
      setMargins(\.left, \.right, sequence, last: screen.size.columns)
    case "s" where sequence.values.isEmpty: saveCursor()
    case "t": return obeyWindow(sequence)
    case "u" where sequence.values.isEmpty: restoreCursor()
    default: return false
    }
    return true
  }

  private mutating func obeyPrivate(_ sequence: ControlSequence) -> Bool {
    switch sequence.final {
    case "J": return eraseInDisplay(sequence.value(0), isSelective: true)
    case "K": return eraseInLine(sequence.value(0), isSelective: true)
    case "c" where sequence.values.count == 1: screen.modes.consoleCursor = sequence.value(0)
    case "h": return setPrivateModes(sequence, to: true)
    case "l": return setPrivateModes(sequence, to: false)
    case "s":
      for mode in sequence.values { savedModes[mode] = privateMode(mode) }
    case "r":
      for mode in sequence.values {
        if let saved = savedModes[mode] { _ = setPrivateMode(mode, to: saved) }
      }
    case "m" where sequence.value(0) == 4 && sequence.values.count == 1:
      return answer("\u{1B}[>4;\(screen.modes.modifyOtherKeys)m")
    case "n": return answerPrivateStatus(sequence)
    case "u": return answer("\u{1B}[?\(screen.modes.keyboardFlags)u")
    default: return false
    }
    return true
  }

  private mutating func obeyGreater(_ sequence: ControlSequence) -> Bool {
    switch sequence.final {
    case "c" where sequence.value(0) == 0:
      note(.secondaryAttributes)
      return answer(profile.secondaryAttributes)
    case "q" where sequence.value(0) == 0:
      note(.version)
      return answer(profile.version)
    case "t": return setTitleModes(sequence, to: true)
    case "T": return setTitleModes(sequence, to: false)
    case "m" where sequence.value(0) == 4: screen.modes.modifyOtherKeys = sequence.value(1)
    case "u":
      if keyboardStack.count < 16 { keyboardStack.append(screen.modes.keyboardFlags) }
      screen.modes.keyboardFlags = sequence.value(0)
    default: return false
    }
    return true
  }

  private mutating func setKeyboardFlags(_ flags: Int, how: Int) -> Bool {
    switch how {
    case 1: screen.modes.keyboardFlags = flags
    case 2: screen.modes.keyboardFlags |= flags
    case 3: screen.modes.keyboardFlags &= ~flags
    default: return false
    }
    return true
  }

  private mutating func clearTabs(_ which: Int) -> Bool {
    switch which {
    case 0: tabs[screen.cursor.column] = false
    case 3: for column in tabs.indices { tabs[column] = false }
    default: return false
    }
    return true
  }

  /// DECSTBM and DECSLRM: the first and the last row or column that scroll.
  private mutating func setMargins(
    _ start: WritableKeyPath<Margins, Int>, _ end: WritableKeyPath<Margins, Int>,
    _ sequence: ControlSequence, last: Int
  ) {
    let wanted = sequence.value(1) == 0 ? last : min(sequence.value(1), last)
    guard sequence.count() < wanted else { return }
    margins[keyPath: start] = sequence.count() - 1
    margins[keyPath: end] = wanted - 1
    moveTo(row: 0, column: 0)
  }
}
