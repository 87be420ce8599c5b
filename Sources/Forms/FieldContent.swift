/// What a text field shows, for a box of any width.
public struct FieldContent {
  /// What is seen in a box.
  public struct Window: Hashable, Sendable {
    public var line: TextLine
    /// Columns at the layout's leading edge that are scrolled out of sight.
    public var offset: Int
    /// The caret's column from the box's leading edge.
    public var cursor: Int
    /// The selected columns of the line, from its left edge.
    public var selected: [Range<Int>]

    public init(line: TextLine, offset: Int = 0, cursor: Int = 0, selected: [Range<Int>] = []) {
      self.line = line
      self.offset = offset
      self.cursor = cursor
      self.selected = selected
    }
  }

  let window: (_ columns: Int) -> Window

  /// - Parameter window: what is seen in a box of that many columns; it scrolls so that the caret is
  ///   in sight.
  public init(window: @escaping (_ columns: Int) -> Window) { self.window = window }
}
