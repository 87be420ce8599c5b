import MirrorLayout
import Testing

struct CellTests {
  /// A cell, and others that differ from it in one part each.
  private static let cell = Cell(
    Glyph("a", marks: Marks(["\u{301}"])), style: Style(.bold, ink: Color(indexed: 16)))

  private static var others: [Cell] {
    var others = [Cell](repeating: cell, count: 10)
    others[0].glyph.base = "b"
    others[1].glyph.width = 2
    others[2].glyph.marks.first = "\u{302}"
    others[3].glyph.marks.second = "\u{302}"
    others[4].glyph.marks.third = "\u{302}"
    others[5].glyph.marks.fourth = "\u{302}"
    others[6].style.attributes = [.bold, .underline]
    others[7].style.ink = Color(indexed: 16, basic: 0)
    others[8].style.paper = Color(indexed: 16)
    others[9].face = .slanted
    return others
  }

  @Test("Cells that differ in any field are unequal, and all others are equal", arguments: 0..<10)
  func comparison(place: Int) {
    let other = Self.others[place]
    #expect(other != Self.cell && Self.cell != other)
    #expect(Set([other, Self.cell, other]).count == 2)
  }

  @Test(
    "R51: a colour keeps its number for each depth, including the extreme ones",
    arguments: [(16, 0, 0), (255, 15, 7), (130, nil, 5), (63, 4, nil), (243, nil, nil)]
      as [(UInt8, UInt8?, UInt8?)])
  func color(indexed: UInt8, bright: UInt8?, basic: UInt8?) {
    let color = Color(indexed: indexed, bright: bright, basic: basic)
    #expect(color.indexed == indexed && color.bright == bright && color.basic == basic)
    var style = Style(ink: color)
    #expect(style.ink == color && style.paper == nil)
    style.paper = color
    style.ink = nil
    #expect(style.ink == nil && style.paper == color && style != Style(ink: color))
  }
}
