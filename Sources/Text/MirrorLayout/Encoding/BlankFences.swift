import BidiText
import Cells

/// The order of a row for a terminal that reorders it and does not support U+200E.
///
/// If no order produces the row, blanks become U+2800: it looks like a blank but is a left-to-right
/// letter to the algorithm. In front of all letters, it makes the row a left-to-right paragraph.
/// Beside a word, it keeps numbers and brackets on their side. As few as possible are used.
///
///     "\u{2800}reversed Enter" for "word Enter", whose ends do not determine the direction
func orderingParagraph(_ row: [RowUnit], for model: ParagraphModel) -> ParagraphOrder {
  var best = ParagraphOrder(of: row, for: model)
  guard best.misplaced > 0 else { return best }
  var tried: [[Int]] = [[]]
  for places in fencePlaces(row) where best.misplaced > 0 && !tried.contains(places) {
    tried.append(places)
    var fenced = row
    for place in places { fenced[place].scalar = blankLetter }
    let order = ParagraphOrder(of: fenced, for: model)
    if order.misplaced < best.misplaced { best = order }
  }
  return best
}

/// The Braille pattern without dots.
private let blankLetter: Unicode.Scalar = "\u{2800}"

/// The sets of blanks to try as fences, smallest first.
private func fencePlaces(_ row: [RowUnit]) -> [[Int]] {
  let blanks = row.indices.filter { row[$0].scalar == " " && row[$0].cell.glyph.marks.isEmpty }
  guard let first = blanks.first else { return [] }
  // The blanks at the ends of each gap between words.
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
