/// The state of a terminal that a program finds at its start and leaves to the next one, except the
/// text on the screen and the line settings: `session.terminalState ==
/// session.initialTerminalState`.
///
/// States can be compared across window sizes. So the scrolling region and the tab stops are given
/// only if they differ from a new terminal of that size.
public struct TerminalState: Hashable, Sendable {
  /// The rows that scroll, from 0 (DECSTBM); nil for all of them.
  public var scrollingRows: ClosedRange<Int>?
  /// The columns that scroll, from 0 (DECSLRM); nil for all of them.
  public var scrollingColumns: ClosedRange<Int>?
  /// The columns of the tab stops, from 0; nil for every eighth column.
  public var tabStops: [Int]?
  /// The modes that are set.
  public var modes: ScreenModes
  /// The modes that are set and change nothing on the screen.
  public var otherModes: OtherModes
  /// Whether the alternate screen is shown.
  public var isAlternate: Bool
  /// Whether the cursor is shown.
  public var cursorIsVisible: Bool
  /// How the cursor is drawn.
  public var cursorShape: CursorShape
  /// The attributes and colours of the next character (SGR).
  public var style: CellStyle
  /// The URL of the next character's hyperlink (OSC 8).
  public var link: String?
  /// The character sets G0 to G3 and the active one; nil for ASCII everywhere.
  public var charsets: String?
  /// The title of the window.
  public var title: String
  /// The title of the icon.
  public var iconTitle: String
  /// How many titles were pushed and not popped.
  public var pushedTitles: Int
  /// How many settings of kitty's keyboard protocol were pushed and not popped.
  public var pushedKeyboardFlags: Int

  /// The differences from another state, one phrase each; empty for equal states.
  ///
  /// ```swift
  /// state.differences(from: initial)  // ["scrolling rows: 0...23, not all"]
  /// ```
  public func differences(from other: TerminalState) -> [String] {
    var differences: [String] = []
    func compare<Value: Equatable>(_ what: String, _ path: KeyPath<TerminalState, Value>) {
      let (mine, theirs) = (self[keyPath: path], other[keyPath: path])
      if mine != theirs {
        differences.append("\(what): \(Self.text(mine)), not \(Self.text(theirs))")
      }
    }
    compare("scrolling rows", \.scrollingRows)
    compare("scrolling columns", \.scrollingColumns)
    compare("tab stops", \.tabStops)
    let names = Mirror(reflecting: modes).children
    for (mine, theirs) in zip(names, Mirror(reflecting: other.modes).children)
    where "\(mine.value)" != "\(theirs.value)" {
      differences.append("mode \(mine.label ?? ""): \(mine.value), not \(theirs.value)")
    }
    compare("other modes", \.otherModes)
    compare("alternate screen", \.isAlternate)
    compare("cursor visible", \.cursorIsVisible)
    compare("cursor shape", \.cursorShape)
    compare("style", \.style)
    compare("link", \.link)
    compare("character sets", \.charsets)
    compare("title", \.title)
    compare("icon title", \.iconTitle)
    compare("pushed titles", \.pushedTitles)
    compare("pushed keyboard flags", \.pushedKeyboardFlags)
    return differences
  }

  private static func text(_ value: some Any) -> String {
    let children = Mirror(reflecting: value)
    guard children.displayStyle == .optional else { return "\(value)" }
    return children.children.first.map { "\($0.value)" } ?? "as in a new terminal"
  }
}

extension Emulator {
  /// The current state of the terminal.
  public var terminalState: TerminalState {
    let areTabsStandard = tabs == Self.standardTabs(0..<screen.size.columns)
    return TerminalState(
      scrollingRows: scrollingRows == 0...screen.size.rows - 1 ? nil : scrollingRows,
      scrollingColumns: marginsAreFullWidth ? nil : scrollingColumns,
      tabStops: areTabsStandard ? nil : tabs.indices.filter { tabs[$0] },
      modes: screen.modes, otherModes: screen.otherModes, isAlternate: screen.isAlternate,
      cursorIsVisible: screen.cursor.isVisible, cursorShape: screen.cursor.shape, style: style,
      link: link, charsets: charsets == Charsets() ? nil : "\(charsets)", title: screen.title,
      iconTitle: screen.iconTitle, pushedTitles: screen.pushedTitles,
      pushedKeyboardFlags: keyboardStack.count)
  }
}
