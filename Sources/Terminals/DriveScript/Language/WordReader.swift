import TerminalHarness

/// Takes the words of one statement from left to right, with their variables replaced.
struct WordReader {
  struct Word {
    let text: String
    /// Whether it is a value and not a word of the language: in quotation marks, or a variable.
    let isQuoted: Bool
    let column: Int
  }

  let file: String
  let line: ScriptLine
  private let words: [Word]
  private var index = 0

  init(_ line: ScriptLine, file: String, variables: [String: String]) throws(ScriptError) {
    self.file = file
    self.line = line
    var words: [Word] = []
    for word in line.words {
      var text = ""
      var isQuoted = word.isQuoted
      for piece in word.pieces {
        switch piece {
        case .text(let part): text += part
        case .variable(let name, let column):
          guard let value = variables[name] else {
            throw ScriptError(
              ScriptPlace(file: file, line: line.number, column: column), .variableUnknown, name)
          }
          text += value
          isQuoted = true
        }
      }
      words.append(Word(text: text, isQuoted: isQuoted, column: word.column))
    }
    self.words = words
  }

  /// The place of the next word, or of the end.
  var place: ScriptPlace {
    let column =
      index < words.count
      ? words[index].column : (words.last.map { $0.column + $0.text.count } ?? 1)
    return ScriptPlace(file: file, line: line.number, column: column)
  }

  var isAtEnd: Bool { index == words.count }

  /// The next word, without taking it.
  var next: Word? { index < words.count ? words[index] : nil }

  mutating func consume() -> Word? {
    guard index < words.count else { return nil }
    index += 1
    return words[index - 1]
  }

  /// Takes the next word if it is this one, without quotes.
  mutating func consume(_ text: String) -> Bool {
    guard let next, !next.isQuoted, next.text == text else { return false }
    index += 1
    return true
  }

  /// An error at the next word: something else was expected.
  func failure(_ expected: DriveMessage) -> ScriptError { ScriptError(place, expected) }

  mutating func expect(_ text: String) throws(ScriptError) {
    guard consume(text) else { throw ScriptError(place, .wordExpected, text) }
  }

  /// The next word, converted by `read`.
  mutating func value<Value>(
    _ expected: DriveMessage, _ read: (String) -> Value?
  ) throws(ScriptError) -> Value {
    guard let next, let value = read(next.text) else { throw failure(expected) }
    index += 1
    return value
  }

  /// Any word.
  mutating func text(_ expected: DriveMessage) throws(ScriptError) -> String {
    try value(expected) { $0 }
  }

  /// A path; a relative one begins at the script's folder.
  mutating func path() throws(ScriptError) -> String {
    Files.path(try text(.pathExpected), in: Files.folder(of: file))
  }

  mutating func end() throws(ScriptError) {
    guard let next else { return }
    throw ScriptError(place, .nothingMore, next.text)
  }

  /// Checks that no rows of text are below the statement.
  func noRows() throws(ScriptError) {
    if line.rows.isEmpty { return }
    throw ScriptError(
      ScriptPlace(file: file, line: line.rowLines.lowerBound, column: 1), .rowWithoutStatement)
  }
}

// MARK: Values

/// Values in the notation of scripts.
enum Written {
  /// `80x24`: columns and rows.
  static func size(_ text: String) -> TerminalSize? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { number($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1] else { return nil }
    return size(columns: columns, rows: rows)
  }

  /// A size with no more cells than a film of many screens has memory for.
  static func size(columns: Int, rows: Int) -> TerminalSize? {
    guard (1...9_999).contains(columns), (1...9_999).contains(rows), columns * rows <= 250_000
    else { return nil }
    return TerminalSize(columns: columns, rows: rows)
  }

  /// `500ms`, `1.5s`, `2m`; a day at most.
  static func duration(_ text: String) -> Duration? {
    for (unit, milliseconds) in [("ms", 1.0), ("s", 1_000.0), ("m", 60_000.0)]
    where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let value = Double(digits), value * milliseconds <= 86_400_000
      else { return nil }
      return .microseconds(Int64(value * milliseconds * 1_000))
    }
    return nil
  }

  /// `4,10`: row and column, from 0.
  static func cell(_ text: String) -> Cell? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { number($0) }
    guard parts.count == 2, let row = parts[0], let column = parts[1] else { return nil }
    return Cell(row: row, column: column)
  }

  /// Digits alone, up to 999,999.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 6, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return Int(text)
  }

  /// `Down`, `Ctrl+C`, `Alt+Shift+F5`, `x`.
  static func key(_ text: String) -> KeyPress? {
    var modifiers: KeyModifiers = []
    var rest = text[...]
    while let plus = rest.firstIndex(of: "+"), rest.index(after: plus) < rest.endIndex {
      switch rest[..<plus].lowercased() {
      case "ctrl", "control": modifiers.insert(.control)
      case "alt", "meta": modifiers.insert(.alt)
      case "shift": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest[rest.index(after: plus)...]
    }
    guard let key = plainKey(String(rest)) else { return nil }
    // A letter with Shift is the capital letter.
    if case .character(let letter) = key, modifiers.contains(.shift) {
      let capital = String(letter).uppercased()
      guard capital != String(letter), capital.count == 1 else { return nil }
      return KeyPress(key: .character(Character(capital)), modifiers: modifiers.subtracting(.shift))
    }
    return KeyPress(key: key, modifiers: modifiers)
  }

  static let keys: [(name: String, key: TerminalKey)] =
    [
      ("Enter", .enter), ("Escape", .escape), ("Tab", .tab), ("BackTab", .backTab),
      ("Backspace", .backspace), ("Space", .character(" ")), ("Up", .up), ("Down", .down),
      ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end), ("PageUp", .pageUp),
      ("PageDown", .pageDown), ("Insert", .insert), ("Delete", .delete),
    ] + (1...12).map { ("F\($0)", .function($0)) }

  private static func plainKey(_ name: String) -> TerminalKey? {
    if name.count == 1, let character = name.first { return .character(character) }
    let wanted = name.lowercased()
    if wanted == "esc" { return .escape }
    return keys.first { $0.name.lowercased() == wanted }?.key
  }

  /// `TERM`, `SIGTERM` or a number.
  static func signal(_ text: String) -> Int32? {
    if let number = number(text), (1...64).contains(number) { return Int32(number) }
    let name = text.hasPrefix("SIG") ? String(text.dropFirst(3)) : text
    return signals[name]
  }

  static let signals: [String: Int32] = [
    "HUP": 1, "INT": 2, "QUIT": 3, "ILL": 4, "TRAP": 5, "ABRT": 6, "BUS": 7, "FPE": 8, "KILL": 9,
    "USR1": 10, "SEGV": 11, "USR2": 12, "PIPE": 13, "ALRM": 14, "TERM": 15, "CHLD": 17, "CONT": 18,
    "STOP": 19, "TSTP": 20, "TTIN": 21, "TTOU": 22, "WINCH": 28,
  ]

  static let profiles: [TerminalProfile] = [
    .xterm, .vte, .kitty, .konsole, .mlterm, .putty, .qterminal, .tmux, .screen, .linuxConsole,
    .silent, .slow,
  ]

  static let shapes: [(name: String, shape: CursorShape)] = [
    ("default", .default), ("blinking-block", .blinkingBlock), ("block", .steadyBlock),
    ("blinking-underline", .blinkingUnderline), ("underline", .steadyUnderline),
    ("blinking-bar", .blinkingBar), ("bar", .steadyBar),
  ]
}
