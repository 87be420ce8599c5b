/// What a shell and a person say about a row of the main screen: who wrote it, and where lines end. Shells send
/// marks (OSC 133, "Semantic prompts" of FinalTerm): A before a prompt, B behind it, C before a command's
/// output, D after it.
package struct LineMarks: Hashable, Sendable {
  /// Whether the row is one of a prompt: from A to B.
  package var isPrompt = false
  /// Whether the output of a command begins with the row.
  package var beginsOutput = false
  /// Whether the line ends with the row: the person has pressed Enter in it.
  package var isEntered = false
  /// The column behind a prompt, where the person's line begins; -1 without one.
  package var inputStart: Int16 = -1

  /// Whether a line begins with the row.
  package var beginsLine: Bool { isPrompt || beginsOutput }
}

extension Emulator {
  /// OSC 133. Other letters, and marks on the alternate screen, say nothing about rows.
  mutating func obeyMark(_ text: String) {
    let row = screen.cursor.row
    if screen.isAlternate { return }
    switch text.utf8.first {
    case UInt8(ascii: "A") where screen.cursor.column == 0:
      mark(row) { $0 = LineMarks(isPrompt: true) }
    case UInt8(ascii: "B"):
      let column = screen.cursor.column
      mark(row) {
        $0.isPrompt = true
        $0.inputStart = Int16(truncatingIfNeeded: column)
      }
      // The rows of one prompt.
      var first = row
      while first > 0, row - first < Self.mostPromptRows,
        !screen.grid[first].marks.isPrompt || first == row
      {
        first -= 1
      }
      guard screen.grid[first].marks.isPrompt else { return }
      for between in first..<row { mark(between) { $0.isPrompt = true } }
    case UInt8(ascii: "C"): markOutput()
    default: break
    }
  }

  private static let mostPromptRows = 4

  /// What follows is no longer the person's line.
  mutating func markOutput() {
    if screen.isAlternate { return }
    if screen.cursor.column == 0 {
      mark(screen.cursor.row) { $0.beginsOutput = true }
    } else {
      markEntered()
    }
  }

  /// Notes that a person has ended a line where the cursor is, which the terminal echoes.
  package mutating func markEntered() {
    if screen.isAlternate { return }
    mark(screen.cursor.row) { $0.isEntered = true }
  }

  private mutating func mark(_ row: Int, _ change: (inout LineMarks) -> Void) {
    var marks = screen.grid[row].marks
    change(&marks)
    screen.grid[row].mark(marks)
  }
}
