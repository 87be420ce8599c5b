import BuiltPrograms
import Foundation
import Glibc
import Recordings
import TerminalHarness
import TestFolders

/// An attack on `lisan run` in a terminal, within a time.
package struct RunAttack: Sendable {
  package let name: String
  /// What is lost by one try; nil if nothing.
  let attempt:
    @Sendable (_ generator: inout SeededGenerator, _ home: TestFolder) async throws -> String?

  package static let all: [RunAttack] = [
    RunAttack(name: "jobs that write on after the shell's end", attempt: jobs),
    RunAttack(name: "programs that ask the terminal themselves", attempt: questions),
    RunAttack(name: "every signal", attempt: signals),
  ]

  /// Attacks until a time, once at least; returns the number of tries and what was lost.
  package func run(until end: Date, seed: UInt64 = 1) async -> (tries: Int, losses: [String]) {
    var generator = SeededGenerator(state: seed)
    var (tries, losses): (Int, [String]) = (0, [])
    do {
      let home = try TestFolder()
      repeat {
        tries += 1
        if let loss = try await attempt(&generator, home) { losses.append(loss) }
      } while Date() < end
    } catch {
      losses.append("the attack ended early: \(error)")
    }
    return (tries, losses)
  }

  /// Runs the attacks whose names contain a word for so many seconds in all, and prints tries and
  /// losses; whether nothing was lost.
  package static func runAll(seconds: Double, named word: String) async -> Bool {
    var isSound = true
    let attacks = all.filter { word.isEmpty || $0.name.contains(word) }
    for attack in attacks {
      let end = Date().addingTimeInterval(seconds / Double(attacks.count))
      let (tries, losses) = await attack.run(until: end, seed: .random(in: 1 ... .max))
      say("\(attack.name): \(tries) tries, \(losses.count) losses")
      for loss in losses.prefix(10) { say("  LOST: \(loss)") }
      if !losses.isEmpty { isSound = false }
    }
    return isSound
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Runs a command by `lisan run`.
  private static func start(
    _ command: [String], in home: TestFolder, profile: TerminalProfile = .xterm
  ) throws -> TerminalSession {
    var environment = TerminalSession.plainEnvironment
    environment["HOME"] = home.path
    environment["PS1"] = "> "
    environment["LISAN_RESOURCES"] = resources
    return try TerminalSession(
      builtProgram("lisan"), arguments: ["run", "--"] + command, environment: environment,
      directory: home.path, profile: profile)
  }

  private static let resources = packagePath("Resources")

  // MARK: Jobs

  private static func jobs(
    _ generator: inout SeededGenerator, _ home: TestFolder
  ) async throws -> String? {
    let code = Int32.random(in: 0...99, using: &generator)
    let ignoring = Bool.random(using: &generator) ? "trap '' HUP; " : ""
    let limited = "end=$((SECONDS + 90)); while ((SECONDS < end)); do"
    let job = [
      "\(limited) echo job; sleep 0.0\(Int.random(in: 1...9, using: &generator)); done",
      "timeout --foreground 90 yes job", "\(limited) echo job وظيفة; done",
      "\(limited) printf '\\033[6njob\\n'; sleep 0.03; done",
      "\(limited) head -c 3000000 /dev/zero | tr '\\0' x; echo; echo job; done",
    ].randomElement(using: &generator)!
    let session = try start(["/bin/bash", "--noprofile", "--norc", "-i"], in: home)
    try await session.waitUntil("the prompt") { $0.rows[0] == ">" }
    session.type("(\(ignoring)\(job)) & echo $! >job\n")
    // What the job writes after the end of the shell takes a processor from the attacks that follow.
    defer {
      let group = (try? String(contentsOfFile: "\(home.path)/job", encoding: .utf8)).flatMap {
        pid_t($0.trimmingCharacters(in: .newlines))
      }
      if let group { kill(-group, SIGKILL) }
      // The next try has the same folder, and its job may have no number yet.
      try? FileManager.default.removeItem(atPath: "\(home.path)/job")
    }
    try await session.waitUntil("the job") { $0.rows.contains { $0.contains("job") } }
    let start = session.time
    // The answers to a job's questions are typed into the shell's line, and may make another command
    // of the first try. Ctrl-U empties the line, as a person would.
    var status: ProcessStatus?
    while status == nil, session.time < start + .seconds(30) {
      session.type("\u{15}exit \(code)\n")
      status = try? await session.waitForExit(limit: .seconds(3))
    }
    guard let status else { return "\(job): not left after \(session.time - start)" }
    if status != .exited(code) { return "\(job): \(status), not \(code)" }
    let isRestored = session.lineSettings == session.initialLineSettings
    return isRestored ? nil : "\(job): the line is not as it was"
  }

  // MARK: Questions

  private static func questions(
    _ generator: inout SeededGenerator, _ home: TestFolder
  ) async throws -> String? {
    let asking = [
      ("\u{1B}[5n", "^[[0n"), ("\u{1B}[6n", "R"), ("\u{1B}[c", "^[[?64"), ("\u{1B}[>c", "^[[>41"),
      ("\u{1B}[>q", "^[P>|"), ("\u{1B}[?2026$p", "$y"), ("\u{1B}]11;?\u{07}", "^[]11"),
    ]
    var (text, expected): (String, [String]) = ("", [])
    for _ in 0..<Int.random(in: 3...12, using: &generator) {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: text += "مرحبا "
      case 1:
        let others = ["x", "\r\n", "\u{1B}[?1049h", "\u{1B}[?1049l"]
        text += others.randomElement(using: &generator)!
      default:
        let (question, answer) = asking.randomElement(using: &generator)!
        text += question
        expected.append(answer)
      }
    }
    // The terminal answers in order, so nothing comes after the answer to the last question.
    try home.write("\(text)\u{1B}[=c".utf8, to: "text")
    var profile = TerminalProfile.xterm
    profile.delay = .milliseconds([0, 1, 20, 200, 1_200].randomElement(using: &generator)!)
    let program = """
      import os, sys, tty
      tty.setraw(0)
      os.write(1, open("text", "rb").read())
      got = b""
      while not got.endswith(b"\\x1bP!|00000000\\x1b\\\\"): got += os.read(0, 4096)
      os.write(1, b"\\r\\n=asked\\r\\n")
      while not got.endswith(b"z"): got += os.read(0, 4096)
      open("got", "wb").write(got)
      """
    try home.write(program.utf8, to: "asks.py")
    let session = try start(["/usr/bin/python3", "asks.py"], in: home, profile: profile)
    try await session.waitUntil("the last answer") { $0.text.contains("=asked") }
    session.type("z")
    _ = try await session.waitForExit()
    let got = String(
      decoding: try Data(contentsOf: URL(filePath: "\(home.path)/got")), as: UTF8.self
    ).replacing("\u{1B}", with: "^[")
    for (_, answer) in asking {
      let count = got.components(separatedBy: answer).count - 1
      let wanted = expected.count { $0 == answer }
      if count != wanted {
        let asked = text.replacing("\u{1B}", with: "^[")
        return "\(answer) \(count) times, not \(wanted), for \(asked): \(got)"
      }
    }
    return nil
  }

  // MARK: Signals

  /// Those that end a process, but for KILL, for XFSZ, which `lisan` ignores, and for the two that the C
  /// library keeps.
  private static let ending = (Int32(1)...64).filter {
    ![
      SIGKILL, SIGXFSZ, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG, SIGWINCH,
      32, 33,
    ].contains($0)
  }

  private static func signals(
    _ generator: inout SeededGenerator, _ home: TestFolder
  ) async throws -> String? {
    let number = ending.randomElement(using: &generator)!
    // It draws on while the signal comes.
    let modes = [
      "?1049h", "?1h", "?25l", "?1002h", "?1006h", "?2004h", "4 q", "2;9r", "?7l", "1;7m",
    ]
    .filter { _ in Bool.random(using: &generator) }.map { "\\033[\($0)" }.joined()
    let program =
      "printf '\(modes)'; while :; do printf 'x مرحبا \\033[31m\\r\\n\\033[?2026hready\\033[?2026l'; done"
    let session = try start(["/bin/sh", "-c", program], in: home)
    try await session.waitUntil("the program") { $0.text.contains("ready") }
    session.signal(number)
    do {
      let status = try await session.waitForExit(limit: .seconds(30))
      if status != .signaled(number) { return "signal \(number) in \(modes): \(status)" }
    } catch {
      return "signal \(number) in \(modes): \(error)"
    }
    // A sequence that was cut is ended, which the harness notes as unknown.
    var changes = session.terminalState.differences(from: session.initialTerminalState)
    if session.lineSettings != session.initialLineSettings { changes.append("line settings") }
    return changes.isEmpty ? nil : "signal \(number) in \(modes): \(changes)"
  }
}
