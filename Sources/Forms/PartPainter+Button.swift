extension PartPainter {
  /// A button such as `[ Save ]`. It has angle brackets when focused, so it needs no colour.
  ///
  /// - Returns: the button's spans, and the column of its title, for the cursor.
  func button(
    _ title: Paragraph, column: Int, padding: Int, limit: Int, isFocused: Bool
  ) -> (spans: [Span], cursor: Int) {
    let style = isFocused ? styles.focused : styles.plain
    let title = title.truncated(to: max(0, limit - 2 * (padding + 1)))
    let blanks = [Glyph](repeating: .blank, count: padding)
    let titleColumn = column + 1 + padding
    return (
      [
        Span(
          column: column, width: 1 + padding, style: style,
          content: .symbols([Glyph(isFocused ? "‹" : "[")] + blanks)),
        Span(column: titleColumn, width: title.width, style: style, content: .text(title)),
        Span(
          column: titleColumn + title.width, width: padding + 1, style: style,
          content: .symbols(blanks + [Glyph(isFocused ? "›" : "]")])),
      ], titleColumn
    )
  }
}

extension FormLayout {
  /// A single button, which may stand next to another one.
  ///
  /// - Parameters:
  ///   - column: the column of its first bracket.
  ///   - padding: blanks between the title and its brackets, on each side.
  /// - Returns: the button's spans, and the column of its title, for the cursor.
  public func button(
    _ title: Text, column: Int, padding: Int = 1, isFocused: Bool
  ) -> (spans: [Span], cursor: Int) {
    painter.button(
      paragraph(title), column: column, padding: padding, limit: .max, isFocused: isFocused)
  }
}
