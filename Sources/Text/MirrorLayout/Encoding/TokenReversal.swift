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
/// An Arabic comma belongs to no script; its neighbours determine the direction. Beside Hebrew it may
/// come from another font than its neighbour, so it is set apart like a full stop.
///
/// A letter with marks is more than one glyph, which kitty 0.26 puts into the cells of other letters. So it is a
/// run by itself, in another face than its neighbours.
///
/// Highlights stay in place, because kitty reverses the glyphs and not the cells.
func reversingTokens(_ row: [RowUnit]) -> [RowUnit] {
  var units = row
  for place in units.indices where units[place].isMarked {
    // The next marked letter is set apart from this one.
    let beside = [place - 1, place + 1].filter {
      units.indices.contains($0) && units[$0].scalar.isRightToLeft
        && ($0 < place || !units[$0].isMarked)
    }
    setApart(&units[place], from: beside.map { units[$0].font }, preferring: .slanted)
  }
  var isReversed = [Bool](repeating: false, count: units.count)
  let isArabic = units.indices.map { place in
    let scalar = units[place].scalar
    guard scalar.value == arabicComma else { return scalar.isRightToLeft }
    return ![place - 1, place + 1].contains {
      units.indices.contains($0) && units[$0].scalar.isHebrew
    }
  }
  var start = 0
  while start < units.count {
    guard isArabic[start] else {
      start += 1
      continue
    }
    let end =
      units.indices[start...].first { !isArabic[$0] || units[$0].font != units[start].font }
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
    let isPoint = points.contains(units[place].scalar) || units[place].scalar.value == arabicComma
    setApart(
      &units[place], from: beside.map { units[$0].font },
      preferring: isPoint ? .slanted : .otherWeight)
  }
  return units
}

/// Gives a cell a face other than those of the runs beside it.
private func setApart(
  _ unit: inout RowUnit, from fonts: [RowUnit.Font], preferring face: Cell.Face
) {
  let faces: [Cell.Face] = face == .slanted ? [.slanted, .otherWeight] : [.otherWeight, .slanted]
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

  /// A letter from right to left with marks.
  fileprivate var isMarked: Bool { scalar.isRightToLeft && !cell.glyph.marks.isEmpty }

  fileprivate var endsRun: Bool { scalar == " " || scalar.isBorder }
}

private let points: [Unicode.Scalar] = [".", ",", ":", ";", "…", "·", "-", "–"]

private let arabicComma: UInt32 = 0x060C

extension Unicode.Scalar {
  fileprivate var isHebrew: Bool {
    (0x0590...0x05FF).contains(value) || (0xFB1D...0xFB4F).contains(value)
  }
}
