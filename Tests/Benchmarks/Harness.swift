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
    try source.write(toFile: "\(program).c", atomically: false, encoding: .utf8)
    _ = try output("/usr/bin/cc", ["-O2", "-o", program, "\(program).c", "-lncursesw", "-ltinfo"])
    for _ in 0..<10 { try await threeSteps(program) }
    var times: [Double] = []
    var own: [Double] = []
    for _ in 0..<200 {
      let (start, processor) = (nanoseconds(), nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
      try await threeSteps(program)
      times.append((nanoseconds() - start) / 1e6)
      own.append((nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / 1e6)
    }
    table.add("three steps, own processor time", "ms", Measured("harness", own), bars: [.atMost(5)])
    table.add("three steps, from start to end", "ms", Measured("harness", times))
  }
  var frame: [UInt8] = Array("\u{1B}[H\u{1B}[2J".utf8)
  for row in 1...24 {
    frame += Array("\u{1B}[\(row);1H\u{1B}[1;3\(row % 8)mrow \(row) \u{1B}[m".utf8)
    frame += Array("some plain text, ﺔﻴﺑﺮﻌﻟا and 中文\u{1B}[K".utf8)
  }
  var emulator = Emulator()
  let speeds = (0..<40).map { _ in
    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    for _ in 0..<50 { emulator.feed(frame) }
    return Double(50 * frame.count) / (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1000
  }
  table.add("the emulator takes", "MB/s", Measured("harness", speeds))
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
