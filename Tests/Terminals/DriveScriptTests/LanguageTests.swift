import Foundation
import TerminalHarness
import Testing

@testable import DriveScript

/// The language of scripts: what is read, and what is refused before anything starts.
@Suite("R68: the language of scripts")
struct LanguageTests {
  private func steps(_ text: String, _ variables: [String: String] = [:]) throws -> [Step] {
    try Script(text: text, file: "a.drive", variables: variables, scratch: "/scratch").steps
  }

  @Test("words, quotation marks, escapes, variables and comments")
  func words() throws {
    let script = """
      # A comment.
      let name = "b c"   # Another one.
      start cat "a\\tb" 'raw \\t $name' $name ${name}d $$5 "\\u{633}\\x41\\"" #ff8000
      """
    guard case .start(let program, let arguments) = try steps(script)[0].statement else {
      Issue.record("no start")
      return
    }
    #expect(program == "cat")
    #expect(arguments == ["a\tb", "raw \\t $name", "b c", "b cd", "$5", "سA\"", "#ff8000"])
  }

  @Test("a block is repeated for as many values at a time as it has names")
  func repetition() throws {
    let script = """
      for code word in en "A b" ar اللغة
        for number in 1 2
          start echo $code $word $number
        end
      end
      """
    let arguments = try steps(script).map { step -> [String] in
      if case .start(_, let arguments) = step.statement { arguments } else { [] }
    }
    #expect(
      arguments == [
        ["en", "A b", "1"], ["en", "A b", "2"], ["ar", "اللغة", "1"], ["ar", "اللغة", "2"],
      ])
  }

  @Test("a value from outside overrides the script's own")
  func given() throws {
    let script = "let program = cat\nstart $program"
    for (variables, wanted) in [([:], "cat"), (["program": "less"], "less")] {
      guard case .start(let program, _) = try steps(script, variables)[0].statement else {
        Issue.record("no start")
        return
      }
      #expect(program == wanted)
    }
  }

  @Test(
    "errors are reported with line and column before anything starts",
    arguments: [
      ("strat cat", 1, 1, DriveMessage.statementUnknown),
      ("start cat\nwait for", 2, 9, .conditionExpected),
      ("start cat\n  press Dwon", 2, 9, .keyExpected),
      ("start cat\npress Down 0", 2, 12, .numberExpected),
      ("start cat\ntype hello", 2, 6, .textExpected),
      ("size 80", 1, 6, .sizeExpected),
      ("size 0x24", 1, 6, .sizeExpected),
      ("size 10000x24", 1, 6, .sizeExpected),
      ("limit 5", 1, 7, .durationExpected),
      ("limit 2d", 1, 7, .durationExpected),
      ("press a", 1, 1, .nothingStarted),
      ("expect \"a\"", 1, 1, .nothingStarted),
      ("start cat\nexpect pattern \"(\"", 2, 16, .patternNotSound),
      // It would take more memory than there is.
      (
        "start cat\nexpect pattern \"a++++++++++++++++++++++++++++++++++++++++++++\"", 2, 16,
        .patternTooLarge
      ),
      ("start cat\nexpect pattern \"([^]a]{9}{99}x){999}\"", 2, 16, .patternTooLarge),
      ("start $what", 1, 7, .variableUnknown),
      ("start \"a", 1, 7, .quoteNotClosed),
      ("start 'a", 1, 7, .quoteNotClosed),
      ("start \"a\"b", 1, 10, .blankExpected),
      ("start \"\\q\"", 1, 8, .escapeUnknown),
      ("start \"\\x80\"", 1, 8, .escapeUnknown),
      ("start $", 1, 7, .variableNotSound),
      ("start ${a", 1, 7, .variableNotSound),
      ("for a in 1\nstart cat", 1, 1, .forWithoutEnd),
      ("end", 1, 1, .endWithoutFor),
      ("for a in 1\nend now", 2, 5, .nothingMore),
      ("for a b in 1 2 3\nend", 1, 12, .valuesExpected),
      ("for a in\nend", 1, 9, .valuesExpected),
      ("|row", 1, 1, .rowWithoutStatement),
      ("size 80x24\n|row", 2, 1, .rowWithoutStatement),
      ("let scratch = a", 1, 5, .variableNameExpected),
      ("let a b", 1, 7, .wordExpected),
      ("let a = ", 1, 8, .valueExpected),
      ("start cat\nclick", 2, 6, .targetExpected),
      ("start cat\nexpect \"a\" with loud", 2, 17, .styleExpected),
      ("start cat\nexpect \"a\" with on loud", 2, 20, .colorExpected),
      ("start cat\nexpect \"a\" with color 256", 2, 23, .colorExpected),
      ("start cat\nexpect \"a\" in rows 4 to 2", 2, 25, .rangeBackwards),
      ("start cat\nexpect region 4,4 to 2,2", 2, 22, .rangeBackwards),
      ("start cat\nrefuse exit 1", 2, 8, .cannotRefuse),
      ("start cat\nexpect exit 256", 2, 13, .numberExpected),
      ("start cat\nexpect exit signal FOO", 2, 20, .signalExpected),
      ("start cat\nexpect mode nonsense on", 2, 13, .oneOfExpected),
      ("start cat\nexpect mode bracketed-paste maybe", 2, 29, .modeValueExpected),
      ("start cat\nexpect cursor shape round", 2, 21, .oneOfExpected),
      ("start cat\nexpect screen from nowhere.screen", 2, 20, .cannotRead),
      ("terminal teletype", 1, 10, .oneOfExpected),
      ("file ../a", 1, 6, .fileNameExpected),
      ("file /a", 1, 6, .fileNameExpected),
      ("include nowhere.drive", 1, 9, .cannotRead),
      ("start cat\nresize 80x24 now", 2, 14, .nothingMore),
      ("start cat\nfocus found", 2, 7, .oneOfExpected),
      ("environment A=B c", 1, 13, .variableNameExpected),
    ])
  func wrong(text: String, line: Int, column: Int, message: DriveMessage) {
    let error = #expect(throws: ScriptError.self) { try steps(text) }
    #expect(error?.place == ScriptPlace(file: "a.drive", line: line, column: column))
    #expect(error?.message == message)
  }

  @Test(
    "a pattern that the C library would exhaust the stack with is refused, and a smaller one is not",
    arguments: [
      ("(", "a", ")", 99, 16_000), ("", "(a*)", "", 330, 16_000), ("", "()", "", 490, 16_000),
      ("", "a*", "", 990, 16_000), ("", "a|", "", 990, 16_000), ("(a|", "b", ")*", 99, 16_000),
    ])
  func patternBounds(
    opening: String, middle: String, closing: String, most: Int, tooMany: Int
  ) async throws {
    func pattern(_ count: Int) throws(ScriptError) -> Pattern {
      func times(_ text: String) -> String { String(repeating: text, count: count) }
      let source = times(opening) + (opening.isEmpty ? times(middle) : middle) + times(closing)
      return try Pattern(source, at: ScriptPlace(file: "a.drive", line: 1, column: 1))
    }
    // A thread of the pool has a small stack.
    try await Task.detached {
      _ = try pattern(most).ranges(in: String(repeating: "ab", count: 5_000))
      let error = #expect(throws: ScriptError.self) { try pattern(tooMany) }
      #expect(error?.message == .patternTooLarge)
    }.value
  }

  @Test("a script comes from a pipe, also from a program that is slow to write it")
  func pipes() async throws {
    let folder = try Folder()
    let path = folder.path("pipe.drive")
    try #require(mkfifo(path, 0o600) == 0)
    async let script = Task.detached { try Script(file: path) }.value
    // Opening waits for the reader, who then finds nothing yet.
    let writer = try await Task.detached {
      try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }.value
    for line in ["size 80x24\n", "size 90x24\n"] { try writer.write(contentsOf: Data(line.utf8)) }
    try writer.close()
    #expect(try await script.steps.count == 2)
  }

  @Test("blocks, included files and steps have bounds")
  func bounds() throws {
    let deep = String(repeating: "for a in 1\n", count: 9)
    let tooDeep = #expect(throws: ScriptError.self) { try steps(deep) }
    #expect(tooDeep?.message == .tooDeep)
    var many = ""
    for name in "abcdef" { many += "for \(name) in 1 2 3 4 5 6 7 8 9 10\n" }
    many += "size 80x24\n" + String(repeating: "end\n", count: 6)
    let tooMany = #expect(throws: ScriptError.self) { try steps(many) }
    #expect(tooMany?.message == .tooManySteps)
    let doubling = "let a = abcdefgh\n" + String(repeating: "let a = \"$a$a\"\n", count: 60)
    let tooMuch = #expect(throws: ScriptError.self) { try steps(doubling) }
    #expect(tooMuch?.message == .tooMuchText)
    let folder = try Folder()
    try folder.write("include self.drive\n", to: "self.drive")
    let error = #expect(throws: ScriptError.self) { try Script(file: folder.path("self.drive")) }
    #expect(error?.message == .includesItself)
    for number in 0..<17 {
      try folder.write("include \(number + 1).drive\n", to: "\(number).drive")
    }
    try folder.write("size 80x24\n", to: "17.drive")
    let nested = #expect(throws: ScriptError.self) { try Script(file: folder.path("0.drive")) }
    #expect(nested?.message == .tooDeep)
    #expect(try Script(file: folder.path("2.drive")).steps.count == 1)
  }

  @Test("an included file finds files beside itself, and has the variables of the including script")
  func inclusion() throws {
    let folder = try Folder()
    try folder.write("let a = one\ninclude part/inner.drive\nstart cat $b\n", to: "outer.drive")
    try folder.write("let b = $a\nstart cat\nexpect screen from s.screen\n", to: "part/inner.drive")
    try folder.write("row\n", to: "part/s.screen")
    let steps = try Script(file: folder.path("outer.drive")).steps
    guard case .await(.screen(let literal), _) = steps[1].statement,
      case .start(_, let arguments) = steps[2].statement
    else {
      Issue.record("other steps")
      return
    }
    #expect(literal.rows == ["row"])
    #expect(arguments == ["one"])
    #expect(steps[1].place.file == folder.path("part/inner.drive"))
  }

  @Test("R84: any bytes for a script give steps, or a place and a reason")
  func anyBytes() {
    BadInput.expectPlaces(
      of:
        """
        let a = "x$$"
        for b c in 1 2
          size 80x24
          start cat "$a ${b}" 'c'
          if "a" in rows 1 to 2 with bold
            wait for any of pattern '^a(b|c)' or exit signal TERM within 5s
          else
            press Ctrl+Alt+F5 3 x
          end
          expect screen logical
            |row
          picture a.svg of 1,2 to 3,4
          type "\\x41\\u{42}\\n"
        end
        """
    ) { text throws(ScriptError) in _ = try Script(text: text, file: "a.drive") }
  }

  private static let namedKeys: [(String, TerminalKey, KeyModifiers)] = [
    ("Down", .down, []), ("down", .down, []), ("Esc", .escape, []),
    ("Ctrl+C", .character("C"), .control), ("Ctrl+Alt+Delete", .delete, [.control, .alt]),
    ("Shift+F5", .function(5), .shift), ("x", .character("x"), []), ("+", .character("+"), []),
    ("Ctrl++", .character("+"), .control), ("Shift+a", .character("A"), []),
    ("ل", .character("ل"), []), ("Space", .character(" "), []),
  ]

  @Test("keys by their names", arguments: namedKeys)
  func namedKey(name: String, key: TerminalKey, modifiers: KeyModifiers) {
    #expect(Written.key(name) == KeyPress(key: key, modifiers: modifiers))
  }

  @Test(
    "invalid names of keys", arguments: ["F13", "F0", "Hyper+a", "Ctrl+", "", "Dwon", "Shift+1"])
  func noKeys(name: String) { #expect(Written.key(name) == nil) }

  @Test("every mode of the emulator has a name and takes only its values")
  func modes() {
    #expect(ModeValue.names.contains("bracketed-paste"))
    for value in ModeValue.values(of: ScreenModes()) {
      #expect(ModeValue.takes(value.name, value.value), "\(value)")
      #expect(!ModeValue.takes(value.name, "maybe"), "\(value)")
    }
    var modes = ScreenModes()
    modes.mouseTracking = .pressOnly
    modes.mouseEncoding = .sgr
    #expect(ModeValue(name: "mouse-tracking", value: "press-only").holds(in: modes))
    #expect(ModeValue(name: "mouse-encoding", value: "sgr").holds(in: modes))
  }
}

/// A folder that is gone with it.
final class Folder: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "drive-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func path(_ name: String) -> String { root.appending(path: name).path(percentEncoded: false) }

  func write(_ text: String, to name: String) throws {
    let file = root.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root.path(percentEncoded: false))) ?? []
  }
}
