import TerminalHarness

/// Writes a script that repeats a recording: before each action of the person, it waits for the
/// text that had appeared on the screen by then.
enum ScriptWriter {
  static func script(
    _ recording: Recording, program: String, arguments: [String], status: ProcessStatus,
    environment: [String: String] = [:]
  ) -> String {
    var lines = [
      "# Recorded by lisan-drive. Wait for less, and expect more, where you know better.",
      "size \(recording.size)",
    ]
    var environment = environment
    if let type = recording.environment["TERM"] {
      environment["TERM"] = environment["TERM"] ?? type
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      lines.append("environment \(name) \(word(value))")
    }
    lines.append(
      (["start", word(program)] + arguments.map(word)).joined(separator: " "))
    var emulator = Emulator(size: recording.size, profile: .silent)
    var seen: Set<String> = []
    var pending: [UInt8] = []
    var awaited: String?
    func perform() {
      guard !pending.isEmpty else { return }
      let statements = InputReader.statements(of: pending)
      pending = []
      guard !statements.isEmpty else { return }
      if let awaited { lines.append("wait for \(awaited)") }
      awaited = nil
      lines += statements
    }
    for event in recording.events {
      switch event.kind {
      case .output(let bytes):
        perform()
        emulator.feed(bytes)
      case .input(let bytes):
        if pending.isEmpty { awaited = news(on: emulator.screen, &seen) }
        pending += bytes
      case .resize(let size):
        perform()
        emulator.resize(to: size)
        lines.append("resize \(size)")
      case .marker: break
      }
    }
    perform()
    switch status {
    case .exited(let code): lines.append("wait for exit \(code)")
    case .signaled(let signal): lines.append("wait for exit signal \(signal)")
    case .running, .stopped: break
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The longest text on the screen that was not there before, in the notation of scripts.
  private static func news(on screen: Screen, _ seen: inout Set<String>) -> String? {
    let texts = screen.logicalRows.flatMap { row in
      row.split { "│┃║|".contains($0) }.flatMap { pieces(of: String($0)) }
    }
    let new = texts.filter { !seen.contains($0) && $0.contains { $0.isLetter } }
    seen = Set(texts)
    return new.max { $0.count < $1.count }.map { InputReader.quoted(String($0.prefix(40))) }
  }

  /// The texts of a row, separated by two or more blanks.
  private static func pieces(of row: String) -> [String] {
    var pieces: [String] = []
    var isApart = true
    for word in row.split(separator: " ", omittingEmptySubsequences: false) {
      if !word.isEmpty, isApart {
        pieces.append(String(word))
      } else if !word.isEmpty {
        pieces[pieces.count - 1] += " \(word)"
      }
      isApart = word.isEmpty
    }
    return pieces
  }

  /// A word of the command line, in quotation marks if necessary.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"\"'\\$#|".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : InputReader.quoted(text)
  }
}
