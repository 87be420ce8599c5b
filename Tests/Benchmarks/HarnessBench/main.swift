import Glibc
import TerminalHarness

// Three steps with a program of two lines of curses (start, a key, a check, quit), as a test does
// them; and how many bytes a second the emulator takes.
//
//   swift run -c release harness-bench [runs]

let source = """
  #include <curses.h>
  int main(void) {
    initscr(); raw(); noecho(); keypad(stdscr, TRUE);
    mvaddstr(0, 0, "first"); refresh();
    for (int key; (key = getch()) != 'q';) { if (key == KEY_DOWN) mvaddstr(1, 0, "second"); }
    endwin();
  }
  """

func milliseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
}

func text(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let part = hundredths % 100
  return "\(hundredths / 100).\(part < 10 ? "0" : "")\(part)"
}

/// Processor time that this process has used.
func ownTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

var template = Array("/tmp/harness-benchmark-XXXXXX".utf8CString)
guard mkdtemp(&template) != nil else { fatalError("no directory under /tmp") }
let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
let program = folder + "/two-lines"

// The compiler itself is the first program to be driven.
let compiler = try TerminalSession(
  "/bin/sh",
  arguments: ["-c", "cc -O2 -x c -o '\(program)' - -lncursesw -ltinfo <<'END'\n\(source)\nEND\n"])
guard try await compiler.waitForExit(limit: .seconds(60)) == .exited(0) else {
  fatalError(compiler.screen.picture)
}

func scenario() async throws {
  let session = try TerminalSession(program)
  try await session.waitUntil("the first line") { $0.rows[0] == "first" }
  session.press(.down)
  try await session.waitUntil("the second line") { $0.rows[1] == "second" }
  session.type("q")
  guard try await session.waitForExit() == .exited(0), session.unknownSequences.isEmpty else {
    fatalError(session.screen.picture)
  }
}

let runs = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200
for _ in 0..<10 { try await scenario() }
var walls: [Double] = []
let before = ownTime()
for _ in 0..<runs {
  let start = ContinuousClock.now
  try await scenario()
  walls.append(milliseconds(start.duration(to: .now)))
}
let own = milliseconds(ownTime() - before) / Double(runs)
walls.sort()
print(
  "three steps, \(runs) runs: median \(text(walls[runs / 2])) ms, "
    + "p95 \(text(walls[runs * 95 / 100])) ms, own processor time \(text(own)) ms")

var frame: [UInt8] = Array("\u{1B}[H\u{1B}[2J".utf8)
for row in 1...24 {
  frame += Array("\u{1B}[\(row);1H\u{1B}[1;3\(row % 8)mrow \(row) \u{1B}[m".utf8)
  frame += Array("some plain text, ﺔﻴﺑﺮﻌﻟا and 中文\u{1B}[K".utf8)
}
var emulator = Emulator()
let start = ownTime()
let frames = 2_000
for _ in 0..<frames { emulator.feed(frame) }
let seconds = milliseconds(ownTime() - start) / 1e3
print(
  "emulator: \(text(Double(frames * frame.count) / seconds / 1e6)) MB a second of processor time")

unlink(program)
rmdir(folder)
