import BidiRepair
import MirrorLayout
import TerminalEmulator
import Testing

/// What a program writes, and what is shown in the terminal.
struct ShownCase: CustomTestStringConvertible {
  let claim: String
  let columns: Int
  let written: [String]
  /// The rows in plain letters; blanks at the end are left out, and at the beginning of those that
  /// begin with `→`.
  let shown: [String]
  var testDescription: String { claim }

  init(_ claim: String, _ columns: Int, _ written: [String], _ shown: [String]) {
    (self.claim, self.columns, self.written, self.shown) = (claim, columns, written, shown)
  }

  init(_ claim: String, _ written: [String], _ shown: [String]) {
    self.init(claim, 60, written, shown)
  }

  func check() {
    var sitting = Sitting(columns: columns, rows: max(written.count + 1, shown.count))
    sitting.write(written.joined(separator: "\r\n"))
    expect(sitting)
  }

  func expect(_ sitting: Sitting) {
    for (row, wanted) in zip(sitting.rows, shown) {
      var found = String(String.UnicodeScalarView(row.unicodeScalars.map(letter)))
      var wanted = wanted
      if wanted.hasPrefix("→") {
        wanted.removeFirst()
        found = String(found.drop { $0 == " " })
      }
      #expect(found == wanted, "\(written)")
    }
  }

  private func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    BaseLetters.letter(of: scalar) ?? scalar
  }
}
