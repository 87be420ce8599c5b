import TerminalHarness

/// Reads one line of a script as a statement, and checks everything that can be known before a
/// program runs.
struct StatementReader {
  private var words: WordReader

  private typealias Reading =
    @Sendable (inout StatementReader) throws(ScriptError) -> Statement

  /// Each statement with the reader of its arguments.
  private static let readers: KeyValuePairs<String, Reading> = [
    "require": { r throws(ScriptError) in .require(try r.words.text(.programExpected)) },
    "size": { r throws(ScriptError) in .size(try r.size()) },
    "environment": { r throws(ScriptError) in try r.environment() },
    "directory": { r throws(ScriptError) in .directory(try r.words.path()) },
    "terminal": { r throws(ScriptError) in
      .terminal(try r.choice(Written.profiles.map { ($0.name, $0) }))
    },
    "allow": { r throws(ScriptError) in .allow(try r.words.text(.sequenceExpected)) },
    "file": { r throws(ScriptError) in try r.writtenFile() },
    "start": { r throws(ScriptError) in try r.start() },
    "session": { r throws(ScriptError) in .session(try r.words.text(.variableNameExpected)) },
    "press": { r throws(ScriptError) in try r.press() },
    "type": { r throws(ScriptError) in .type(try r.quoted()) },
    "paste": { r throws(ScriptError) in .paste(try r.quoted()) },
    "send": { r throws(ScriptError) in .send(Array(try r.quoted().utf8)) },
    "click": { r throws(ScriptError) in .point(try r.click()) },
    "drag": { r throws(ScriptError) in .point(try r.drag()) },
    "move": { r throws(ScriptError) in .point(try r.move()) },
    "scroll": { r throws(ScriptError) in .point(try r.scroll()) },
    "focus": { r throws(ScriptError) in .focus(try r.choice(["gained": true, "lost": false])) },
    "resize": { r throws(ScriptError) in .resize(try r.size()) },
    "signal": { r throws(ScriptError) in .signal(try r.words.value(.signalExpected, Written.signal))
    },
    "resume": { _ throws(ScriptError) in .resume },
    "hangup": { _ throws(ScriptError) in .hangUp },
    "limit": { r throws(ScriptError) in .limit(try r.duration()) },
    "wait": { r throws(ScriptError) in try r.wait() },
    "expect": { r throws(ScriptError) in try r.expectation() },
    "refuse": { r throws(ScriptError) in try r.refusal() },
    "picture": { r throws(ScriptError) in try r.picture() },
    "pause": { r throws(ScriptError) in .pause(try r.duration()) },
    "typing": { r throws(ScriptError) in .typing(try r.duration()) },
    "hide": { _ throws(ScriptError) in .show(false) },
    "show": { _ throws(ScriptError) in .show(true) },
  ]

  /// Every statement's first word, including those that order statements.
  static let names = readers.map(\.key) + ["let", "include", "for", "if", "else", "end"]

  static func statement(
    _ line: ScriptLine, file: String, variables: [String: String]
  ) throws(ScriptError) -> Step {
    var reader = StatementReader(words: try WordReader(line, file: file, variables: variables))
    let place = reader.words.place
    let name = reader.words.consume()!
    guard !name.isQuoted, let read = readers.first(where: { $0.key == name.text })?.value else {
      throw ScriptError(place, .statementUnknown, name.text, names.joined(separator: " "))
    }
    let statement = try read(&reader)
    try reader.words.end()
    try reader.checkRows(of: statement)
    return Step(place: place, statement: statement)
  }

  /// A part of the screen in a request, such as `2,0 to 5,20`.
  static func region(_ text: String) throws(ScriptError) -> Region {
    guard case .statement(let line)? = try ScriptReader.nodes(of: text, file: "request").first
    else { throw ScriptError(ScriptPlace(file: "request", line: 1, column: 1), .cellExpected) }
    var reader = StatementReader(words: try WordReader(line, file: "request", variables: [:]))
    let region = try reader.cells()
    try reader.words.end()
    return region
  }

  /// The condition of an `if`.
  static func condition(
    _ line: ScriptLine, file: String, variables: [String: String]
  ) throws(ScriptError) -> (place: ScriptPlace, condition: Awaited) {
    var reader = StatementReader(words: try WordReader(line, file: file, variables: variables))
    let place = reader.words.place
    _ = reader.words.consume()
    let condition = try reader.awaited()
    try reader.words.end()
    try reader.checkRows(of: .await(condition, WaitOptions()))
    return (place, condition)
  }

  private func checkRows(of statement: Statement) throws(ScriptError) {
    if !statement.takesRows { try words.noRows() }
  }

  // MARK: Values

  private mutating func size() throws(ScriptError) -> TerminalSize {
    try words.value(.sizeExpected, Written.size)
  }

  private mutating func duration() throws(ScriptError) -> Duration {
    try words.value(.durationExpected, Written.duration)
  }

  private mutating func cell() throws(ScriptError) -> Cell {
    try words.value(.cellExpected, Written.cell)
  }

  private mutating func number() throws(ScriptError) -> Int {
    try words.value(.numberExpected) { Written.number($0) }
  }

  private mutating func quoted() throws(ScriptError) -> String {
    guard let word = words.next, word.isQuoted else { throw words.failure(.textExpected) }
    _ = words.consume()
    return word.text
  }

  private mutating func choice<Value>(
    _ values: KeyValuePairs<String, Value>
  ) throws(ScriptError) -> Value {
    try choice(values.map { ($0, $1) }, takesQuoted: false)
  }

  /// - Parameter takesQuoted: whether the word may be a value, such as that of a variable.
  private mutating func choice<Value>(
    _ values: [(name: String, value: Value)], takesQuoted: Bool = true
  ) throws(ScriptError) -> Value {
    guard let next = words.next, takesQuoted || !next.isQuoted,
      let value = values.first(where: { $0.name == next.text })?.value
    else {
      throw ScriptError(words.place, .oneOfExpected, values.map(\.name).joined(separator: ", "))
    }
    _ = words.consume()
    return value
  }

  // MARK: The program's surroundings

  private mutating func environment() throws(ScriptError) -> Statement {
    let name = try words.value(.variableNameExpected) { name in
      name.isEmpty || name.contains("=") || name.contains("\0") ? nil : name
    }
    return .environment(name, words.consume()?.text)
  }

  private mutating func writtenFile() throws(ScriptError) -> Statement {
    let name = try words.value(.fileNameExpected) { name in
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      return parts.contains { ["", ".", ".."].contains($0) } || name.contains("\0") ? nil : name
    }
    return .file(path: name, rows: words.line.rows)
  }

  private mutating func start() throws(ScriptError) -> Statement {
    let program = try words.text(.programExpected)
    var arguments: [String] = []
    while let word = words.consume() { arguments.append(word.text) }
    return .start(program: program, arguments: arguments)
  }

  /// `picture FILE`, or `picture FILE of 2,0 to 5,20`.
  private mutating func picture() throws(ScriptError) -> Statement {
    let path = try words.path()
    return .picture(path, words.consume("of") ? try cells() : nil)
  }

  // MARK: A person's actions

  private mutating func press() throws(ScriptError) -> Statement {
    var keys: [KeyPress] = []
    repeat {
      let key = try words.value(.keyExpected, Written.key)
      keys += repeatElement(key, count: try times())
    } while !words.isAtEnd
    return .press(keys)
  }

  /// The number of repetitions; 1 if the statement does not say it.
  private mutating func times() throws(ScriptError) -> Int {
    guard let next = words.next, !next.isQuoted, let times = Written.number(next.text) else {
      return 1
    }
    guard (1...1_000).contains(times) else { throw words.failure(.numberExpected) }
    _ = words.consume()
    return times
  }

  private mutating func target() throws(ScriptError) -> Pointing.Target {
    guard let next = words.next else { throw words.failure(.targetExpected) }
    if !next.isQuoted, Written.cell(next.text) != nil { return .cell(try cell()) }
    guard let locator = try self.locator() else { throw words.failure(.targetExpected) }
    return .text(locator)
  }

  private mutating func button() -> MouseButton {
    if words.consume("right") { return .right }
    if words.consume("middle") { return .middle }
    return .left
  }

  private mutating func modifiers() throws(ScriptError) -> KeyModifiers {
    guard words.consume("holding") else { return [] }
    var modifiers: KeyModifiers = []
    repeat {
      modifiers.insert(try choice(["Shift": .shift, "Alt": .alt, "Ctrl": .control]))
    } while !words.isAtEnd
    return modifiers
  }

  private mutating func click() throws(ScriptError) -> Pointing {
    let times = words.consume("twice") ? 2 : 1
    let button = button()
    let target = try target()
    return .click(target, button, try modifiers(), times: times)
  }

  private mutating func drag() throws(ScriptError) -> Pointing {
    let button = button()
    let start = try target()
    try words.expect("to")
    return .drag(start, try target(), button)
  }

  private mutating func move() throws(ScriptError) -> Pointing {
    try words.expect("to")
    return .move(try target())
  }

  private mutating func scroll() throws(ScriptError) -> Pointing {
    let wheel: MouseButton = try choice(["up": .wheelUp, "down": .wheelDown])
    let times = try times()
    return .scroll(wheel, times: times, words.consume("at") ? try target() : nil)
  }

  // MARK: Conditions

  private mutating func wait() throws(ScriptError) -> Statement {
    try words.expect("for")
    if words.consume("silence") { return .await(.quiet(try duration()), try options()) }
    if words.consume("any") {
      try words.expect("of")
      var conditions: [Awaited] = []
      repeat { conditions.append(try awaited()) } while words.consume("or")
      return .awaitAny(conditions, try options())
    }
    let awaited = try awaited()
    return .await(awaited, try options())
  }

  private mutating func expectation() throws(ScriptError) -> Statement {
    if words.consume("no") { return try refusal() }
    if words.consume("silence") { return .await(.silence(try duration()), try options()) }
    let awaited = try awaited()
    return .await(awaited, try options())
  }

  private mutating func refusal() throws(ScriptError) -> Statement {
    let place = words.place
    let awaited = try awaited()
    switch awaited {
    case .exit, .stop, .restored: throw ScriptError(place, .cannotRefuse)
    default: return .refuse(awaited, try options())
    }
  }

  private mutating func options() throws(ScriptError) -> WaitOptions {
    var options = WaitOptions()
    while !words.isAtEnd {
      if words.consume("within") {
        options.limit = try duration()
      } else if words.consume("staying") {
        options.staying = try duration()
      } else {
        break
      }
    }
    return options
  }

  private typealias Condition = @Sendable (inout StatementReader) throws(ScriptError) -> Awaited

  /// Each condition that begins with a word, with the reader of its arguments.
  private static let conditions: [String: Condition] = [
    "row": { r throws(ScriptError) in try r.row() },
    "screen": { r throws(ScriptError) in .screen(try r.literal(region: nil)) },
    "region": { r throws(ScriptError) in try r.region() },
    "cursor": { r throws(ScriptError) in try r.cursor() },
    "title": { r throws(ScriptError) in .title(try r.quoted()) },
    "clipboard": { r throws(ScriptError) in .clipboard(try r.quoted()) },
    "scrollback": { r throws(ScriptError) in
      let order = r.order()
      return .scrollback(try r.quoted(), order)
    },
    "mode": { r throws(ScriptError) in try r.mode() },
    "alternate": { r throws(ScriptError) in try r.screen(isAlternate: true) },
    "main": { r throws(ScriptError) in try r.screen(isAlternate: false) },
    "bells": { r throws(ScriptError) in .bells(try r.number()) },
    "bytes": { r throws(ScriptError) in .bytes(try r.quoted()) },
    "exit": { r throws(ScriptError) in try r.exit() },
    "stop": { _ throws(ScriptError) in .stop },
    "terminal": { r throws(ScriptError) in
      try r.words.expect("restored")
      return .restored
    },
  ]

  private mutating func awaited() throws(ScriptError) -> Awaited {
    guard let next = words.next else { throw words.failure(.conditionExpected) }
    if !next.isQuoted, let read = Self.conditions[next.text] {
      _ = words.consume()
      return try read(&self)
    }
    guard let locator = try locator() else { throw words.failure(.conditionExpected) }
    return .found(locator)
  }

  private mutating func screen(isAlternate: Bool) throws(ScriptError) -> Awaited {
    try words.expect("screen")
    return .alternateScreen(isAlternate)
  }

  private mutating func order() -> TextOrder? {
    if words.consume("visual") { return .visual }
    if words.consume("logical") { return .logical }
    return nil
  }

  /// `"text"`, `pattern "…"` or `style …` with its limits; nil if it begins with another word.
  private mutating func locator() throws(ScriptError) -> Locator? {
    var locator: Locator
    let order = order()
    if words.consume("pattern") {
      let place = words.place
      let pattern = try Pattern(try quoted(), at: place)
      locator = .matching("pattern “\(pattern.source)”", order: order) { pattern.ranges(in: $0) }
    } else if order == nil, words.consume("style") {
      guard let style = try StyleWords.read(&words) else { throw words.failure(.styleExpected) }
      locator = .style(style.description) { style.holds($0) }
    } else if let next = words.next, next.isQuoted {
      guard !next.text.isEmpty else { throw words.failure(.textExpected) }
      _ = words.consume()
      locator = .text(next.text, order: order)
    } else {
      if order != nil { throw words.failure(.textExpected) }
      return nil
    }
    while !words.isAtEnd {
      if words.consume("in") {
        try limitPlace(&locator)
      } else if words.consume("with") {
        let hasCursor = words.consume("cursor")
        if hasCursor { locator = locator.withCursor() }
        if let style = try StyleWords.read(&words) {
          locator = locator.styled(style.description) { style.holds($0) }
        } else if !hasCursor {
          throw words.failure(.styleExpected)
        }
      } else {
        break
      }
    }
    return locator
  }

  private mutating func limitPlace(_ locator: inout Locator) throws(ScriptError) {
    let kind = try choice(["row": 0, "rows": 1, "column": 2, "columns": 3])
    let first = try number()
    var last = first
    if kind % 2 == 1 {
      try words.expect("to")
      let place = words.place
      last = try number()
      guard last >= first else { throw ScriptError(place, .rangeBackwards) }
    }
    locator =
      kind < 2 ? locator.inRows(first..<(last + 1)) : locator.inColumns(first..<(last + 1))
  }

  private mutating func row() throws(ScriptError) -> Awaited {
    let row = try number()
    let order = order() ?? .visual
    return .row(row, try quoted(), order)
  }

  private mutating func region() throws(ScriptError) -> Awaited {
    .screen(try literal(region: try cells()))
  }

  /// From one corner to the other: `2,0 to 5,20`.
  private mutating func cells() throws(ScriptError) -> Region {
    let first = try cell()
    try words.expect("to")
    let place = words.place
    let last = try cell()
    guard last.row >= first.row, last.column >= first.column else {
      throw ScriptError(place, .rangeBackwards)
    }
    return Region(rows: first.row...last.row, columns: first.column...last.column)
  }

  private mutating func literal(region: Region?) throws(ScriptError) -> Literal {
    let order = order() ?? .visual
    if words.consume("from") {
      let place = words.place
      let path = try words.path()
      let rows: [String]
      do throws(DriveFailure) {
        rows = try ScreenFile.rows(at: path)
      } catch {
        throw ScriptError(place, error)
      }
      return Literal(rows: rows, order: order, region: region, source: .file(path))
    }
    let line = words.line
    return Literal(
      rows: line.rows, order: order, region: region,
      source: .script(file: words.file, lines: line.rowLines))
  }

  private mutating func cursor() throws(ScriptError) -> Awaited {
    if words.consume("at") { return .cursorAt(try cell()) }
    if words.consume("on") {
      guard let locator = try locator() else { throw words.failure(.textExpected) }
      return .found(locator.withCursor())
    }
    if words.consume("shape") {
      return .cursorShape(try choice(Written.shapes.map { ($0.name, $0.shape) }))
    }
    return .cursorVisible(try choice(["visible": true, "hidden": false]))
  }

  private mutating func mode() throws(ScriptError) -> Awaited {
    let name = try choice(ModeValue.names.map { ($0, $0) })
    let value = try words.value(.modeValueExpected) { ModeValue.takes(name, $0) ? $0 : nil }
    return .mode(ModeValue(name: name, value: value))
  }

  private mutating func exit() throws(ScriptError) -> Awaited {
    if words.consume("signal") {
      return .exit(.signaled(try words.value(.signalExpected, Written.signal)))
    }
    if let next = words.next, let code = Written.number(next.text) {
      guard code <= 255 else { throw words.failure(.numberExpected) }
      _ = words.consume()
      return .exit(.exited(Int32(code)))
    }
    return .exit(nil)
  }
}

extension Statement {
  /// Whether rows of text may be below it.
  fileprivate var takesRows: Bool {
    switch self {
    case .file: true
    case .await(.screen(let literal), _), .refuse(.screen(let literal), _):
      if case .script = literal.source { true } else { false }
    case .awaitAny(let conditions, _):
      conditions.contains { Statement.await($0, WaitOptions()).takesRows }
    default: false
    }
  }
}
