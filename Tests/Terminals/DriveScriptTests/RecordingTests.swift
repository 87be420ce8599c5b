import Recordings
import TerminalHarness
import Testing

@testable import DriveScript

/// Recordings, and what is drawn of them.
@Suite("R68, R84: recordings")
struct RecordingTests {
  private func output(_ text: String, at milliseconds: Int) -> Recording.Event {
    Recording.Event(time: .milliseconds(milliseconds), kind: .output(Array(text.utf8)))
  }

  @Test("an asciicast of either version that was written is read back unchanged")
  func roundTrip() throws {
    let recording = Recording(
      size: TerminalSize(columns: 100, rows: 30), title: "A “title”",
      environment: ["TERM": "xterm", "LANG": "ar_EG.UTF-8"], exit: 3,
      events: [
        output("سلام\r\n\u{1B}[1m\u{7F}\u{9B}\\\"", at: 0), output("b", at: 1),
        Recording.Event(time: .milliseconds(1_500), kind: .input([0x1B, 0x5B, 0x41])),
        Recording.Event(
          time: .milliseconds(2_000), kind: .resize(TerminalSize(columns: 80, rows: 24))),
        Recording.Event(time: .milliseconds(2_000), kind: .marker("half")),
      ], duration: .seconds(3))
    let text = Asciicast.text(recording, date: 1_700_000_000)
    #expect(try Asciicast.recording(of: Array(text.utf8)) == recording)
    #expect(
      text.hasPrefix(
        #"{"version":3,"term":{"cols":100,"rows":30,"type":"xterm"},"timestamp":1700000000,"#))
    #expect(text.contains(#""env":{"LANG":"ar_EG.UTF-8"}}"#))
    // Each time is that since the event before.
    #expect(text.contains("\n[1.499,\"i\",\"\\u001b[A\"]\n[0.5,\"r\",\"80x24\"]\n[0,\"m\","))
    #expect(text.hasSuffix("\n[1,\"x\",\"3\"]\n"))
    let old = Asciicast.text(recording, date: 1_700_000_000, version: 2)
    var known = recording
    known.exit = nil
    #expect(try Asciicast.recording(of: Array(old.utf8)) == known)
    #expect(
      old.hasPrefix(
        #"{"version":2,"width":100,"height":30,"timestamp":1700000000,"duration":3,"#))
    #expect(old.contains("\n[1.5,\"i\",\"\\u001b[A\"]\n"))
    var endless = recording
    endless.exit = nil
    let open = Asciicast.text(endless)
    #expect(try Asciicast.recording(of: Array(open.utf8)) == endless)
    // No byte of it could drive a terminal.
    #expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    #expect(!text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
  }

  @Test("a character that came in two reads is written whole; invalid bytes are replaced")
  func cutCharacters() throws {
    let bytes = Array("س中👍".utf8)
    for cut in 1..<bytes.count {
      let events = [bytes[..<cut], bytes[cut...]].map {
        Recording.Event(time: .zero, kind: .output(Array($0)))
      }
      let text = Asciicast.text(Recording(size: .standard, events: events))
      let read = try Asciicast.recording(of: Array(text.utf8))
      let output = read.events.flatMap { event -> [UInt8] in
        if case .output(let bytes) = event.kind { bytes } else { [] }
      }
      #expect(output == bytes)
    }
    let broken = Recording(
      size: .standard, events: [Recording.Event(time: .zero, kind: .output([0x61, 0xFF, 0xC3]))])
    #expect(
      Asciicast.text(broken, version: 2).hasSuffix(
        "\"a\u{FFFD}\"]\n[0,\"o\",\"\u{FFFD}\"]\n"))
  }

  @Test(
    "an invalid asciicast is refused with its line",
    arguments: [
      ("", 1, DriveMessage.castNotJSON), ("{", 1, .castNotJSON), ("[1]", 1, .castVersion),
      (#"{"version": 1, "width": 80, "height": 24}"#, 1, .castVersion),
      (#"{"version": 2, "width": 0, "height": 24}"#, 1, .castHeader),
      (#"{"version": 2, "width": 80}"#, 1, .castHeader),
      (#"{"version": 2, "width": 80, "height": 10000}"#, 1, .castHeader),
      ("H\n[0, \"o\"]", 2, .castEvent), ("H\n\n[0, 1, \"a\"]", 3, .castEvent),
      ("H\n[-1, \"o\", \"a\"]", 2, .castEvent), ("H\n[1e99, \"o\", \"a\"]", 2, .castEvent),
      ("H\n[0, \"r\", \"80\"]", 2, .castEvent), ("H\nnonsense", 2, .castNotJSON),
      ("H\n# no comment", 2, .castNotJSON), (#"{"version": 4}"#, 1, .castVersion),
      (#"{"version": 3, "width": 80, "height": 24}"#, 1, .castHeader),
      ("T\n# a comment\n[0, \"x\", \"256\"]", 3, .castEvent),
      ("T\n[9e6, \"o\", \"a\"]\n[9e6, \"o\", \"a\"]", 3, .castEvent),
    ])
  func refused(text: String, line: Int, message: DriveMessage) {
    let header = #"{"version": 2, "width": 80, "height": 24}"#
    let third = #"{"version": 3, "term": {"cols": 80, "rows": 24}}"#
    let whole = text.replacing("H", with: header).replacing("T", with: third)
    #expect(throws: Asciicast.Failure(line: line, message: message)) {
      try Asciicast.recording(of: Array(whole.utf8))
    }
  }

  @Test("the example of asciicast 3 in its documentation is read")
  func example() throws {
    let text = """
      {"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm-256color"}, "timestamp": 1504467315, "title": "Demo", "env": {"SHELL": "/bin/zsh"}}
      # event stream follows the header
      [0.248, "o", "\\u001b[1;31mHello \\u001b[32mWorld!\\u001b[0m\\n"]
      [1.001, "o", "That was ok\\rThis is better."]
      [3.500, "m", ""]
      [0.143, "o", "Now... "]
      # terminal window resized to 90 cols and 30 rows
      [2.050, "r", "90x30"]
      [1.541, "o", "Bye!"]
      [0.887, "x", "0"]

      """
    let recording = try Asciicast.recording(of: Array(text.utf8))
    #expect(recording.size == .standard && recording.exit == 0 && recording.title == "Demo")
    #expect(recording.environment == ["TERM": "xterm-256color", "SHELL": "/bin/zsh"])
    #expect(
      recording.events.map(\.time)
        == [248, 1_249, 4_749, 4_892, 6_942, 8_483].map {
          .milliseconds($0)
        })
    #expect(recording.duration == .milliseconds(9_370))
  }

  @Test("any bytes for a recording give one, or a line and a reason")
  func anyBytes() {
    var random = SeededGenerator(state: 3)
    let sound = Array(
      #"""
      {"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm"}, "env": {"LANG": "C"}}
      # comment
      [0.5, "o", "a"]
      [1e3, "r", "90x30"]
      [0.1, "x", "0"]
      """#.utf8)
    var read = 0
    for bytes in BadInput.variants(of: sound, count: 2_000, using: &random) {
      do throws(Asciicast.Failure) {
        _ = try Asciicast.recording(of: bytes)
        read += 1
      } catch {
        #expect((1...(bytes.count { $0 == 0x0A } + 1)).contains(error.line))
      }
    }
    #expect((1..<2_000).contains(read))
  }

  @Test("R84: a recording of a screen that fills the memory is refused")
  func hugeScreen() throws {
    func read(_ size: String, _ resize: String) throws -> Recording {
      let text =
        #"{"version": 2, "width": \#(size)}"# + "\n[1, \"r\", \"\(resize)\"]\n"
      return try Asciicast.recording(of: Array(text.utf8))
    }
    #expect(try read(#"500, "height": 500"#, "500x500").size.columns == 500)
    #expect(throws: Asciicast.Failure.self) { try read(#"9999, "height": 9999"#, "80x24") }
    #expect(throws: Asciicast.Failure.self) { try read(#"80, "height": 24"#, "9999x9999") }
    #expect(throws: ScriptError.self) { try Script(text: "size 9999x9999", file: "a.drive") }
    let tape = "Set Width 99999\nSet Height 99999\nSet FontSize 5\nType a"
    #expect(throws: ScriptError.self) { try Script(text: tape, file: "a.tape") }
  }

  @Test("speed and the longest pause change the times, and hidden output takes no time")
  func times() {
    let recording = Recording(
      size: .standard, events: [output("a", at: 1_000), output("b", at: 5_000)],
      duration: .seconds(6))
    let played = recording.played(speed: 2, longestPause: .seconds(2))
    #expect(played.events.map(\.time) == [.milliseconds(500), .milliseconds(1_500)])
    #expect(played.duration == .seconds(2))
    let cut = recording.withoutTime(in: [.seconds(2)..<(.seconds(4)), .seconds(5)..<(.seconds(6))])
    #expect(cut.events.map(\.time) == [.seconds(1), .seconds(3)])
    #expect(cut.duration == .seconds(3))
    let ended = recording.withoutTime(in: [.seconds(2)..<(.seconds(6))])
    #expect(ended.events.map(\.time) == [.seconds(1)])
    #expect(ended.duration == .seconds(2))
  }

  private func input(_ text: String, at milliseconds: Int) -> Recording.Event {
    Recording.Event(time: .milliseconds(milliseconds), kind: .input(Array(text.utf8)))
  }

  @Test("a film shows each change for as long as it was seen, and at least 40 ms")
  func film() throws {
    let recording = Recording(
      size: TerminalSize(columns: 10, rows: 2),
      events: [
        output("a", at: 0), output("b", at: 10), output("c", at: 1_000), output("d", at: 1_001),
        output("\u{1B}[?2026he", at: 2_000), output("f\u{1B}[?2026l", at: 2_500),
        output("\u{1B}[m", at: 3_000),
      ], duration: .seconds(4))
    let film = try #require(recording.film(limit: 10))
    #expect(film.frames.map { $0.screen.rows[0] } == ["a", "ab", "abcd", "abcdef"])
    #expect(
      film.frames.map(\.duration) == [
        .milliseconds(40), .milliseconds(960), .seconds(1), .seconds(2),
      ])
    #expect(recording.film(limit: 3) == nil)
    // Faster, and with shorter pauses, there are as many.
    for film in [
      recording.film(speed: 100, limit: 10), recording.film(longestPause: .zero, limit: 10),
    ] {
      let film = try #require(film)
      #expect(film.frames.map { $0.screen.rows[0] } == ["a", "ab", "abcd", "abcdef"])
      #expect(film.frames.allSatisfy { $0.duration >= .milliseconds(40) })
    }
  }

  @Test(
    "a film shows what was there before each key, resize and next program, however fast they came")
  func fastFilm() throws {
    var recording = Recording(
      size: TerminalSize(columns: 10, rows: 2),
      events: [
        output("\u{1B}[?1049h", at: 0), output("one", at: 1), input("x", at: 2),
        output("\rtwo", at: 3), input("y", at: 4), output("\u{1B}[?1049l", at: 5),
      ], duration: .milliseconds(6))
    recording.append(
      Recording(
        size: TerminalSize(columns: 12, rows: 2), events: [output("three", at: 1)],
        duration: .milliseconds(2)))
    let film = try #require(recording.film(limit: 10))
    #expect(film.frames.map { $0.screen.rows[0] } == ["one", "two", "", "three"])
  }

  @Test("hidden output is not in any frame")
  func hiddenFilm() throws {
    let recording = Recording(
      size: TerminalSize(columns: 10, rows: 2),
      events: [
        output("a", at: 0), output("b", at: 200), input("x", at: 300), output("c", at: 400),
        output("d", at: 600),
      ], duration: .seconds(1)
    ).withoutTime(in: [.milliseconds(100)..<(.milliseconds(500))])
    let film = try #require(recording.film(limit: 10))
    #expect(film.frames.map { $0.screen.rows[0] } == ["a", "abc", "abcd"])
    #expect(film.frames.map(\.duration) == [.milliseconds(100), .milliseconds(100), .seconds(2)])
  }

  @Test("no two frames of an SVG film begin at the same time, even in a long film")
  func manyFrames() throws {
    let recording = Recording(
      size: TerminalSize(columns: 8, rows: 1),
      events: (0..<2_000).map { output("\r\($0)", at: $0 * 10) }
        + [output("\rend", at: 3_600_000)],
      duration: .seconds(3_600))
    let film = try #require(recording.film(limit: 3_000))
    #expect(film.frames.count == 2_001)
    let svg = film.svg(title: "long")
    let steps = svg.components(separatedBy: "%{transform").dropLast().map {
      $0.split(whereSeparator: { "{}".contains($0) }).last.map(String.init) ?? ""
    }
    #expect(steps.count == 2_002)
    #expect(Set(steps).count == steps.count)
    #expect(steps.compactMap(Double.init) == steps.compactMap(Double.init).sorted())
  }

  @Test("an SVG film holds each row once, and stands still if reduced motion is wanted")
  func svg() throws {
    let recording = Recording(
      size: TerminalSize(columns: 8, rows: 2),
      events: [output("same\r\n1", at: 0), output("\r2", at: 1_000)], duration: .seconds(2))
    let film = try #require(recording.film(limit: 10))
    let svg = film.svg(title: "<film>", look: PictureLook(palette: .light, font: "A'B\"C&D"))
    #expect(svg.components(separatedBy: ">same</text>").count == 2)
    #expect(svg.contains("prefers-reduced-motion"))
    #expect(svg.contains("<title>&lt;film&gt;</title>"))
    #expect(svg.contains("font-family=\"'ABC&amp;D', 'DejaVu"))
    #expect(svg.contains("@keyframes film{0.000000%{transform:translateY(0px)}33.333333%{"))
  }

  @Test("if text cannot be stretched, each letter is in its cell as it was sent")
  func letters() {
    var emulator = Emulator(size: TerminalSize(columns: 8, rows: 1))
    emulator.feed("ab ﻡﻼﺳ")
    let svg = emulator.screen.svg(look: PictureLook(placesEachLetter: true))
    for (letter, x) in [("ﻡ", 42), ("ﻼ", 52), ("ﺳ", 62)] {
      #expect(svg.contains("<text x=\"\(x)\""))
      #expect(svg.contains(">\(letter)</text>"))
    }
    #expect(!svg.contains("rtl"))
  }

  @Test(
    "typed input becomes the statements that send it",
    arguments: [
      ("ls\r", ["type \"ls\"", "press Enter"]),
      ("\u{1B}[A\u{1B}[A\u{1B}OB", ["press Up 2", "press Down"]),
      ("\u{3}\u{1B}", ["press Ctrl+c", "press Escape"]),
      ("\u{1B}x\u{1B}[1;5C", ["press Alt+x", "press Ctrl+Right"]),
      ("\u{1B}[<0;11;5M\u{1B}[<0;11;5m", ["click 4,10"]),
      ("\u{1B}[<65;1;1M", ["scroll down at 0,0"]),
      // The encoding of mode 1000 alone, and a function key of the Linux console.
      ("\u{1B}[M +%\u{1B}[M#+%q", ["click 4,10", "type \"q\""]),
      ("\u{1B}[[Aq", ["send \"\\e[[A\"", "type \"q\""]),
      ("\u{1B}[200~a\rb\u{1B}[201~c", ["paste \"a\\nb\"", "type \"c\""]),
      ("\u{1B}[?64;1c\u{1B}[2;3R\u{1B}]11;rgb:0/0/0\u{1B}\\q", ["type \"q\""]),
      ("\u{1B}[O\u{1B}[I", ["focus lost", "focus gained"]),
      ("\u{1B}[99~", ["send \"\\e[99~\""]), ("\u{0}", ["press Ctrl+Space"]),
      // A mark joins a letter, not a quotation mark or an escape; a number sign would join what follows.
      ("\u{338}ا\u{64E}", ["type \"\\u{338}ا\u{64E}\""]),
      ("$\u{338}\u{339}", ["type \"\\$\\u{338}\\u{339}\""]),
      ("\u{600}", ["type \"\\u{600}\""]),
      ("a\"$\\", ["type \"a\\\"\\$\\\\\""]), ("\u{7F}\t", ["press Backspace", "press Tab"]),
    ])
  func statements(input: String, wanted: [String]) throws {
    let statements = InputReader.statements(of: Array(input.utf8))
    #expect(statements == wanted)
    for statement in statements { _ = try Script.step(statement, scratch: "/s") }
  }

  @Test("a recorded session becomes a script that can be run")
  func script() throws {
    let recording = Recording(
      size: TerminalSize(columns: 40, rows: 5), environment: ["TERM": "xterm-256color"],
      events: [
        output("Name? ", at: 0), Recording.Event(time: .milliseconds(100), kind: .input([0x61])),
        output("a", at: 101), Recording.Event(time: .milliseconds(200), kind: .input([0x0D])),
        output("\r\nWelcome, a!   Other words\r\n", at: 300),
      ], duration: .seconds(1))
    let text = ScriptWriter.script(
      recording, program: "greet", arguments: ["a b"], status: .exited(0))
    #expect(
      text.split(separator: "\n").dropFirst() == [
        "size 40x5", "environment TERM xterm-256color", "start greet \"a b\"",
        "wait for \"Name?\"", "type \"a\"", "wait for \"Name? a\"", "press Enter",
        "wait for exit 0",
      ])
    _ = try Script(text: text, file: "a.drive")
  }

  @Test("base64 is that of RFC 4648")
  func base64() {
    for (text, wanted) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64.text(Array(text.utf8)) == wanted)
    }
  }
}
