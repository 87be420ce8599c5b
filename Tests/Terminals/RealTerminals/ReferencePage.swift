/// A glyph in a look, as it may appear in a cell.
struct Sample: Hashable {
  let text: String
  let look: Look
}

/// Screens of single glyphs, to show how a terminal draws each on its own. Each stands between
/// blanks and Latin letters, so that nothing can move or join it. The row below is blank, because
/// some terminals leave parts of a glyph there.
struct ReferencePages {
  /// The position of a sample: its page, and its cell on that page.
  struct Place: Hashable {
    let page: Int
    let row: Int
    let column: Int
  }

  let places: [Sample: Place]
  /// The bytes that draw each page; the first and the last cell of the grid are blank.
  let pages: [String]
  /// The first page with those two cells reversed. The difference between the pictures shows where
  /// the grid begins and ends.
  let markedPage: String

  init(of samples: some Collection<Sample>, size: GridSize) {
    var places: [Sample: Place] = [:]
    var texts: [String] = []
    let opening = "\u{1B}[0m\u{1B}[?25l\u{1B}[H\u{1B}[2J"
    var text = opening
    var (row, column) = (1, 2)
    // A fixed order, so that all runs are alike.
    for sample in samples.sorted(by: { $0.order < $1.order }) {
      places[sample] = Place(page: texts.count, row: row, column: column)
      text += "\u{1B}[\(row + 1);\(column - 1)Hx "
      text += "\(sample.look.sequence)\(sample.text)\u{1B}[0m x"
      column += 4
      if column > size.columns - 6 { (row, column) = (row + 2, 2) }
      if row >= size.rows - 1 {
        texts.append(text)
        (text, row, column) = (opening, 1, 2)
      }
    }
    texts.append(text)
    self.places = places
    let corners = [(1, 1), (size.rows, size.columns)]
    func ended(_ text: String, by cell: String) -> String {
      text + corners.map { "\u{1B}[\($0.0);\($0.1)H\u{1B}[0m\(cell)" }.joined()
    }
    pages = texts.map { ended($0, by: " ") }
    markedPage = ended(texts[0], by: "\u{1B}[7m \u{1B}[0m")
  }
}

extension Sample {
  fileprivate var order: String { "\(look.sequence) \(text)" }
}
