import MirrorLayout

/// The layout of a narrow window: the navigation folded into one row, `≡ Language`, above the
/// section. With the focus, it unfolds over the section.
struct NarrowBody {
  private let state: State
  private let navigation: Navigation
  private let area: Area
  private let pane: SectionPane
  /// Whether the navigation is unfolded. It stays folded for a section without items, which is read
  /// from the navigation.
  private let isUnfolded: Bool

  /// The fewest rows that a section needs next to something else.
  private static let leastRows = 3

  init(_ state: State, _ plan: ScreenPlan) {
    self.state = state
    area = plan.body
    navigation = Navigation(state)
    isUnfolded = state.isNavigationFocused && !state.section.items(in: state).isEmpty
    // The section stands below the folded navigation, or below the unfolded one if both fit.
    var section = Area(
      origin: Position(row: area.origin.row + 1, column: 0),
      size: Size(columns: area.size.columns - 1, rows: max(0, area.size.rows - 1)))
    let list = navigation.count + 1
    if isUnfolded, section.size.rows - list >= Self.leastRows {
      section.origin.row += list
      section.size.rows -= list
    }
    pane = SectionPane(
      state, in: section, isUnfolded: state.isNavigationFocused, isNamedAbove: true)
  }

  var reading: Reading { pane.reading }

  func draw(on canvas: inout Canvas) {
    let top = area.origin.row
    let columns = area.size.columns
    let title = Text.message(state.section.title).paragraph(in: state.wording)
      .truncated(to: columns - 4)
    let isReading = state.isNavigationFocused && !isUnfolded
    let role: Role = isReading ? .focused : .heading
    canvas.fill(row: top, column: 0, width: columns, role: role)
    canvas.target(.navigation, row: top, column: 0, width: columns)
    canvas.symbols(["≡"], row: top, column: 0, role: role)
    canvas.text(title, row: top, column: 2, role: role)
    canvas.symbols([isUnfolded ? "▴" : "▾"], row: top, column: columns - 1, role: role)
    pane.draw(on: &canvas)
    if isReading { canvas.focus(state.focus.identifier, row: top, column: 2) }
    if isUnfolded { drawUnfolded(on: &canvas) }
  }

  private func drawUnfolded(on canvas: inout Canvas) {
    let top = area.origin.row + 1
    let height = area.size.rows - 1
    let columns = area.size.columns
    let shown = min(height, navigation.count)
    for row in 0..<shown {
      canvas.fill(row: top + row, column: 0, width: columns, role: .dialog)
    }
    let extent = navigation.draw(
      in: Area(
        origin: Position(row: top, column: 0), size: Size(columns: columns - 1, rows: shown)),
      on: &canvas)
    canvas.scrollBar(extent, column: columns - 1, row: top, role: .dialogBorder)
    // A line separates the list from the section.
    guard shown < height else { return }
    canvas.symbols(
      [Unicode.Scalar](repeating: "─", count: columns), row: top + shown, column: 0,
      role: .dialogBorder)
  }
}

extension State {
  /// Whether the focus is in the list of sections.
  var isNavigationFocused: Bool { focus == .section(section) }
}
