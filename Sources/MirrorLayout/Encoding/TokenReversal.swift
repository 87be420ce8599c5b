import BidiText
import Cells

/// A row as kitty wants it.
///
/// kitty hands each run of cells without blanks or box drawing to HarfBuzz, which takes the
/// direction of the run from its first letter. A run that it will turn round is therefore sent
/// turned round, its brackets as their mirror images; what of it was highlighted stays where it is,
/// because kitty turns the glyphs round and not the cells.
func reversingTokens(_ row: [RowUnit]) -> [RowUnit] {
  var units = row
  var start = 0
  while start < units.count {
    guard !endsToken(units[start].scalar) else {
      start += 1
      continue
    }
    let end = units[start...].firstIndex { endsToken($0.scalar) } ?? units.count
    reverseToken(&units[start..<end])
    start = end
  }
  return units
}

private func endsToken(_ scalar: Unicode.Scalar) -> Bool {
  scalar == " " || (0x2500...0x259F).contains(scalar.value)
}

private func reverseToken(_ token: inout ArraySlice<RowUnit>) {
  // Reversed, the token begins with what is its last letter now.
  guard token.lazy.reversed().compactMap({ scriptDirection($0.scalar) }).first == .rightToLeft
  else { return }
  let reversed = token.reversed().map(\.mirrored)
  var column = token[token.startIndex].column
  for (place, unit) in zip(token.indices, reversed) {
    let style = token[place].cell.style
    token[place] = RowUnit(cell: Cell(unit.cell.glyph, style: style), column: column)
    column += Int(unit.cell.glyph.width)
  }
}

/// The direction of the script that a character belongs to, as HarfBuzz sees it; nil for one of
/// all scripts. Arabic digits belong to their script.
private func scriptDirection(_ scalar: Unicode.Scalar) -> Direction? {
  switch scalar.value {
  // Comma, semicolon, question mark and tatweel are of several scripts.
  case 0x060C, 0x061B, 0x061F, 0x0640: return nil
  case 0x06F0...0x06F9: return .rightToLeft
  default: break
  }
  switch scalar.bidiClass {
  case .rightToLeft, .arabicLetter, .arabicNumber: return .rightToLeft
  case .leftToRight: return .leftToRight
  default: return nil
  }
}
