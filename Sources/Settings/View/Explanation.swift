import Forms

/// The third part of a very wide window: what choosing the focused item means.
struct Explanation {
  private let state: State
  private let texts: [Text]

  init(_ state: State) {
    self.state = state
    texts = state.section.content.explanation(of: state.focus, state)
  }

  func draw(rows: Range<Int>, columns: Range<Int>, on canvas: inout Canvas) {
    guard !texts.isEmpty, !state.isNavigationFocused else { return }
    let layout = state.formLayout(width: columns.count, gutter: 0)
    let form = Form<Text, Never>(
      texts.enumerated().map { place, text in
        Card(place == 0 ? .message(.explanationTitle) : nil, [.paragraph(text, .quiet)])
      })
    for (place, row) in layout.rows(of: form).prefix(rows.count).enumerated() {
      canvas.draw(row, row: rows.lowerBound + place, column: columns.lowerBound)
    }
  }
}
