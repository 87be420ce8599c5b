import BuiltPrograms
import Foundation
import Glibc
import Recordings
import TerminalHarness
import TestEffort
import Testing

private func start(
  _ command: [String], direction: String = "auto", size: TerminalSize = .standard,
  profile: TerminalProfile = .xterm
) throws -> TerminalSession {
  var environment = TerminalSession.plainEnvironment
  environment["PS1"] = "> "
  environment["LC_ALL"] = "C.UTF-8"
  environment["HISTFILE"] = "/dev/null"
  return try TerminalSession(
    builtProgram("run-session"), arguments: [direction] + command, environment: environment,
    size: size,
    profile: profile)
}

/// Starts a program in a terminal without `lisan run`.
private func startAlone(_ command: [String]) throws -> TerminalSession {
  var environment = TerminalSession.plainEnvironment
  environment["PS1"] = "> "
  environment["LC_ALL"] = "C.UTF-8"
  environment["HISTFILE"] = "/dev/null"
  return try TerminalSession(
    command[0], arguments: Array(command.dropFirst()), environment: environment)
}

/// What is typed before it says so is still echoed by the terminal outside.
private let readyCat = ["/bin/sh", "-c", "echo ready; exec cat"]

private let bash = ["/bin/bash", "--noprofile", "--norc", "-i"]

/// The number of random streams; `make fuzz` has 100,000.
private let streamCount = Effort.rounds(short: 60, long: 300, "LISAN_FUZZ_STREAMS")

@Suite(.timeLimit(.minutes(streamCount > 1_000 ? 60 : 3))) struct RunSessionTests {
  @Test("R67: a file with Arabic lines reads right, in rows of their own direction")
  func output() async throws {
    let session = try start([
      "/usr/bin/printf", "one\\nمرحبا\\na אב\\n",
    ])
    #expect(try await session.waitForExit() == .exited(0))
    let rows = session.screen.rows
    #expect(rows[0] == "one")
    #expect(
      rows[1] == String(repeating: " ", count: 75) + "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}")
    #expect(rows[2] == "a בא")
    #expect(session.screen.cursor.row == 3)
    #expect(session.changesLeftBehind.isEmpty, "\(session.changesLeftBehind)")
  }

  @Test("R67: without right-to-left text the terminal gets the program's bytes, and nothing else")
  func identity() async throws {
    let command = [
      "/bin/sh", "-c", "ls -l --color=always /usr/bin | head -300; printf '\\033[1;31mx\\033[m'",
    ]
    let bare = try TerminalSession(command[0], arguments: Array(command.dropFirst()))
    try await bare.waitForExit()
    let session = try start(command)
    try await session.waitForExit()
    #expect(session.log.output == bare.log.output)
  }

  @Test("R67: the recordings of a hundred programs go through a terminal byte for byte")
  func recordings() async throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "run-session-\(UUID().uuidString).bytes"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try ProgramRecording.all.flatMap { try $0.bytes() }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let session = try start(
      ["/bin/sh", "-c", "stty raw -echo; exec cat \(path)"], profile: .silent)
    try await session.waitForExit()
    // Bytes, because comparing a million of them one by one says nothing.
    let isSame = session.log.output == bytes
    #expect(isSame)
  }

  @Test("R67: random streams with right-to-left text go through a terminal and leave it usable")
  func randomStreams() async throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "run-session-\(UUID().uuidString).bytes"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    // CAN ends what is open, and RIS what is set.
    let reset = Array("\u{18}\u{1B}\\\u{1B}c".utf8)
    var bytes: [UInt8] = []
    for seed in 0..<UInt64(streamCount) {
      var stream = RandomStream(seed: seed, isRightToLeft: true)
      for _ in 0..<40 { bytes += stream.next() }
      bytes += reset
    }
    try Data(bytes + Array("the end".utf8)).write(to: URL(fileURLWithPath: path))
    let session = try start(
      ["/bin/sh", "-c", "stty raw -echo; exec cat \(path)"],
      size: TerminalSize(columns: 40, rows: 10))
    let limit = Duration.milliseconds(30_000 + 30 * streamCount)
    #expect(try await session.waitForExit(limit: limit) == .exited(0))
    #expect(session.screen.rows[0] == "the end")
    #expect(session.screen.modes == ScreenModes())
  }

  @Test("R67: typing and editing in readline, with the cursor after each key")
  func readline() async throws {
    let session = try start(bash, size: TerminalSize(columns: 40, rows: 6))
    try await session.waitUntil("the prompt") { $0.rows[0] == ">" }
    func typed(_ text: String, _ row: String, _ column: Int) async throws {
      session.type(text)
      try await session.waitUntil("\(row) with the cursor in \(column)") {
        $0.rows[0] == row && $0.cursor.column == column
      }
    }
    // The first strong letter is Latin, so the paragraph stays at the left.
    try await typed("x", "> x", 3)
    try await typed(" ", "> x", 4)
    try await typed("ب", "> x \u{FE8F}", 5)
    try await typed("ي", "> x \u{FEF2}\u{FE91}", 6)
    try await typed("ت", "> x \u{FE96}\u{FEF4}\u{FE91}", 7)
    session.press(.left)
    try await session.waitUntil("the cursor on the last letter") { $0.cursor.column == 4 }
    session.press(.left)
    try await session.waitUntil("the cursor on the middle letter") { $0.cursor.column == 5 }
    session.press(.backspace)
    try await session.waitUntil("the first letter deleted") {
      $0.rows[0] == "> x \u{FE96}\u{FEF3}" && $0.cursor.column == 5
    }
    // Without the Latin letter the paragraph runs from right to left, and the prompt with it.
    session.send([0x15])
    try await session.waitUntil("a line from the right") {
      $0.rows[0] == String(repeating: " ", count: 36) + "\u{FE96}\u{FEF3} <"
        && $0.cursor.column == 37
    }
    session.send([0x0B])
    try await session.waitUntil("an empty line") { $0.rows[0] == ">" && $0.cursor.column == 2 }
    session.send([0x04])
    try await session.waitForExit()
    #expect(session.changesLeftBehind.isEmpty, "\(session.changesLeftBehind)")
  }

  /// A file in the temporary folder with a line of each kind.
  private static func arabicFile() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "run-session-\(UUID().uuidString).txt"
    ).path
    try "אב.txt x\nexport A=بيت\nplain\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test(
    "R67, R72: less and vim show a file in order, each paragraph in its direction",
    arguments: [
      ["/usr/bin/less"], ["/usr/bin/vim", "-u", "NONE", "-i", "NONE", "--cmd", "set shortmess+=F"],
    ])
  func fullScreen(_ command: [String]) async throws {
    let path = try Self.arabicFile()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let session = try start(command + [path])
    try await session.waitUntil("the file in order") {
      $0.rows[0] == "txt x.בא"
        && $0.rows[1] == "export A=\u{FE96}\u{FEF4}\u{FE91}" && $0.rows[2] == "plain"
    }
    session.type(command.count == 1 ? "q" : ":q!\n")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.changesLeftBehind.isEmpty, "\(session.changesLeftBehind)")
  }

  @Test(
    "R67: exit codes and signals are the program's",
    arguments: [(0, "exit 0"), (7, "exit 7"), (143, "kill -TERM $$"), (137, "kill -KILL $$")])
  func exits(_ expected: Int32, _ script: String) async throws {
    let session = try start(["/bin/sh", "-c", script])
    #expect(try await session.waitForExit() == .exited(expected))
    #expect(session.changesLeftBehind.isEmpty)
  }

  @Test("R99: a line that the terminal echoes ends where Enter is pressed")
  func enter() async throws {
    let session = try start(
      ["/bin/sh", "-c", "echo ready; cat >/dev/null"], size: TerminalSize(columns: 14, rows: 5))
    try await session.waitFor(.text("ready"))
    // No further word fits in the row, so that by itself the next one would go on with it.
    session.type("אבגד הוזח טיכ")
    try await session.waitUntil("the line in order") { $0.rows[1] == " כיט חזוה דגבא" }
    session.type("\n")
    try await session.waitUntil("the next row") { $0.cursor.row == 2 }
    session.type("abc ל")
    try await session.waitUntil("the second line by itself") { $0.rows[2] == "abc ל" }
    session.send([0x0A, 0x04])
    try await session.waitForExit()
  }

  @Test("R67: the window's size reaches the program, at the start and later")
  func size() async throws {
    let session = try start(
      ["/bin/bash", "-c", "trap 'stty size' WINCH; stty size; while :; do read -t 0.1; done"],
      size: TerminalSize(columns: 50, rows: 10))
    try await session.waitFor(.text("10 50"))
    session.resize(to: TerminalSize(columns: 61, rows: 12))
    try await session.waitFor(.text("12 61"))
    session.signal(SIGKILL)
    try await session.waitForExit()
  }

  @Test("R67: Ctrl-Z stops it with its program and gives the line back; fg goes on")
  func jobControl() async throws {
    let session = try start(readyCat)
    try await session.waitFor(.text("ready"))
    session.type("אב\n")
    try await session.waitUntil("cat's echo") { $0.rows[2].hasSuffix("בא") }
    session.send([0x1A])
    try await session.waitForStop()
    #expect(session.lineSettings == session.initialLineSettings)
    session.resume()
    session.type("גx\n")
    try await session.waitUntil("cat after fg") { $0.text.contains("xג") }
    session.send([0x04])
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: a terminal that does not answer gets all output after a second")
  func silence() async throws {
    let session = try start(readyCat, profile: .silent)
    try await session.waitFor(.text("ready"))
    session.type("אב\n")
    try await session.waitUntil("the text as it came") {
      $0.text.contains("אב\nאב")
    }
    session.type("q\n")
    try await session.waitUntil("keys arrive") { $0.text.contains("q\nq") }
    session.send([0x04])
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test(
    "R71: answers that come late begin the order, and none of them is a key",
    arguments: Effort.isLong ? [1_500, 5_000, 12_000] : [1_500])
  func lateAnswers(_ delay: Int) async throws {
    var profile = TerminalProfile.xterm
    profile.delay = .milliseconds(delay)
    let session = try start(readyCat, profile: profile)
    try await session.waitFor(.text("ready"))
    session.type("x אב\n")
    try await session.waitUntil("the text as it came") { $0.rows[2] == "x אב" }
    try await session.waitUntil("the text in order") {
      $0.rows[1] == "x בא" && $0.rows[2] == "x בא"
    }
    session.type("q\n")
    try await session.waitUntil("keys arrive") { $0.text.contains("q\nq") }
    #expect(session.screen.rows.filter { !$0.isEmpty }.count == 5)
    session.send([0x04])
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: when the terminal hangs up, so does the program")
  func hangUp() async throws {
    let session = try start(["/bin/sh", "-c", "echo $$; exec cat"])
    try await session.waitUntil("the process id") { Int32($0.rows[0]) != nil }
    let process = Int32(session.screen.rows[0]) ?? 0
    session.hangUp()
    try await session.waitForExit()
    let end = ContinuousClock.now + .seconds(10)
    while kill(process, 0) == 0, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(kill(process, 0) != 0)
  }

  /// Ends bash while a job of it writes to the terminal.
  private func leave(_ job: String, ready: String) async throws -> TerminalSession {
    let session = try start(bash)
    try await session.waitUntil("the prompt") { $0.rows[0] == ">" }
    session.type("\(job) &\n")
    try await session.waitUntil("the job") { $0.rows.contains(ready) }
    session.type("exit 5\n")
    #expect(try await session.waitForExit() == .exited(5))
    return session
  }

  @Test(
    "R67: a shell can be left while its jobs keep writing, even floods or despite SIGHUP",
    arguments: [
      "while :; do echo job; sleep 0.02; done", "yes job",
      "(trap '' HUP; end=$((SECONDS + 90)); while ((SECONDS < end)); do echo job; sleep 0.02; done)",
    ])
  func jobsThatWrite(_ job: String) async throws {
    let session = try await leave(job, ready: "job")
    #expect(session.lineSettings == session.initialLineSettings)
  }

  /// Jobs, and what is typed after them.
  private static let jobs = [
    ("sleep 300", "disown\n"), ("sleep 300", ""), ("nohup sleep 300 >/dev/null 2>&1", ""),
    ("(trap 'exec sleep 300' USR1; kill -STOP $BASHPID)", ""),
  ]

  @Test(
    "R67: what becomes of the jobs of a shell is the same with lisan run and without",
    arguments: jobs)
  func jobsLiveAsElsewhere(_ job: String, _ more: String) async throws {
    var lives: [Bool] = []
    for isInRun in [true, false] {
      let session = try isInRun ? start(bash) : startAlone(bash)
      try await session.waitUntil("the prompt") { $0.rows[0] == ">" }
      session.type("\(job) & echo =$!\n\(more)")
      try await session.waitUntil("the process id") { $0.rows.contains { Self.job($0) != nil } }
      let process = try #require(session.screen.rows.lazy.compactMap(Self.job).first)
      defer { kill(process, SIGKILL) }
      if job.contains("STOP") {
        try await session.waitUntil("the stopped job") { _ in Self.state(of: process) == "T" }
      }
      session.type("exit\n")
      // Bash wants to be asked twice where there are stopped jobs.
      session.type("exit\n")
      try await session.waitForExit()
      // The kernel sends its signals before the last wait for the session returns.
      let end = ContinuousClock.now + .milliseconds(300)
      while Self.state(of: process) != nil, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      lives.append(Self.state(of: process) != nil)
    }
    #expect(lives == [!job.contains("STOP"), !job.contains("STOP")])
  }

  /// The state of a process, as `/proc` has it; nil once it has ended.
  private static func state(of process: pid_t) -> Character? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let state = text?.split(separator: ")").last?.dropFirst().first
    return state == "Z" ? nil : state
  }

  private static func job(_ row: String) -> pid_t? {
    row.hasPrefix("=") ? pid_t(row.dropFirst()) : nil
  }

  @Test(
    "R67: all output is shown, including that of a tenth of a second after the program's end")
  func lateOutput() async throws {
    // The job waits for the shell's end. It may come too late on a busy machine, but not each time.
    let job =
      "trap '' HUP; while read -r s </proc/$$/stat && [[ $s != *') Z '* ]]; do :; done; echo late"
    var isShown = false
    for _ in 0..<10 where !isShown {
      let session = try start(["/bin/bash", "-c", "seq 1 30000; (\(job)) & exit 3"])
      #expect(try await session.waitForExit() == .exited(3))
      #expect(session.screen.rows.contains("30000"), "\(session.screen.rows)")
      isShown = session.screen.rows.contains("late")
    }
    #expect(isShown)
  }

  @Test("R67: a click reaches the visible letter, and Left and Right follow the eye")
  func keys() async throws {
    let session = try start(
      [
        "/bin/sh", "-c",
        """
        stty raw -echo; printf 'abc \\327\\220\\327\\221\\r\\n\\327\\220\\327\\221\\327\\222\\r\\n'
        printf '\\033[?1000;1006h\\033[5;1Hready\\r\\n\\r\\n'; exec cat -v
        """,
      ], size: TerminalSize(columns: 40, rows: 10))
    try await session.waitFor(.text("ready"))
    func sends(_ key: () -> Void, _ awaited: String) async throws {
      key()
      try await session.waitUntil("the program gets \(awaited)") { $0.text.contains(awaited) }
    }
    // In a paragraph from right to left the first letter stands at the right.
    try await sends({ session.click(row: 1, column: 39) }, "^[[<0;1;2M^[[<0;1;2m")
    try await sends({ session.click(row: 1, column: 37) }, "^[[<0;3;2M^[[<0;3;2m")
    // Beside letters from left to right the two letters change places.
    try await sends({ session.click(row: 0, column: 4) }, "^[[<0;6;1M")
    try await sends({ session.click(row: 0, column: 5) }, "^[[<0;5;1M")
    try await sends({ session.click(row: 0, column: 1) }, "^[[<0;2;1M")
    // The wheel.
    try await sends(
      { session.point(.press(.wheelUp), row: 1, column: 38) }, "^[[<64;2;2M")
    session.signal(SIGKILL)
    try await session.waitForExit()
  }

  @Test(
    "R67: Left and Right change places in a paragraph from right to left, unless mode 1243 is off",
    arguments: [("", "CD"), ("\\033[?1243l", "DC")])
  func arrows(_ mode: String, _ received: String) async throws {
    let session = try start(
      [
        "/bin/sh", "-c",
        "stty raw -echo; printf 'ready\\r\\n\(mode)\\327\\220\\327\\221'; "
          + "dd bs=1 count=6 2>/dev/null | cat -v; printf '\\r\\nend'; exec cat",
      ], size: TerminalSize(columns: 40, rows: 6))
    try await session.waitUntil("the letters") { $0.rows[1].hasSuffix("בא") }
    session.press(.left, .right)
    try await session.waitUntil("the end") { $0.rows[2] == "end" }
    #expect(session.screen.rows[1].filter { "CD".contains($0) } == received)
    session.signal(SIGKILL)
    try await session.waitForExit()
  }
}
