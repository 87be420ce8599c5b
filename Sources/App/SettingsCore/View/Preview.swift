import Forms
import Localization

/// How the section Language lists the languages.
enum LanguageForm {
  /// Large options, each with a note below it and a preview beside it.
  case pictures
  /// Large options with a note below each.
  case large
  /// A row for each.
  case list
}

extension SettingsState {
  /// From this number on, the list of languages can be searched, and the texts of a language are read
  /// only when they are shown.
  static let fewestSearched = 10
  /// The rows of the screen besides the options of the languages: the title, the name and the
  /// description of the section, a message, the hint and the keys.
  private static let rowsAroundLanguages = 9

  /// The largest form whose options all fit the window.
  var languageForm: LanguageForm {
    let count = languages?.count ?? 0
    guard count < Self.fewestSearched else { return .list }
    let room = size.rows - Self.rowsAroundLanguages
    if isOn(.previews), size.rows >= 20, count * (Preview.size.rows + 1) - 1 <= room {
      return .pictures
    }
    // In a very narrow window, only the focused option has its note.
    return count <= 2 || 2 * count <= room || size.columns < 30 ? .large : .list
  }

  /// A small picture of the screen in a language; nil without its texts, or if the user switched
  /// previews off.
  func preview(of language: Language) -> (() -> Picture)? {
    guard isOn(.previews) else { return nil }
    let catalog = language.code == self.language.code ? catalog : previews[language.code]
    guard let catalog else { return nil }
    return {
      memory.picture(
        ViewMemory.PictureSource(
          code: language.code, theme: look, sections: sections, languages: languages)
      ) { Preview(language, catalog, self).picture }
    }
  }

  /// Keeps the place of a preview whose texts are missing, so that no row moves when they arrive.
  var previewPlace: (() -> Picture)? {
    guard isOn(.previews) else { return nil }
    return { Picture(Frame(size: Preview.size, background: look[.normal]), layoutDirection) }
  }
}

/// The title, the first sections and the language options of a screen in a language.
private struct Preview {
  private let language: Language
  private let state: SettingsState
  private let wording: Wording
  private var canvas: Canvas

  static let size = Size(columns: 26, rows: 4)
  private static let nameColumn = 3
  /// The columns besides the names of options.
  private static let optionColumns = 11

  init(_ language: Language, _ catalog: Catalog<Message>, _ state: SettingsState) {
    self.language = language
    self.state = state
    wording = state.wording(of: catalog)
    canvas = Canvas(state, size: Self.size, background: .previewBody)
  }

  var picture: Picture {
    var preview = self
    preview.draw()
    return Picture(preview.canvas.frame, language.direction)
  }

  private mutating func draw() {
    for row in 0..<Self.size.rows {
      canvas.fill(
        row: row, column: 0, width: Self.size.columns,
        role: row == 0 ? .previewTitle : .previewBody)
    }
    text(
      .message(.appName), row: 0, column: 1, columns: Self.size.columns - 2, role: .previewTitle)
    let sections = state.sections.prefix(Self.size.rows - 1)
    let names = sections.map { Text.message($0.title).paragraph(in: wording).width }
    let longest = Self.size.columns - Self.nameColumn - Self.optionColumns - 2
    let width = min(names.max() ?? 0, longest)
    let column = Self.nameColumn + width + 2
    for (place, section) in sections.enumerated() {
      text(.message(section.title), row: place + 1, column: Self.nameColumn, columns: width)
      if section == .language { symbol("›", row: place + 1, column: 1) }
    }
    let room = Self.size.columns - column - 1
    text(.message(.languageSection), row: 1, column: column, columns: room)
    let others = (state.languages ?? []).filter { $0.code != language.code }
    for (place, option) in ([language] + others).prefix(2).enumerated() {
      symbol(option.code == language.code ? "◉" : "◦", row: place + 2, column: column)
      text(.nativeName(option), row: place + 2, column: column + 2, columns: room - 2)
    }
  }

  private mutating func text(
    _ text: Text, row: Int, column: Int, columns: Int, role: Role = .previewBody
  ) {
    let line = text.paragraph(in: wording).truncated(to: columns)
    canvas.text(line, row: row, column: column, role: role)
  }

  private mutating func symbol(_ symbol: Unicode.Scalar, row: Int, column: Int) {
    canvas.symbols([symbol], row: row, column: column, role: .previewBody)
  }
}
