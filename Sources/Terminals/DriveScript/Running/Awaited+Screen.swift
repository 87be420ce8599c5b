import TerminalHarness

extension Awaited {
  /// Whether a screen meets the condition; nil if it is not about the screen.
  func holds(on screen: Screen) -> Bool? {
    switch self {
    case .found(let locator): !screen.find(locator).isEmpty
    case .row(let row, let text, let order):
      screen.rows(row...row, order).first == Screen.withoutBlankEnds([text]).first ?? ""
    case .screen(let literal): literal.difference(from: screen) == nil
    case .cursorAt(let cell):
      screen.cursor.row == cell.row && screen.cursor.column == cell.column
    case .cursorRow(let pattern):
      pattern.ranges(in: screen.grid[screen.cursor.row].text).isEmpty == false
    case .cursorVisible(let isVisible): screen.cursor.isVisible == isVisible
    case .cursorShape(let shape): screen.cursor.shape == shape
    case .title(let title): screen.title == title
    case .mode(let mode): mode.holds(in: screen.modes)
    case .alternateScreen(let isAlternate): screen.isAlternate == isAlternate
    case .bells(let count): screen.bells == count
    case .clipboard, .scrollback, .bytes, .exit, .stop, .restored, .quiet, .silence: nil
    }
  }

  /// The condition, in the notation of scripts.
  var description: String {
    switch self {
    case .found(let locator): locator.description
    case .row(let row, let text, _): "row \(row) “\(text)”"
    case .screen(let literal):
      literal.region.map {
        "region \($0.rows.lowerBound),\($0.columns.lowerBound) to "
          + "\($0.rows.upperBound),\($0.columns.upperBound)"
      } ?? "screen"
    case .cursorAt(let cell): "cursor at \(cell.row),\(cell.column)"
    case .cursorRow(let pattern): "pattern “\(pattern.source)” in the cursor's row"
    case .cursorVisible(let isVisible): "cursor \(isVisible ? "visible" : "hidden")"
    case .cursorShape(let shape):
      "cursor shape \(Written.shapes.first { $0.shape == shape }?.name ?? "")"
    case .title(let title): "title “\(title)”"
    case .clipboard(let text): "clipboard “\(text)”"
    case .scrollback(let text, _): "scrollback “\(text)”"
    case .mode(let mode): "mode \(mode)"
    case .alternateScreen(let isAlternate): "\(isAlternate ? "alternate" : "main") screen"
    case .bells(let count): "bells \(count)"
    case .bytes(let text): "bytes “\(readable(text.utf8))”"
    case .exit(let status): "exit" + (status.map { " (\($0))" } ?? "")
    case .stop: "stop"
    case .restored: "terminal restored"
    case .quiet(let time), .silence(let time): "silence \(time.written)"
    }
  }
}

extension Literal {
  /// The differences of a screen; nil if there are none.
  func difference(from screen: Screen) -> String? {
    Screen.difference(from: rows, to: found(on: screen))
  }

  /// The actual rows, without blanks at their ends.
  func found(on screen: Screen) -> [String] {
    let rows =
      region.map { screen.rows($0.rows, order, in: $0.columns) } ?? screen.rows(in: order)
    return Screen.withoutBlankEnds(rows)
  }
}

extension Screen {
  /// The text of some rows, or of some columns of them; empty outside the screen.
  func rows(
    _ rows: ClosedRange<Int>, _ order: TextOrder, in columns: ClosedRange<Int>? = nil
  ) -> [String] {
    let direction = direction
    return rows.map { row in
      guard row < grid.count else { return "" }
      let part = columns.map { grid[row].part($0.lowerBound..<($0.upperBound + 1)) } ?? grid[row]
      return order == .visual ? part.text : part.logicalText(direction)
    }
  }
}

extension Duration {
  /// `1.5s`, in the notation of scripts.
  var written: String {
    let milliseconds = Int((inSeconds * 1_000).rounded())
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
