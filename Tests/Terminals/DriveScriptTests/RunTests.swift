import Foundation
import TerminalHarness
import Testing

@testable import DriveScript

/// Scripts that run: what passes, what fails, and what is said of it.
@Suite("R68: scripts run", .timeLimit(.minutes(5)))
struct RunTests {
  private func result(
    _ text: String, file: String = "a.drive", change: (inout ScriptRun.Options) -> Void = { _ in }
  ) async throws -> ScriptRun.Result {
    var options = ScriptRun.Options()
    change(&options)
    let run = ScriptRun(try Script(text: text, file: file), options: options)
    return await run.run()
  }

  /// The failure of a script that has to fail.
  private func failure(_ text: String, file: String = "a.drive") async throws -> ScriptFailure {
    guard case .failed(let failure) = try await result(text, file: file).outcome else {
      throw Unexpected()
    }
    return failure
  }

  private struct Unexpected: Error {}

  private func passes(_ text: String) async throws {
    let outcome = try await result(text).outcome
    if case .failed(let failure) = outcome {
      Issue.record(
        Comment(rawValue: Console(catalog: .builtIn()).lines(failure).joined(separator: "\n")))
    }
  }

  @Test("R86: a choice takes the side of what is true at that moment, and its variables stay in it")
  func choice() async throws {
    let start = """
      limit 5s
      let answer = none
      start sh -c 'printf one; read x; echo "[$x]"; read y'
      wait for "one"

      """
    for (condition, answer) in [
      ("\"one\"", "yes"), ("\"two\"", "no"), ("exit", "no"), ("pattern '^o'", "yes"),
      ("cursor at 0,3", "yes"), ("screen\n|one", "yes"), ("bells 1", "no"), ("stop", "no"),
    ] {
      try await passes(
        start + """
          if \(condition)
            let answer = yes
            if "two"
              type "never"
            end
            type "$answer\\n"
          else
            type "no\\n"
          end
          wait for "[\(answer)]"
          type "$answer\\n"
          expect "none"
          """)
    }
    for wrong in ["else", "if \"a\"", "for a in b\nelse\nend", "if \"a\"\nelse\nelse\nend"] {
      #expect(throws: ScriptError.self) { try Script(text: "start cat\n" + wrong, file: "a.drive") }
    }
    let early = #expect(throws: ScriptError.self) {
      try Script(text: "if \"a\"\nend", file: "a.drive")
    }
    #expect(early?.message == .nothingStarted)
  }

  @Test("R86: of several conditions one is enough, and a failure names all")
  func anyOf() async throws {
    try await passes("start cat\ntype \"b\"\nwait for any of \"a\" or \"b\" in row 0 or exit")
    try await passes("start true\nwait for any of \"a\" or exit 0 within 5s")
    let failure = try await failure("start cat\nwait for any of \"a\" or title \"b\" within 50ms")
    #expect(failure.message == .notCome)
    #expect(failure.arguments[0].contains("“a” / title “b”"))
  }

  @Test("R86: sessions run side by side in one script, each with its own screen")
  func sessions() async throws {
    try await passes(
      """
      file wait.sh
        |until [ -e mark ]; do sleep 0.01; done; echo came
      size 30x3
      start sh wait.sh
      session other
      start sh -c 'read x; : >mark; echo made'
      press Enter
      wait for "made"
      expect exit 0
      session main
      wait for "came"
      expect no "made"
      """)
    let failure = try await failure(
      "start cat\nsession b\nstart sh -c 'printf \"\\033[?9999h\"'\nexpect exit\nsession main\npress Ctrl+D"
    )
    #expect(failure.message == .unknownSequences && failure.place.line == 3)
    let early = #expect(throws: ScriptError.self) {
      try Script(text: "start cat\nsession b\npress x", file: "a.drive")
    }
    #expect(early?.message == .nothingStarted)
  }

  @Test("R86: a picture of a part has its cells alone")
  func pictureOfAPart() async throws {
    let folder = try Folder()
    try await passes(
      """
      size 20x4
      start printf 'one two\\nthree four'
      expect exit
      picture \(folder.path("a.txt")) of 0,4 to 1,8
      picture \(folder.path("a.svg")) of 0,4 to 0,6
      """)
    #expect(try folder.text("a.txt") == "two\ne fou\n")
    #expect(try folder.text("a.svg").contains(">two</text>"))
    #expect(try !folder.text("a.svg").contains("one"))
  }

  @Test("each kind of expectation passes if it holds, and otherwise fails")
  func expectations() async throws {
    let start = """
      size 30x4
      limit 150ms
      file show.sh
        |printf '\\033]2;Title\\007\\033]52;c;aGk=\\007\\033[1mbold\\033[0m plain ﺔﻐﻠﻟﺍ\\r\\n\\007'
        |printf '\\033[?2004h\\033[6 q\\033[3;5H'
        |cat
      start /bin/sh show.sh
      wait for cursor at 2,4

      """
    let cases: [(holds: String, fails: String)] = [
      ("expect \"bold\"", "expect \"bald\""),
      ("refuse \"bald\"", "refuse \"bold\""),
      ("expect no \"bald\"", "expect no \"bold\""),
      ("expect \"bold\" with bold", "expect \"plain\" with bold"),
      ("expect \"plain\" with not bold", "expect \"bold\" with not bold"),
      ("expect \"bold\" in row 0", "expect \"bold\" in row 1"),
      ("expect \"bold\" in columns 0 to 3", "expect \"bold\" in columns 1 to 9"),
      ("expect pattern '^b.ld'", "expect pattern '^p'"),
      ("expect logical \"اللغة\"", "expect visual \"اللغة\""),
      ("expect visual \"ةغللا\"", "expect logical \"ةغللا\""),
      ("expect style bold", "expect style italic"),
      ("expect row 1 \"\"", "expect row 1 \"x\""),
      ("expect screen\n|bold plain ﺔﻐﻠﻟﺍ", "expect screen\n|bold plain"),
      ("expect region 0,5 to 0,9\n|plain", "expect region 0,5 to 0,9\n|plane"),
      ("expect region 0,11 to 0,15 logical\n|اللغة", "expect region 0,11 to 0,15\n|اللغة"),
      ("expect cursor at 2,4", "expect cursor at 2,5"),
      ("expect cursor visible", "expect cursor hidden"),
      ("expect cursor shape bar", "expect cursor shape block"),
      ("expect title \"Title\"", "expect title \"Other\""),
      ("expect clipboard \"hi\"", "expect clipboard \"ho\""),
      ("refuse scrollback \"bold\"", "expect scrollback \"bold\""),
      ("refuse clipboard \"ho\"", "refuse clipboard \"hi\""),
      ("expect mode bracketed-paste on", "expect mode bracketed-paste off"),
      ("expect main screen", "expect alternate screen"),
      ("expect bells 1", "expect bells 2"),
      ("expect bytes \"\\e[1m\"", "expect bytes \"\\e[3m\""),
      ("refuse bytes \"\\e[3m\"", "refuse bytes \"\\e[1m\""),
      ("expect silence 20ms", "start /usr/bin/yes\nexpect silence 10s"),
      ("press Ctrl+D\npress Ctrl+D\nexpect exit 0", "press Ctrl+D\npress Ctrl+D\nexpect exit 1"),
      ("press Ctrl+Z\nwait for stop", "wait for stop"),
      ("press Ctrl+C\nexpect exit signal INT", "press Ctrl+C\nexpect exit 0"),
      ("expect \"bold\" within 100ms staying 30ms", "expect \"bald\" within 20ms"),
    ]
    await withTaskGroup { group in
      for (holds, fails) in cases {
        group.addTask {
          guard case .passed? = try? await result(start + holds).outcome else {
            Issue.record("does not pass: \(holds)")
            return
          }
          guard case .failed? = try? await result(start + fails).outcome else {
            Issue.record("does not fail: \(fails)")
            return
          }
        }
      }
    }
  }

  @Test("a failure reports the place, the awaited condition, the screen, and the difference")
  func report() async throws {
    let failure = try await failure(
      """
      size 20x3
      start /bin/sh -c 'printf "one\\r\\ntwo"; cat'
      expect screen within 100ms
        |one
        |tow
      """)
    #expect(failure.place.description == "a.drive:3:1")
    let lines = Console(catalog: .builtIn()).lines(failure)
    #expect(lines[0] == "a.drive:3:1: This did not appear: screen (waited for 100ms).")
    #expect(
      lines[1...].starts(with: [
        "row 1, from character 1 on:", "  want tow", "  have two", "20x3, cursor 1,3",
      ]))
    #expect(lines.contains("│two                 │"))
    #expect(lines.contains("program: running"))
    #expect(lines.contains("last bytes: one␍␍␊two"))
  }

  @Test("a sequence that no terminal knows is a failure unless it is allowed")
  func strict() async throws {
    let script = "file a.sh\n|printf '\\033[?9999h'\nstart /bin/sh a.sh\nwait for exit 0\n"
    #expect(try await failure(script).message == .unknownSequences)
    #expect(try await failure(script).arguments == ["␛[?9999h"])
    try await passes("allow \"␛[?9999h\"\n" + script)
  }

  @Test("allowed and known sequences do not count as left behind; all others do")
  func allowedIsRestored() async throws {
    let script = "file a.sh\n|printf '\\033[?9999h'\nstart /bin/sh a.sh\nexpect terminal restored\n"
    let unknown = try await failure(script)
    #expect(unknown.message == .leftBehind)
    #expect(unknown.arguments == ["unknown sequence: ␛[?9999h"])
    try await passes("allow \"␛[?9999h\"\n" + script)
    let changed = try await failure(
      "allow \"␛[?9999h\"\n" + script.replacing("9999h'", with: "9999h\\033[?25l'"))
    #expect(changed.message == .leftBehind)
    #expect(changed.arguments == ["cursor visible: false, not true"])
    // Programs by the names of those that are known to send something, and one that is not.
    for (program, sent) in [
      ("vim", "\\033Pzz\\033\\\\\\033[0%%m"), ("tmux", "\\033[?7727h\\033[?7727l"),
    ] {
      func script(_ name: String) -> String {
        "file \(name)\n|#!/bin/sh\n|printf '\(sent)'\n"
          + "start /bin/sh -c 'chmod +x \(name)'\nwait for exit 0\n"
          + "start $scratch/\(name)\nexpect terminal restored\n"
      }
      try await passes(script(program))
      #expect(try await failure(script("other")).message == .leftBehind)
    }
  }

  @Test("an end that comes too early ends the wait at once")
  func early() async throws {
    let begin = ContinuousClock.now
    let failure = try await failure("limit 10m\nstart true\nwait for \"never\"")
    #expect(failure.message == .endedBefore)
    #expect(begin.duration(to: .now) < .seconds(300))
  }

  @Test("a click that the program would not notice is a failure")
  func deaf() async throws {
    let failure = try await failure("limit 50ms\nstart cat\ntype \"ab\"\nclick \"ab\"")
    #expect(failure.message == .pointerNotWanted)
    let absent = try await self.failure("limit 50ms\nstart cat\nclick \"ab\"")
    #expect(absent.message == .notCome)
  }

  @Test("--slow multiplies every limit")
  func slow() async throws {
    for wait in ["wait for \"a\"", "wait for \"a\" within 20ms", "wait for stop", "click \"a\""] {
      let script = "limit 20ms\nstart cat\n\(wait)"
      guard case .failed(let failure) = try await result(script, change: { $0.slow = 20 }).outcome
      else { throw Unexpected() }
      #expect(failure.arguments.last == "400ms", "\(wait)")
    }
  }

  @Test("a test skips pauses that are meant for films")
  func pauses() async throws {
    let script = "start cat\ntyping 10m\npause 10m\ntype \"ab\"\nexpect \"ab\""
    try await passes(script)
  }

  @Test("a film leaves out hidden output, and types letter by letter")
  func film() async throws {
    let script = """
      start cat
      hide
      pause 400ms
      show
      typing 20ms
      type "abc"
      expect "abc"
      hide
      type "d"
      wait for "d"
      """
    let recording = try await result(script) { $0.isFilmed = true }.recording
    let typed = try #require(recording).events.filter {
      if case .input = $0.kind { true } else { false }
    }
    #expect(typed.count == 3)
    #expect(typed[0].time < .milliseconds(300))
    #expect(typed[2].time - typed[0].time >= .milliseconds(40))
  }

  @Test("--update rewrites rows in the script and in files, and nothing else")
  func updates() async throws {
    let folder = try Folder()
    let script = """
      # Kept.
      start /bin/sh -c 'printf "one\\r\\ntwo\\r\\n"; cat'
      expect screen within 100ms
        |wrong
      expect region 1,0 to 1,2 within 100ms
      expect screen from all.screen within 100ms
      # Kept, too.

      """
    try folder.write(script, to: "a.drive")
    try folder.write("wrong\n", to: "all.screen")
    let path = folder.path("a.drive")
    var options = ScriptRun.Options()
    options.updates = true
    let run = ScriptRun(try Script(file: path), options: options)
    let result = await run.run()
    guard case .passed = result.outcome else { throw Unexpected() }
    try LiteralUpdate.write(result.updates)
    #expect(
      try folder.text("a.drive")
        == script.replacing("  |wrong\n", with: "  |one\n  |two\n")
        .replacing("1,2 within 100ms\n", with: "1,2 within 100ms\n  |two\n"))
    #expect(try folder.text("all.screen") == "one\ntwo\n")
    let again = ScriptRun(try Script(file: path))
    guard case .passed = await again.run().outcome else { throw Unexpected() }
  }

  @Test("rows that differ between the passes of a block are not updated")
  func contradiction() async throws {
    let folder = try Folder()
    let script = "for a in 1 2\nstart echo $a\nexpect screen\n|x\nend\n"
    try folder.write(script, to: "a.drive")
    var options = ScriptRun.Options()
    options.updates = true
    let run = ScriptRun(try Script(file: folder.path("a.drive")), options: options)
    let updates = await run.run().updates
    let failure = #expect(throws: ScriptFailure.self) { try LiteralUpdate.write(updates) }
    #expect(failure?.message == .updatesDiffer)
    #expect(try folder.text("a.drive") == script)
  }

  @Test("the scratch folder exists only during the run, with the files that a script puts there")
  func scratch() async throws {
    let script = try Script(
      text: "file a/b.txt\n|text\nstart /bin/sh -c 'mkdir c; ln -s / d; cat a/b.txt; pwd'\n"
        + "expect \"text\"\nexpect $scratch\nwait for exit 0", file: "a.drive")
    let run = ScriptRun(script)
    guard case .passed = await run.run().outcome else { throw Unexpected() }
    #expect(!FileManager.default.fileExists(atPath: script.scratch))
    #expect(FileManager.default.fileExists(atPath: "/etc"))
  }

  @Test("a script that requires a missing program is skipped")
  func skip() async throws {
    guard case .skipped("no-such-program") = try await result("require no-such-program").outcome
    else { throw Unexpected() }
  }

  @Test("a program that cannot be started is a failure")
  func absent() async throws {
    let failure = try await failure("start /nowhere/at-all")
    #expect(failure.message == .cannotStart)
    #expect(failure.arguments == ["/nowhere/at-all", "No such file or directory"])
  }
}
