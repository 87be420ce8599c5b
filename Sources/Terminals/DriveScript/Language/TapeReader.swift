import Glibc
import TerminalHarness

/// Reads a tape of VHS (https://github.com/charmbracelet/vhs) as the steps of a script: the shell that
/// VHS starts, and what the tape does in it. What cannot be done here is an error with its place.
struct TapeReader {
  private(set) var steps: [Step] = []
  private(set) var outputs: [Script.Output] = []
  private(set) var speed = 1.0

  private var scanner: Scanner
  /// The files that are being read, the outermost first.
  private var open: [String]
  private var hasStarted = false
  private var copied = ""

  // Settings, as VHS has them by default.
  private var shell = "bash"
  private var numbers = [
    "Width": 1_200.0, "Height": 600, "FontSize": 22, "Padding": 60, "LetterSpacing": 1,
    "LineHeight": 1,
  ]
  private var typing = Duration.milliseconds(50)
  private var patience = Duration.seconds(15)
  private var prompt = ">$"
  private var environment: [(name: String, value: String)] = []

  private static let shells: [(name: String, arguments: [String], prompt: (String, String)?)] = [
    (
      "bash", ["--noprofile", "--norc", "--login", "+o", "history"],
      ("PS1", "\\[\\e[38;2;90;86;224m\\]> \\[\\e[0m\\]")
    ),
    ("zsh", ["--histnostore", "--no-rcs"], ("PROMPT", "%F{#5B56E0}> %F{reset_color}")),
    (
      "fish",
      [
        "--no-config", "--private", "-C", "function fish_greeting; end", "-C",
        "function fish_prompt; set_color 5B56E0; echo -n '> '; set_color normal; end",
      ], nil
    ),
    ("sh", [], ("PS1", "> ")),
  ]

  /// Settings of the picture alone, which have no effect here.
  private static let looks = [
    "FontFamily", "Theme", "Margin", "MarginFill", "WindowBar", "WindowBarSize", "BorderRadius",
    "Framerate", "LoopOffset", "CursorBlink",
  ]

  private static let commands = [
    "Output", "Require", "Set", "Env", "Source", "Type", "Sleep", "Wait", "Hide", "Show",
    "Screenshot", "Copy", "Paste",
  ]

  /// - Throws: the first place that cannot be run, and why.
  init(_ text: String, file: String) throws(ScriptError) {
    scanner = Scanner(text, file: file)
    open = [file]
    try read()
    // A tape without a command still shows its shell.
    try start(scanner.place)
  }

  private mutating func read() throws(ScriptError) {
    while let word = try scanner.word() {
      guard steps.count < Script.mostSteps else { throw ScriptError(word.place, .tooManySteps) }
      guard !word.isQuoted else { throw unknown(word) }
      try command(word)
    }
  }

  private func unknown(_ word: Scanner.Word) -> ScriptError {
    let names = Self.commands + Written.keys.map(\.name)
    return ScriptError(word.place, .statementUnknown, word.text, names.joined(separator: " "))
  }

  private mutating func command(_ word: Scanner.Word) throws(ScriptError) {
    let place = word.place
    let parts = word.text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let hasPace = parts.count > 1 && parts[0] != "Ctrl+"
    let name = hasPace ? String(parts[0]) : word.text
    var pace: Duration?
    if hasPace {
      guard let time = Self.time(String(parts[1])) else {
        throw ScriptError(place, .durationExpected)
      }
      pace = time
    } else if ["Type", "Wait"].contains(name) || !Self.commands.contains(name) {
      pace = try scanner.pace()
    }
    switch name {
    case "Output":
      let path = try scanner.text(.pathExpected)
      // What a tape that is included writes is not this tape's.
      if open.count == 1 { outputs.append(Script.Output(place: place, path: path)) }
    case "Require": steps.append(Step(place, .require(try scanner.text(.programExpected))))
    case "Set": try set()
    case "Env":
      let name = try scanner.text(.variableNameExpected)
      environment.append((name, try scanner.text(.valueExpected)))
    case "Source": try include()
    case "Sleep":
      let time = try scanner.time()
      try act(.pause(time), place)
    case "Type":
      let text = try texts().joined(separator: " ")
      if let pace { try act(.typing(pace), place) }
      try act(.type(text), place)
      if pace != nil { try act(.typing(typing), place) }
    case "Wait", "Wait+Screen", "Wait+Line": try wait(name, pace, place)
    case "Hide": try act(.show(false), place)
    case "Show": try act(.show(true), place)
    case "Screenshot":
      let path = try scanner.text(.pathExpected)
      try act(.picture(path, nil), place)
    case "Copy": copied = try texts().joined(separator: " ")
    case "Paste": try act(.paste(copied), place)
    default:
      guard name.count > 1, let key = Written.key(name) else { throw unknown(word) }
      let times = try scanner.count() ?? 1
      if let pace { try act(.typing(pace), place) }
      try act(.press(Array(repeating: key, count: times)), place)
      if pace != nil { try act(.typing(typing), place) }
    }
  }

  /// Quoted texts, and words that are no commands.
  private mutating func texts() throws(ScriptError) -> [String] {
    var texts: [String] = []
    while true {
      let before = scanner
      guard let word = try scanner.word(), word.isQuoted || !Self.isCommand(word.text) else {
        scanner = before
        break
      }
      texts.append(word.text)
    }
    if texts.isEmpty { throw ScriptError(scanner.place, .textExpected) }
    return texts
  }

  private static func isCommand(_ word: String) -> Bool {
    let name = String(word.prefix { $0 != "@" && $0 != "+" })
    return commands.contains(name) || Written.keys.contains { $0.name == name }
      || ["Ctrl", "Alt", "Shift", "ScrollUp", "ScrollDown"].contains(name)
  }

  private mutating func wait(
    _ name: String, _ limit: Duration?, _ place: ScriptPlace
  ) throws(ScriptError) {
    let source = try scanner.pattern() ?? (prompt, place)
    let pattern = try Pattern(source.text, at: source.place)
    let awaited =
      name == "Wait+Screen"
      ? Awaited.found(
        .matching("pattern “\(source.text)”", order: nil) { pattern.ranges(in: $0) })
      : .cursorRow(pattern)
    try act(.await(awaited, WaitOptions(limit: limit ?? patience)), place)
  }

  private mutating func set() throws(ScriptError) {
    guard let setting = try scanner.word(), !setting.isQuoted else {
      throw ScriptError(scanner.place, .oneOfExpected, settings)
    }
    switch setting.text {
    case "Shell":
      let place = scanner.place
      shell = try scanner.text(.valueExpected)
      guard Self.shells.contains(where: { $0.name == shell }) else {
        throw ScriptError(
          place, .oneOfExpected, Self.shells.map(\.name).joined(separator: ", "))
      }
    case "TypingSpeed":
      typing = try scanner.time()
      if hasStarted { steps.append(Step(setting.place, .typing(typing))) }
    case "WaitTimeout": patience = try scanner.time()
    case "WaitPattern":
      guard let pattern = try scanner.pattern() else {
        throw ScriptError(scanner.place, .textExpected)
      }
      prompt = pattern.text
    case "PlaybackSpeed": speed = try scanner.number(in: 0.01...100)
    case let name where numbers[name] != nil:
      numbers[name] = try scanner.number(in: 0...100_000)
    case let name where Self.looks.contains(name): scanner.skipValue()
    default: throw ScriptError(setting.place, .oneOfExpected, settings)
    }
  }

  private var settings: String {
    (["Shell", "TypingSpeed", "WaitTimeout", "WaitPattern", "PlaybackSpeed"]
      + numbers.keys.sorted() + Self.looks).joined(separator: ", ")
  }

  /// Reads another tape in this place; its path begins where VHS would run.
  private mutating func include() throws(ScriptError) {
    let place = scanner.place
    let path = try scanner.text(.pathExpected)
    let text = try Script.text(of: path, place, open: open)
    let outer = scanner
    open.append(path)
    scanner = Scanner(text, file: path)
    try read()
    open.removeLast()
    scanner = outer
  }

  private mutating func act(_ statement: Statement, _ place: ScriptPlace) throws(ScriptError) {
    try start(place)
    steps.append(Step(place, statement))
  }

  /// Starts the shell before the first action.
  private mutating func start(_ place: ScriptPlace) throws(ScriptError) {
    if hasStarted { return }
    hasStarted = true
    guard let size else { throw ScriptError(place, .sizeExpected) }
    let shell = Self.shells.first { $0.name == self.shell }!
    // VHS gives a shell its own environment, and runs it where it was started itself.
    for (name, value) in inheritedEnvironment where name != "TERM" {
      steps.append(Step(place, .environment(name, value)))
    }
    steps.append(Step(place, .environment("TERM", "xterm-256color")))
    if let (name, value) = shell.prompt {
      steps.append(Step(place, .environment(name, value)))
    }
    for (name, value) in environment { steps.append(Step(place, .environment(name, value))) }
    steps += [
      Step(place, .size(size)), Step(place, .directory(".")), Step(place, .allow(nil)),
      Step(place, .typing(typing)),
      Step(place, .start(program: shell.name, arguments: shell.arguments)),
      Step(place, .await(.cursorRow(try! Pattern(">$", at: place)), WaitOptions())),
    ]
  }

  /// The columns and rows that fit into the picture; nil if there are none.
  private var size: TerminalSize? {
    let font = numbers["FontSize"]!
    // JetBrains Mono, the first of VHS's fonts.
    let cell = (
      width: font * 0.6 + numbers["LetterSpacing"]!, height: font * 1.32 * numbers["LineHeight"]!
    )
    guard font > 0, cell.height > 0 else { return nil }
    let columns = (numbers["Width"]! - 2 * numbers["Padding"]!) / cell.width
    let rows = (numbers["Height"]! - 2 * numbers["Padding"]!) / cell.height
    guard (1..<10_000).contains(columns), (1..<10_000).contains(rows) else { return nil }
    return Written.size(columns: Int(columns), rows: Int(rows))
  }

  /// `500ms`, `2s`, `.5`: seconds without a unit.
  fileprivate static func time(_ text: String) -> Duration? {
    guard let last = text.last else { return nil }
    return Written.duration(last.isNumber || last == "." ? text + "s" : text)
  }
}

extension Step {
  fileprivate init(_ place: ScriptPlace, _ statement: Statement) {
    self.init(place: place, statement: statement)
  }
}

/// Takes the words of a tape. Lines do not matter to VHS.
private struct Scanner {
  struct Word {
    let text: String
    let isQuoted: Bool
    let place: ScriptPlace
  }

  let file: String
  private let characters: [Character]
  private var at = 0
  private var line = 1
  private var column = 1

  init(_ text: String, file: String) {
    self.file = file
    characters = Array(text)
  }

  /// The place of the next character.
  var place: ScriptPlace { ScriptPlace(file: file, line: line, column: column) }

  private mutating func advance() {
    let isNewline = characters[at].isNewline
    at += 1
    column = isNewline ? 1 : column + 1
    if isNewline { line += 1 }
  }

  private mutating func skipBlanks() {
    while at < characters.count {
      if characters[at] == "#" {
        skipLine()
      } else if characters[at].isWhitespace {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func skipLine() {
    while at < characters.count, !characters[at].isNewline { advance() }
  }

  /// The next word; nil at the end.
  mutating func word() throws(ScriptError) -> Word? {
    skipBlanks()
    guard at < characters.count else { return nil }
    let begin = place
    if "\"'`".contains(characters[at]) {
      return Word(text: try enclosed(by: characters[at]), isQuoted: true, place: begin)
    }
    let start = at
    while at < characters.count, !characters[at].isWhitespace {
      // `Type@1s'text'` is a word and a text.
      if "\"'`".contains(characters[at]), characters[at - 1] != "+" { break }
      advance()
    }
    return Word(text: String(characters[start..<at]), isQuoted: false, place: begin)
  }

  /// The text up to the next such character in the line; the character itself is taken too.
  private mutating func enclosed(by end: Character) throws(ScriptError) -> String {
    let begin = place
    // Read before `advance()`: after it, the optimizer of Swift 6.3.1 gives the former value.
    let start = at + 1
    advance()
    while at < characters.count, characters[at] != end, !characters[at].isNewline {
      // An escaped slash does not end a pattern.
      if end == "/", characters[at] == "\\", at + 1 < characters.count,
        !characters[at + 1].isNewline
      {
        advance()
      }
      advance()
    }
    guard at < characters.count, characters[at] == end else {
      throw ScriptError(begin, .quoteNotClosed)
    }
    advance()
    return String(characters[start..<(at - 1)])
  }

  /// The next word, converted by `read`.
  private mutating func value<Value>(
    _ expected: DriveMessage, _ read: (String) -> Value?
  ) throws(ScriptError) -> Value {
    skipBlanks()
    let place = place
    guard let word = try word(), let value = read(word.text) else {
      throw ScriptError(place, expected)
    }
    return value
  }

  /// Any word.
  mutating func text(_ expected: DriveMessage) throws(ScriptError) -> String {
    try value(expected) { $0 }
  }

  mutating func time() throws(ScriptError) -> Duration {
    try value(.durationExpected, TapeReader.time)
  }

  mutating func number(in bounds: ClosedRange<Double>) throws(ScriptError) -> Double {
    try value(.numberExpected) { DriveCommand.number($0, bounds) }
  }

  /// `@50ms`, which may be a word of its own; nil if something else follows.
  mutating func pace() throws(ScriptError) -> Duration? {
    skipBlanks()
    guard at < characters.count, characters[at] == "@" else { return nil }
    return try value(.durationExpected) { TapeReader.time(String($0.dropFirst())) }
  }

  /// A count after a key; nil if another word follows.
  mutating func count() throws(ScriptError) -> Int? {
    skipBlanks()
    guard at < characters.count, characters[at].isNumber else { return nil }
    return try value(.numberExpected) { text in
      Written.number(text).flatMap { (1...1_000).contains($0) ? $0 : nil }
    }
  }

  /// `/text/`; nil if something else follows.
  mutating func pattern() throws(ScriptError) -> (text: String, place: ScriptPlace)? {
    skipBlanks()
    guard at < characters.count, characters[at] == "/" else { return nil }
    let place = place
    return (try enclosed(by: "/"), place)
  }

  /// Leaves out a setting's value: the rest of the line, or an object in JSON.
  mutating func skipValue() {
    while at < characters.count, characters[at] == " " || characters[at] == "\t" { advance() }
    if at < characters.count, characters[at] == "{" {
      while at < characters.count, characters[at] != "}" { advance() }
    }
    skipLine()
  }
}
