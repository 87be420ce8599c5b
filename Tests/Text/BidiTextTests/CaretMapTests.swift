import BidiText
import Testing

struct CaretMapTests {
  private func map(_ text: String, _ direction: ParagraphDirection) -> CaretMap {
    CaretMap(Paragraph(text, direction: direction).line)
  }

  @Test("R54: a caret is on the character that follows it, in either direction")
  func columns() {
    let latin = map("abc", .leftToRight)
    #expect((0...3).map(latin.column) == [0, 1, 2, 3])
    let hebrew = map("אבג", .rightToLeft)
    #expect((0...3).map(hebrew.column) == [2, 1, 0, -1])
    let mixed = map("ab אב", .leftToRight)
    #expect((0...5).map(mixed.column) == [0, 1, 2, 4, 3, 5])
    let reverse = map("אב ab", .rightToLeft)
    #expect((0...5).map(reverse.column) == [4, 3, 2, 0, 1, -1])
  }

  @Test("R54: a column leads to its position, and a column beyond the line to its nearer end")
  func clicks() {
    for direction in [ParagraphDirection.leftToRight, .rightToLeft] {
      let carets = map("ab אב 12 (ג)", direction)
      for position in carets.positions {
        #expect(carets.position(at: carets.column(of: position)) == position)
      }
    }
    let hebrew = map("אב", .rightToLeft)
    #expect(hebrew.position(at: -5) == 2)
    #expect(hebrew.position(at: 9) == 0)
    let latin = map("ab", .leftToRight)
    #expect(latin.position(at: -5) == 0)
    #expect(latin.position(at: 9) == 2)
  }

  @Test("R54: steps to the left and to the right visit every position once, and then stop")
  func visualSteps() throws {
    for (text, direction) in [
      ("ab אב 12", ParagraphDirection.leftToRight), ("אב ab 12", .rightToLeft),
      ("中א文b", .leftToRight), ("", .leftToRight), ("", .rightToLeft),
      // The first and the last position are not at the edges.
      ("2024 تقرير", .rightToLeft), ("אב xy", .leftToRight), ("אב xy אב", .leftToRight),
      ("xy אב xy", .rightToLeft), ("אב", .leftToRight), ("xy", .rightToLeft),
      // One cluster in two cells, read from right to left.
      ("א👩\u{200D}👧ב", .rightToLeft),
    ] {
      let carets = map(text, direction)
      var position = try #require(
        carets.positions.min { carets.column(of: $0) < carets.column(of: $1) })
      var passed = [position]
      while carets.position(rightOf: position) != position, passed.count <= carets.positions.count {
        position = carets.position(rightOf: position)
        passed.append(position)
      }
      #expect(passed.sorted() == carets.positions)
      #expect(passed == carets.positions.sorted { carets.column(of: $0) < carets.column(of: $1) })
      var back = [position]
      while carets.position(leftOf: position) != position, back.count <= carets.positions.count {
        position = carets.position(leftOf: position)
        back.append(position)
      }
      #expect(back == passed.reversed())
    }
  }

  @Test("R54: steps go by grapheme clusters, and lam-alef is one")
  func clusters() {
    let latin = map("e\u{301}👩\u{200D}👧x", .leftToRight)
    #expect(latin.positions == [0, 2, 5, 6])
    #expect(latin.position(after: 0) == 2)
    #expect(latin.position(before: 5) == 2)
    #expect(latin.position(before: 4) == 2)
    #expect(latin.position(before: 0) == 0)
    #expect(latin.position(after: 6) == 6)
    #expect(map("سلام", .rightToLeft).positions == [0, 1, 3, 4])
  }

  @Test("R54: a caret never stops at an isolate")
  func isolates() {
    let carets = map("\u{2068}ab\u{2069} c", .leftToRight)
    #expect(carets.positions == [0, 2, 4, 5, 6])
    #expect(carets.positions.map(carets.column) == [0, 1, 2, 3, 4])
  }

  @Test("R54: word steps stop at the edges of words in both directions")
  func words() {
    let carets = map("one, שתיים snake_case", .leftToRight)
    #expect(carets.wordEnd(after: 0) == 3)
    #expect(carets.wordEnd(after: 3) == 10)
    #expect(carets.wordEnd(after: 10) == 21)
    #expect(carets.wordEnd(after: 21) == 21)
    #expect(carets.wordStart(before: 21) == 11)
    #expect(carets.wordStart(before: 11) == 5)
    #expect(carets.wordStart(before: 4) == 0)
    #expect(carets.wordStart(before: 0) == 0)
  }

  @Test("R54: a selection across a level boundary is two ranges on the screen")
  func selection() {
    let carets = map("ab אבג", .leftToRight)
    #expect(carets.columns(of: 1..<3) == [1..<3])
    #expect(carets.columns(of: 1..<4) == [1..<3, 5..<6])
    #expect(carets.columns(of: 0..<6) == [0..<6])
    #expect(carets.columns(of: 2..<2).isEmpty)
  }

  @Test("R54: a bar has two edges at a level boundary and one elsewhere")
  func edges() {
    let carets = map("ab אב", .leftToRight)
    #expect(carets.edges(of: 0) == (0, 0))
    #expect(carets.edges(of: 1) == (1, 1))
    #expect(carets.edges(of: 3) == (3, 5))
    #expect(carets.edges(of: 4) == (4, 4))
    #expect(carets.edges(of: 5) == (3, 5))
    #expect(map("אב", .rightToLeft).edges(of: 0) == (2, 2))
    #expect(map("אב", .rightToLeft).edges(of: 2) == (0, 0))
  }
}
