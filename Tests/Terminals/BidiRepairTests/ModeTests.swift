import BidiRepair
import TerminalEmulator
import Testing

/// What the program is told, and where a person's pointer and keys lead.
@Suite struct ModeTests {
  @Test(
    "R67: queries of the recommendation's modes get true answers, but not from the terminal",
    arguments: [
      ("\u{1B}[8$p", "\u{1B}[8;1$y"), ("\u{1B}[8l\u{1B}[8$p", "\u{1B}[8;2$y"),
      ("\u{1B}[?2500$p", "\u{1B}[?2500;2$y"), ("\u{1B}[?2500h\u{1B}[?2500$p", "\u{1B}[?2500;1$y"),
      ("\u{1B}[?2501$p", "\u{1B}[?2501;1$y"), ("\u{1B}[?2501l\u{1B}[?2501$p", "\u{1B}[?2501;2$y"),
      ("\u{1B}[?1049h\u{1B}[?2501$p", "\u{1B}[?2501;2$y"),
      ("\u{1B}[?1243$p", "\u{1B}[?1243;1$y"), ("\u{1B}[?1243l\u{1B}[?1243$p", "\u{1B}[?1243;2$y"),
      ("a\u{1B}[8$pb\u{1B}[?2500$pc", "\u{1B}[8;1$y\u{1B}[?2500;2$y"),
      // Not asked, or not for these.
      ("\u{1B}[?2026$p", ""), ("\u{1B}]0;\u{1B}[8$p", ""), ("8$p $p", ""),
    ])
  func questions(_ written: String, _ answers: String) {
    var sitting = Sitting()
    sitting.write(written)
    #expect(sitting.repair.takeAnswers() == Array(answers.utf8))
    let questions = ["\u{1B}[8$p", "\u{1B}[?2500$p", "\u{1B}[?2501$p", "\u{1B}[?1243$p"]
    let sent =
      answers.isEmpty ? written : questions.reduce(written) { $0.replacing($1, with: "") }
    #expect(sitting.output == Array(sent.utf8))
  }

  @Test("R67: a shown column leads to the column where the program wrote the character")
  func columns() {
    var sitting = Sitting(columns: 10, rows: 4)
    sitting.write("ab\r\nאבג\r\nx אב")
    func written(_ row: Int) -> [Int] {
      (0..<10).map { sitting.repair.shown.writtenColumn(row: row, shown: $0) }
    }
    #expect(written(0) == Array(0..<10))
    #expect(written(1) == Array((0..<10).reversed()))
    #expect(written(2) == [0, 1, 3, 2, 4, 5, 6, 7, 8, 9])
    #expect(sitting.repair.shown.writtenColumn(row: 9, shown: 3) == 3)
    #expect(sitting.repair.shown.writtenColumn(row: 1, shown: 10) == 10)
  }

  @Test(
    "R67: Left and Right change places in paragraphs from right to left, unless mode 1243 is off")
  func arrows() {
    var sitting = Sitting()
    #expect(!sitting.repair.shown.swapsArrowsHere)
    sitting.write("אב")
    #expect(sitting.repair.shown.swapsArrowsHere)
    sitting.write("\u{1B}[?1243l")
    #expect(!sitting.repair.shown.swapsArrowsHere)
    sitting.write("\u{1B}[?1243h\r\nab א")
    #expect(!sitting.repair.shown.swapsArrowsHere)
  }
}
