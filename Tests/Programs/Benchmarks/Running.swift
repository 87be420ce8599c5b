import CSystem
import Foundation
import SystemCalls

/// `lisan run` beside nothing, `script` and tmux: how much it takes of what a program writes, and
/// when what a program writes reaches the terminal.
func measureRunning(_ program: String, rounds: Int, _ table: Table) async throws {
  let path = URL(filePath: program).path(percentEncoded: false)
  try await withScratch { directory in
    let tmuxSettings = "\(directory)/tmux.conf"
    try "set -g status off\n".write(toFile: tmuxSettings, atomically: false, encoding: .utf8)
    let run = Way("lisan run", [path, "run", "--bidi", "visual", "--"])
    let ways = [
      run, Way("bare", []), Way("script", ["/usr/bin/script", "-qec"], quotes: true),
      Way("tmux", ["/usr/bin/tmux", "-S", "\(directory)/socket", "-f", tmuxSettings, "new"]),
    ].filter { $0.words.isEmpty || access($0.words[0], X_OK) == 0 }
    let environment = [
      "PATH=/usr/bin:/bin", "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(directory)",
    ]
    table.begin("Programs in order: lisan run")
    for (name, text) in floods() {
      let file = "\(directory)/flood"
      try text.write(toFile: file, atomically: false, encoding: .utf8)
      let size = Double(text.utf8.count)
      var speeds = ways.map { _ in [Double]() }
      for round in 0..<max(5, rounds / 4) {
        for place in order(of: ways.count, round: round) {
          let start = nanoseconds()
          let terminal = try RawTerminal(ways[place].command(["/bin/cat", file]), environment)
          terminal.readAll()
          speeds[place].append(size / (nanoseconds() - start) * 1000)
        }
      }
      let peers = ways.indices.dropFirst().map { Measured(ways[$0].name, speeds[$0]) }
      let isRightToLeft = name == "Arabic"
      table.add(
        "\(name), throughput", "MB/s", Measured("lisan run", speeds[0]), peers,
        bars: isRightToLeft
          ? [.atLeast(10)]
          : [.ratioAtLeast(1, to: "tmux"), .ratioAtLeast(0.7, to: "script")])
    }
    try measureEcho(ways, environment, directory, rounds: rounds * 5, table)
    try measureFrames(run, environment, table)
    try measureRest(run, environment, directory, table)
  }
}

/// A way to run a command in a terminal.
private struct Way {
  let name: String
  let words: [String]
  /// Whether it takes the command as one word for a shell.
  let quotes: Bool

  init(_ name: String, _ words: [String], quotes: Bool = false) {
    (self.name, self.words, self.quotes) = (name, words, quotes)
  }

  func command(_ command: [String]) -> [String] {
    if !quotes { return words + command }
    return words + [command.map { "'\($0)'" }.joined(separator: " "), "/dev/null"]
  }
}

/// Some megabytes of each kind of text.
private func floods() -> [(String, String)] {
  let prose = "The quick brown fox jumps over the lazy dog, and nobody knows why it does so.\n"
  func flood(_ lines: [String], megabytes: Int) -> String {
    let block = lines.joined()
    return String(repeating: block, count: megabytes * 1_000_000 / block.utf8.count)
  }
  let colours = (0..<64).map { line in
    (0..<6).map { "\u{1B}[\($0 % 2);3\((line + $0) % 8)mfile-\(line)-\($0).txt\u{1B}[m  " }.joined()
      + "\n"
  }
  let arabic = [
    "هذا سطر من النص العربي يكتبه برنامج على الطرفية، وفيه 12 رقما.\n",
    "السطر الثاني أقصر منه.\n", "وفي هذا كلمة لاتينية (Lisan) بين كلمات عربية كثيرة.\n",
  ]
  return [
    ("English", flood([prose, prose.uppercased(), "short\n"], megabytes: 20)),
    ("colours", flood(colours, megabytes: 10)),
    ("scrolling region", "\u{1B}[5;20r\u{1B}[20;1H" + flood([prose], megabytes: 20)),
    ("Arabic", flood(arabic, megabytes: 4)),
  ]
}

/// From a key to its echo, and from a program's write to the terminal, in microseconds. The program
/// answers each key by the time of its write.
private func measureEcho(
  _ ways: [Way], _ environment: [String], _ directory: String, rounds: Int, _ table: Table
) throws {
  let program = "\(directory)/answer"
  let source = """
    #include <stdio.h>
    #include <termios.h>
    #include <time.h>
    #include <unistd.h>
    int main(int argc, char **argv) {
      struct termios modes;
      tcgetattr(0, &modes);
      cfmakeraw(&modes);
      tcsetattr(0, TCSANOW, &modes);
      write(1, "ready\\r\\n", 7);
      for (char key; read(0, &key, 1) == 1 && key != 'q';) {
        char text[200];
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        int length = snprintf(text, sizeof text, "<%lld>%s\\r\\n",
          now.tv_sec * 1000000000LL + now.tv_nsec, argc > 1 ? argv[1] : "");
        write(1, text, length);
      }
    }
    """
  try compileC(source, to: program)
  for (name, text) in [("English", "and some words"), ("Arabic", "وبعض الكلمات")] {
    let terminals = try ways.map {
      try RawTerminal($0.command([program, text]), environment)
    }
    for terminal in terminals { terminal.read(until: "ready") }
    var writes = ways.map { _ in [Double]() }
    var echoes = ways.map { _ in [Double]() }
    for round in 0..<(rounds + 5) {
      for place in order(of: terminals.count, round: round) {
        let terminal = terminals[place]
        let start = nanoseconds()
        terminal.type("x")
        let sent = Double(terminal.read(until: ">", after: "<") ?? "") ?? .nan
        let end = terminal.lastArrival
        // The first ones warm caches, and one has the terminal asked for its cursor.
        guard round >= 5, sent.isFinite else { continue }
        writes[place].append((end - sent) / 1000)
        echoes[place].append((end - start) / 1000)
        terminal.drain()
      }
    }
    for terminal in terminals { terminal.end() }
    func peers(_ values: [[Double]]) -> [Measured] {
      ways.indices.dropFirst().map { Measured(ways[$0].name, values[$0]) }
    }
    table.add(
      "\(name), write to terminal", "µs", Measured("lisan run", writes[0]), peers(writes),
      bars: [.addsAtMost(200, to: "bare")])
    table.add("\(name), key to echo", "µs", Measured("lisan run", echoes[0]), peers(echoes))
  }
}

/// Processor time and bytes for a program that writes twenty rows of Arabic thirty times a second.
private func measureFrames(_ way: Way, _ environment: [String], _ table: Table) throws {
  let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ink.py")
    .path(percentEncoded: false)
  let written = try output("/usr/bin/python3", [script, "150", "0"]).utf8.count
  let terminal = try RawTerminal(
    way.command(["/usr/bin/python3", script, "150", "30"]), environment)
  terminal.wait(seconds: 6)
  let busy = try ticks(of: terminal.process)
  let shown = terminal.received
  terminal.end()
  table.add(
    "processor time of 150 frames in five seconds", "ms", Measured("lisan run", [busy * 10]),
    bars: [.atMost(250)])
  table.add(
    "bytes for each byte of these frames", "",
    Measured("lisan run", [Double(shown) / Double(written)]),
    bars: [.atMost(2)])
}

/// The processor time of a process, in hundredths of a second.
private func ticks(of process: pid_t) throws -> Double {
  let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
  let fields = text.split(separator: " ")
  return (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0)
}

/// Memory with a large screen full of Arabic, and processor time when nothing happens.
private func measureRest(
  _ way: Way, _ environment: [String], _ directory: String, _ table: Table
) throws {
  let file = "\(directory)/flood"
  try String(repeating: "هذا سطر من النص العربي\n", count: 1_000)
    .write(toFile: file, atomically: false, encoding: .utf8)
  let script = "cat \(file); echo ready; cat"
  let terminal = try RawTerminal(
    way.command(["/bin/sh", "-c", script]), environment, rows: 100, columns: 300)
  terminal.read(until: "ready")
  let peak = try memory("VmHWM", terminal.process)
  let before = try ticks(of: terminal.process)
  terminal.wait(seconds: 5)
  let idle = try ticks(of: terminal.process) - before
  terminal.end()
  table.add(
    "peak memory at 300x100", "MB", Measured("lisan run", [peak * 1024 / 1e6]),
    bars: [.atMost(12)])
  table.add(
    "processor time of five idle seconds", "ms", Measured("lisan run", [idle * 10]),
    bars: [.atMost(0)])
}

/// A terminal that reads and shows nothing. It answers where its cursor is.
private final class RawTerminal {
  let process: pid_t
  private let master: Int32
  private let child: cs_pty_process
  private var text: [UInt8] = []
  /// How many bytes have come since the last text that was read.
  var received: Int { text.count }
  /// When the last bytes came, before they were looked at.
  private(set) var lastArrival = 0.0

  init(_ words: [String], _ environment: [String], rows: UInt16 = 24, columns: UInt16 = 80) throws {
    let terminal = try PseudoTerminal(rows: rows, columns: columns)
    let process = try terminal.start(words[0], words, environment: environment)
    master = terminal.release().release()
    child = process
    self.process = process.program
  }

  func type(_ text: String) { _ = Glibc.write(master, text, text.utf8.count) }

  private static func asks(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
    let question: StaticString = "\u{1B}[6n"
    let length = question.utf8CodeUnitCount
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var place = 0
    while let found = memchr(bytes.baseAddress! + place, 0x1B, bytes.count - place) {
      place = UnsafeRawPointer(found) - bytes.baseAddress!
      if place + length > bytes.count { return false }
      if memcmp(found, question.utf8Start, length) == 0 { return true }
      place += 1
    }
    return false
  }

  /// Reads what has come; returns false at the end. It must not be slower than what it measures.
  private func take(_ limit: Int32, keeps: Bool = true) -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, limit) > 0 else { return true }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { room in
      let count = Glibc.read(master, room.baseAddress, room.count)
      guard count > 0 else { return count < 0 && errno == EAGAIN }
      lastArrival = nanoseconds()
      if Self.asks(room[..<count]) { type("\u{1B}[0n\u{1B}[24;1R") }
      if keeps { text.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<count])) }
      return true
    }
  }

  /// Reads until the program ends.
  func readAll() {
    while take(-1, keeps: false) {}
    reap()
  }

  /// Reads until something comes, for at most five seconds; returns what is before it and after
  /// something else.
  @discardableResult
  func read(until end: String, after start: String? = nil) -> String? {
    let deadline = nanoseconds() + 5e9
    while nanoseconds() < deadline {
      let known = String(decoding: text, as: UTF8.self)
      // The digits of an escape sequence are not what is looked for.
      let plain = known.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
      if let found = plain.range(of: end) {
        text.removeAll(keepingCapacity: true)
        guard let start else { return String(plain[..<found.lowerBound]) }
        guard let opening = plain.range(of: start) else { return nil }
        return String(plain[opening.upperBound..<found.lowerBound])
      }
      if !take(1_000) { return nil }
    }
    return nil
  }

  /// Reads what is still to come of an answer.
  func drain() {
    wait(seconds: 0.002)
    text.removeAll(keepingCapacity: true)
  }

  func wait(seconds: Double) {
    let deadline = nanoseconds() + seconds * 1e9
    while case let left = deadline - nanoseconds(), left > 0 {
      if !take(Int32(max(1, left / 1e6))) { return }
    }
  }

  func end() {
    kill(process, SIGKILL)
    while take(200) {}
    reap()
  }

  private func reap() {
    close(master)
    var user: Int64 = 0
    var system: Int64 = 0
    var state = cs_process_state()
    while cs_pty_next_change(child.channel, &state) == 0,
      state.change != CS_EXITED.rawValue, state.change != CS_SIGNALED.rawValue
    {}
    _ = cs_pty_reap(child.channel, &user, &system)
    waitpid(child.leader, nil, 0)
    close(child.channel)
  }
}

private func memory(_ what: String, _ process: pid_t) throws -> Double {
  let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix(what) } ?? ""
  return Double(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? .nan
}
