import BidiText
import Cells

/// The order of a row for a terminal that reorders it and knows no U+200E.
///
/// Where no order comes out as the row, blanks become U+2800: it looks like a blank, and is a letter
/// from left to right to the algorithm. One in front of all letters makes the row a left-to-right
/// paragraph; one beside a word keeps numbers and brackets from being drawn to its side. As few are
/// used as are needed.
///
///     "\u{2800}reversed Enter" for "word Enter", of which neither end tells the direction
func orderingParagraph(_ row: [RowUnit], for model: ParagraphModel) -> ParagraphOrder {
  var best = ParagraphOrder(of: row, for: model)
  guard best.misplaced > 0 else { return best }
  var tried: Set<[Int]> = [[]]
  for places in fencePlaces(row) where best.misplaced > 0 && tried.insert(places).inserted {
    var fenced = row
    for place in places { fenced[place].scalar = blankLetter }
    let order = ParagraphOrder(of: fenced, for: model)
    if order.misplaced < best.misplaced { best = order }
  }
  return best
}

/// Braille with no dot.
private let blankLetter: Unicode.Scalar = "\u{2800}"

/// Which blanks to try as fences, the fewest first.
private func fencePlaces(_ row: [RowUnit]) -> [[Int]] {
  let blanks = row.indices.filter { row[$0].scalar == " " && row[$0].cell.glyph.marks.isEmpty }
  guard let first = blanks.first else { return [] }
  // The ends of each gap between words.
  let gaps = blanks.filter { place in
    row.indices.contains(place - 1) && row[place - 1].scalar != " "
      || row.indices.contains(place + 1) && row[place + 1].scalar != " "
  }
  let besideWords = gaps.filter { place in
    [place - 1, place + 1].contains { row.indices.contains($0) && row[$0].scalar.isRightToLeft }
  }
  return [[first], besideWords, [first] + besideWords, [first] + gaps, blanks].map { places in
    places.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
