import Foundation
import MirrorLayout
import Recordings
import TerminalEmulator
import Testing

/// Compares what `lisan run` shows of ordinary programs with the order that Chromium gives each piece of their rows.
///
/// LISAN_ORDINARY prints a table, and the wrong rows of a program with that name or of all programs (`all`).
/// LISAN_ORDINARY_FIGURES is a file for new figures.
@Suite struct OrdinaryProgramTests {
  private struct Figures: Equatable {
    var rows = 0
    var right = 0
    /// Rows that are wrong, and would be right if UAX #9 ordered them alone.
    var harmed = 0

    static func += (sum: inout Figures, other: Figures) {
      sum.rows += other.rows
      sum.right += other.right
      sum.harmed += other.harmed
    }
  }

  @Test("R72: ordinary programs have no fewer right rows than before, and no more harmed ones")
  func figures() throws {
    let asked = ProcessInfo.processInfo.environment["LISAN_ORDINARY"]
    var all = Figures()
    var lines: [String] = []
    var floor: [Substring: [Int]] = [:]
    for line in (try? String(contentsOf: OrdinaryProgram.figures, encoding: .utf8))?
      .split(separator: "\n") ?? []
    {
      let words = line.split(separator: " ")
      floor[words[0]] = words.dropFirst().compactMap { Int($0) }
    }
    if asked != nil { print("| program | rows | right | harmed |\n|---|---|---|---|") }
    for program in OrdinaryProgram.all {
      var found = Figures()
      for recording in try program.recordings() {
        found += judge(recording, of: program, shows: asked == "all" || asked == program.name)
      }
      all += found
      lines.append("\(program) \(found.rows) \(found.right) \(found.harmed)")
      if asked != nil { print("| \(program) | \(found.rows) | \(found.right) | \(found.harmed) |") }
      if let least = floor[Substring(program.name)], least[0] == found.rows {
        #expect(found.right >= least[1], "\(program): right rows")
        #expect(found.harmed <= least[2], "\(program): harmed rows")
      } else {
        Issue.record("\(program): the figures are of other recordings")
      }
    }
    if asked != nil {
      let share = 100 * Double(all.right) / Double(max(all.rows, 1))
      print(
        "| \(lines.count) programs | \(all.rows) | \(String(format: "%.1f", share)) % | \(all.harmed) |"
      )
    }
    #expect(!lines.isEmpty)
    if let path = ProcessInfo.processInfo.environment["LISAN_ORDINARY_FIGURES"] {
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
    }
  }

  private func judge(
    _ recording: OrdinaryProgram.Recording, of program: OrdinaryProgram, shows: Bool
  ) -> Figures {
    var sitting = Sitting(columns: recording.columns, rows: recording.rows)
    for step in recording.steps { sitting.write(step[1]) }
    var figures = Figures()
    for judged in recording.judged {
      let shown = cells(sitting.terminal.screen.grid[judged.row])
      let written = cells(sitting.bare.screen.grid[judged.row])
      var outside = Set(0..<recording.columns)
      var isRight = true
      for piece in judged.pieces {
        outside.subtract(piece.columns)
        if shown[piece.columns].joined() != plain(piece.order) { isRight = false }
      }
      if outside.contains(where: { shown[$0] != written[$0] }) { isRight = false }
      figures.rows += 1
      if isRight {
        figures.right += 1
      } else {
        if judged.alone { figures.harmed += 1 }
        if shows {
          let kind = judged.alone ? "HARMED" : "wrong"
          print("\(kind) \(program) \(recording.language) \(recording.columns), row \(judged.row)")
          if judged.row > 0 { print("  above   \(sitting.bare.screen.rows[judged.row - 1])") }
          print("  written \(sitting.bare.screen.rows[judged.row])")
          print("  shown   \(spread(shown))")
          print("  wanted  \(wanted(judged, written))")
        }
      }
    }
    return figures
  }

  /// The row as it is wanted, each piece at its left end.
  private func wanted(_ judged: OrdinaryProgram.JudgedRow, _ written: [String]) -> String {
    var row = written
    for piece in judged.pieces {
      for column in piece.columns { row[column] = "" }
      row[piece.columns.lowerBound] = "⟨\(piece.order)⟩"
    }
    return row.joined()
  }

  private func spread(_ cells: [String]) -> String {
    cells.map { $0.isEmpty ? " " : $0 }.joined()
  }

  /// The cells without blanks, with plain letters, and with one form of each bracket.
  private func cells(_ row: ScreenRow) -> [String] {
    row.cells.indices.map { plain(row.cell($0).text) }
  }

  private func plain(_ text: String) -> String {
    text.unicodeScalars.compactMap { scalar -> String? in
      if scalar == " " || scalar.value < 0x20 { return nil }
      if [.nonspacingMark, .format].contains(scalar.properties.generalCategory) { return nil }
      let letter = BaseLetters.letter(of: scalar) ?? scalar
      return String(min(letter, letter.bidiMirrored ?? letter))
    }.joined()
  }
}
