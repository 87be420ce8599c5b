import BidiText
import Cells

/// The order of a row for a terminal that reorders it as a left-to-right paragraph. It is the
/// logical order, piece by piece between borders, because some terminals treat each piece
/// separately. U+200E precedes the first right-to-left letters, so that a terminal that looks at
/// the first letter finds the direction too. It is also added wherever right-to-left letters on
/// both sides would move a border.
///
/// If no order produces the row, or only one with mirrored brackets (which Konsole gets wrong),
/// each run of right-to-left letters is reversed and fenced by U+200E, and so are Arabic digits.
/// Then nothing around the runs moves, and no digit after them changes its kind. The same applies
/// to a row with a bracket pair around a border. Rule N0 looks for a letter inside the pair. If a
/// border counts as a letter, the pair is left-to-right; if not, the pair follows the word before
/// it; and if each piece is separate, there is no pair.
///
/// U+200E takes no cell: it is added as a mark to the cell before it.
func fencingRuns(_ row: [RowUnit]) -> [RowUnit] {
  let order = ParagraphOrder(
    of: row, for: ParagraphModel(direction: .leftToRight, bordersAreLetters: true))
  guard order.misplaced == 0, !isMirrored(order.units, row) else { return fencingEachRun(row) }
  var units = order.units
  // Whether the next right-to-left letters would be the first, or reach across a border.
  var isOpen = true
  var hasBorder = false
  var borders = 0
  // The closing bracket of each open one, and the number of borders before it (BD16).
  var brackets: [(closing: Unicode.Scalar, borders: Int)] = []
  for place in units.indices {
    switch units[place].scalar.bidiClass {
    case .leftToRight: isOpen = false
    case .rightToLeft, .arabicLetter, .arabicNumber:
      // The mark goes on the cell before, a blank if possible: VTE draws a border that has a mark
      // from the font.
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
  /// The closing bracket of the pair that the character opens (BD14); nil if it opens none.
  fileprivate var closingBracket: Unicode.Scalar? {
    guard let image = bidiMirrored else { return nil }
    return properties.generalCategory == .openPunctuation ? image : nil
  }
}

/// Whether a unit appears as its mirror image.
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

/// The row as it is, with U+200E on each right-to-left letter and each Arabic digit, after its marks.
/// So each of them is a run by itself, wherever the terminal begins a text, and nothing moves.
///
///     "\u{FE94}\u{200E}\u{FED0}\u{200E} abc" for "\u{FE94}\u{FED0} abc"
func markingLetters(_ row: [RowUnit]) -> [RowUnit] {
  row.map { unit in
    var unit = unit
    if RunKind(unit.scalar) != nil { fence(&unit) }
    return unit
  }
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

/// Adds the mark to a cell unless it is there; a cell with four marks has no room for it.
private func fence(_ unit: inout RowUnit) {
  guard unit.cell.glyph.marks.scalars.last != leftToRightMark else { return }
  unit.cell.glyph.marks.append(leftToRightMark)
}
