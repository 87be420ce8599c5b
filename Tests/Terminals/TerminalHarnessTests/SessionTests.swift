import Glibc
import TerminalHarness
import Testing

/// Waiting, pointing, pasting, and what terminals answer.
@Suite("Sessions", .timeLimit(.minutes(5)))
struct SessionTests {
  private func shell(
    _ script: String, size: TerminalSize = .standard, profile: TerminalProfile = .xterm
  ) throws -> TerminalSession {
    try TerminalSession("/bin/sh", arguments: ["-c", script], size: size, profile: profile)
  }

  /// Shows in readable form what the terminal sends after `setup` has been written: reads
  /// `count` bytes.
  private func reader(
    _ setup: String, count: Int, profile: TerminalProfile = .xterm
  ) throws -> TerminalSession {
    try shell(
      "stty raw -echo; printf '\(setup)ready'; head -c \(count) | od -An -c | tr -d '\\n'; printf '.'",
      profile: profile)
  }

  @Test("a match has to stay, if that is requested")
  func staying() async throws {
    let stable = try shell("printf done; cat")
    try await stable.waitUntil("done", staying: .milliseconds(50)) { $0.rows[0] == "done" }
    let fickle = try shell("printf loading; read line; printf '\\033[Hfinished'; cat")
    try await fickle.waitUntil("loading") { $0.rows[0] == "loading" }
    let (matched, hasMatched) = AsyncStream.makeStream(of: Void.self)
    async let failure = #expect(throws: WaitFailure.self) {
      try await fickle.waitUntil("loading", staying: .seconds(600)) { screen in
        hasMatched.yield()
        return screen.rows[0] == "loading"
      }
    }
    for await _ in matched { break }
    fickle.press(.enter)
    #expect(await failure?.reason == "the condition was met, but not long enough")
  }

  @Test("a whole screen is awaited; a failure has the difference and the literal to paste")
  func wholeScreen() async throws {
    let session = try shell("printf 'ab\\ncd'; cat")
    try await session.waitForScreen(
      """
      ab
      cd
      """)
    let failure = await #expect(throws: WaitFailure.self) {
      try await session.waitForScreen("ab\ncx", limit: .milliseconds(100))
    }
    #expect(
      failure?.difference == """
        row 1, from character 1 on:
          want cx
          have cd
        to paste:
        \"\"\"
        ab
        cd
        \"\"\"
        """)
    #expect(failure?.description.contains("want cx") == true)
  }

  @Test("settled waits for quiet, and silence is asserted")
  func quiet() async throws {
    let quiet = try shell("printf ready; cat")
    try await quiet.waitUntil("ready") { $0.shows("ready") }
    try await quiet.settled(for: .milliseconds(20))
    try await quiet.staysSilent(for: .milliseconds(50))
    let loud = try TerminalSession("yes")
    let failure = await #expect(throws: WaitFailure.self) {
      try await loud.staysSilent(for: .seconds(600))
    }
    #expect(failure?.reason == "the program wrote something")
    let restless = await #expect(throws: WaitFailure.self) {
      try await loud.settled(for: .seconds(5), limit: .milliseconds(50))
    }
    #expect(restless?.status == .running)
  }

  @Test("a synchronized update is looked at when it is complete")
  func synchronized() async throws {
    let session = try shell(
      "printf '\\033[?2026hhalf'; read line; printf '\\033[2J\\033[Hwhole\\033[?2026l'; cat")
    async let screen = session.waitUntil("either") { $0.shows("half") || $0.shows("whole") }
    // The update is under way as soon as its first byte is in the log.
    try await session.settled(for: .milliseconds(20))
    session.press(.enter)
    #expect(try await screen.shows("whole"))
  }

  @Test("a cancelled wait ends")
  func cancellation() async throws {
    let session = try TerminalSession("cat")
    let task = Task { try await session.waitUntil("never", limit: .seconds(600)) { _ in false } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("the log knows order, times and byte counts")
  func log() async throws {
    let session = try shell("printf 'a\\033[8lb\\033[2Jc'; read line; printf 'd'; cat")
    try await session.waitUntil("c") { $0.shows("c") }
    #expect(session.log.holds(inOrder: "a", "\u{1B}[8l", "\u{1B}[2J"))
    #expect(!session.log.holds(inOrder: "\u{1B}[2J", "\u{1B}[8l"))
    #expect(!session.log.holds(inOrder: "\u{1B}[8l", "\u{1B}[8l"))
    #expect(session.log.occurrences(of: "\u{1B}[").map(\.offset) == [1, 6])
    let mark = session.log.end
    session.press(.enter)
    try await session.waitUntil("d") { $0.shows("d") }
    #expect(session.log.output(since: mark) == Array("\r\nd".utf8))
    #expect(session.log.input(since: mark) == [0x0D])
    let times = session.log.chunks.map(\.time)
    #expect(times == times.sorted() && times.allSatisfy { $0 > .zero && $0 < session.time })
    #expect(session.log.occurrences(of: "d").first.map { $0.time >= times[1] } == true)
  }

  @Test(
    "keys are sent as the program's modes ask for",
    arguments: [
      (TerminalKey.up, KeyModifiers(), false, "␛[A"), (.up, [], true, "␛OA"),
      (.left, [.control], true, "␛[1;5D"), (.home, [], true, "␛OH"), (.end, [], false, "␛[F"),
      (.pageDown, [.shift], false, "␛[6;2~"), (.delete, [], false, "␛[3~"),
      (.function(1), [], false, "␛OP"), (.function(12), [], false, "␛[24~"),
      (.function(5), [.alt], false, "␛[15;3~"), (.character("x"), [.alt], false, "␛x"),
      (.control("c"), [], false, "␃"), (.control("["), [], false, "␛"),
      (.backTab, [], false, "␛[Z"),
      (.tab, [.shift], false, "␛[Z"), (.enter, [], false, "␍"), (.backspace, [], false, "␡"),
      (.character("ش"), [], false, "ش"), (.escape, [], false, "␛"),
    ] as [(TerminalKey, KeyModifiers, Bool, String)])
  func keys(
    _ key: TerminalKey, _ modifiers: KeyModifiers, _ isApplication: Bool, _ bytes: String
  ) {
    var modes = ScreenModes()
    modes.applicationCursorKeys = isApplication
    #expect(readable(key.bytes(modifiers, in: modes)) == bytes)
  }

  @Test("Enter sends a line feed as well where a program asked for it (LNM)")
  func enterInNewLineMode() async throws {
    let session = try shell("stty raw; printf '\\033[20hready'; head -c 4 | od -An -tx1")
    try await session.waitUntil("ready") { $0.shows("ready") }
    session.press(.enter)
    session.type("\n")
    try await session.waitUntil("the bytes") { $0.shows("0d 0a 0d 0a") }
  }

  @Test(
    "the pointer is sent as the program's modes ask for",
    arguments: [
      (MouseEvent.press(.left), MouseTracking.off, MouseEncoding.sgr, ""),
      (.press(.left), .buttons, .sgr, "␛[<0;5;3M"), (.release(.left), .buttons, .sgr, "␛[<0;5;3m"),
      (.press(.wheelDown), .buttons, .sgr, "␛[<65;5;3M"), (.release(.wheelUp), .buttons, .sgr, ""),
      (.release(.left), .pressOnly, .sgr, ""), (.move(nil), .buttons, .sgr, ""),
      (.move(.left), .drag, .sgr, "␛[<32;5;3M"), (.move(nil), .drag, .sgr, ""),
      (.move(nil), .motion, .sgr, "␛[<35;5;3M"), (.press(.right), .buttons, .legacy, "␛[M\"%#"),
      (.release(.right), .buttons, .legacy, "␛[M#%#"),
      (.press(.left), .buttons, .urxvt, "␛[32;5;3M"),
      (.press(.left), .buttons, .utf8, "␛[M %#"),
    ] as [(MouseEvent, MouseTracking, MouseEncoding, String)])
  func mouse(
    _ event: MouseEvent, _ tracking: MouseTracking, _ encoding: MouseEncoding, _ bytes: String
  ) {
    var modes = ScreenModes()
    modes.mouseTracking = tracking
    modes.mouseEncoding = encoding
    #expect(readable(event.bytes(row: 2, column: 4, in: modes)) == bytes)
  }

  @Test("a far column is reported in SGR, and not at all in the old encoding")
  func farColumn() {
    var modes = ScreenModes()
    modes.mouseTracking = .buttons
    #expect(MouseEvent.press(.left).bytes(row: 0, column: 223, in: modes).isEmpty)
    modes.mouseEncoding = .sgr
    #expect(
      readable(MouseEvent.press(.left).bytes(row: 0, column: 500, in: modes)) == "␛[<0;501;1M")
  }

  @Test("a click, a paste and the focus reach the program")
  func pointing() async throws {
    let session = try reader("\\033[?1000h\\033[?1006h\\033[?2004h\\033[?1004h", count: 36)
    let ready = try await session.waitFor(.text("ready"))
    session.click(ready)
    session.paste("x\ny")
    session.focus(true)
    try await session.waitForExit()
    #expect(
      readable(session.log.input(since: session.log.start))
        == "␛[<0;3;1M␛[<0;3;1m␛[200~x␍y␛[201~␛[I")
    #expect(session.screen.text.contains("2   0   0   ~   x  \\r   y"))
  }

  @Test(
    "a profile answers as its terminal does",
    arguments: [
      (TerminalProfile.xterm, "␛[c", "␛[?64;1;2;6;9;15;16;17;18;21;22;28c"),
      (.xterm, "␛[>c", "␛[>41;379;0c"), (.xterm, "␛[5n", "␛[0n"),
      (.xterm, "␛[8$p", "␛[8;0$y"), (.vte, "␛[8$p", "␛[8;1$y"),
      (.vte, "␛[8l␛[8$p", "␛[8;2$y"), (.vte, "␛[?25$p", "␛[?25;1$y"),
      (.vte, "␛[?2026$p␛[?9999$p", "␛[?2026;2$y␛[?9999;0$y"),
      (.xterm, "␛[>0q", "␛P>|XTerm(379)␛\\"), (.kitty, "␛[>q", "␛P>|kitty(0.26.5)␛\\"),
      (.konsole, "␛[>0q␛[8$p", "␛P>|Konsole 22.12.3␛\\"), (.putty, "\u{5}", "PuTTY"),
      (.xterm, "ab␛[6n", "␛[1;3R"), (.xterm, "␛[18t", "␛[8;24;80t"),
      (.xterm, "␛]11;?\u{7}", "␛]11;rgb:0000/0000/0000␛\\"),
      (.tmux, "␛[8l␛[8$p␛[>q", "␛P>|tmux 3.3a␛\\"),
      (.mlterm, "␛[>q␛[c", "␛[?63;1;2;3;4;6;7;15;18;22;29c"), (.putty, "␛]11;?\u{7}", ""),
      (.xterm, "␛P$q q␛\\", "␛P1$r1 q␛\\"), (.silent, "␛[c␛[6n␛[>q␛[8$p\u{5}", ""),
    ])
  func answers(_ profile: TerminalProfile, _ query: String, _ answer: String) {
    var emulator = Emulator(profile: profile)
    emulator.feed(query.replacing("␛", with: "\u{1B}"))
    #expect(readable(emulator.drainReplies()) == answer)
    #expect(emulator.drainReplies().isEmpty)
    #expect(emulator.unknownSequences.isEmpty)
  }

  @Test("an answer reaches the program; silence does not, and the slow one comes late")
  func answersReach() async throws {
    let asks = "stty raw -echo; printf '\\033[6n'; head -c 6 | od -An -c; cat"
    let prompt = try shell(asks)
    try await prompt.waitUntil("the answer") { $0.rows[0] == " 033   [   1   ;   1   R" }
    let slow = try shell(asks, profile: .slow)
    try await slow.waitUntil("the answer") { $0.rows[0] == " 033   [   1   ;   1   R" }
    let times = slow.log.chunks.map(\.time)
    #expect(times[1] - times[0] >= .milliseconds(400))
    let silent = try shell("printf '\\033[c\\033[>q?'; cat", profile: .silent)
    try await silent.waitUntil("the question") { $0.shows("?") }
    try await silent.staysSilent(for: .milliseconds(50))
    #expect(silent.log.input(since: silent.log.start).isEmpty)
  }

  @Test("what passes through GNU screen reaches the terminal outside")
  func passThrough() {
    var screen = Emulator(profile: .screen)
    screen.feed("\u{1B}[8l")
    #expect(screen.screen.modes.bidi == .implicit)
    screen.feed("\u{1B}P\u{1B}[8l\u{1B}\\")
    #expect(screen.screen.modes.bidi == .explicit)
    #expect(screen.unknownSequences.isEmpty)
    var tmux = Emulator(profile: .tmux)
    tmux.feed("\u{1B}Ptmux;\u{1B}\u{1B}[8l\u{1B}\\")
    #expect(tmux.screen.modes.bidi == .implicit)
    #expect(!tmux.unknownSequences.isEmpty)
  }

  @Test("a program that reads nothing does not delay the test")
  func deaf() async throws {
    let session = try shell("stty raw -echo; printf ready; kill -STOP $$; cat | wc -c")
    try await session.waitForStop()
    session.send(Array(repeating: UInt8(ascii: "x"), count: 100_000))
    session.resume()
    session.hangUp()
    #expect(try await session.waitForExit().hasEnded)
  }

  @Test("the program dies with its session")
  func abandonment() async throws {
    var session: TerminalSession? = try shell(
      "trap '' HUP TERM INT; printf ready; while :; do sleep 1; done")
    try await session!.waitUntil("ready") { $0.shows("ready") }
    let process = session!.processID
    #expect(kill(process, 0) == 0)
    session = nil
    // Another session waits for it, as `tail --pid` does.
    let watcher = try TerminalSession("tail", arguments: ["--pid=\(process)", "-f", "/dev/null"])
    #expect(try await watcher.waitForExit() == .exited(0))
    #expect(kill(process, 0) == -1)
  }
}
