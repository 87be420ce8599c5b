import BidiText
import Cells

/// A row as kitty wants it: each run of Arabic letters and digits turned round.
///
/// kitty hands each run of cells in one font to HarfBuzz, which takes its direction from the first
/// letter and turns a right-to-left run round as a whole. Blanks and borders end a run. Whether a
/// full stop or a bracket does, depends on whether Arabic comes out of the same font; set apart by
/// their face, they always do. Points are set in italics, where they look the same, and the rest in
/// the other weight.
///
/// An Arabic comma by itself belongs to no script, and what it stands beside gives the direction.
///
/// What is highlighted stays where it is, because kitty turns the glyphs round and not the cells.
func reversingTokens(_ row: [RowUnit]) -> [RowUnit] {
  var units = row
  var start = 0
  while start < units.count {
    guard units[start].scalar.isArabic else {
      start += 1
      continue
    }
    let end = units[start...].firstIndex { !$0.scalar.isArabic } ?? units.count
    guard units[start..<end].contains(where: { $0.scalar.isRightToLeft }) else {
      start = end
      continue
    }
    let glyphs = units[start..<end].map(\.cell.glyph)
    for (place, glyph) in zip(start..<end, glyphs.reversed()) { units[place].cell.glyph = glyph }
    if start > 0 { setApart(&units[start - 1]) }
    if end < units.count { setApart(&units[end]) }
    start = end
  }
  return units
}

/// Sets a cell beside a run apart from it, unless it ends the run by itself.
private func setApart(_ unit: inout RowUnit) {
  if unit.scalar != " ", !(0x2500...0x259F).contains(unit.scalar.value) {
    unit.cell.face = points.contains(unit.scalar) ? .slanted : .otherWeight
  }
}

private let points: Set<Unicode.Scalar> = [".", ",", ":", ";", "…", "·", "-", "–"]

extension Unicode.Scalar {
  /// Whether the character is of a right-to-left script, its digits and punctuation included.
  fileprivate var isArabic: Bool { isRightToLeft || value == 0x060C }
}
