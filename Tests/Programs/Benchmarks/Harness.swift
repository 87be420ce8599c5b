import CVTerm
import Foundation
import TerminalHarness

/// The cost of a test: three steps with a curses program of two lines (start, a key, a check,
/// quit), and the emulator's throughput.
func measureHarness(_ table: Table) async throws {
  table.begin("The harness")
  try await withScratch { directory in
    let program = "\(directory)/two-lines"
    let source = """
      #include <curses.h>
      int main(void) {
        initscr(); raw(); noecho(); keypad(stdscr, TRUE);
        mvaddstr(0, 0, "first"); refresh();
        for (int key; (key = getch()) != 'q';) { if (key == KEY_DOWN) mvaddstr(1, 0, "second"); }
        endwin();
      }
      """
    try compileC(source, to: program, ["-lncursesw", "-ltinfo"])
    for _ in 0..<10 { try await threeSteps(program) }
    var times: [Double] = []
    var own: [Double] = []
    for _ in 0..<200 {
      let (start, processor) = (nanoseconds(), nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
      try await threeSteps(program)
      times.append((nanoseconds() - start) / 1e6)
      own.append((nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / 1e6)
    }
    table.add(
      "three steps, own processor time", "ms", Measured("harness", own), bars: [.atMost(5)])
    table.add(
      "three steps, from start to end", "ms", Measured("harness", times), bars: [.atMost(5)])
  }
  var frame: [UInt8] = Array("\u{1B}[H\u{1B}[2J".utf8)
  for row in 1...24 {
    frame += Array("\u{1B}[\(row);1H\u{1B}[1;3\(row % 8)mrow \(row) \u{1B}[m".utf8)
    frame += Array("some plain text, ﺔﻴﺑﺮﻌﻟا and 中文\u{1B}[K".utf8)
  }
  var log: [UInt8] = []
  for line in 0..<200 {
    log += Array("\u{1B}[90m12:00:\(line % 60)\u{1B}[0m \u{1B}[38;5;\(line)mINFO\u{1B}[39m ".utf8)
    log += Array("\u{1B}[1mhttp\u{1B}[22m \u{1B}[38;2;\(line);120;30mGET\u{1B}[0m /page ".utf8)
    log += Array("\u{1B}[32m200\u{1B}[0m in \(line % 90) ms, العربية, 日本語\r\n".utf8)
  }
  let prose = Array(
    String(repeating: "Plain text in rows of a usual length, one after the other.\r\n", count: 800)
      .utf8)
  for (name, stream) in [("frames", frame), ("a coloured log", log), ("plain text", prose)] {
    var emulator = Emulator()
    let copies = 100_000 / stream.count + 1
    let bytes = Array(repeatElement(stream, count: copies).joined())
    func speed(_ take: (ArraySlice<UInt8>) -> Void) -> Double {
      let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
      // As much as a terminal gives at a time.
      for begin in stride(from: 0, to: bytes.count, by: 4_096) {
        take(bytes[begin..<min(bytes.count, begin + 4_096)])
      }
      return Double(bytes.count) / (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1000
    }
    var ours: [Double] = []
    var theirs: [Double] = []
    let reference = Reference()
    var fast: [Double] = []
    try await withScratch { directory in
      let ghostty = try Ghostty(bytes, in: directory)
      for _ in 0..<40 {
        ours.append(speed { emulator.feed($0) })
        theirs.append(speed { reference.feed($0) })
        if let ghostty { fast.append(try ghostty.speed()) }
      }
    }
    table.add(
      "the emulator takes \(name)", "MB/s", Measured("harness", ours),
      [Measured("libvterm", theirs)] + (fast.isEmpty ? [] : [Measured("libghostty-vt", fast)]),
      bars: [.ratioAtLeast(1, to: "libvterm")])
  }
}

/// libghostty-vt in a process of its own, in the private environment that `make bench` creates.
private final class Ghostty {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Returns: nil if there is no such environment.
  init?(_ bytes: [UInt8], in directory: String) throws {
    let python = "\(FileManager.default.currentDirectoryPath)/.build/ghostty/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    try Data(bytes).write(to: URL(filePath: "\(directory)/stream"))
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ghostty.py").path(percentEncoded: false)
    process.executableURL = URL(filePath: python)
    process.arguments = [script, "\(directory)/stream"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// It ends with its input.
  deinit { try? input.fileHandleForWriting.close() }

  /// MB for a second of its thread's processor time.
  func speed() throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { fatalError("libghostty-vt ended") }
      line += more
    }
    return Double(String(decoding: line.dropLast(), as: UTF8.self))!
  }
}

/// libvterm with a screen of 80x24.
private final class Reference {
  nonisolated(unsafe) private let terminal = vterm_new(24, 80)

  init() {
    vterm_set_utf8(terminal, 1)
    vterm_screen_reset(vterm_obtain_screen(terminal), 1)
  }

  deinit { vterm_free(terminal) }

  func feed(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      _ = vterm_input_write(
        terminal, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }
}

private func threeSteps(_ program: String) async throws {
  let session = try TerminalSession(program)
  try await session.waitUntil("the first line") { $0.rows[0] == "first" }
  session.press(.down)
  try await session.waitUntil("the second line") { $0.rows[1] == "second" }
  session.type("q")
  guard try await session.waitForExit() == .exited(0), session.unknownSequences.isEmpty else {
    fatalError(session.screen.picture)
  }
}
