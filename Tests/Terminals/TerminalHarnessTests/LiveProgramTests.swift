import Foundation
import Glibc
import TerminalHarness
import Testing

/// Whether a program can be found where the sessions look for it.
private func isInstalled(_ program: String) -> Bool {
  ["/usr/local/bin", "/usr/bin", "/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
}

/// Programs that are not ours, driven as a person would.
@Suite("Live programs", .timeLimit(.minutes(5)))
struct LiveProgramTests {
  @Test("cat shows what is typed, twice, and ends with the end of its input")
  func cat() async throws {
    let session = try TerminalSession("cat")
    session.type("سلام 中\n")
    try await session.waitUntil("the echo and the copy") {
      $0.rows.starts(with: ["سلام 中", "سلام 中"])
    }
    session.press(.control("d"))
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.unknownSequences.isEmpty)
  }

  @Test("a shell sees the size, the environment and the directory it was given, and no others")
  func shell() async throws {
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "stty size; pwd; /usr/bin/env; ls -l /proc/self/fd | wc -l"],
      environment: ["COLOR": "green"], directory: "/usr",
      size: TerminalSize(columns: 40, rows: 12))
    #expect(try await session.waitForExit() == .exited(0))
    // `ls` has one more descriptor than its three, for the directory; one line is the total.
    #expect(session.screen.rows.prefix(6) == ["12 40", "/usr", "COLOR=green", "PWD=/usr", "5", ""])
  }

  @Test("the exit status and the killing signal are told apart")
  func ends() async throws {
    let failing = try TerminalSession("/bin/sh", arguments: ["-c", "exit 3"])
    #expect(try await failing.waitForExit() == .exited(3))
    let killed = try TerminalSession("cat")
    killed.signal(SIGTERM)
    #expect(try await killed.waitForExit() == .signaled(SIGTERM))
    let interrupted = try TerminalSession("cat")
    interrupted.press(.control("c"))
    #expect(try await interrupted.waitForExit() == .signaled(SIGINT))
  }

  @Test("a program that does not exist, and a directory that does not, are errors with a code")
  func absent() {
    #expect(throws: LaunchFailure(program: "/nowhere/at-all", code: ENOENT)) {
      try TerminalSession("/nowhere/at-all")
    }
    #expect(throws: LaunchFailure(program: "/bin/cat", code: ENOENT)) {
      try TerminalSession("/bin/cat", directory: "/nowhere")
    }
  }

  @Test("Ctrl-Z stops the program, and it can go on")
  func stop() async throws {
    let session = try TerminalSession("cat")
    session.type("one\n")
    try await session.waitUntil("one") { $0.rows[1] == "one" }
    #expect(session.foregroundGroup == session.processID)
    session.press(.control("z"))
    #expect(try await session.waitForStop() == SIGTSTP)
    #expect(session.status == .stopped(SIGTSTP))
    session.resume()
    try await session.waitForStatus("running again") { $0 == .running }
    session.press(.control("d"))
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("closing the terminal kills by SIGHUP; a program that ignores it reads the end of input")
  func hangUp() async throws {
    let killed = try TerminalSession("cat")
    killed.hangUp()
    #expect(try await killed.waitForExit() == .signaled(SIGHUP))

    let ignoring = try TerminalSession("cat", ignoredSignals: [SIGHUP])
    ignoring.hangUp()
    #expect(try await ignoring.waitForExit().hasEnded)
    #expect(ignoring.status != .signaled(SIGHUP))

    let silent = try TerminalSession("cat")
    silent.hangUp(silently: true)
    #expect(try await silent.waitForExit().hasEnded)
    #expect(silent.status != .signaled(SIGHUP))
    #expect(silent.foregroundGroup == nil)
    #expect(silent.lineSettings == nil)
  }

  @Test(
    "less uses the alternate screen and restores the terminal",
    .enabled(if: isInstalled("less"), "less is not installed"))
  func less() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let lines = (1...100).map { "line \($0)" }.joined(separator: "\n")
    try lines.write(to: directory.appending(path: "numbers"), atomically: true, encoding: .utf8)
    let session = try TerminalSession(
      "less", arguments: ["numbers"], directory: directory.path(percentEncoded: false),
      size: TerminalSize(columns: 60, rows: 10))
    try await session.waitUntil("the first page") { $0.rows[9] == "numbers" }
    #expect(session.screen.isAlternate)
    #expect(session.screen.cell(9, 0).style.reverse)
    #expect(session.lineSettings?.isCanonical == false)
    #expect(session.screen.modes.applicationCursorKeys)
    let first = session.screen.rows[1]
    session.press(.down)
    try await session.waitUntil("one row on") { $0.rows[0] == first && $0.rows[9] == ":" }
    session.resize(to: TerminalSize(columns: 50, rows: 6))
    try await session.waitUntil("the new size") { $0.rows[0] == first && $0.rows[5] == ":" }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(!session.screen.isAlternate)
    #expect(session.screen.modes == ScreenModes())
    #expect(session.lineSettings == session.initialLineSettings)
    #expect(session.unknownSequences.isEmpty)
  }

  @Test(
    "dialog draws its menu, moves its bar, and its choice is its exit status",
    .enabled(if: isInstalled("dialog"), "dialog is not installed"))
  func dialog() async throws {
    let session = try TerminalSession(
      "dialog",
      arguments: ["--menu", "Language", "12", "40", "3", "en", "English", "ar", "العربية"])
    let screen = try await session.waitUntil("the menu") { $0.shows("Cancel") && $0.shows("ar") }
    let row = try #require(screen.rows.firstIndex { $0.contains("English") })
    #expect(screen.rows[row].contains("│"))
    let column = try #require(screen.grid[row].cells.firstIndex { $0.text == "e" })
    let bar = screen.cell(row, column).style.background
    #expect(bar == .indexed(4))
    session.press(.down)
    try await session.waitUntil("the bar on the second row") {
      $0.cell(row + 1, column).style.background == bar
        && $0.cell(row, column).style.background != bar
    }
    #expect(try #require(session.usage).peakMemory > 1 << 20)
    session.press(.enter)
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.usage == nil)
    #expect(session.lineSettings == session.initialLineSettings)
    #expect(session.unknownSequences.isEmpty)
  }

  @Test(
    "whiptail's buttons are reached by Tab, and its cancelling is a status of 1",
    .enabled(if: isInstalled("whiptail"), "whiptail is not installed"))
  func whiptail() async throws {
    let session = try TerminalSession(
      "whiptail", arguments: ["--yesno", "Weiter?", "8", "40"],
      size: TerminalSize(columns: 60, rows: 16))
    let yes = try await session.waitFor(.text("<Yes>"))
    let focused = yes.style
    session.press(.tab)
    try await session.waitFor(.text("<No>").styled("like the focused button") { $0 == focused })
    session.press(.enter)
    #expect(try await session.waitForExit() == .exited(1))
    #expect(session.lineSettings == session.initialLineSettings)
    #expect(session.unknownSequences.isEmpty)
  }

  @Test(
    "vim edits, with marks and wide letters, and writes what was typed",
    .enabled(if: isInstalled("vim"), "vim is not installed"))
  func vim() async throws {
    let session = try TerminalSession(
      "vim", arguments: ["-u", "NONE", "-i", "NONE", "-n", "--cmd", "set encoding=utf-8"],
      size: TerminalSize(columns: 40, rows: 8))
    try await session.waitUntil("an empty buffer") { $0.isAlternate && $0.rows[1] == "~" }
    session.type("icafe\u{301} 中文 end")
    session.press(.escape)
    try await session.waitUntil("the text") { $0.rows[0] == "cafe\u{301} 中文 end" }
    #expect(session.screen.cell(0, 3).text == "e\u{301}")
    #expect(session.screen.cell(0, 5).width == 2)
    session.type(":q!\n")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.screen.modes == ScreenModes())
    #expect(session.lineSettings == session.initialLineSettings)
    #expect(session.unknownSequences.isEmpty)
  }

  @Test("a failure shows what was awaited, the screen, the cursor and the last bytes")
  func failure() async throws {
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", #"printf 'al\033[1mpha\033[?9999h\033]2;T\007'; cat"#],
      size: TerminalSize(columns: 12, rows: 2))
    try await session.waitUntil("the title") { $0.title == "T" }
    let failure = await #expect(throws: WaitFailure.self) {
      try await session.waitUntil("beta", limit: .milliseconds(300)) { $0.shows("beta") }
    }
    #expect(
      failure?.description == """
        waited for beta, but failed: after 0.3 seconds; the program is running
        12x2, cursor 0,5, title “T”
        ┌────────────┐
        │alpha       │
        │            │
        └────────────┘
        last bytes: al␛[1mpha␛[?9999h␛]2;T␇
        unknown sequences: ␛[?9999h
        """)
  }

  @Test("waiting for a screen ends at once when the program has ended")
  func over() async throws {
    let session = try TerminalSession("/bin/echo", arguments: ["done"])
    let failure = await #expect(throws: WaitFailure.self) {
      try await session.waitUntil("more", limit: .seconds(600)) { $0.shows("more") }
    }
    #expect(failure?.screen.rows[0] == "done")
    #expect(failure?.status == .exited(0))
  }

  @Test("forty sessions run side by side")
  func many() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let session = try TerminalSession("cat")
          session.type("number \(number)\n")
          try await session.waitUntil("the copy") { $0.rows[1] == "number \(number)" }
          session.press(.control("d"))
          #expect(try await session.waitForExit() == .exited(0))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("three hundred sessions, one after the other, leave no terminal open")
  func descriptors() async throws {
    let before = Self.openTerminals
    for _ in 0..<300 {
      let session = try TerminalSession("true")
      try await session.waitForExit()
    }
    // Other tests have some of their own open meanwhile, never hundreds.
    #expect(Self.openTerminals < before + 150)
  }

  /// The pseudo-terminals that this process has open.
  private static var openTerminals: Int {
    let folder = "/proc/self/fd"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?
        .contains("ptmx") ?? false
    } ?? 0
  }

  @Test("a program that lets go of its terminal and takes it again is still heard")
  func reopening() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe").path(percentEncoded: false)
    #expect(mkfifo(pipe, 0o600) == 0)
    let session = try TerminalSession(
      "/bin/sh",
      arguments: [
        "-c",
        "echo early; exec </dev/null >/dev/null 2>&1; read -r go <\(pipe); echo late >/dev/tty",
      ])
    try await session.waitUntil("the first line") { $0.shows("early") }
    // Opening a pipe to write waits for its reader, which has let go of the terminal.
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    try await session.settled()
    #expect(write(writer, "go\n", 3) == 3)
    close(writer)
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.log.output == Array("early\r\nlate\r\n".utf8))
  }

  @Test("a caller that sees a program's end also sees all of its output")
  func statusAfterOutput() async throws {
    for number in 0..<20 {
      // As much as a terminal holds for a reader that is late.
      let session = try TerminalSession(
        "/bin/sh", arguments: ["-c", "head -c 60000 /dev/zero | tr '\\0' x; echo end-\(number)"])
      // Without waiting for anything but the status itself.
      let end = ContinuousClock.now + .seconds(20)
      while !session.status.hasEnded, ContinuousClock.now < end { await Task.yield() }
      #expect(session.status == .exited(0))
      let output = String(decoding: session.log.output, as: UTF8.self)
      #expect(output.hasSuffix("end-\(number)\r\n"), "\(number): \(output.utf8.count) bytes")
    }
  }

  @Test("the end of a program is seen even if another one keeps writing")
  func chatter() async throws {
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "(trap '' HUP; exec yes) & printf end"])
    #expect(try await session.waitForExit() == .exited(0))
    session.hangUp()
  }
}
