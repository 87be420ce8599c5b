import AccountModel
import Forms

/// The first row: the program's name, or the section's in a narrow window, and the sync state.
struct TitleRow {
  let state: SettingsState
  let geometry: Geometry

  /// Whether the section's name leads back to the navigation.
  private var leadsBack: Bool {
    !geometry.isWide && state.signIn == nil
      && (!state.isNavigationFocused || state.isReadFromNavigation)
  }

  func draw(on canvas: inout Canvas) {
    let columns = geometry.block
    var column = columns.lowerBound + geometry.margin
    let room = columns.upperBound - column - geometry.margin
    let title: TextLine
    if leadsBack {
      canvas.target(.navigation, row: 0, column: 0, width: state.size.columns)
      canvas.symbols(["‹"], row: 0, column: column, role: .mark)
      column += 2
      title = line(.message(state.section.title), room - 2)
      canvas.text(title, row: 0, column: column, role: .heading)
    } else {
      if !geometry.isWide, state.signIn == nil {
        canvas.target(.navigation, row: 0, column: 0, width: state.size.columns)
      }
      title = line(.message(.appName), room)
      canvas.text(title, row: 0, column: column, role: .app)
    }
    drawSync(after: column + title.width + 2, on: &canvas)
  }

  private func line(_ text: Text, _ columns: Int) -> TextLine {
    text.paragraph(in: state.wording).truncated(to: max(0, columns))
  }

  /// The sync state at the row's end, if all of it fits.
  private func drawSync(after start: Int, on canvas: inout Canvas) {
    guard let (sign, message) = state.syncSummary else { return }
    let line = Text.message(message).paragraph(in: state.wording).line
    let column = geometry.block.upperBound - geometry.margin - line.width - 2
    guard column >= start else { return }
    canvas.add(
      Span(
        column: column, width: 1,
        style: state.memory.styles(of: state.look)[sign.emphasis ?? .plain],
        content: .symbols(sign.symbols.map { Glyph($0) })), row: 0)
    canvas.text(line, row: 0, column: column + 2, role: .quiet)
  }
}

/// The signs in front of a message or a state.
extension Sign {
  static let done = Sign(["✓"], emphasis: .mark)
  static let lasting = Sign(["↻"], emphasis: .pending)
  static let failed = Sign(["✗"], emphasis: .error)
}

extension SyncStatus {
  /// The state in a word; nil while there is nothing to say.
  var summary: (sign: Sign, word: Message)? {
    switch self {
    case .unknown: return nil
    case .unavailable: return (.failed, .syncUnavailableState)
    case .reported(let report):
      switch report.state {
      case .synced: return (.done, .syncDone)
      case .pending, .unconfirmed: return (.lasting, .notSyncedYet)
      case .sending: return (.lasting, .syncSending)
      }
    }
  }
}

extension SettingsState {
  /// The state of the sync with a server, which the settings show.
  var syncSummary: (sign: Sign, word: Message)? {
    account.isRemote && signIn == nil ? account.sync.summary : nil
  }
}
