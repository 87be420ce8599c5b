import BidiText
import Cells

/// A row for a terminal that reorders it as a left-to-right paragraph: its logical order, piece by
/// piece between borders, because some take each piece by itself. U+200E stands at the first of
/// them, so that a terminal which goes by the first letter finds the direction too, and wherever
/// right-to-left letters on both sides would draw a border in.
///
/// Where no order comes out as the row, or only with mirrored brackets, which Konsole does not get
/// right, runs of right-to-left letters are reversed and fenced in by U+200E each, and so are Arabic
/// digits: then nothing around them is drawn in, and no digit behind them changes its kind. The same
/// goes for a row with a bracket pair that encloses a border. Rule N0 looks for a letter inside:
/// where a border is one, the pair runs from the left; where it is none, the pair goes with the
/// word before it; and where each piece is taken by itself, there is no pair.
///
/// U+200E takes no cell: it goes along as a mark of the cell before it.
func fencingRuns(_ row: [RowUnit]) -> [RowUnit] {
  let order = ParagraphOrder(
    of: row, for: ParagraphModel(direction: .leftToRight, bordersAreLetters: true))
  guard order.misplaced == 0, !isMirrored(order.units, row) else { return fencingEachRun(row) }
  var units = order.units
  // Whether right-to-left letters now would be the first, or reach over a border.
  var isOpen = true
  var hasBorder = false
  var borders = 0
  // What closes each open bracket, and how many borders stand before that (BD16).
  var brackets: [(closing: Unicode.Scalar, borders: Int)] = []
  for place in units.indices {
    switch units[place].scalar.bidiClass {
    case .leftToRight: isOpen = false
    case .rightToLeft, .arabicLetter, .arabicNumber:
      // On a blank where there is one: VTE draws a border with a mark by its font.
      if isOpen, place > 0 { fence(&units[place - 1]) }
      isOpen = false
      hasBorder = false
    case .europeanNumber where isOpen && hasBorder:
      fence(&units[place - 1])
      isOpen = false
      hasBorder = false
    case .otherNeutral:
      let scalar = units[place].scalar
      if scalar.isBorder {
        (isOpen, hasBorder) = (true, true)
        borders += 1
      } else if let closing = scalar.closingBracket {
        brackets.append((closing, borders))
      } else if let opening = brackets.lastIndex(where: { $0.closing == scalar }) {
        guard brackets[opening].borders == borders else { return fencingEachRun(row) }
        brackets.removeSubrange(opening...)
      }
    default: break
    }
  }
  return units
}

extension Unicode.Scalar {
  /// What closes the bracket pair that the character opens (BD14); nil if it opens none.
  fileprivate var closingBracket: Unicode.Scalar? {
    guard let image = bidiMirrored else { return nil }
    return properties.generalCategory == .openPunctuation ? image : nil
  }
}

/// Whether a unit of the row is among these as its mirror image.
private func isMirrored(_ units: [RowUnit], _ row: [RowUnit]) -> Bool {
  var scalars = [Unicode.Scalar?](repeating: nil, count: (row.last?.column ?? 0) + 1)
  for unit in row { scalars[unit.column] = unit.scalar }
  return units.contains { scalars[$0.column] != $0.scalar }
}

private func fencingEachRun(_ row: [RowUnit]) -> [RowUnit] {
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
