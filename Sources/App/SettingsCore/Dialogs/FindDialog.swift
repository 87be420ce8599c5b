import Forms
import Input
import Localization

/// The search for a setting or a language by its name, in any script.
public struct FindDialog: Hashable, Sendable {
  /// An entry that can be found.
  private struct Entry {
    let label: Text
    /// The name of a language in the language that is shown.
    var name: Text?
    /// Other texts by which it is found: its value, the heading above it, other words for it.
    var names: [Text] = []
    let section: Section
    /// nil for the section itself, or for a row of it that can only be read.
    var item: Item?
  }

  private var query = TextField(rules: .init(kind: .person, maximum: .scalars(60)))
  /// The index of the chosen result.
  private var place = 0
  /// What is searched.
  enum Scope: Hashable, Sendable {
    case everything
    /// Only languages, to go to one.
    case languages
    /// Only languages that are not among the chosen ones, to add one.
    case addition
  }

  private let scope: Scope

  init(_ scope: Scope) { self.scope = scope }

  static let keyMap: [KeyBinding] = [
    KeyBinding([.key(.up), .key(.backTab)], .backward, label: .upDown, footer: .keyMove),
    KeyBinding([.key(.down), .key(.tab)], .forward, label: .upDown),
    KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
    KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
    KeyBinding([.key(.enter)], .activate, label: .enter, footer: .keyGoTo),
    KeyBinding([.key(.escape)], .dismiss, label: .escape, footer: .keyClose),
    .redraw,
    KeyBinding([.key(.control("c"))], .quit, label: .controlC),
  ]

  mutating func handle(_ key: Key, language: Direction) -> TextField.Outcome {
    let outcome = query.handle(key, language: language)
    if outcome == .changed { place = 0 }
    return outcome
  }

  mutating func paste(_ text: String) {
    if query.paste(text) == .changed { place = 0 }
  }

  func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
    let results = results(state)
    var dialog = self
    switch command {
    case .backward: dialog.place -= 1
    case .forward: dialog.place += 1
    case .pageBackward: dialog.place -= Self.mostShown
    case .pageForward: dialog.place += Self.mostShown
    case .activate: return go(to: place, of: results, &state)
    case .choose(let place): return go(to: place, of: results, &state)
    case .dismiss:
      state.dialogs.removeLast()
      return []
    default: return []
    }
    dialog.place = min(max(0, dialog.place), max(0, results.count - 1))
    state.dialogs[state.dialogs.count - 1] = .find(dialog)
    return []
  }

  private func go(to place: Int, of results: [Entry], _ state: inout SettingsState) -> [Effect] {
    guard results.indices.contains(place) else { return [] }
    let entry = results[place]
    state.dialogs.removeLast()
    if scope == .addition, case .language(let code)? = entry.item {
      return languagesChosen(state.orderedLanguages + [code], &state)
    }
    let effects = focusNavigation(&state) + enter(entry.section, &state)
    state.focus = state.validated(entry.item ?? .section(entry.section))
    if entry.item == nil { _ = focusContent(&state) }
    beginReading(&state)
    return effects
  }

  // MARK: Finding

  private func entries(_ state: SettingsState) -> [Entry] {
    if scope != .everything {
      return (state.languages ?? []).filter {
        scope == .languages || !state.orderedLanguages.contains($0.code)
      }.map { Self.entry($0) }
    }
    return state.sections.flatMap { section in
      [
        Entry(
          label: .message(section.title), names: section.otherNames.map { [.message($0)] } ?? [],
          section: section)
      ] + section.content.form(state).cards.flatMap { Self.entries($0, section, state) }
    }
  }

  private static func entries(
    _ card: SectionCard, _ section: Section, _ state: SettingsState
  ) -> [Entry] {
    Form<Text, Item>([card]).spoken.compactMap { item, spoken in
      if case .language(let code) = item {
        return state.language(with: code).map { entry($0) }
      }
      guard item != nil || spoken.value != nil else { return nil }
      let names = [spoken.value, card.title, item?.otherNames.map { .message($0) }]
      return Entry(
        label: spoken.label, names: names.compactMap { $0 }, section: section, item: item)
    }
  }

  private static func entry(_ language: Language) -> Entry {
    Entry(
      label: .optionLabel(language), name: .languageName(language.code), section: .language,
      item: .language(language.code))
  }

  /// The entries that match the query in any language whose texts are loaded: labels that begin
  /// with it first, those of sections before others, then other labels, then other texts.
  private func results(_ state: SettingsState) -> [Entry] {
    let wanted = SearchFolding.folded(query.text)
    let all = entries(state)
    guard !wanted.isEmpty else { return all }
    let wordings = [state.wording] + state.previews.values.map { state.wording(of: $0) }
    func folded(_ text: Text) -> [[Unicode.Scalar]] {
      wordings.map { SearchFolding.folded(text.plain(in: $0)) }
    }
    var found: [[Entry]] = [[], [], [], []]
    for entry in all {
      let labels = folded(entry.label) + (entry.name.map(folded) ?? [])
      if labels.contains(where: { SearchFolding.begins($0, with: wanted) }) {
        found[entry.label == .message(entry.section.title) ? 0 : 1].append(entry)
      } else if labels.contains(where: { SearchFolding.contains($0, wanted) }) {
        found[2].append(entry)
      } else if entry.names.flatMap(folded).contains(where: {
        SearchFolding.contains($0, wanted)
      }) {
        found[3].append(entry)
      }
    }
    return found.flatMap { $0 }
  }

  // MARK: Plain mode

  var hasQuery: Bool { !query.text.isEmpty }

  /// The number of results, and the results with their numbers; nothing before a query.
  func spokenResults(_ state: SettingsState) -> Form<Text, Int> {
    guard hasQuery else { return Form([]) }
    let results = results(state)
    return Form([
      Card(
        nil,
        [.paragraph(.count(.findCount, results.count))]
          + results.enumerated().map { place, entry in
            .value(entry.label, .message(entry.section.title), id: place)
          })
    ])
  }

  /// The keys that go to a result; nil if there is none at that place.
  func keys(toResult index: Int, _ state: SettingsState) -> [Key]? {
    guard results(state).indices.contains(index) else { return nil }
    let arrow: Key = index < place ? .up : .down
    return [Key](repeating: arrow, count: abs(index - place)) + [.enter]
  }

  // MARK: Drawing

  /// The rows kept for results, so that typing does not move the sheet.
  private static let mostShown = 8
  private static let widestField = 36

  func draw(_ state: SettingsState, _ plan: ScreenPlan, on canvas: inout Canvas) {
    let results = results(state)
    let sheet = Sheet(1 + min(Self.mostShown, entries(state).count), in: plan)
    sheet.draw(
      title: .message(scope == .everything ? .findTitle : .findLanguage), state: state, on: &canvas)
    drawField(results.count, state, sheet, on: &canvas)
    let height = sheet.inner.size.rows - 1
    guard height > 0 else { return }
    let first = min(max(0, place - height + 1), max(0, results.count - height))
    var area = sheet.inner
    area.origin.row += 1
    area.size.rows = height
    let cursor = canvas.frame.cursor
    canvas.frame.focus = "find"
    var layout = state.formLayout(width: area.size.columns, gutter: 0)
    layout.alignsDetails = false
    let shown = Array(results.dropFirst(first).prefix(height).enumerated())
    let form = Form<Text, Int>([
      Card(
        nil,
        shown.map { place, entry in
          .option(
            entry.label, detail: .message(entry.section.title), .chevron(isCurrent: false),
            id: first + place)
        })
    ])
    for (row, drawn) in layout.rows(of: form, focus: place).prefix(height).enumerated() {
      canvas.draw(drawn, in: area, at: row) { .command(.choose($0)) }
    }
    canvas.frame.cursor = cursor
    if results.indices.contains(place) {
      canvas.frame.focus =
        "find.\((results[place].item ?? .section(results[place].section)).identifier)"
    }
    canvas.scrollSigns(first: first, of: results.count, in: area)
  }

  /// The field with the query, and the number of results after it.
  private func drawField(
    _ count: Int, _ state: SettingsState, _ sheet: Sheet, on canvas: inout Canvas
  ) {
    let (row, start) = (sheet.inner.origin.row, sheet.inner.origin.column + 2)
    let number = Text.count(.findCount, count).paragraph(in: state.wording).line
    let room = sheet.inner.size.columns - 4
    let hasCount = room - number.width - 2 >= 10
    let columns = min(Self.widestField, hasCount ? room - number.width - 2 : room)
    let window = query.window(
      columns: columns, layout: state.layoutDirection, language: state.language.direction,
      joinsLetters: state.wording.joinsLetters)
    canvas.symbols(["/"], row: row, column: start, role: .quiet)
    canvas.fill(row: row, column: start + 2, width: columns, role: .field)
    canvas.add(
      Span(
        column: start + 2, width: min(columns, window.line.width), style: state.look[.field],
        content: .text(window.line), offset: window.offset,
        highlights: window.selected.map {
          Highlight(columns: $0, style: state.look[.selected])
        }), row: row)
    canvas.moveCursor(row: row, column: start + 2 + window.cursor)
    if hasCount { canvas.text(number, row: row, column: start + columns + 4, role: .quiet) }
  }
}

/// Opens the search for a setting, or for a language alone.
func findOpened(
  _ scope: FindDialog.Scope, _ state: inout SettingsState
) -> [Effect] {
  state.dialogs.append(.find(FindDialog(scope)))
  // A setting is also found by its name in the other languages.
  return otherTextsDue(state)
}
