import Forms

/// The rows below the body: toasts, pending changes, the running request, the focused item's hint,
/// and the keys that work now.
struct StatusRows {
  private let rows: [FormRow<Never>]
  private let footer: Footer

  var count: Int { rows.count + 1 }

  private typealias StatusPart = Part<Text, Never>

  /// Leaves at least three rows to the section, except for toasts.
  init(_ state: State) {
    let isRoomy = state.size.rows >= 10
    let margin = isRoomy ? 1 : 0
    footer = Footer(state, columns: state.size.columns - margin, indent: margin)
    let layout = state.formLayout(width: state.size.columns - margin)
    func laidOut(_ text: Text, _ emphasis: Emphasis) -> [FormRow<Never>] {
      layout.rows(of: StatusPart.paragraph(text, emphasis, indent: margin))
    }
    var rows: [FormRow<Never>] = []
    // A warning may cover the section if there is no other room, because it expires.
    for toast in state.toasts.suffix(2).reversed() {
      let text = laidOut(toast.text, toast.isWarning ? .warning : .hint)
      let room = state.size.rows - 1 - rows.count
      if rows.isEmpty || text.count < room { rows += text.prefix(room) }
    }
    var room = max(0, state.size.rows - 1 - (isRoomy ? 5 : 3) - rows.count)
    func take(_ more: [FormRow<Never>]) -> Bool {
      guard more.count <= room else { return false }
      rows += more
      room -= more.count
      return true
    }
    if state.isRestartPending, !state.dialogs.contains(where: \.isRestart) {
      let key = Text.identifier(.key(.r))
      _ =
        take(laidOut(.message(.restartPending, [key]), .pending))
        || take(laidOut(.message(.restartPendingShort, [key]), .pending))
    }
    if let work = state.account.work {
      _ = take(layout.rows(of: Self.part(work, indent: margin)))
    }
    if state.isDefaultLanguageUsed, state.signIn == nil {
      _ = take(laidOut(.message(.defaultLanguageUsed), .pending))
    }
    if isRoomy, let hint = state.shownHint { _ = take(laidOut(hint, .hint)) }
    self.rows = rows
  }

  /// The running request, with a progress indicator in front of it (R55).
  private static func part(_ work: Work, indent: Int) -> StatusPart {
    let beads = (0..<3).map { $0 == work.step % 3 ? "●" : "·" as Unicode.Scalar }
    let escape = Text.identifier(.key(.escape))
    return .paragraph(
      .message(.workCancel, [.message(work.request.progress), escape]), .pending,
      sign: Sign(beads), indent: indent)
  }

  func draw(from top: Int, on canvas: inout Canvas) {
    for (place, row) in rows.enumerated() { canvas.draw(row, row: top + place, column: 0) }
    footer.draw(row: top + rows.count, on: &canvas)
  }
}

extension State {
  /// The hint about the focused item.
  var shownHint: Text? {
    if signIn != nil { return nil }
    if let editing { return editing.field.hint }
    if case .section(let section) = focus {
      return .message(.hintOpenSection, [.message(section.title)])
    }
    return section.content.hint(for: focus, self)
  }
}
