extension PartPainter {
  /// A button such as `[ Save ]` in a row of its own, with the bar in front of it.
  func button(_ title: Paragraph, isFocused: Bool) -> [PartRow] {
    let padding = !isTiny && title.width + 4 <= width - gutter ? 1 : 0
    let spans = button(
      title, column: gutter, padding: padding, limit: width - gutter, isFocused: isFocused)
    return [PartRow(isFocused ? [bar] + spans : spans, cursor: isFocused ? 0 : nil)]
  }

  /// A button such as `[ Save ]`; a focused one is filled.
  func button(
    _ title: Paragraph, column: Int, padding: Int, limit: Int, isFocused: Bool
  ) -> [Span] {
    let bracket = isFocused ? styles.focusedButton : styles.quiet
    let title = title.truncated(to: max(0, limit - 2 * (padding + 1)))
    let blanks = [Unicode.Scalar](repeating: " ", count: padding)
    let titleColumn = column + 1 + padding
    return [
      symbols(["["] + blanks, column: column, bracket),
      text(title, column: titleColumn, isFocused ? styles.focusedButton : styles.button),
      symbols(blanks + ["]"], column: titleColumn + title.width, bracket),
    ]
  }
}

extension FormLayout {
  /// The spans of a single button, which may stand next to another one.
  ///
  /// - Parameters:
  ///   - column: the column of its first bracket.
  ///   - padding: blanks between the title and its brackets, on each side.
  public func button(
    _ title: Text, column: Int, padding: Int = 1, isFocused: Bool
  ) -> [Span] {
    painter.button(
      paragraph(title), column: column, padding: padding, limit: .max, isFocused: isFocused)
  }
}
