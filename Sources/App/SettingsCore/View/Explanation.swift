import Forms
import Localization

/// Draws the third pane of a very wide window: the meaning of choosing the focused item and, if
/// that is another screen, a small picture of it.
func drawExplanation(
  _ state: SettingsState, rows: Range<Int>, columns: Range<Int>, on canvas: inout Canvas
) {
  let texts = state.section.explanation(of: state.focus, state)
  guard !texts.isEmpty, !state.isNavigationFocused else { return }
  let layout = state.formLayout(width: columns.count, gutter: 0)
  let form = Form<Text, Never>(
    texts.enumerated().map { place, text in
      Card(place == 0 ? .message(.explanationTitle) : nil, [.paragraph(text, .quiet)])
    })
  let lines = layout.rows(of: form)
  for (place, row) in lines.prefix(rows.count).enumerated() {
    canvas.draw(row, row: rows.lowerBound + place, column: columns.lowerBound)
  }
  let top = rows.lowerBound + lines.count + 1
  guard let picture = state.previewedLanguage.flatMap({ state.preview(of: $0) })?(),
    top + picture.frame.size.rows <= rows.upperBound
  else { return }
  canvas.picture(picture, row: top, column: columns.lowerBound)
}

extension SettingsState {
  /// The language whose screen the third pane shows; nil for none, or without a third pane.
  var previewedLanguage: Language? {
    guard isOn(.previews), Geometry(self).explanation != nil else { return nil }
    return section.content.previewed(for: focus, self)
  }

  /// The effects that read the texts for the third pane's picture, if they are missing.
  var previewDue: [Effect] {
    guard let language = previewedLanguage, language.code != self.language.code,
      previews[language.code] == nil
    else { return [] }
    return [.loadPreview(language)]
  }
}
