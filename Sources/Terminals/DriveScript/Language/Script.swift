import Glibc
import SystemCalls
import TerminalHarness

/// A script that was read and checked as a whole: blocks are unfolded, files are included,
/// variables are replaced. After that, only the program can fail.
///
/// ```swift
/// let script = try Script(file: "menu.drive")
/// let outcome = await ScriptRun(script).run()
/// ```
public struct Script: Sendable {
  /// The path that it was read from, as it was given.
  public let file: String
  let steps: [Step]
  /// The folder that `$scratch` names: empty at the start, gone after the end.
  let scratch: String
  /// The films that a tape asks for, and their speed. A script asks for none.
  private(set) var outputs: [Output] = []
  private(set) var speed = 1.0
  /// Whether it is a tape of VHS, which relies on its pauses.
  let isTape: Bool

  /// A film that a tape asks for.
  struct Output: Sendable {
    let place: ScriptPlace
    let path: String
  }

  /// More steps than a person writes; a runaway script is refused before it starts.
  static let mostSteps = 100_000

  /// The bytes of the variables in all words of its statements.
  static let mostText = 1 << 26

  /// Reads and checks a script.
  ///
  /// - Parameters:
  ///   - variables: values from outside (`--set`), which override the script's.
  ///   - scratch: a separate folder for each run.
  public init(
    file: String, variables: [String: String] = [:], scratch: String = Scratch.newPath()
  ) throws(ScriptError) {
    let text = try Self.text(of: file, ScriptPlace(file: file, line: 1, column: 1))
    try self.init(text: text, file: file, variables: variables, scratch: scratch)
  }

  /// Checks a script given as text. The text of a file that ends in `.tape` is a tape of VHS.
  public init(
    text: String, file: String, variables: [String: String] = [:],
    scratch: String = Scratch.newPath()
  ) throws(ScriptError) {
    self.file = file
    self.scratch = scratch
    isTape = file.hasSuffix(".tape")
    if isTape {
      let tape = try TapeReader(text, file: file)
      (steps, outputs, speed) = (tape.steps, tape.outputs, tape.speed)
      return
    }
    var unfolding = Unfolding(
      given: variables,
      variables: variables.merging(["scratch": scratch]) { $1 }, open: [file])
    unfolding.variables["here"] = Files.folder(of: file) ?? "."
    try unfolding.unfold(ScriptReader.nodes(of: text, file: file))
    steps = unfolding.steps
  }

  /// The text of a file, which another one may include.
  ///
  /// - Parameter open: the files that are being read, the outermost first.
  static func text(
    of path: String, _ place: ScriptPlace, open: [String] = []
  ) throws(ScriptError) -> String {
    guard !open.contains(path) else { throw ScriptError(place, .includesItself, path) }
    guard open.count < 16 else { throw ScriptError(place, .tooDeep) }
    do throws(DriveFailure) {
      return try Files.text(at: path)
    } catch {
      throw ScriptError(place, error)
    }
  }

  /// Checks the names of the films that a tape asks for.
  func checkOutputs() throws(ScriptError) {
    for output in outputs where !Renderer.films.contains(Renderer.ending(output.path)) {
      throw ScriptError(output.place, .formatUnknown, output.path, Renderer.filmEndings)
    }
  }

  /// Checks that the programs are installed that draw the pictures and films of this script.
  func checkTools(
    in path: String = getenv("PATH").map { String(cString: $0) } ?? ""
  ) throws(ScriptError) {
    var pictures = outputs
    func find(_ steps: [Step]) {
      for step in steps {
        switch step.statement {
        case .picture(let path, _): pictures.append(Output(place: step.place, path: path))
        case .choose(_, let then, let otherwise):
          find(then)
          find(otherwise)
        default: break
        }
      }
    }
    find(steps)
    for picture in pictures {
      for (tool, package) in Renderer.tools(for: picture.path)
      where executable(named: tool, in: path) == nil {
        throw ScriptError(picture.place, .toolMissing, tool, package)
      }
    }
  }

  /// A condition for a running session, such as `"text" in row 3`.
  static func locator(_ text: String, scratch: String) throws(ScriptError) -> Locator {
    let step = try step("expect \(text)", scratch: scratch)
    guard case .await(.found(let locator), _) = step.statement else {
      throw ScriptError(step.place, .textExpected)
    }
    return locator
  }

  /// One statement for a running session (`serve`), at a line of its request.
  static func step(
    _ text: String, line: Int = 1, scratch: String
  ) throws(ScriptError) -> Step {
    let nodes = try ScriptReader.nodes(of: text, file: "request", firstLine: line)
    let start = ScriptPlace(file: "request", line: line, column: 1)
    guard nodes.count == 1, case .statement(let line) = nodes[0] else {
      throw ScriptError(start, .oneStatementExpected)
    }
    return try StatementReader.statement(
      line, file: "request", variables: ["scratch": scratch, "here": "."])
  }

  private struct Unfolding {
    /// Values from outside.
    let given: [String: String]
    var variables: [String: String]
    var steps: [Step] = []
    /// How many steps there are, those of both sides of a choice included.
    var count = 0
    /// How many bytes of variables their words have.
    var text = 0
    /// The sessions in which a program was started, and the current one.
    var started: Set<String> = []
    var session = "main"
    /// The files that are being read, the outermost first.
    var open: [String]

    private var file: String { open[open.count - 1] }

    mutating func unfold(_ nodes: [ScriptNode]) throws(ScriptError) {
      for node in nodes {
        try bound(node.line)
        switch node {
        case .statement(let line): try unfold(line)
        case .repetition(let line, let body): try unfold(line, body)
        case .choice(let line, let body, let otherwise): try unfold(line, body, otherwise)
        }
      }
    }

    /// Counts the words of a line before they are made: a variable that contains itself twice doubles.
    private mutating func bound(_ line: ScriptLine) throws(ScriptError) {
      for case .variable(let name, let column) in line.words.lazy.flatMap(\.pieces) {
        text += variables[name]?.utf8.count ?? 0
        guard text <= Script.mostText else {
          throw ScriptError(
            ScriptPlace(file: file, line: line.number, column: column), .tooMuchText)
        }
      }
    }

    private mutating func unfold(_ line: ScriptLine) throws(ScriptError) {
      switch line.words[0].bareText {
      case "let": try define(line)
      case "include": try include(line)
      default:
        let step = try StatementReader.statement(line, file: file, variables: variables)
        try checkOrder(step)
        try append(step)
      }
    }

    private mutating func append(_ step: Step) throws(ScriptError) {
      guard count < Script.mostSteps else { throw ScriptError(step.place, .tooManySteps) }
      count += 1
      steps.append(step)
    }

    /// `if CONDITION`: a variable and a session that a side selects are valid in it alone.
    private mutating func unfold(
      _ line: ScriptLine, _ body: [ScriptNode], _ otherwise: [ScriptNode]
    ) throws(ScriptError) {
      let (place, condition) = try StatementReader.condition(line, file: file, variables: variables)
      guard started.contains(session) else { throw ScriptError(place, .nothingStarted) }
      let (outer, variables, session) = (steps, variables, session)
      var sides: [[Step]] = []
      for side in [body, otherwise] {
        steps = []
        try unfold(side)
        sides.append(steps)
        (self.variables, self.session) = (variables, session)
      }
      steps = outer
      try append(
        Step(place: place, statement: .choose(condition, then: sides[0], otherwise: sides[1])))
    }

    /// Checks that statements that need a program follow its start.
    private mutating func checkOrder(_ step: Step) throws(ScriptError) {
      switch step.statement {
      case .start: started.insert(session)
      case .session(let name): session = name
      case .press, .type, .paste, .send, .point, .focus, .resize, .signal, .resume, .hangUp,
        .await, .awaitAny, .refuse, .picture:
        if !started.contains(session) { throw ScriptError(step.place, .nothingStarted) }
      default: break
      }
    }

    /// The words after a statement's first one.
    private func arguments(of line: ScriptLine) throws(ScriptError) -> WordReader {
      var words = try WordReader(line, file: file, variables: variables)
      _ = words.consume()
      return words
    }

    private mutating func define(_ line: ScriptLine) throws(ScriptError) {
      var words = try arguments(of: line)
      let name = try words.value(.variableNameExpected, Self.name)
      try words.expect("=")
      let value = try words.text(.valueExpected)
      try words.end()
      try words.noRows()
      // A value from outside overrides the script's.
      if given[name] == nil { variables[name] = value }
    }

    private mutating func include(_ line: ScriptLine) throws(ScriptError) {
      var words = try arguments(of: line)
      let place = words.place
      let path = try words.path()
      try words.end()
      try words.noRows()
      let text = try Script.text(of: path, place, open: open)
      open.append(path)
      try unfold(ScriptReader.nodes(of: text, file: path))
      open.removeLast()
    }

    /// `for NAME [NAME …] in VALUE …`: takes as many values at a time as there are names.
    private mutating func unfold(_ line: ScriptLine, _ body: [ScriptNode]) throws(ScriptError) {
      var words = try arguments(of: line)
      var names: [String] = []
      repeat {
        names.append(try words.value(.variableNameExpected, Self.name))
      } while !words.consume("in")
      var values: [String] = []
      let place = words.place
      while let word = words.consume() { values.append(word.text) }
      try words.noRows()
      guard !values.isEmpty, values.count % names.count == 0 else {
        throw ScriptError(place, .valuesExpected, "\(names.count)")
      }
      let outside = variables
      for start in stride(from: 0, to: values.count, by: names.count) {
        for (offset, name) in names.enumerated() { variables[name] = values[start + offset] }
        try unfold(body)
      }
      for name in names { variables[name] = outside[name] }
    }

    private static func name(_ word: String) -> String? {
      let isSound = !word.isEmpty && word.allSatisfy(\.isPartOfName)
      return isSound && !["scratch", "here", "in"].contains(word) ? word : nil
    }
  }
}
