import Foundation
import TerminalHarness
import Testing

@testable import DriveScript

/// Tapes of VHS, which run as scripts do.
@Suite("R84: tapes of VHS", .timeLimit(.minutes(5)))
struct TapeTests {
  private func script(_ text: String) throws(ScriptError) -> Script {
    try Script(text: text, file: "a.tape")
  }

  @Test("each command becomes what a script would do, after the shell was started")
  func commands() throws {
    let script = try script(
      """
      # A comment
      Output demo.gif
      Output "other demo.svg"
      Require cat
      Set Shell sh
      Set FontSize 10
      Set Width 720 Set Height 372
      Set Padding 20
      Set LetterSpacing 0
      Set Theme { "name": "Whimsy", "black": "#535178" }
      Set MarginFill "#674EFF"
      Set TypingSpeed 0.1
      Set PlaybackSpeed 2
      Env NAME "a value"
      Type "one" Enter
      Type@500ms'say "two"' `three` four
      Backspace @1s 2
      Down 3 Ctrl+C Ctrl+Alt+Delete Alt+. Shift+Tab Space
      Sleep .5 Sleep 250ms
      Wait Wait+Line@2s /\\$ $/ Wait+Screen /a\\/b\\d/
      Hide Show
      Screenshot shot.png
      Copy "text" Paste
      """)
    #expect(script.outputs.map(\.path) == ["demo.gif", "other demo.svg"])
    #expect(script.speed == 2)
    let statements = script.steps.map(\.statement)
    let names = statements.map { String("\($0)".prefix { $0 != "(" }) }
    let start = try #require(names.firstIndex(of: "start"))
    #expect(names[0] == "require")
    #expect(
      Array(names[(start + 1)...]) == [
        "await", "type", "press", "typing", "type", "typing", "typing", "press", "typing",
        "press", "press", "press", "press", "press", "press", "pause", "pause", "await", "await",
        "await", "show", "show", "picture", "paste",
      ])
    for case .size(let size) in statements {
      #expect(size == TerminalSize(columns: 113, rows: 25))
    }
    #expect(
      statements.contains { if case .environment("NAME", "a value") = $0 { true } else { false } })
    #expect(
      statements.contains { if case .type("say \"two\" three four") = $0 { true } else { false } })
    for case .press(let keys) in statements[..<(start + 9)].suffix(1) { #expect(keys.count == 2) }
    let limits = statements.compactMap { statement -> Duration? in
      if case .await(_, let options) = statement { options.limit } else { nil }
    }
    #expect(limits == [.seconds(15), .seconds(2), .seconds(15)])
  }

  @Test(
    "what cannot be run is an error with its place",
    arguments: [
      ("Enter\n  Dance", 2, 3, DriveMessage.statementUnknown), ("x", 1, 1, .statementUnknown),
      ("ScrollUp 10", 1, 1, .statementUnknown), ("\"Enter\"", 1, 1, .statementUnknown),
      ("Type", 1, 5, .textExpected), ("Type \"a", 1, 6, .quoteNotClosed),
      ("Sleep x", 1, 7, .durationExpected),
      ("Type@x \"a\"", 1, 1, .durationExpected), ("Right @x 2", 1, 7, .durationExpected),
      ("Enter 5000", 1, 7, .numberExpected),
      ("Set Foo 1", 1, 5, .oneOfExpected), ("Set Shell cmd", 1, 10, .oneOfExpected),
      ("Set FontSize big", 1, 14, .numberExpected), ("Wait /(/", 1, 6, .patternNotSound),
      ("Wait /a", 1, 6, .quoteNotClosed), ("Source none.tape", 1, 7, .cannotRead),
      ("Set Width 10\nEnter", 2, 1, .sizeExpected), ("Ctrl+Foo", 1, 1, .statementUnknown),
    ])
  func mistakes(text: String, line: Int, column: Int, message: DriveMessage) {
    let error = #expect(throws: ScriptError.self) { try script(text) }
    #expect(error?.message == message)
    #expect(error?.place == ScriptPlace(file: "a.tape", line: line, column: column))
  }

  @Test("a film in a format that cannot be written is an error where the tape names it")
  func outputs() throws {
    let error = #expect(throws: ScriptError.self) {
      try script("Output a.gif\nOutput a.mp4").checkOutputs()
    }
    #expect(error?.message == .formatUnknown && error?.place.line == 2)
    try script("Output a.gif\nOutput a.cast").checkOutputs()
  }

  @Test("a missing program that draws pictures is reported at the picture, before anything runs")
  func tools() throws {
    let folder = try Folder()
    let path = folder.path("")
    let text = "Output a.svg\nScreenshot a.png"
    let error = #expect(throws: ScriptError.self) { try script(text).checkTools(in: path) }
    #expect(error?.message == .toolMissing && error?.place.line == 2)
    #expect(error?.arguments == ["rsvg-convert", "librsvg2-bin"])
    try folder.write("", to: "rsvg-convert")
    #expect(chmod(folder.path("rsvg-convert"), 0o755) == 0)
    try script(text).checkTools(in: path)
    let film = #expect(throws: ScriptError.self) {
      try script("Output a.gif").checkTools(in: path)
    }
    #expect(film?.arguments == ["convert", "imagemagick"])
  }

  @Test(
    "patterns have digits as \\d, in a class too",
    arguments: [
      (#"x\d+y"#, "ax12y", 1..<5), (#"[\d.]+"#, "v1.2 d", 1..<4), (#"\D\/"#, "1a/", 1..<3),
      (#"[]\d]+"#, "a]1\\", 1..<3),
    ])
  func digits(source: String, text: String, match: Range<Int>) throws {
    let pattern = try Pattern(source, at: ScriptPlace(file: "a", line: 1, column: 1))
    #expect(pattern.ranges(in: text) == [match])
  }

  @Test("a tape that includes another one has its settings and not its films")
  func source() throws {
    let folder = try Folder()
    try folder.write(
      "Output b.gif\nSet TypingSpeed 0\nSource \(folder.path("a.tape"))", to: "b.tape")
    try folder.write("Output a.gif\nSource \(folder.path("b.tape"))", to: "a.tape")
    let error = #expect(throws: ScriptError.self) { try Script(file: folder.path("a.tape")) }
    #expect(error?.message == .includesItself)
    #expect(error?.place.file == folder.path("b.tape"))
    try folder.write("Set TypingSpeed 0\nOutput b.mp4\nType 'x'", to: "b.tape")
    let script = try Script(file: folder.path("a.tape"))
    #expect(script.outputs.map(\.path) == ["a.gif"])
    try script.checkOutputs()
  }

  @Test(
    "a tape runs in each shell, and its film shows what it typed",
    arguments: ["bash", "zsh", "fish", "sh"])
  func runs(shell: String) async throws {
    let text = """
      Require \(shell)
      Set Shell \(shell)
      Set TypingSpeed 1ms
      Env NAME there
      Hide
      Type "cd /" Enter Wait
      Show
      Type 'echo "hello $NAME"'
      Sleep 30ms
      Enter
      Wait+Screen /^hello [t]here/
      Wait
      """
    let run = ScriptRun(try script(text))
    let result = await run.run()
    if case .skipped = result.outcome { return }
    guard case .passed = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    let film = try #require(result.recording?.film(limit: 1_000))
    #expect(
      film.frames.contains { $0.screen.shows("echo \"hello") && !$0.screen.shows("hello there") })
    #expect(film.frames.last?.screen.shows("hello there") == true)
  }

  @Test("any bytes for a tape give steps, or a place and a reason")
  func anyBytes() {
    BadInput.expectPlaces(
      of:
        """
        Output a.gif
        Set Theme { "name": "x" }
        Set FontSize 20
        Type@50ms "echo 'a'" Enter 2
        Wait+Screen@2s /a+/ # comment
        Ctrl+Alt+Delete Sleep 1.5s Screenshot `a.png`
        """
    ) { text throws(ScriptError) in _ = try script(text) }
  }
}
