import BuiltPrograms
import Foundation
import Localization
import Recordings
import StrictJSON
import TerminalHarness
import TestEffort
import Testing

@testable import DriveScript

/// The program as people, continuous integration and other languages use it.
@Suite("R68: lisan-drive", .timeLimit(.minutes(10)))
struct ProgramTests {
  struct Answer {
    let output: String
    let errors: String
    let code: Int32
  }

  /// Runs the program to its end.
  private func run(
    _ arguments: [String], of program: String = builtProgram("lisan-drive"), input: String = "",
    environment: [String: String] = [:]
  ) throws -> Answer {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
    // Files, because a pipe that nobody reads would hold the program up.
    let folder = try Folder()
    for name in ["in", "out", "err"] { try folder.write(name == "in" ? input : "", to: name) }
    process.standardInput = try FileHandle(forReadingFrom: folder.root.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.root.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.root.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    return Answer(
      output: try folder.text("out"), errors: try folder.text("err"),
      code: process.terminationStatus)
  }

  @Test("R68: the scripts of real programs pass")
  func realPrograms() throws {
    let folder = try Folder()
    let scripts = packagePath("Tests/Terminals/DriveScripts")
    let answer = try run(["test", scripts, "--keep", folder.path("kept"), "--slow", "2"])
    #expect(answer.code == 0, "\(answer.output)")
    let lines = answer.output.split(separator: "\n")
    #expect(lines.first == "TAP version 14")
    #expect(lines.count { $0.hasPrefix("ok ") } >= 40)
  }

  @Test("a run prints nothing if all is as expected, and otherwise the place and the reason")
  func runs() throws {
    let folder = try Folder()
    try folder.write("start echo hello\nexpect \"hello\"\nexpect exit 0\n", to: "good.drive")
    try folder.write("start echo hello\nexpect \"hallo\"\n", to: "bad.drive")
    try folder.write("start echo hello\nexpct \"hallo\"\n", to: "wrong.drive")
    let good = try run(["run", folder.path("good.drive")])
    #expect((good.output, good.errors, good.code) == ("", "", 0))
    let bad = try run(["run", folder.path("bad.drive")])
    #expect(bad.code == 1)
    #expect(bad.errors.hasPrefix("\(folder.path("bad.drive")):2:1: The program ended before"))
    #expect(bad.errors.contains("│hello"))
    for command in ["run", "check"] {
      let wrong = try run([command, folder.path("wrong.drive")])
      #expect(wrong.code == 2)
      #expect(wrong.errors.hasPrefix("\(folder.path("wrong.drive")):2:1: Unknown statement"))
      #expect(wrong.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(
    "a test run prints TAP, writes JUnit's XML, and keeps files that explain a failure")
  func tests() throws {
    let folder = try Folder()
    try folder.write("start echo '<a>&\"'\nexpect \"<a>\"\n", to: "t/a.drive")
    try folder.write("start cat\nwait for \"<b>\" within 50ms\n", to: "t/deep/b.drive")
    try folder.write("require no-such-program\n", to: "t/c.drive")
    try folder.write("nonsense\n", to: "t/d.drive")
    try folder.write("not a script", to: "t/e.txt")
    let answer = try run([
      "test", folder.path("t"), "--jobs", "4", "--junit", folder.path("r.xml"), "--keep",
      folder.path("kept"),
    ])
    #expect(answer.code == 1)
    let lines = answer.output.split(separator: "\n").map(String.init)
    #expect(lines[..<2] == ["TAP version 14", "1..4"])
    let verdicts = lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
    #expect(
      verdicts == [
        "ok 1 - \(folder.path("t/a.drive"))",
        "ok 2 - \(folder.path("t/c.drive")) # SKIP no-such-program is not installed",
        "not ok 3 - \(folder.path("t/d.drive"))",
        "not ok 4 - \(folder.path("t/deep/b.drive"))",
      ])
    #expect(lines.contains { $0.hasPrefix("# \(folder.path("t/d.drive")):1:1: Unknown") })
    let junit = try folder.text("r.xml")
    #expect(junit.contains("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\""))
    #expect(junit.contains("“&lt;b&gt;”"))
    #expect(!junit.contains("flakyFailure") && !junit.contains("rerunFailure"))
    try expectJUnit(folder.path("r.xml"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))
    #expect(Set(kept.map { ($0 as NSString).pathExtension }) == ["svg", "cast", "txt"])
    #expect(kept.count == 4 && kept.contains { $0.hasSuffix(".film.svg") })
  }

  /// Expects a report as readers of JUnit's XML want it.
  private func expectJUnit(_ report: String) throws {
    let answer = try run(
      [
        "--noout", "--relaxng", packagePath("Tests/Terminals/DriveScripts/junit.rng"), report,
      ], of: "/usr/bin/xmllint")
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test("R86: a failed script is tried again, and what passed only then is counted and named")
  func retries() throws {
    let folder = try Folder()
    let again = """
      start sh -c 'test -e \(folder.path("mark")) && echo yes; : >\(folder.path("mark"))'
      expect exit
      expect "yes"

      """
    try folder.write(again, to: "t/a.drive")
    try folder.write("start true\nexpect exit 1\n", to: "t/b.drive")
    let answer = try run([
      "test", folder.path("t"), "--retries", "2", "--jobs", "1", "--junit", folder.path("r.xml"),
      "--keep", folder.path("kept"),
    ])
    #expect(answer.code == 1)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.contains("ok 1 - \(folder.path("t/a.drive"))"))
    #expect(lines.contains("# Passed at try 2."))
    #expect(lines.contains("not ok 2 - \(folder.path("t/b.drive"))"))
    #expect(lines.last == "# Passed only when tried again: 1 of 2.")
    let junit = try folder.text("r.xml")
    #expect(junit.contains("tests=\"2\" failures=\"1\""))
    #expect(junit.components(separatedBy: "<flakyFailure ").count == 2)
    #expect(junit.components(separatedBy: "<rerunFailure ").count == 3)
    try expectJUnit(folder.path("r.xml"))
    // Each failed try is kept: one of the first script, three of the second.
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))
    #expect(kept.count { $0.hasSuffix(".txt") } == 4)
  }

  @Test("R84: a tape writes the films that it names, and render draws it anywhere")
  func tape() throws {
    let folder = try Folder()
    let film = folder.path("deep/a.v2.cast")
    try folder.write(
      "Output \(film)\nOutput \(folder.path("a.txt"))\nSet Shell sh\nSet TypingSpeed 0\nType 'echo hi'\nEnter\nWait+Screen /^hi/\nScreenshot \(folder.path("other/b.txt"))\n",
      to: "a.tape")
    let answer = try run(["run", folder.path("a.tape")])
    #expect((answer.output, answer.errors, answer.code) == ("", "", 0))
    #expect(try folder.text("deep/a.v2.cast").hasPrefix(#"{"version":2,"#))
    #expect(try folder.text("a.txt").contains("> echo hi\nhi\n"))
    #expect(try folder.text("other/b.txt").contains("hi\n"))
    try folder.write("Output a.mp4\nSet Shell sh\nType 'x'\nWait+Screen /x/\n", to: "b.tape")
    let refused = try run(["run", folder.path("b.tape")])
    #expect(refused.code == 2)
    #expect(refused.errors.hasPrefix("\(folder.path("b.tape")):1:1: The ending of a.mp4"))
    let drawn = try run(["render", folder.path("b.tape"), "--output", folder.path("b.cast")])
    #expect(drawn.code == 0, "\(drawn.errors)")
    #expect(try folder.text("b.cast").hasPrefix(#"{"version":3,"term":{"#))
  }

  @Test("each script runs as often as requested")
  func repetition() throws {
    let folder = try Folder()
    try folder.write("start true\nexpect exit 0\n", to: "a.drive")
    let answer = try run(["test", folder.path("a.drive"), "--repeat", "20", "--jobs", "5"])
    #expect(answer.code == 0)
    #expect(answer.output.split(separator: "\n").count { $0.hasPrefix("ok ") } == 20)
  }

  @Test(
    "a wrong command line is reported with the usage",
    arguments: [
      [], ["dance"], ["run"], ["run", "a", "b"], ["test", "--jobs", "0", "a"],
      ["test", "--jobs", "x", "a"], ["run", "--jobs", "2", "a"], ["run", "--slow"],
      ["run", "--set", "a", "b"], ["--nonsense"], ["render", "a.cast"], ["serve", "a"],
      ["render", "a.cast", "--output", "a.svg", "--theme", "pink"],
    ])
  func usage(arguments: [String]) throws {
    let answer = try run(arguments)
    #expect(answer.code == 2)
    #expect(answer.output.isEmpty)
    #expect(answer.errors.contains("usage: lisan-drive "))
  }

  @Test(
    "missing files, invalid recordings and unknown suffixes are errors of one line")
  func files() throws {
    let folder = try Folder()
    try folder.write("nonsense", to: "a.cast")
    try folder.write("{\"version\": 2, \"width\": 9, \"height\": 2}\n", to: "b.cast")
    for arguments in [
      ["test", folder.path("none")], ["render", folder.path("none.cast"), "--output", "x.svg"],
      ["render", folder.path("a.cast"), "--output", folder.path("x.svg")],
      ["render", folder.path("b.cast"), "--output", folder.path("x.mp4")],
      ["render", folder.path("b.cast"), "--output", folder.path("no/where/x.svg")],
    ] {
      let answer = try run(arguments)
      #expect(answer.code == 1, "\(arguments)")
      #expect(answer.errors.split(separator: "\n").count == 1, "\(arguments): \(answer.errors)")
    }
    let play = try run(["play", folder.path("b.cast")])
    #expect(play.code == 5)
  }

  @Test("a script and a recording are drawn as SVG, text and asciicast")
  func drawing() throws {
    let folder = try Folder()
    try folder.write("size 20x2\nstart printf 'ﺔﻐﻠﻟﺍ'\nexpect exit 0\n", to: "a.drive")
    for ending in ["svg", "txt", "cast"] {
      let answer = try run([
        "render", folder.path("a.drive"), "--output", folder.path("a.\(ending)"),
      ])
      #expect(answer.code == 0, "\(answer.errors)")
    }
    #expect(try folder.text("a.svg").contains(">اللغة</text>"))
    #expect(try folder.text("a.txt") == "اللغة\n")
    let again = try run(["render", folder.path("a.cast"), "--output", folder.path("b.svg")])
    #expect(again.code == 0, "\(again.errors)")
    #expect(try folder.text("b.svg").contains(">اللغة</text>"))
  }

  private static let hasTools = ["/usr/bin/rsvg-convert", "/usr/bin/convert"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "a script is drawn as PNG, and as a GIF that repeats",
    .enabled(if: hasTools, "rsvg-convert and convert are not installed"))
  func pixels() throws {
    let folder = try Folder()
    try folder.write(
      "size 20x2\nstart printf 'ﺔﻐﻠﻟﺍ'\nexpect exit 0\npause 200ms\nstart printf two\nexpect exit 0\n",
      to: "a.drive")
    for ending in ["png", "gif"] {
      let answer = try run([
        "render", folder.path("a.drive"), "--output", folder.path("a.\(ending)"),
      ])
      #expect(answer.code == 0, "\(answer.errors)")
    }
    let png = try Data(contentsOf: folder.root.appending(path: "a.png"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let gif = try Data(contentsOf: folder.root.appending(path: "a.gif"))
    #expect(gif.starts(with: Array("GIF89a".utf8)))
    // Frames of a film that begins anew.
    #expect(gif.range(of: Data("NETSCAPE2.0".utf8)) != nil)
  }

  /// The hundredths of a second for which each frame of a GIF is shown.
  private func delays(_ gif: Data) -> [Int] {
    // The Graphic Control Extension (GIF89a, 23): introducer, label, 4, flags, delay, …, 0.
    gif.indices.dropLast(8).compactMap { index in
      guard gif[index] == 0x21, gif[index + 1] == 0xF9, gif[index + 2] == 4, gif[index + 7] == 0
      else { return nil }
      return Int(gif[index + 4]) | Int(gif[index + 5]) << 8
    }
  }

  @Test(
    "a GIF has as many frames as the film, with the same durations",
    .enabled(if: hasTools, "rsvg-convert and convert are not installed"))
  func frames() throws {
    let folder = try Folder()
    let changes = (0..<30).map { index in
      Recording.Event(time: .milliseconds(44 * index), kind: .output(Array("\r\(index)".utf8)))
    }
    // A pause of 700 seconds is longer than one frame of a GIF can be.
    let recording = Recording(
      size: TerminalSize(columns: 10, rows: 1),
      events: changes + [Recording.Event(time: .seconds(701), kind: .output([0x0D, 0x78]))])
    try folder.write(Asciicast.text(recording), to: "a.cast")
    let answer = try run(["render", folder.path("a.cast"), "--output", folder.path("a.gif")])
    #expect(answer.code == 0, "\(answer.errors)")
    let delays = delays(try Data(contentsOf: folder.root.appending(path: "a.gif")))
    #expect(delays.count == 32, "\(delays)")
    #expect(delays.reduce(0, +) == 70_300, "\(delays)")
  }

  @Test("a film of a fast script shows every screen for which the script waited")
  func fastScript() throws {
    let folder = try Folder()
    try folder.write(
      """
      size 20x3
      file menu.sh
        |printf '\\033[?1049hfirst'; read -r x
        |printf '\\033[H\\033[2Jsecond'; read -r x
        |printf '\\033[H\\033[2Jthird'; read -r x
        |printf '\\033[?1049l'
      start /bin/sh menu.sh
      wait for "first"
      press Enter
      wait for "second"
      press Enter
      wait for "third"
      press Enter
      expect exit 0

      """, to: "a.drive")
    let answer = try run(["render", folder.path("a.drive"), "--output", folder.path("a.svg")])
    #expect(answer.code == 0, "\(answer.errors)")
    let svg = try folder.text("a.svg")
    for text in ["first", "second", "third"] { #expect(svg.contains(">\(text)</text>"), "\(svg)") }
  }

  @Test("without the tool that draws PNG, the error names it and its package; if it fails, why")
  func missingTool() throws {
    let folder = try Folder()
    try folder.write("{\"version\": 2, \"width\": 9, \"height\": 2}\n", to: "b.cast")
    func errors(_ path: String) throws -> String {
      let answer = try run(
        ["render", folder.path("b.cast"), "--output", folder.path("x.png")],
        environment: ["PATH": path])
      #expect(answer.code == 1)
      return answer.errors
    }
    let programs = folder.path("programs")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(programs)/sh", withDestinationPath: "/bin/sh")
    for path in ["/nonexistent", programs] {
      let text = try errors(path)
      #expect(text.contains("rsvg-convert is needed") && text.contains("librsvg2-bin"))
    }
    try folder.write("#!/bin/sh\necho no room >&2\nexit 3\n", to: "programs/rsvg-convert")
    try makeExecutable("\(programs)/rsvg-convert")
    #expect(try errors(programs).contains("rsvg-convert failed with status 3: no room"))
  }

  // MARK: Recording and playing

  @Test("a session is recorded as an asciicast and as a script that passes")
  func recording() async throws {
    let folder = try Folder()
    let session = try TerminalSession(
      builtProgram("lisan-drive"),
      arguments: [
        "record", "--output", folder.path("s.cast"), "--script", folder.path("s.drive"), "--",
        "/bin/sh", "-c", "printf 'Name? '; read -r name; echo \"Welcome, $name\"",
      ], size: TerminalSize(columns: 60, rows: 8), checksEnd: true)
    try await session.waitUntil("the question") { $0.shows("Name?") }
    session.type("Amina\n")
    try await session.waitUntil("the answer") { $0.shows("Welcome, Amina") }
    #expect(try await session.waitForExit() == .exited(0))
    let cast = try Asciicast.recording(of: Array(try folder.text("s.cast").utf8))
    #expect(cast.size == TerminalSize(columns: 60, rows: 8))
    let film = try #require(cast.film(limit: 100))
    #expect(film.frames.last?.screen.shows("Welcome, Amina") == true)
    let script = try folder.text("s.drive")
    #expect(script.contains("wait for \"Name?\"\ntype \"Amina\""))
    let answer = try run(["run", folder.path("s.drive")])
    #expect(answer.code == 0, "\(script)\n\(answer.errors)")
    // What is there already is not written over.
    let again = try run(["record", "--output", folder.path("s.cast"), "true"])
    #expect(again.code == 1)
    #expect(try Asciicast.recording(of: Array(try folder.text("s.cast").utf8)) == cast)
  }

  @Test("record ends as the program did", arguments: [("exit 3", 3), ("kill -TERM $$", 143)])
  func recordedEnd(script: String, code: Int32) async throws {
    let folder = try Folder()
    let session = try TerminalSession(
      builtProgram("lisan-drive"),
      arguments: ["record", "--output", folder.path("s.cast"), "--", "/bin/sh", "-c", script])
    #expect(try await session.waitForExit() == .exited(code))
    #expect(try Asciicast.recording(of: Array(try folder.text("s.cast").utf8)).size == .standard)
  }

  @Test(
    "a recorded script gives the program its language, its zone and what --set gives, and no other variable"
  )
  func recordedEnvironment() async throws {
    let folder = try Folder()
    try folder.write(
      "#!/bin/sh\nread -r x\necho \"<$LANG,$LC_TIME,$TZ,$GIVEN,$TERM>\"\nread -r x\n",
      to: "bin/program")
    try makeExecutable(folder.path("bin/program"))
    var environment = TerminalSession.plainEnvironment
    environment["PATH"] = folder.path("bin") + ":/usr/bin:/bin"
    environment["LANG"] = nil
    environment["LC_TIME"] = "ar_EG.UTF-8"
    environment["TZ"] = "Africa/Cairo"
    environment["TERM"] = "vt100"
    environment["API_TOKEN"] = "hunter2"
    let session = try TerminalSession(
      builtProgram("lisan-drive"),
      arguments: [
        "record", "--output", folder.path("s.cast"), "--script", folder.path("s.drive"), "--set",
        "GIVEN=a b", "--", "program",
      ], environment: environment)
    session.type("\n")
    try await session.waitUntil("the variables") {
      $0.shows("<,ar_EG.UTF-8,Africa/Cairo,a b,vt100>")
    }
    session.type("\n")
    #expect(try await session.waitForExit() == .exited(0))
    let script = try folder.text("s.drive")
    #expect(
      script.split(separator: "\n").filter {
        $0.hasPrefix("environment ") || $0.hasPrefix("start ")
      }
        == [
          "environment GIVEN \"a b\"", "environment LANG \"\"", "environment LC_TIME ar_EG.UTF-8",
          "environment TERM vt100", "environment TZ Africa/Cairo",
          "start \(folder.path("bin/program"))",
        ])
    #expect(script.contains("wait for \"<,ar_EG.UTF-8,Africa/Cairo,a b,vt100>\""))
    let answer = try run(["run", folder.path("s.drive")])
    #expect(answer.code == 0, "\(script)\n\(answer.errors)")
  }

  @Test("a recording follows the window, and is kept when its recorder is told to end")
  func interruptedRecording() async throws {
    let folder = try Folder()
    let session = try TerminalSession(
      builtProgram("lisan-drive"),
      arguments: [
        "record", "--output", folder.path("s.cast"), "--", "/bin/sh", "-c",
        "trap 'stty size' WINCH; echo ready; while :; do read -r x; done",
      ], size: TerminalSize(columns: 60, rows: 8), checksEnd: true)
    try await session.waitUntil("ready") { $0.shows("ready") }
    session.resize(to: TerminalSize(columns: 50, rows: 10))
    try await session.waitUntil("the size") { $0.shows("10 50") }
    session.signal(SIGTERM)
    #expect(try await session.waitForExit() == .exited(0))
    let cast = try Asciicast.recording(of: Array(try folder.text("s.cast").utf8))
    #expect(
      cast.events.contains { $0.kind == .resize(TerminalSize(columns: 50, rows: 10)) })
  }

  @Test("a recording is played with its times, and only its screens reach the terminal")
  func playing() async throws {
    let folder = try Folder()
    let recording = Recording(
      size: TerminalSize(columns: 40, rows: 4),
      events: [
        Recording.Event(
          time: .zero,
          kind: .output(
            Array("\u{1B}]2;stolen\u{7}\u{1B}]52;c;c3RvbGVu\u{7}\u{1B}[31mfirst\u{1B}[m".utf8))),
        Recording.Event(time: .milliseconds(300), kind: .output(Array(" second".utf8))),
      ], duration: .seconds(600))
    try folder.write(Asciicast.text(recording), to: "a.cast")
    let session = try TerminalSession(
      builtProgram("lisan-drive"), arguments: ["play", folder.path("a.cast")],
      size: TerminalSize(columns: 60, rows: 10), checksEnd: true)
    try await session.waitFor(.text("first").styled("red") { $0.foreground == .indexed(1) })
    try await session.waitUntil("the end") { $0.shows("first second") && $0.isAlternate }
    #expect(session.screen.title.isEmpty)
    #expect(session.clipboard.isEmpty)
    let times = ["first", "second"].compactMap { session.log.occurrences(of: $0).first?.time }
    // Since the start: on a busy machine the first one may be read late.
    #expect(times.count == 2 && times[1] >= .milliseconds(300), "\(times)")
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test(
    "R89: a recording with more screens than fit into memory is played, and no film is drawn of it")
  func manyScreens() async throws {
    let folder = try Folder()
    // Each has 500 rows of its own, together more than 4 GB.
    let screens = [#"x\r\n"#, #"y\r\n"#].map { row in
      "[0.05, \"o\", \"\(String(repeating: row, count: 500))\"]\n"
    }
    try folder.write(
      #"{"version": 3, "term": {"cols": 500, "rows": 500}}"#
        + "\n[0.1, \"o\", \"first\"]\n[100, \"o\", \"last\"]\n"
        + String(repeating: screens.joined(), count: 600), to: "a.cast")
    let limited = "ulimit -v 3000000; exec \"$0\" \"$@\""
    let arguments = ["-c", limited, builtProgram("lisan-drive")]
    let session = try TerminalSession(
      "/bin/sh", arguments: arguments + ["play", folder.path("a.cast")],
      size: TerminalSize(columns: 60, rows: 10), checksEnd: true)
    try await session.waitFor(.text("first"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let refused = try run(
      arguments + ["render", folder.path("a.cast"), "--output", folder.path("a.svg")],
      of: "/bin/sh")
    #expect(refused.errors.contains("more than 200 pictures"), "\(refused.errors)")
  }

  // MARK: Other languages

  /// What the server answers to some lines, without its greeting.
  private func answers(_ requests: String) throws -> [JSON] {
    let answer = try run(["serve"], input: requests)
    #expect(answer.code == 0, "\(answer.errors)")
    let answers = try answer.output.split(separator: "\n").map { try JSON(reading: Array($0.utf8)) }
    #expect(answers.first?["protocol"]?.integer == 1)
    return Array(answers.dropFirst())
  }

  @Test(
    "the requests of a session, and those without an id, are answered in order; a wrong one harms nobody"
  )
  func serving() throws {
    let answers = try answers(
      """
      {"id": 1, "do": ["size 30x3", "start /bin/sh -c 'printf hello; cat'"]}
      {"id": 2, "do": "wait for \\"hello\\""}
      {"id": 3, "get": "screen"}
      {"id": 4, "do": "wait for \\"never\\" within 20ms"}
      {"id": 5, "do": "dance"}
      {"id": 6, "get": "nonsense"}
      {"id": 7}
      nonsense
      {"id": 8, "session": "b", "get": "screen"}
      {"id": 9, "session": "b", "do": ["start echo other", "expect exit 0"]}
      {"id": 10, "session": "b", "get": "screen"}
      {"id": 11, "get": "cells", "row": 0}
      {"id": 12, "get": "recording"}
      {"id": 13, "get": "scrollback"}
      {"do": "expect \\"hello\\""}
      {"id": 14, "get": "close"}
      {"id": 15, "get": "screen"}

      """)
    let ids = answers.map { $0["id"]?.integer }
    #expect(ids[..<8] == [1, 2, 3, 4, 5, 6, 7, nil])
    #expect(Set(ids[8..<14]) == [8, 9, 10, 11, 12, 13])
    #expect(ids.filter { [8, 9, 10].contains($0) } == [8, 9, 10])
    #expect(ids[14...] == [nil, 14, 15])
    #expect(ids.filter { ($0 ?? 0) > 10 } == [11, 12, 13, 14, 15])
    #expect(answers[14]["ok"] == .bool(true))
    var byID: [Int: JSON] = [:]
    for answer in answers { if let id = answer["id"]?.integer { byID[id] = answer } }
    #expect(
      (1...15).filter { byID[$0]?["ok"] == .bool(true) } == [1, 2, 3, 9, 10, 11, 12, 13, 14])
    #expect(byID[3]?["screen"]?["logical"]?.array?.first == .string("hello"))
    #expect(byID[3]?["screen"]?["cursor"]?["column"]?.integer == 5)
    #expect(byID[3]?["screen"]?["status"] == .string("running"))
    #expect(byID[4]?["kind"] == .string("failure"))
    #expect(byID[4]?["report"]?.string?.contains("│hello") == true)
    #expect(byID[5]?["kind"] == .string("script"))
    #expect(byID[10]?["screen"]?["exit"]?.integer == 0)
    #expect(byID[11]?["cells"]?.array?.first?["text"] == .string("h"))
    #expect(byID[12]?["recording"]?.string?.contains("\"version\":3") == true)
    #expect(byID[13]?["scrollback"] == .array([]))
  }

  @Test(
    "a request with an unknown field or a wrong type is refused with the field's name, and not run",
    arguments: [
      (#""sesion": "b", "do": "press x""#, "“sesion” is no field"),
      (#""session": 7, "do": "press x""#, "“session” is no string"),
      (#""do": ["press x", 7]"#, "“do” holds something else than strings at place 2"),
      (#""do": []"#, "“do” holds no statement"), (#""do": {}"#, "“do” holds no statement"),
      (#""do": "press x", "get": "screen""#, "“do” and “get” in one request"),
      (#""any": 7"#, "“any” holds no statement"), (#""any": "press x""#, "“any” holds “wait for”"),
      (#""do": "press x", "row": 0"#, "“row” is for “get”"),
      (#""get": "screen", "row": 0"#, "“row” is for “get”"),
      (#""get": "cells", "row": "0""#, "“row” is no row"), (#""get": "cells""#, "“row” is no row"),
      (#""get": "cells", "row": 99"#, "“row” is no row"), (#""get": 7"#, "“get” is one of screen"),
    ])
  func fields(request: String, message: String) throws {
    let answers = try answers(
      """
      {"id": 1, "do": "start cat"}
      {"id": 2, \(request)}
      {"id": 3, "do": ["press y", "wait for \\"y\\""]}
      {"id": 4, "get": "screen"}

      """)
    #expect(answers[1]["id"]?.integer == 2)
    #expect(answers[1]["kind"] == .string("request"))
    #expect(answers[1]["message"]?.string?.hasPrefix(message) == true, "\(answers[1])")
    #expect(answers[3]["screen"]?["visual"]?.array?.first == .string("y"))
  }

  @Test(
    "an error in a list of statements is reported with its line, and no statement is run")
  func places() throws {
    let answers = try answers(
      """
      {"id": 1, "do": ["start cat", "type \\"a\\""]}
      {"id": 2, "do": ["type \\"b\\"", "expect screen\\n  |x", "press F99"]}
      {"id": 3, "do": ["expect \\"a\\"", "expect screen within 20ms\\n  |x\\n  |y", "press Enter"]}
      {"id": 4, "do": ["press Enter", "size 4x4", "dance"]}
      {"id": 5, "do": ["size 80x24", "expect \\"never\\" within 20ms"]}
      {"id": 6, "get": "screen"}

      """)
    let messages = answers.map { $0["message"]?.string ?? "" }
    #expect(messages[1].hasPrefix("request:4:7: "), "\(messages[1])")
    #expect(messages[2].hasPrefix("request:2:1: "), "\(messages[2])")
    #expect(messages[3].hasPrefix("request:3:1: "), "\(messages[3])")
    #expect(messages[4].hasPrefix("request:2:1: "), "\(messages[4])")
    #expect(answers[5]["screen"]?["visual"]?.array?[0] == .string("a"))
  }

  @Test("a wait in one session does not hold up another one")
  func sideBySide() throws {
    let folder = try Folder()
    let mark = folder.path("mark")
    let answers = try answers(
      """
      {"id": 1, "session": "a", "do": ["start /bin/sh -c 'until test -e \(mark); do sleep 0.02; done; echo there'", "wait for \\"there\\""]}
      {"id": 2, "session": "b", "do": ["start touch \(mark)", "wait for exit 0"]}

      """)
    #expect(Set(answers.map { $0["id"]?.integer }) == [1, 2])
    for answer in answers { #expect(answer["ok"] == .bool(true), "\(answer)") }
  }

  @Test("of several awaited conditions, the first that comes is reported")
  func any() throws {
    let answers = try answers(
      """
      {"id": 1, "do": ["start /bin/sh -c 'printf here; read -r x; exit 3'", "wait for \\"here\\""]}
      {"id": 2, "any": ["wait for \\"never\\"", "expect \\"here\\"", "refuse \\"never\\""]}
      {"id": 3, "any": ["wait for \\"never\\" within 20ms", "refuse \\"here\\" within 20ms"]}
      {"id": 4, "do": "press Enter"}
      {"id": 5, "any": ["wait for \\"never\\"", "wait for exit 3"]}
      {"id": 6, "get": "close"}
      {"id": 7, "any": ["wait for \\"here\\""]}

      """)
    #expect(answers[1]["any"]?.integer == 1, "\(answers[1])")
    #expect(answers[2]["kind"] == .string("failure"))
    #expect(answers[2]["message"]?.string?.hasPrefix("request:1:1: ") == true, "\(answers[2])")
    #expect(answers[4]["any"]?.integer == 1, "\(answers[4])")
    #expect(answers[6]["kind"] == .string("request"))
  }

  @Test("R85: a wait and a search report where a text is, and parts of the screen are given")
  func positions() throws {
    let answers = try answers(
      #"""
      {"id": 1, "do": ["size 20x3", "start printf 'a b\\n  a'", "wait for exit", "wait for \"b\""]}
      {"id": 2, "find": "\"a\""}
      {"id": 3, "find": "\"a\" in row 1"}
      {"id": 4, "find": "exit"}
      {"id": 5, "get": "text", "region": "0,2 to 1,3"}
      {"id": 6, "get": "picture", "region": "0,0 to 0,0"}
      {"id": 7, "get": "text", "region": "5"}
      {"id": 8, "get": "screen", "region": "0,0 to 0,0"}
      """#)
    func place(_ row: Int, _ column: Int, _ text: String) -> JSON {
      .members([
        "row": .number(row), "column": .number(column), "width": .number(1), "text": .string(text),
      ])
    }
    #expect(answers[0]["match"] == place(0, 2, "b"))
    #expect(answers[1]["matches"] == .array([place(0, 0, "a"), place(1, 2, "a")]))
    #expect(answers[2]["matches"] == .array([place(1, 2, "a")]))
    #expect(answers[3]["kind"] == .string("script"))
    #expect(answers[4]["text"] == .array([.string("b"), .string("a")]))
    #expect(answers[5]["picture"]?.string?.contains(">a</text>") == true)
    #expect(answers[6]["kind"] == .string("script"))
    #expect(answers[7]["kind"] == .string("request"))
  }

  @Test("R84: any bytes for a request are answered, with a reason if they are wrong")
  func badRequests() throws {
    var random = SeededGenerator(state: 11)
    let sound = Array(
      #"{"id": 1, "session": "a", "do": ["size 80x24", "limit 1s"]}"#.utf8)
    let lines = BadInput.variants(of: sound, count: 300, using: &random)
      .map { String(decoding: $0.filter { $0 != 0x0A }, as: UTF8.self) }
      .filter { !$0.isEmpty }
    let answer = try run(["serve"], input: lines.joined(separator: "\n") + "\n")
    #expect(answer.code == 0)
    let answers = try answer.output.split(separator: "\n").dropFirst().map {
      try JSON(reading: Array($0.utf8))
    }
    #expect(answers.count == lines.count)
    for answer in answers where answer["ok"] != .bool(true) {
      #expect(answer["message"]?.string?.isEmpty == false)
    }
  }

  @Test("R89: 200 sessions at a time need at most 200 MB")
  func manySessions() throws {
    let count = Effort.isLong ? 200 : 40
    var lines = (0..<count).map {
      #"{"id": \#($0), "session": "\#($0)", "do": ["start cat", "type \"a\"", "wait for \"a\""]}"#
    }
    // Without an id it comes after all others, while their programs run.
    lines.append(
      #"{"do": ["start sh -c \"grep VmHWM /proc/$$PPID/status\"", "wait for exit 0"]}"#)
    lines.append(#"{"get": "text"}"#)
    let answer = try run(["serve"], input: lines.joined(separator: "\n") + "\n")
    let answers = try answer.output.split(separator: "\n").dropFirst().map {
      try JSON(reading: Array($0.utf8))
    }
    #expect(answers.count { $0["ok"] == .bool(true) } == count + 2, "\(answer.output)")
    let words = answers.last?["text"]?.array?.first?.string?.split(separator: " ") ?? []
    let kilobytes = try #require(words.dropFirst().first.flatMap { Int($0) })
    #expect((1_000...200_000).contains(kilobytes))
  }

  @Test("a request that is too long is refused, and the next one is answered")
  func longRequest() throws {
    let long = "{\"do\": \"" + String(repeating: "x", count: 1 << 21) + "\"}\n"
    let answer = try run(
      ["serve"], input: long + "{\"id\": 1, \"do\": \"size 80x24\"}\n" + long.dropLast())
    let answers = try answer.output.split(separator: "\n").map { try JSON(reading: Array($0.utf8)) }
    #expect(answers.count == 4)
    #expect(answers[3]["message"] == .string("too long"))
    #expect(answers[1]["ok"] == .bool(false))
    #expect(answers[1]["message"] == .string("too long"))
    #expect(answers[2]["ok"] == .bool(true))
  }

  private static let hasPytest = FileManager.default.fileExists(
    atPath: "/usr/lib/python3/dist-packages/pytest/__init__.py")

  @Test(
    "R85: the Python package drives programs, and its examples pass",
    .enabled(if: hasPytest, "pytest is not installed"))
  func python() throws {
    let answer = try run(
      [
        "-m", "pytest", "-q", "-p", "no:cacheprovider",
        packagePath("docs/examples/DriveFromPython"),
        packagePath("Tests/Terminals/DriveBindingsTests"),
      ], of: "/usr/bin/python3",
      environment: [
        "LISAN_DRIVE": builtProgram("lisan-drive"), "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": packagePath("Sources/Terminals/DriveBindings/python"),
        "PYTEST_PLUGINS": "lisandrive.pytest_plugin",
      ])
    #expect(answer.code == 0, "\(answer.output)\(answer.errors)")
  }

  // MARK: Texts

  @Test("every text exists in each language, and Arabic is used on request")
  func languages() throws {
    let resources = packagePath("Resources")
    let list = try LanguageList(
      directory: resources, dropInsIn: [packagePath("Resources/lisan-languages")])
    #expect(list.languages.count > 2 && list.faults.isEmpty)
    for language in list.languages {
      let catalog = try Catalog<DriveMessage>.load(
        language: language, from: (language.directory ?? resources) + "/drive")
      for message in DriveMessage.allCases {
        #expect(!catalog.text(message, ["a", "b"]).isEmpty)
      }
    }
    let arabic = try run(["dance"], environment: ["LANG": "ar_EG.UTF-8"])
    #expect(arabic.errors.hasPrefix("lisan-drive: لا يوجد أمر باسم dance.\n"))
    let help = try run(["--help"], environment: ["LANG": "ar_EG.UTF-8"])
    #expect(help.output.contains("الأوامر:"))
  }

  // MARK: Documents

  /// The blocks of a document that are scripts.
  private func scripts(in path: String) throws -> [String] {
    let text = try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
    return text.components(separatedBy: "```drive\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test("R58, R68: every script of the guide is sound, and every statement is in it")
  func guide() throws {
    let scripts = try scripts(in: "docs/drive.md")
    #expect(scripts.count >= 5)
    for script in scripts {
      // Pieces of scripts begin after the start of a program.
      let whole = script.contains("start ") ? script : "start cat\n" + script
      do {
        _ = try Script(text: whole, file: "docs/drive.md", variables: ["lisan": "lisan"])
      } catch {
        Issue.record("\(error): \(script)")
      }
    }
    let text = try String(
      contentsOf: packageRoot.appending(path: "docs/drive.md"), encoding: .utf8)
    for name in StatementReader.names { #expect(text.contains("`\(name)"), "\(name)") }
  }

  @Test(
    "R58, R68: the man pages list the commands, options and exit codes that there are",
    arguments: ["man1", "ar/man1"])
  func manual(section: String) throws {
    let page = try String(
      contentsOf: packageRoot.appending(path: "Resources/man/\(section)/lisan-drive.1"),
      encoding: .utf8)
    let items = page.split(separator: "\n").filter { $0.hasPrefix(".It ") }
    let flags = items.filter { $0.hasPrefix(".It Fl -") }.map {
      $0.dropFirst(8).split(separator: " ")[0]
    }
    #expect(flags == Option.allCases.map { Substring($0.rawValue) })
    let commands = items.filter { $0.hasPrefix(".It Cm ") }.map {
      $0.dropFirst(7).split(separator: " ")[0]
    }
    #expect(commands == ScriptCommand.all.map { Substring($0.syntax.name) })
    #expect(items.compactMap { Int($0.dropFirst(4)) } == [0, 1, 2, 5])
  }
}
