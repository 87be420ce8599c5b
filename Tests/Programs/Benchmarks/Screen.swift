import Foundation
import TerminalHarness

/// Measures the screen from outside, in a pseudo-terminal of 80x24, alternating with `dialog` and,
/// if installed, Textual. The time runs from the start of the process, or from the key, to the last
/// byte before 50 ms of silence.
func measureScreen(_ program: String, rounds: Int, _ table: Table) async throws {
  let path = URL(filePath: program).path(percentEncoded: false)
  try await withScratch { home in
    let english = Screens.lisan(path, home: home)
    let remote = Screens.lisan(
      path, home: "\(home)/remote", arguments: ["--server", "http://127.0.0.1:9"],
      token: "lisan_of_nobody_at_all")
    let five = Screens.lisan(path, home: "\(home)/five")
    try FileManager.default.createDirectory(
      atPath: "\(home)/five/.local/share/lisan", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "Resources/lisan-languages", toPath: "\(home)/five/.local/share/lisan/languages.d")
    let arabic = Screens.lisan(path, home: "\(home)/arabic")
    _ = try output(path, ["set", "ar"], environment: arabic.environment)
    let bare = try await Screens.bare(like: english, in: home)
    table.begin("The screen at 80x24")
    try await measureFirstFrames(english, remote, five, bare, rounds, table)
    try await measureMoves(english, arabic, bare, rounds, table)
    try await measureChanges(english, rounds, table)
    try await measureEnds(english, bare, rounds, table)
    try await measureSize(english, in: home, table)
  }
}

/// A program with a menu, and how to recognize its first frame.
private struct Screens {
  let name: String
  let program: String
  let arguments: [String]
  let environment: [String: String]
  let sign: String
  var profile = TerminalProfile.xterm

  func open(more: [String: String] = [:]) async throws -> TerminalSession {
    let session = try TerminalSession(
      program, arguments: arguments, environment: environment.merging(more) { $1 },
      profile: profile)
    let sign = sign
    try await session.waitUntil("the first frame") { $0.shows(sign) }
    try await session.settled(for: quiet)
    return session
  }

  static func lisan(
    _ program: String, home: String, arguments: [String] = [], token: String? = nil
  ) -> Screens {
    try? FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    var environment = TerminalSession.plainEnvironment
    environment["HOME"] = home
    environment["LISAN_TOKEN"] = token
    // As a new person of this system has it.
    environment["SHELL"] = "/bin/bash"
    for name in [".bashrc", ".profile"] {
      try? FileManager.default.copyItem(atPath: "/etc/skel/\(name)", toPath: "\(home)/\(name)")
    }
    return Screens(
      name: "lisan", program: program, arguments: arguments, environment: environment, sign: "(AR)")
  }

  /// A C program that writes what another one wrote: until it was still, and as the answer to a key.
  static func bare(like other: Screens, in directory: String) async throws -> Screens {
    let session = try await other.open()
    let frame = session.log.output(since: session.log.start)
    let mark = session.log.end
    _ = try await press(.down, session)
    let move = session.log.output(since: mark)
    try await end(session)
    let names = ["frame", "move"].map { "\(directory)/\($0)" }
    for (name, bytes) in zip(names, [frame, move]) {
      try Data(bytes).write(to: URL(filePath: name))
    }
    let program = "\(directory)/bare"
    try compileC(Bare.screen, to: program, ["-static"])
    var bare = Screens(
      name: "bare", program: program, arguments: names, environment: other.environment,
      sign: other.sign)
    // It would take answers for keys.
    bare.profile.answers = false
    return bare
  }

  static let dialog = Screens(
    name: "dialog", program: "/usr/bin/dialog",
    arguments: ["--menu", "Language", "0", "0", "0", "1", "English (EN)", "2", "Arabic (AR)"],
    environment: TerminalSession.plainEnvironment, sign: "(AR)")

  /// The same with a size, so that it does not have to find one. It draws a larger box.
  static let fixedDialog = Screens(
    name: "dialog, fixed size", program: "/usr/bin/dialog",
    arguments: ["--menu", "Language", "12", "40", "2", "en", "English", "ar", "العربية"],
    environment: TerminalSession.plainEnvironment, sign: "العربية")

  /// Uses a private environment created by `make bench`; nil if that failed.
  static let textual: Screens? = {
    let python = "\(FileManager.default.currentDirectoryPath)/.build/textual/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "textual_menu.py").path(percentEncoded: false)
    return Screens(
      name: "Textual", program: python, arguments: [script],
      environment: TerminalSession.plainEnvironment, sign: "(AR)")
  }()
}

private let quiet: Duration = .milliseconds(50)

private func measureFirstFrames(
  _ ours: Screens, _ remote: Screens, _ five: Screens, _ bare: Screens, _ rounds: Int,
  _ table: Table
) async throws {
  var unanswered = ours
  unanswered.profile.answers = false
  let contenders = [ours, remote, unanswered, five, .fixedDialog, .dialog, bare]
  var times = contenders.map { _ in [Double]() }
  var firstTimes = times
  var bytes: [Double] = []
  for round in 0..<rounds {
    for place in order(of: contenders.count, round: round) {
      let session = try await contenders[place].open()
      let (time, count) = firstFrame(session)
      times[place].append(time)
      if place < 4 { firstTimes[place].append(firstFrame(session, until: lastRow(session))) }
      if place == 0 { bytes.append(Double(count)) }
      try await end(session)
    }
  }
  let peers = (4...6).map { Measured(contenders[$0].name, times[$0]) }
  let bar = Bar.ratioAtMost(1, to: Screens.fixedDialog.name)
  for (what, place) in [
    ("start to the first frame", 0), ("the same with a remote account, server down", 1),
    ("the same in a terminal that answers nothing", 2), ("the same with five languages", 3),
  ] {
    table.add(what, "ms", Measured("lisan", firstTimes[place]), peers, bars: [bar])
  }
  for (what, place) in [
    ("start to the last byte, with previews", 0), ("the same with five languages", 3),
  ] {
    table.add(what, "ms", Measured("lisan", times[place]), peers, bars: [bar])
  }
  table.add("first frame", "bytes", Measured("lisan", bytes), bars: [.atMost(4096)])
}

/// Ends a program, and waits until its child processes have ended too; otherwise they would disturb
/// the next measurement.
private func end(_ session: TerminalSession) async throws {
  let list = "/proc/\(session.processID)/task/\(session.processID)/children"
  let children = try? String(contentsOfFile: list, encoding: .utf8)
  session.signal(SIGKILL)
  try await session.waitForExit()
  for child in children?.split(separator: " ") ?? [] {
    let deadline = ContinuousClock.now + .seconds(2)
    while FileManager.default.fileExists(atPath: "/proc/\(child)/exe"), .now < deadline {
      usleep(200)
    }
  }
}

/// Moves the focus down and up again.
private func measureMoves(
  _ english: Screens, _ arabic: Screens, _ bare: Screens, _ rounds: Int, _ table: Table
) async throws {
  let contenders = [english, arabic, .dialog, bare] + (Screens.textual.map { [$0] } ?? [])
  var times = contenders.map { _ in [Double]() }
  var bytes = contenders.map { _ in [Double]() }
  var sessions: [TerminalSession] = []
  for screens in contenders {
    let session = try await screens.open()
    // From the first option, so that no move scrolls the section.
    session.press(.home)
    try await session.settled(for: quiet)
    sessions.append(session)
  }
  for round in 0..<rounds {
    for place in order(of: sessions.count, round: round) {
      let session = sessions[place]
      let (time, count) = try await press(round % 2 == 0 ? .down : .up, session)
      times[place].append(time)
      bytes[place].append(count)
    }
  }
  for session in sessions {
    try await end(session)
  }
  let peers = (2..<contenders.count).map { Measured(contenders[$0].name, times[$0]) }
  let bar = Bar.ratioAtMost(1.3, to: Screens.dialog.name)
  table.add("focus move", "ms", Measured("lisan, English", times[0]), peers, bars: [bar])
  table.add("focus move, mirrored", "ms", Measured("lisan, Arabic", times[1]), peers, bars: [bar])
  table.add(
    "focus move", "bytes", Measured("lisan, English", bytes[0]), bars: [.atMost(250)])
  table.add(
    "focus move, mirrored", "bytes", Measured("lisan, Arabic", bytes[1]), bars: [.atMost(400)])
}

/// From the key that leaves to the end of the process.
private func measureEnds(
  _ ours: Screens, _ bare: Screens, _ rounds: Int, _ table: Table
) async throws {
  let leave = TerminalKey.character("q")
  let contenders = [(ours, leave), (Screens.dialog, .enter), (bare, leave)]
  var times = contenders.map { _ in [Double]() }
  for round in 0..<rounds {
    for place in order(of: contenders.count, round: round) {
      let (screens, key) = contenders[place]
      let session = try await screens.open()
      let pressed = session.time
      session.press(key)
      try await session.waitForExit()
      times[place].append(milliseconds(session.time) - milliseconds(pressed))
    }
  }
  table.add(
    "leaving, key to the end of the process", "ms", Measured("lisan", times[0]),
    (1...2).map { Measured(contenders[$0].0.name, times[$0]) }, bars: [.atMost(2), .tailAtMost(2)])
}

private func measureChanges(_ ours: Screens, _ rounds: Int, _ table: Table) async throws {
  var switches: [Double] = []
  var restarts: [Double] = []
  for _ in 0..<rounds {
    try? FileManager.default.removeItem(atPath: "\(ours.environment["HOME"] ?? "")/.config/lisan")
    let session = try await ours.open()
    // The button that puts it off.
    switches.append(
      try await press(.character("2"), session) {
        $0.shows("لاحقا")
      }
      .time)
    restarts.append(
      try await press(.character("y"), session) { screen in
        screen.rows.contains { Array($0).dropFirst(screen.size.columns - 3).first == "‹" }
      }.time)
    try await end(session)
  }
  table.add(
    "language switch to the settled frame", "ms", Measured("lisan", switches), bars: [.atMost(16)])
  table.add(
    "Restart now to the mirrored frame", "ms", Measured("lisan", restarts), bars: [.atMost(10)])
}

/// Memory at the first frame and after a date was formatted, that of the agent then, and the processor
/// time of ten idle seconds.
private func measureSize(
  _ ours: Screens, in directory: String, _ table: Table
) async throws {
  var anonymous: [Double] = []
  var peaks: [Double] = []
  var later: [Double] = []
  var agents: [Double] = []
  let bareAgent = try Bare.compileAgent(in: directory)
  var libraries: [Double] = []
  for _ in 0..<5 {
    // Make a choice once, so that About shows a date.
    _ = try output(ours.program, ["set", "ar"], environment: ours.environment)
    _ = try output(ours.program, ["set", "en"], environment: ours.environment)
    // Without the helper, which starts right after the frame.
    let first = try await ours.open(more: ["LISAN_AGENT": "/nonexistent"])
    anonymous.append(processMemory(first.processID, "RssAnon") / 1024)
    peaks.append(processMemory(first.processID, "VmHWM") / 1024)
    try await end(first)
    let session = try await ours.open()
    session.press(.left, .end)
    // The words of the agent have taken the place of the plain date.
    try await session.waitUntil("the date") {
      $0.shows("Last change") && !$0.shows("not known yet")
    }
    try await session.settled(for: quiet)
    later.append(processMemory(session.processID, "VmHWM") / 1024)
    let list = "/proc/\(session.processID)/task/\(session.processID)/children"
    let children = try String(contentsOfFile: list, encoding: .utf8).split(separator: " ")
    if let agent = children.first.flatMap({ Int32($0) }) {
      agents.append(processMemory(agent, "VmRSS") * 1024 / 1_000_000)
    }
    libraries.append(try Bare.residentMemory(of: bareAgent))
    try await end(session)
  }
  table.add(
    "anonymous memory at the first frame", "MiB", Measured("lisan", anonymous), bars: [.atMost(2)])
  table.add("peak memory at the first frame", "MiB", Measured("lisan", peaks), bars: [.atMost(7)])
  table.add("peak memory after a date", "MiB", Measured("lisan", later), bars: [.atMost(8)])
  table.add(
    "resident memory then", "MB", Measured("lisan-agent", agents),
    [Measured("its libraries alone", libraries)], bars: [.atMost(16)])

  let session = try await ours.open()
  try await session.settled(for: .seconds(1), limit: .seconds(20))
  let before = processorTicks(session.processID)
  try await session.staysSilent(for: .seconds(10))
  let ticks = processorTicks(session.processID) - before
  table.add(
    "processor time of ten idle seconds", "ms", Measured("lisan", [ticks * 10]), bars: [.atMost(0)])
  try await end(session)
}

/// User and system time, in hundredths of a second.
private func processorTicks(_ process: Int32) -> Double {
  let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
  let fields = line.drop { $0 != ")" }.split(separator: " ").compactMap { Double($0) }
  // After the name and the state: fields 14 and 15 of the whole line.
  return fields.count > 11 ? fields[10] + fields[11] : 0
}

private func press(
  _ key: TerminalKey, _ session: TerminalSession,
  until condition: @escaping @Sendable (Screen) -> Bool = { _ in true }
) async throws -> (time: Double, bytes: Double) {
  let mark = session.log.end
  let pressed = session.time
  session.press(key)
  // Wait for output, for the condition, and then for silence.
  try await session.waitUntil("an answer to \(key)") { condition($0) }
  while session.log.output(since: mark).isEmpty { try await session.settled(for: .milliseconds(2)) }
  try await session.settled(for: quiet)
  return (
    lastOutput(session) - milliseconds(pressed), Double(session.log.output(since: mark).count)
  )
}

/// The last row of the screen, which a frame draws last.
private func lastRow(_ session: TerminalSession) -> String { session.screen.rows.last ?? "" }

/// The time until a terminal shows the last row as it stays.
private func firstFrame(_ session: TerminalSession, until lastRow: String) -> Double {
  var emulator = Emulator(size: session.screen.size)
  for chunk in session.log.chunks where chunk.isOutput {
    emulator.feed(chunk.bytes)
    if emulator.screen.rows.last == lastRow { return milliseconds(chunk.time) }
  }
  return .infinity
}

/// The time and the bytes of the first complete screen. The account's helper causes another frame a
/// few milliseconds later.
private func firstFrame(_ session: TerminalSession) -> (time: Double, bytes: Int) {
  var end: Duration?
  var count = 0
  for chunk in session.log.chunks where chunk.isOutput {
    if let end, chunk.time - end > .milliseconds(3) { break }
    end = chunk.time
    count += chunk.bytes.count
  }
  return (end.map { milliseconds($0) } ?? 0, count)
}

private func lastOutput(_ session: TerminalSession) -> Double {
  session.log.chunks.last { $0.isOutput }.map { milliseconds($0.time) } ?? 0
}

private func milliseconds(_ duration: Duration) -> Double {
  let (seconds, attoseconds) = duration.components
  return Double(seconds) * 1000 + Double(attoseconds) / 1e15
}
