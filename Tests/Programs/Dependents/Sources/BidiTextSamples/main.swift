// The samples of BidiText's documentation, one after the other.
import BidiText

struct Account { var name = "Lina" }
let account = Account()

func put(_ base: Unicode.Scalar, _ marks: [Unicode.Scalar], columns: UInt8) {
  print(base, marks, columns)
}

// "Salam (Swift)", in Arabic and English
let paragraph = Paragraph("سلام (Swift)", direction: .rightToLeft)
for glyph in paragraph.line.glyphs {
  put(glyph.base, glyph.marks.scalars, columns: glyph.width)
}

let lines = paragraph.lines(width: 20)  // where UAX #14 allows it, in the paragraph's direction
let short = paragraph.truncated(to: 8)  // with an ellipsis where reading ends

let name = Isolate.firstStrong(ForeignText.filtered(account.name))
let path = Isolate.leftToRight("/usr/share/lisan")

let carets = CaretMap(paragraph.line)
let next = carets.position(leftOf: 0)  // 1: in Arabic the next letter is to the left
let column = carets.column(of: next)
let clicked = carets.position(at: column)
