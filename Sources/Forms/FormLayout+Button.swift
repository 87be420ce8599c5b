extension FormLayout {
  /// `[ Save ]`, with angle brackets where it has the focus, so that no colour is needed.
  ///
  /// - Parameters:
  ///   - indent: the column of the first bracket.
  ///   - padding: blanks between the title and its brackets, on each side.
  ///   - limit: columns that the button may take; a longer title is cut.
  /// - Returns: the button's spans, and the column of its title, for the cursor.
  public func buttonRow(
    _ title: Text, indent: Int = 0, padding: Int = 1, limit: Int = .max, isFocused: Bool
  ) -> (spans: [Span], cursor: Int) {
    let style = isFocused ? styles.focused : styles.plain
    let title = paragraph(title).truncated(to: max(0, limit - 2 * (padding + 1)))
    let blanks = [Glyph](repeating: .blank, count: padding)
    let column = indent + 1 + padding
    return (
      [
        Span(
          column: indent, width: 1 + padding, style: style,
          content: .symbols([Glyph(isFocused ? "‹" : "[")] + blanks)),
        Span(column: column, width: title.width, style: style, content: .text(title)),
        Span(
          column: column + title.width, width: padding + 1, style: style,
          content: .symbols(blanks + [Glyph(isFocused ? "›" : "]")])),
      ], column
    )
  }
}
