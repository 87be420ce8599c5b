/// The contents of a text field, for a box of any width.
public struct FieldContent {
  /// The visible part in a box.
  public struct Window: Hashable, Sendable {
    /// The text to draw.
    public var line: TextLine
    /// How many columns are scrolled out of view at the layout's leading edge.
    public var offset: Int
    /// The caret's column from the box's leading edge.
    public var cursor: Int
    /// The selected columns of the line, counted from its left edge.
    public var selected: [Range<Int>]

    /// The visible part of a line in a field.
    public init(line: TextLine, offset: Int = 0, cursor: Int = 0, selected: [Range<Int>] = []) {
      self.line = line
      self.offset = offset
      self.cursor = cursor
      self.selected = selected
    }
  }

  let window: (_ columns: Int) -> Window

  /// - Parameter window: returns the visible part for a box of that many columns, scrolled so that
  ///   the caret is visible.
  public init(window: @escaping (_ columns: Int) -> Window) { self.window = window }
}
