import Forms
import Localization

/// Draws the third part of a very wide window: what choosing the focused item means, and where that is
/// another screen, a small picture of it.
func drawExplanation(
  _ state: SettingsState, rows: Range<Int>, columns: Range<Int>, on canvas: inout Canvas
) {
  let texts = state.section.content.explanation(of: state.focus, state)
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
  /// The language whose screen the third part shows; nil for none, or where there is no third part.
  var previewedLanguage: Language? {
    guard showsPreviews, Geometry(self).explanation != nil else { return nil }
    return section.content.previewed(for: focus, self)
  }

  /// What reads the texts for the third part's picture, if they are not here yet.
  var previewDue: [Effect] {
    guard let language = previewedLanguage, language.code != self.language.code,
      previews[language.code] == nil
    else { return [] }
    return [.loadPreview(language)]
  }
}
