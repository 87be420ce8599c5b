import BidiRepair
import Recordings
import TerminalEmulator
import Testing

/// Programs that hold back their frames themselves (mode 2026).
@Suite struct FrameTests {
  private static let begin = "\u{1B}[?2026h"
  private static let end = "\u{1B}[?2026l"
  private static let size = TerminalSize(columns: 60, rows: 24)
  private static let options = RepairOptions(holdsFrames: true)

  /// What a terminal shows at each end of a frame.
  private struct Watcher {
    var terminal = Emulator(size: FrameTests.size)
    /// The rows and the cursor's column at the end of each frame.
    var frames: [(rows: [String], column: Int)] = []

    mutating func take(_ bytes: ArraySlice<UInt8>) {
      for byte in bytes {
        let wasOpen = terminal.screen.modes.synchronizedOutput
        terminal.feed(CollectionOfOne(byte))
        let isOpen = terminal.screen.modes.synchronizedOutput
        if wasOpen, !isOpen { frames.append((terminal.screen.rows, terminal.screen.cursor.column)) }
      }
    }
  }

  private static let text = [
    "# الردّ على سؤالك", "1. افتح الملف README.md أولا", "2. ثم شغّل `make test` مرتين (نعم)",
    "│ الحالة: 12.5% من 40 │", "plain text between", "- שלום world, שלום",
  ]

  /// A frame as Ink writes it: it erases its rows and writes all of them, with a box and a spinner.
  private static func inkFrame(_ number: Int) -> String {
    let erasing =
      number == 0 ? "" : String(repeating: "\u{1B}[2K\u{1B}[1A", count: 19) + "\u{1B}[2K\u{1B}[G"
    var rows = ["╭\(String(repeating: "─", count: 56))╮"]
    for row in 1..<19 {
      let words = text[(row + number / 7) % text.count].prefix(10 + (number + row) % 30)
      rows.append("│ \u{1B}[3\(row % 8)m\(words)\u{1B}[39m │")
    }
    let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")[number % 10]
    rows.append("\(spinner) جار التفكير… \(number)s")
    return erasing + rows.joined(separator: "\r\n")
  }

  /// Writes a program's output in pieces; the repair may be watched at each byte.
  private func shown(_ writes: [String], longest: Int = .max, seed: UInt64 = 1) -> (
    Sitting, Watcher
  ) {
    var sitting = Sitting(columns: Self.size.columns, rows: Self.size.rows, Self.options)
    var watcher = Watcher()
    var generator = SeededGenerator(state: seed)
    for bytes in writes.map({ Array($0.utf8) }) {
      var start = 0
      while start < bytes.count {
        let length = longest == .max ? bytes.count : Int.random(in: 1...longest, using: &generator)
        let before = sitting.output.count
        sitting.write(Array(bytes[start..<min(bytes.count, start + length)]))
        watcher.take(sitting.output[before...])
        start += length
      }
    }
    return (sitting, watcher)
  }

  @Test("R71: no frame of a program like Ink ends with text that is not in order")
  func ink() {
    for (count, longest) in [(120, Int.max), (20, 700), (4, 7)] {
      // What the same rows look like where nothing holds frames back.
      var plain = Sitting(columns: Self.size.columns, rows: Self.size.rows)
      let frames = (0..<count).map { Self.inkFrame($0) }
      let (sitting, watcher) = shown(frames.map { Self.begin + $0 + Self.end }, longest: longest)
      #expect(watcher.frames.count == count)
      var raw = 0
      for (frame, seen) in zip(frames, watcher.frames) {
        plain.write(frame)
        if plain.rows != seen.rows || plain.terminal.screen.cursor.column != seen.column {
          raw += 1
        }
      }
      #expect(raw == 0, "in pieces of \(longest)")
      let sent = String(decoding: sitting.output, as: UTF8.self)
      #expect(sent.components(of: Self.begin) == count && sent.components(of: Self.end) == count)
    }
  }

  @Test(
    "R71: a frame that sets modes, is nested, ends twice or with other modes is in order at its end",
    arguments: [
      ("\(begin)a אב\(end)", "a בא", 1),
      ("\(begin)\(begin)a אב\(end)\(end)", "a בא", 1),
      ("\(begin)\u{1B}[?7l\u{1B}[?25la אב\u{1B}[?7h\(end)", "a בא", 1),
      ("\(begin)a אב\u{1B}[?25;2026l", "a בא", 1),
      ("\(begin)x\u{1B}[?1049h\u{1B}[Ha אב\(end)", "a בא", 1),
      ("\(begin)\u{1B}[8la אב\(end)", "a אב", 1),
      ("\(begin)a א\(end)\r\n\(begin)b אב\(end)", "a א", 2),
    ])
  func modes(_ output: String, _ row: String, _ count: Int) {
    for longest in [Int.max, 3, 1] {
      let (sitting, watcher) = shown(["ג\r\u{1B}[K" + output], longest: longest)
      #expect(watcher.frames.count >= count)
      #expect(watcher.frames.last?.rows == sitting.rows)
      #expect(watcher.frames.last?.rows.contains(row) == true, "\(output.debugDescription)")
      #expect(sitting.difference == nil)
    }
  }

  @Test("R71: frames of a box with right-to-left text take at most twice the program's bytes")
  func bytes() {
    let frames = (0..<10).map { number in
      let rows = (0..<18).map { row in
        let words = Self.text[(row + number) % Self.text.count]
        let width = words.unicodeScalars.count { $0 != "\u{651}" }
        return "│ \(words)\(String(repeating: " ", count: 56 - width)) │"
      }
      return Self.begin + "\u{1B}[H" + rows.joined(separator: "\r\n") + Self.end
    }
    let (sitting, _) = shown(frames)
    #expect(sitting.difference == nil)
    let written = frames.reduce(0) { $0 + $1.utf8.count }
    #expect(10 * sitting.output.count < 19 * written, "\(sitting.output.count) for \(written)")
  }

  @Test("R71: a frame that its program never ends is in order, and no other one begins in it")
  func endless() throws {
    let (sitting, _) = shown(["ג\r\u{1B}[K\(Self.begin)", "a אב"])
    #expect(sitting.rows[0] == "a בא")
    let sent = String(decoding: sitting.output, as: UTF8.self)
    let last = try #require(sent.ranges(of: Self.begin).last)
    #expect(sent[last.upperBound...].contains("בא"))
    #expect(!sent[last.upperBound...].contains(Self.end))
    #expect(sent.components(of: Self.begin) == sent.components(of: Self.end) + 1)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
