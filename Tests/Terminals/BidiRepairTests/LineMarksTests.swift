import TerminalEmulator
import Testing

/// What a shell (OSC 133) and a person's Enter say about rows, beside the same rows without it.
@Suite struct LineMarksTests {
  private static let (a, b, c) = ("\u{1B}]133;A\u{7}", "\u{1B}]133;B\u{7}", "\u{1B}]133;C\u{7}")
  /// A row to which no word fits.
  private static let full = ("אבגד הוזח טיכ", "כיט חזוה דגבא")

  private static let lines = [
    ShownCase("a full row goes on", 14, [full.0, "abc ל"], ["→\(full.1)", "         ל abc"]),
    ShownCase("not in output", 14, [full.0, "\(c)abc ל"], ["→\(full.1)", "abc ל"]),
    ShownCase("nor in a prompt", 14, [full.0, "\(a)abc ל"], ["→\(full.1)", "abc ל"]),
    ShownCase(
      "nor behind a line that was edited", 14, ["\(full.0)\u{1B}[?2004l", "abc ל"],
      ["→\(full.1)", "abc ל"]),
    ShownCase(
      "nor where its editing ended", 14, [full.0, "\u{1B}[?2004labc ל"], ["→\(full.1)", "abc ל"]),
    ShownCase(
      "marks on the alternate screen say nothing", 14,
      ["\u{1B}[?1049h\u{1B}[H\(full.0)", "\(c)abc ל"],
      [full.1, "ל abc"]),
    ShownCase(
      "a new row has no mark", 14, [full.0, "\(c)x\r\u{1B}[2Kabc ל"],
      ["→\(full.1)", "         ל abc"]),
  ]

  private static let prompts = [
    ShownCase(
      "a prompt with a name", 30, ["\(a)סמי@host:~$ \(b)cat קובץ"], ["ימס@host:~$ cat ץבוק"]),
    ShownCase("without marks", 30, ["סמי@host:~$ cat קובץ"], ["→ץבוק host:~$ cat@ימס"]),
    ShownCase("a folder before a name", 30, ["\(a)~/ספר$ \(b)קובץ a"], ["~/רפס$ ץבוק a"]),
    ShownCase("without marks they are one text", 30, ["x ~/ספר$ קובץ a"], ["x ~/ץבוק $רפס a"]),
    ShownCase(
      "a prompt of two rows", 30, ["\(a)סמי ב-ספר", "$ \(b)קובץ a"], ["רפס-ב ימס", "$ ץבוק a"]),
    ShownCase("without marks", 30, ["סמי ב-ספר", "$ קובץ a"], ["→רפס-ב ימס", "→a ץבוק $"]),
    ShownCase(
      "a prompt at the right, and gaps in a line", 30,
      ["\(a)% \(b)אב    גד\u{1B}[25G[ספר]"], ["% דג    בא              [רפס]"]),
    ShownCase(
      "the same text elsewhere is a part of the line", 30,
      ["\(a)% \(b)אב    גד\u{1B}[21G[ספר]"], ["% [רפס]          דג    בא"]),
    ShownCase(
      "a line over two rows", 14, ["\(a)$ \(b)אבגד הוזח טיכל מנ"], ["$ יט חזוה דגבא", "נמ לכ"]),
  ]

  @Test("R99: a line ends where a shell says so", arguments: lines + prompts)
  func screens(screen: ShownCase) { screen.check() }

  @Test("R99: a line ends where a person presses Enter", arguments: [false, true])
  func enter(_ isPressed: Bool) {
    var sitting = Sitting(columns: 14, rows: 3)
    sitting.write(Self.full.0)
    if isPressed { sitting.repair.noteEnter() }
    sitting.write("\r\nabc ל")
    #expect(sitting.rows[1] == (isPressed ? "abc ל" : "         ל abc"))
  }

  @Test(
    "R99: behind a prompt of Python the cursor is where the next letter comes",
    arguments: [">>> ", "In [4]: "])
  func cursor(_ prompt: String) {
    var sitting = Sitting(columns: 30, rows: 3)
    let start = prompt.unicodeScalars.count
    func expect(_ text: String, _ column: Int) {
      #expect(sitting.rows[0] == prompt + text)
      #expect(sitting.terminal.screen.cursor.column == start + column, "\(text)")
    }
    sitting.write(prompt)
    for (letter, shown) in [("ש", " ש"), ("ל", " לש"), (" ", "  לש"), ("ב", " ב לש")] {
      sitting.write(letter)
      expect(shown, 0)
    }
    // Left, onto the last letter and the blank before it, and back.
    for (key, column) in [("\u{8}", 1), ("\u{8}", 2), ("\u{1B}[2C", 0)] {
      sitting.write(key)
      expect(" ב לש", column)
    }
    // The line is entered.
    sitting.write("\r\n")
    #expect(sitting.rows[0] == prompt + "ב לש")
    #expect(sitting.difference == nil)
  }
}
