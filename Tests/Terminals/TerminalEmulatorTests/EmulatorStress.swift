import TerminalEmulator

/// Leads an emulator through arbitrary bytes and says what is wrong with it then; both the random
/// test and the fuzzer use it.
///
/// The first two bytes are the size. After that, each 0xF5 (which is no UTF-8) is a change of the
/// size to the two bytes behind it; all else is input.
func stress(_ bytes: [UInt8]) -> String? {
  guard bytes.count >= 2 else { return nil }
  var whole = Emulator(size: size(bytes[0], bytes[1]))
  var piecemeal = whole
  var index = 2
  while index < bytes.count {
    if bytes[index] == 0xF5, index + 2 < bytes.count {
      let size = size(bytes[index + 1], bytes[index + 2])
      whole.resize(to: size)
      piecemeal.resize(to: size)
      index += 3
      continue
    }
    let end = bytes[(index + 1)...].firstIndex(of: 0xF5) ?? bytes.count
    whole.feed(bytes[index..<end])
    for byte in bytes[index..<end] { piecemeal.feed([byte]) }
    index = end
    if let fault = fault(in: whole.screen) { return fault }
  }
  if whole.screen != piecemeal.screen { return "the pieces of the input matter" }
  if whole.drainReplies() != piecemeal.drainReplies() { return "the pieces matter to the answers" }
  // Looking must not crash either.
  let screen = whole.screen
  _ = (screen.logicalRows, screen.picture, screen.find(.focus), screen.shows("a"))
  // Whatever it went through, a reset makes a new terminal of it.
  whole.feed("\u{18}\u{1B}c")
  var fresh = Emulator(size: whole.screen.size)
  whole.feed("a\r\nb")
  fresh.feed("a\r\nb")
  if whole.screen.grid != fresh.screen.grid || whole.screen.modes != fresh.screen.modes {
    return "a reset leaves something behind"
  }
  return nil
}

private func size(_ columns: UInt8, _ rows: UInt8) -> TerminalSize {
  TerminalSize(columns: Int(columns % 40) + 1, rows: Int(rows % 20) + 1)
}

private func fault(in screen: Screen) -> String? {
  if screen.grid.count != screen.size.rows { return "rows are missing" }
  for row in screen.grid {
    if row.cells.count != screen.size.columns { return "cells are missing" }
    for (column, cell) in row.cells.enumerated() {
      let next = column + 1 < row.cells.count ? row.cells[column + 1] : nil
      switch cell.width {
      case 0: if column == 0 || row.cells[column - 1].width != 2 { return "half a character" }
      case 1: if cell.text.isEmpty { return "an empty cell" }
      case 2: if next?.width != 0 { return "half a character" }
      default: return "a width of \(cell.width)"
      }
    }
  }
  if !(0..<screen.size.rows).contains(screen.cursor.row) { return "the cursor is off the rows" }
  if !(0..<screen.size.columns).contains(screen.cursor.column) {
    return "the cursor is off the columns"
  }
  return nil
}
