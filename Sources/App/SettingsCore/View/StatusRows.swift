import Forms

/// The rows below the body: messages, pending changes, the running request, the focused item's hint,
/// and the keys that work now.
struct StatusRows {
  private let geometry: Geometry
  private let rows: [FormRow<Never>]
  let footer: Footer

  var count: Int { rows.count + 1 }

  /// The minimum number of rows of a sheet.
  private static let leastSheetRows = 8

  /// Leaves at least three rows to the section, except for toasts.
  init(_ state: SettingsState, _ geometry: Geometry, _ keys: [KeyBinding]) {
    self.geometry = geometry
    footer = state.steady?.footer ?? Footer(keys, state.wording, geometry)
    let layout = state.formLayout(
      width: geometry.block.count - geometry.margin, gutter: geometry.margin)
    func laidOut(_ sign: Sign?, _ text: Text) -> [FormRow<Never>] {
      layout.rows(
        of: Part<Text, Never>.paragraph(text, sign == .failed ? .error : .hint, sign: sign))
    }
    var rows: [FormRow<Never>] = []
    let isBehindSheet = !state.dialogs.isEmpty
    // A message may cover the section if there is no other room, because the next key removes it. A
    // sheet needs its rows, and the messages stay in their list.
    let most = state.size.rows - 1 - (isBehindSheet ? Self.leastSheetRows : 0)
    for toast in state.toasts.suffix(2).reversed() where !state.isReadingMessages {
      let text = laidOut(toast.isWarning ? .failed : .done, state.text(of: toast))
      let room = max(0, most - rows.count)
      if rows.isEmpty || text.count < room { rows += text.prefix(room) }
    }
    var room = max(0, most - (geometry.isLow ? 3 : 5) - rows.count)
    func append(_ more: [FormRow<Never>]) -> Bool {
      guard more.count <= room else { return false }
      rows += more
      room -= more.count
      return true
    }
    if state.isRestartPending, !isBehindSheet {
      let key = Text.key(.r)
      _ =
        append(laidOut(.lasting, .message(.restartPending, key)))
        || append(laidOut(.lasting, .message(.restartPendingShort, key)))
    }
    if let work = state.account.work { _ = append(laidOut(.lasting, Self.text(of: work))) }
    if state.isDefaultLanguageUsed, state.signIn == nil, !isBehindSheet {
      _ = append(laidOut(.lasting, .message(.defaultLanguageUsed)))
    }
    // One row is reserved for messages, so that a new one moves nothing.
    let isQuiet = rows.isEmpty
    if isQuiet, geometry.isRoomy { rows.append(FormRow()) }
    if geometry.isRoomy || !geometry.isLow && isQuiet, !isBehindSheet, let hint = state.shownHint {
      _ = append(laidOut(nil, hint))
    }
    self.rows = rows
  }

  /// The running request and how to cancel it (R55), with its duration so far if that is long.
  private static func text(of work: Work) -> Text {
    let escape = Text.key(.escape)
    let text = Text.message(.workCancel, .message(work.request.progress), escape)
    guard work.seconds >= 3 else { return text }
    return .message(.lastChangeValue, text, .count(.workSeconds, work.seconds))
  }

  func draw(on canvas: inout Canvas) {
    let top = canvas.frame.size.rows - count
    for (place, row) in rows.enumerated() {
      canvas.draw(row, row: top + place, column: geometry.block.lowerBound)
    }
    footer.draw(row: canvas.frame.size.rows - 1, on: &canvas)
  }
}

extension SettingsState {
  /// Whether the list of messages is open, which also contains the current ones.
  fileprivate var isReadingMessages: Bool {
    if case .reading(let dialog) = dialogs.last { dialog.page == .messages } else { false }
  }

  /// The hint about the focused item.
  var shownHint: Text? {
    if signIn != nil { return nil }
    if let editing { return editing.field.hint }
    if isReadFromNavigation { return .message(.hintAbout) }
    if case .section(let section) = focus {
      return .message(.hintOpenSection, .message(section.title))
    }
    return section.hint(for: focus, self)
  }
}
