import BidiText
import Testing

/// The bases of a line's glyphs from left to right.
func drawn(_ line: TextLine) -> String {
  String(String.UnicodeScalarView(line.glyphs.map(\.base)))
}

func drawn(_ text: String, _ direction: ParagraphDirection) -> String {
  drawn(Paragraph(text, direction: direction).line)
}

private func columns(_ line: TextLine) -> Int { line.glyphs.reduce(0) { $0 + Int($1.width) } }

struct LineLayoutTests {
  @Test("R25: an Arabic word is joined and runs from right to left")
  func joinedWord() {
    // seen, lam-alef, meem
    #expect(drawn("سلام", .rightToLeft) == "\u{FEE1}\u{FEFC}\u{FEB3}")
    #expect(
      drawn("العربية", .rightToLeft) == "\u{FE94}\u{FEF4}\u{FE91}\u{FEAE}\u{FECC}\u{FEDF}\u{FE8D}")
  }

  @Test(
    "R25: lam-alef is one cell, with each alef and in both forms",
    arguments: [
      ("آ", 0xFEF5), ("أ", 0xFEF7), ("إ", 0xFEF9), ("ا", 0xFEFB),
    ] as [(String, UInt32)])
  func lamAlef(alef: String, form: UInt32) {
    let alone = Paragraph("ل\(alef)", direction: .rightToLeft).line
    #expect(alone.width == 1)
    #expect(alone.glyphs.map(\.base.value) == [form])
    let joined = Paragraph("بل\(alef)", direction: .rightToLeft).line
    #expect(joined.width == 2)
    #expect(joined.glyphs.map(\.base.value) == [form + 1, 0xFE91])
  }

  @Test("R25: marks between lam and alef stay on the one cell that both share")
  func lamMarkAlef() {
    let line = Paragraph("ل\u{64E}ا\u{64B}", direction: .rightToLeft).line
    #expect(line.glyphs == [Glyph("\u{FEFB}", marks: Marks(["\u{64E}", "\u{64B}"]))])
    #expect(line.width == 1)
  }

  @Test("R25: ZWNJ separates letters and takes no cell; ZWJ joins without a neighbour")
  func joiners() {
    #expect(drawn("ب\u{200C}ب", .rightToLeft) == "\u{FE8F}\u{FE8F}")
    #expect(drawn("ب\u{200D}", .rightToLeft) == "\u{FE91}")
    #expect(drawn("\u{200D}ب", .leftToRight) == "\u{FE90}")
    #expect(drawn("a \u{200D}ب", .leftToRight) == "a \u{FE90}")
    #expect(drawn("ل\u{200C}ا", .rightToLeft) == "\u{FE8D}\u{FEDD}")
    // As HarfBuzz draws it: joined, and no ligature.
    #expect(drawn("ل\u{200D}ا", .rightToLeft) == "\u{FE8E}\u{FEDF}")
    #expect(drawn("ل\u{64E}\u{200D}ا", .rightToLeft) == "\u{FE8E}\u{FEDF}")
    #expect(drawn("بل\u{200D}\u{64E}ا", .rightToLeft) == "\u{FE8E}\u{FEE0}\u{FE91}")
    #expect(drawn("ل\u{200D}\u{200C}\u{200D}ا", .rightToLeft) == "\u{FE8E}\u{FEDF}")
  }

  @Test("R25: tatweel joins on both sides")
  func tatweel() {
    #expect(drawn("بـب", .rightToLeft) == "\u{FE90}\u{640}\u{FE91}")
  }

  @Test("R25: under a left-to-right override letters join with their visual neighbours")
  func overriddenLetters() {
    #expect(drawn("\u{202D}جع\u{202C}", .leftToRight) == "\u{FE9E}\u{FECB}")
  }

  @Test("R25: letters of different levels are not joined, and lam and alef stay two")
  func levelBoundary() {
    let forms = Joining.forms(of: ["ب", "ل", "ا"], levels: [1, 3, 5])
    #expect(forms.map(\.value) == [0xFE8F, 0xFEDD, 0xFE8D])
  }

  @Test("R25: a letter without presentation forms stays, and its neighbour joins it")
  func letterWithoutForms() {
    #expect(drawn("بٽ", .rightToLeft) == "ٽ\u{FE91}")
  }

  @Test(
    "R25: joined letters without presentation forms use those of a look-alike with its marks",
    arguments: [
      // Kurdish
      ("ڕ", 0x631, "\u{32C}"), ("ڵ", 0x644, "\u{65A}"), ("ێ", 0x6CC, "\u{65A}"),
      ("\u{6D5}", 0x647, ""),
      // Pashto
      ("ټ", 0x62A, "\u{325}"), ("ځ", 0x62D, "\u{654}"), ("څ", 0x62D, "\u{6DB}"),
      ("ډ", 0x62F, "\u{325}"), ("ړ", 0x631, "\u{325}"), ("ږ", 0x632, "\u{65C}"),
      ("ښ", 0x633, "\u{65C}\u{6EC}"), ("ګ", 0x6A9, "\u{325}"),
      ("ڼ", 0x646, "\u{325}"),
      // Sindhi
      ("ڊ", 0x62F, "\u{65C}"), ("ڏ", 0x62F, "\u{6DB}"),
      ("ڙ", 0x631, "\u{20DC}"),
      // Kashmiri, Urdu
      ("ڔ", 0x631, "\u{65C}"), ("ۂ", 0x6C1, "\u{654}"), ("ۊ", 0x648, "\u{308}"),
    ] as [(Unicode.Scalar, UInt32, String)])
  func lookAlikes(letter: Unicode.Scalar, base: UInt32, marks: String) throws {
    let base = try #require(Unicode.Scalar(base))
    let marks = Marks(marks.unicodeScalars)
    let alone = Paragraph(scalars: [letter], direction: .rightToLeft).line.glyphs
    #expect(alone == [Glyph(letter)])
    for (before, after) in [("ب", ""), ("", "ب"), ("ب", "ب")] {
      let isJoined = !before.isEmpty || letter.joiningType == .dualJoining
      let text = Array(before.unicodeScalars) + [letter] + Array(after.unicodeScalars)
      // The other letter may join on both sides.
      let parted: [Unicode.Scalar] =
        letter.joiningType == .rightJoining ? [base, "\u{200C}"] : [base]
      let model = text.flatMap { $0 == letter ? parted : [$0] }
      let place = after.unicodeScalars.count
      let drawn = Paragraph(scalars: text, direction: .rightToLeft).line.glyphs
      let expected = Paragraph(scalars: model, direction: .rightToLeft).line.glyphs
      #expect(
        drawn[place] == (isJoined ? Glyph(expected[place].base, marks: marks) : Glyph(letter)))
      #expect(!isJoined || (0xFB50...0xFEFC).contains(drawn[place].base.value))
      // A form without its mark is another letter.
      let forms = Joining.forms(of: text, levels: text.map { _ in 1 })
      #expect(forms.contains(letter) == (!isJoined || !marks.isEmpty))
    }
    // A mark of the text follows.
    let marked = Paragraph(scalars: ["ب", letter, "\u{64E}"], direction: .rightToLeft).line
    #expect(marked.glyphs[0].marks.scalars == marks.scalars + ["\u{64E}"])
  }

  @Test("R25: Hebrew and Syriac are reordered and nothing else")
  func otherScripts() {
    #expect(drawn("שלום", .rightToLeft) == "םולש")
    #expect(drawn("\u{710}\u{712}\u{713}", .rightToLeft) == "\u{713}\u{712}\u{710}")
  }

  @Test("R25: brackets are mirrored only in right-to-left text")
  func mirrored() {
    #expect(drawn("(א)", .rightToLeft) == "(א)")
    #expect(drawn("א<ב", .rightToLeft) == "ב>א")
    #expect(drawn("(a) א", .leftToRight) == "(a) א")
  }

  @Test("R25: isolates keep a progress figure in order inside an Arabic sentence")
  func isolatedFigure() {
    let text = "الخطوة \u{2068}2 / 5\u{2069} من \u{2068}التثبيت\u{2069}"
    #expect(drawn(text, .rightToLeft).contains(" 2 / 5 "))
    #expect(drawn(text, .firstStrong(fallback: .leftToRight)).contains(" 2 / 5 "))
  }

  @Test("R27: a path between LRI and PDI stays left-to-right in an Arabic row")
  func isolatedPath() {
    let path = "/usr/share/lisan-1.2"
    #expect(drawn("الملف \(Isolate.leftToRight(path))", .rightToLeft).hasPrefix(path))
    #expect(!drawn("الملف \(path)", .rightToLeft).hasPrefix(path))
  }

  @Test("R25: a base keeps four marks, and a mark without a base is put on a blank")
  func marks() {
    let marked = Paragraph("e\u{301}\u{302}\u{303}\u{304}\u{305}x", direction: .leftToRight).line
    #expect(
      marked.glyphs == [
        Glyph("e", marks: Marks(["\u{301}", "\u{302}", "\u{303}", "\u{304}"])), Glyph("x"),
      ])
    let bare = Paragraph("a\u{2068}\u{301}b\u{2069}", direction: .leftToRight).line
    #expect(bare.glyphs == [Glyph("a"), Glyph(" ", marks: Marks(["\u{301}"])), Glyph("b")])
    #expect(bare.width == 3)
  }

  @Test("R25: wide characters take two cells, and no part of an emoji is lost")
  func wide() {
    let line = Paragraph("中👩\u{200D}👧", direction: .leftToRight).line
    #expect(line.width == 6)
    #expect(line.glyphs.map(\.width) == [2, 2, 2])
  }

  @Test("R25: the glyphs of separate letters are the letters, as many as the width says")
  func separateLetters() {
    let line = Paragraph(
      "سلام", direction: .rightToLeft, joinsLetters: false
    )
    .line
    #expect(line.glyphs.map(\.base) == ["م", "ا", "ل", "س"])
    #expect(line.width == 4)
  }

  @Test("R25: truncation cuts at the logical end, and the ellipsis is where reading ends")
  func truncation() {
    let arabic = Paragraph("العربية الفصحى", direction: .rightToLeft)
    let cut = arabic.truncated(to: 8)
    #expect(cut.width == 8)
    #expect(columns(cut) == 8)
    #expect(drawn(cut).hasPrefix("…"))
    #expect(drawn(cut).hasSuffix("\u{FE8D}"))
    #expect(drawn(Paragraph("settings", direction: .leftToRight).truncated(to: 4)) == "set…")
    #expect(drawn(Paragraph("two words", direction: .leftToRight).truncated(to: 5)) == "two…")
    #expect(drawn(Paragraph("same", direction: .leftToRight).truncated(to: 4)) == "same")
    #expect(arabic.truncated(to: 0).glyphs.isEmpty)
  }

  @Test("R25: truncation never separates lam from its alef or a base from its marks")
  func truncatedClusters() {
    let line = Paragraph("سلا\u{64B}م", direction: .rightToLeft).truncated(to: 2)
    #expect(line.glyphs.map(\.base.value) == [0x2026, 0xFEB1])
  }

  @Test("R29: lines end at spaces, and the wrapped line keeps its paragraph's direction")
  func wrapping() {
    let lines = Paragraph("the quick brown fox", direction: .leftToRight).lines(width: 10)
    #expect(lines.map(drawn) == ["the quick", "brown fox"])
    let mixed = Paragraph("العربية then English", direction: .rightToLeft).lines(width: 12)
    #expect(mixed.map(drawn)[1] == "English")
    #expect(mixed.allSatisfy { $0.paragraphLevel == 1 })
    #expect(drawn(mixed[0]).hasPrefix("then "))
  }

  @Test("R59: the letters of a line are its text, column by column, by the rule for drawing")
  func letters() {
    func letters(_ text: String, joined: Bool = true) -> [String?] {
      Paragraph(text, direction: .rightToLeft, joinsLetters: joined).line.letters
    }
    // Lam-alef is one column also with a mark between its letters, and two with a ZWJ or ZWNJ.
    #expect(letters("ل\u{64E}اب") == ["ل\u{64E}ا", "ب"])
    #expect(letters("ل\u{200D}أ") == ["ل\u{200D}", "أ"])
    #expect(letters("ل\u{200C}ا") == ["ل\u{200C}", "ا"])
    #expect(letters("لا", joined: false) == ["ل", "ا"])
    // The same letters in a left-to-right run do not join.
    let apart = Paragraph("\u{202D}لا", direction: .leftToRight).line
    #expect(apart.letters == ["ل", "ا"])
    #expect(letters("\u{2067}a\u{2069}\u{4E2D}b") == ["a", "\u{4E2D}", nil, "b"])
    #expect(letters("") == [])
  }

  @Test("R29: lines end where UAX #14 allows it, even without spaces")
  func opportunities() {
    func lines(_ text: String, _ width: Int) -> [String] {
      Paragraph(text, direction: .leftToRight).lines(width: width).map(\.text)
    }
    #expect(lines("high-contrast", 8) == ["high-", "contrast"])
    #expect(lines("中文字,中文", 4) == ["中文", "字,", "中文"])
    #expect(lines("see (a b)", 5) == ["see", "(a b)"])
    #expect(lines("10\u{A0}kg 5", 5) == ["10\u{A0}kg", "5"])
    #expect(lines("a\u{200B}b\u{2060}c", 2) == ["a\u{200B}", "b\u{2060}c"])
    #expect(lines("a\u{B}b\u{C}c", 9) == ["a", "b", "c"])
    // A path is broken only if it fits on no line.
    #expect(lines("in /usr/share/lisan", 16) == ["in", "/usr/share/lisan"])
    #expect(lines("in /usr/share/lisan", 12) == ["in", "/usr/share/", "lisan"])
    // No opportunity within the width: what is longer is broken at a grapheme.
    #expect(lines("(  ab", 4) == ["(  a", "b"])
    #expect(lines("a (        b", 4) == ["a", "(", "b"])
    #expect(LineBreaks.opportunities(in: []).isEmpty)
  }

  @Test("R29: a word longer than the width is broken at a grapheme")
  func longWord() {
    let lines = Paragraph("ab e\u{301}e\u{301}e\u{301}e\u{301}", direction: .leftToRight)
      .lines(width: 3)
    #expect(lines.map(\.width) == [2, 3, 1])
    #expect(lines.map(\.text).joined() == "abe\u{301}e\u{301}e\u{301}e\u{301}")
  }

  @Test("R29: line breaks in the text are kept, including empty lines")
  func lineBreaks() {
    let lines = Paragraph("one\n\ntwo\r\n", direction: .leftToRight).lines(width: 20)
    #expect(lines.map(\.text) == ["one", "", "two", ""])
    #expect(Paragraph("", direction: .leftToRight).lines(width: 5).map(\.text) == [""])
  }

  @Test("R25: a line break ends overrides and isolates, and keeps the paragraph's direction")
  func separatorsEndExplicitLevels() {
    let lines = Paragraph("\u{202E}ab\ncd\u{2067}(e\nf)", direction: .leftToRight).lines(width: 9)
    #expect(lines.map(drawn) == ["ba", "cde)", "f)"])
    let arabic = Paragraph("א\n1 a", direction: .firstStrong(fallback: .leftToRight))
    #expect(drawn(arabic.lines(width: 9)[1]) == "a 1")
  }

  @Test("R29: spaces at the end of a line take no room")
  func tightLines() {
    #expect(
      Paragraph("ab   cd", direction: .leftToRight).lines(width: 2).map(\.text) == ["ab", "cd"])
  }

  @Test(
    "R29: a user-perceived character that is wider than the line is a line by itself, whole",
    arguments: [
      ("中文", 1, ["中", "文"]), ("a中b", 1, ["a", "中", "b"]), ("👍🏽x", 2, ["👍🏽", "x"]),
      ("x 👍🏽  👍🏽", 2, ["x", "👍🏽", "👍🏽"]), ("👍🏽\n👨‍👩‍👧", 3, ["👍🏽", "👨‍👩‍👧"]),
      // A break before it, which only an invisible character allows, is no line of its own.
      ("\u{200B}中x", 1, ["\u{200B}中", "x"]), ("  中 /a", 1, ["中", "/", "a"]),
    ])
  func wideCluster(text: String, width: Int, lines: [String]) {
    let paragraph = Paragraph(text, direction: .leftToRight)
    #expect(paragraph.lines(width: width).map(\.text) == lines)
    #expect(paragraph.lineRanges(width: width).count == lines.count)
  }

  @Test("R29: a width below 1 is an error", arguments: [0, -1])
  func noWidth(width: Int) async {
    await #expect(processExitsWith: .failure) { [width] in
      _ = Paragraph("abc", direction: .leftToRight).lines(width: width)
    }
    await #expect(processExitsWith: .failure) { [width] in
      _ = Paragraph("", direction: .leftToRight).lineRanges(width: width)
    }
  }

  @Test("R26: foreign text loses controls and directional formatting, and keeps four marks")
  func foreignText() {
    #expect(ForeignText.filtered("A\u{1B}[2J\u{9B}\u{7F}\u{2028}\u{202E}b\u{200F}") == "A[2Jb")
    #expect(
      ForeignText.filtered("e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}f")
        == "e\u{301}\u{301}\u{301}\u{301}f")
    #expect(ForeignText.decoded([0x41, 0xC3, 0x28, 0xF0, 0x9F, 0x98]) == "A\u{FFFD}(\u{FFFD}")
  }
}
