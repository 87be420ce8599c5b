import BidiRepair
import TerminalEmulator

/// A program's terminal: what it writes goes through the repair to an emulator that shows cells as
/// they come.
struct Sitting {
  var repair: TextRepair
  var terminal: Emulator
  /// The same program on a terminal of its own, without the repair.
  var bare: Emulator
  /// What the terminal got, and what the program wrote.
  var output: [UInt8] = []
  var bytes: [UInt8] = []

  init(columns: Int = 20, rows: Int = 5, _ options: RepairOptions = RepairOptions()) {
    let size = TerminalSize(columns: columns, rows: rows)
    repair = TextRepair(size: size, options: options)
    terminal = Emulator(size: size)
    bare = Emulator(size: size)
  }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  mutating func write(_ bytes: [UInt8]) {
    var sent: [UInt8] = []
    self.bytes += bytes
    bytes.withUnsafeBufferPointer { repair.take($0, into: &sent) }
    output += sent
    terminal.feed(sent)
    while repair.awaitsPlace {
      // Answers to the program come before the one to the repair.
      precondition(terminal.drainReplies().last == UInt8(ascii: "R"), "the terminal was not asked")
      var more: [UInt8] = []
      let state = terminal.terminalState
      let cursor = terminal.screen.cursor
      // Reports count from the margins in origin mode.
      let isRelative = state.modes.origin
      let row = cursor.row - (isRelative ? state.scrollingRows?.lowerBound ?? 0 : 0)
      let column = cursor.column - (isRelative ? state.scrollingColumns?.lowerBound ?? 0 : 0)
      repair.take(.place(row: row, column: column), into: &more)
      repair.take(.ordered, into: &more)
      output += more
      terminal.feed(more)
    }
    bare.feed(bytes)
  }

  mutating func resize(to size: TerminalSize) {
    repair.resize(to: size)
    terminal.resize(to: size)
    bare.resize(to: size)
  }

  var rows: [String] { terminal.screen.rows }

  /// What the program wrote, in printable characters.
  var text: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

extension Sitting {
  /// How the terminal differs from the program's own, apart from rows with right-to-left text.
  var difference: String? {
    let (mine, theirs) = (terminal.terminalState, bare.terminalState)
    if mine != theirs { return mine.differences(from: theirs).joined(separator: "; ") }
    for row in terminal.screen.grid.indices {
      let written = bare.screen.rows[row]
      if !written.unicodeScalars.contains(where: isOfRightToLeftBlock),
        terminal.screen.rows[row] != written
      {
        return "row \(row): \(terminal.screen.rows[row]), not \(written)"
      }
    }
    if terminal.screen.cursor.row != bare.screen.cursor.row { return "the cursor's row" }
    return nil
  }
}

private func isOfRightToLeftBlock(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
    true
  default: false
  }
}

/// Leads a repair through arbitrary bytes and says what is wrong with it then; both the random test
/// and the fuzzer use it.
///
/// The first two bytes are the size, the third the options. After that, each 0xF5 (which is no
/// UTF-8) is a change of the size to the two bytes behind it, and each 0xF6 the end of a write; all
/// else is what a program writes.
func stressRepair(_ bytes: [UInt8]) -> String? {
  guard bytes.count >= 3 else { return nil }
  var options = RepairOptions()
  options.direction = RepairOptions.TextDirection.allCases[Int(bytes[2] % 3)]
  options.fields = RepairOptions.Fields.allCases[Int(bytes[2] / 3 % 3)]
  options.holdsFrames = bytes[2] & 0x40 != 0
  let first = size(bytes[0], bytes[1])
  var sitting = Sitting(columns: first.columns, rows: first.rows, options)
  var hasResized = false
  var index = 3
  while index < bytes.count {
    switch bytes[index] {
    case 0xF5 where index + 2 < bytes.count:
      sitting.resize(to: size(bytes[index + 1], bytes[index + 2]))
      hasResized = true
      index += 3
      continue
    case 0xF5, 0xF6:
      index += 1
      continue
    default: break
    }
    let end = bytes[index...].firstIndex { $0 == 0xF5 || $0 == 0xF6 } ?? bytes.count
    let before = sitting.output.count
    sitting.write(Array(bytes[index..<end]))
    let written = sitting.output.count - before
    index = end
    if !sitting.repair.hasSeenRightToLeft,
      !sitting.bytes.contains(where: { $0 >= 0xD6 }), sitting.output != sitting.bytes
    {
      return "bytes without right-to-left text were changed"
    }
    // Each row that is left is shown once, with some bytes for each cell and mark.
    if written > 4_096 * (bytes.count + 64) { return "\(written) bytes were written" }
    if !hasResized, sitting.bare.isBetweenSequences, let difference = sitting.difference {
      return difference
    }
  }
  return nil
}

private func size(_ columns: UInt8, _ rows: UInt8) -> TerminalSize {
  TerminalSize(columns: Int(columns % 40) + 1, rows: Int(rows % 20) + 1)
}
