import BidiText
import Cells

/// The order of a row for kitty: each run of Arabic letters and digits is reversed.
///
/// kitty passes each run of cells in one font to HarfBuzz, which takes the direction from the first
/// letter and reverses a right-to-left run as a whole. Blanks and borders end a run. A full stop or
/// a bracket ends it only if Arabic comes from another font. So such cells get another face, which
/// always ends the run: italic for points, which look the same, and the other weight for other
/// characters. Bold letters beside others end a run in this way, too.
///
/// HarfBuzz draws lam and alef as one sign and leaves a cell blank. Nothing can prevent this: with
/// U+200C between them, kitty 0.26 puts the glyphs of the run into wrong cells.
///
/// An Arabic comma belongs to no script; its neighbours determine the direction.
///
/// Highlights stay in place, because kitty reverses the glyphs and not the cells.
func reversingTokens(_ row: [RowUnit]) -> [RowUnit] {
  var units = row
  var isReversed = [Bool](repeating: false, count: units.count)
  var start = 0
  while start < units.count {
    guard units[start].scalar.isArabic else {
      start += 1
      continue
    }
    let end =
      units[start...].firstIndex { !$0.scalar.isArabic || $0.font != units[start].font }
      ?? units.count
    if units[start..<end].contains(where: { $0.scalar.isRightToLeft }) {
      let glyphs = units[start..<end].map { $0.cell.glyph }
      for (place, glyph) in zip(start..<end, glyphs.reversed()) {
        units[place].cell.glyph = glyph
        isReversed[place] = true
      }
    }
    start = end
  }
  for place in units.indices where !isReversed[place] && !units[place].endsRun {
    let beside = [place - 1, place + 1].filter { units.indices.contains($0) && isReversed[$0] }
    setApart(&units[place], from: beside.map { units[$0].font })
  }
  return units
}

/// Gives a cell a face other than those of the runs beside it.
private func setApart(_ unit: inout RowUnit, from fonts: [RowUnit.Font]) {
  let isPoint = points.contains(unit.scalar)
  let faces: [Cell.Face] = isPoint ? [.slanted, .otherWeight] : [.otherWeight, .slanted]
  var apart = unit
  for face in [unit.cell.face] + faces {
    apart.cell.face = face
    if !fonts.contains(apart.font) { break }
  }
  unit = apart
}

extension RowUnit {
  /// The font from which kitty takes a cell's glyph.
  fileprivate struct Font: Hashable {
    let isBold: Bool
    let isSlanted: Bool
  }

  fileprivate var font: Font {
    Font(
      isBold: cell.style.attributes.contains(.bold) != (cell.face == .otherWeight),
      isSlanted: cell.face == .slanted)
  }

  fileprivate var endsRun: Bool { scalar == " " || scalar.isBorder }
}

private let points: [Unicode.Scalar] = [".", ",", ":", ";", "…", "·", "-", "–"]

extension Unicode.Scalar {
  /// Whether the character belongs to a right-to-left script, including its digits and punctuation.
  fileprivate var isArabic: Bool { isRightToLeft || value == 0x060C }
}
