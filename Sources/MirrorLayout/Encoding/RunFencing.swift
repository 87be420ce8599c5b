import BidiText
import Cells

/// A row for a terminal that reorders it as a left-to-right paragraph: each run of right-to-left
/// letters is reversed, and U+200E stands before and behind it, so that nothing around it is drawn
/// in and no digit behind it changes its kind. Arabic digits, which run from the left, are fenced
/// in alone.
///
/// U+200E takes no cell: it goes along as a mark of the cell before it.
func fencingRuns(_ row: [RowUnit]) -> [RowUnit] {
  var units = row
  var start = 0
  while start < units.count {
    guard let kind = RunKind(units[start].scalar) else {
      start += 1
      continue
    }
    let end = units[start...].firstIndex { RunKind($0.scalar) != kind } ?? units.count
    if kind == .letters { units[start..<end].reverse() }
    if start > 0 { fence(&units[start - 1]) }
    fence(&units[end - 1])
    start = end
  }
  return units
}

private enum RunKind {
  case letters
  case digits

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.bidiClass {
    case .rightToLeft, .arabicLetter: self = .letters
    case .arabicNumber: self = .digits
    default: return nil
    }
  }
}

private let leftToRightMark: Unicode.Scalar = "\u{200E}"

/// Puts the mark on a cell, unless it is there; a cell with four marks has no room for it.
private func fence(_ unit: inout RowUnit) {
  guard unit.cell.glyph.marks.scalars.last != leftToRightMark else { return }
  unit.cell.glyph.marks.append(leftToRightMark)
}
