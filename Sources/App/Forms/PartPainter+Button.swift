extension PartPainter {
  /// A button such as `[ Save ]`, with the bar in front of it. A title that does not fit takes more
  /// rows, with the second bracket in the last one.
  func button(_ title: Paragraph, isFocused: Bool) -> [PartRow] {
    let padding = !isTiny && title.width + 4 <= width - gutter ? 1 : 0
    let lines = title.lines(width: max(1, width - gutter - 2 * (padding + 1)))
    return lines.enumerated().map { place, line in
      let spans = button(
        line, column: gutter, padding: padding, isFirst: place == 0,
        isLast: place == lines.count - 1, isFocused: isFocused)
      guard isFocused, place == 0 else { return PartRow(spans: spans) }
      return PartRow(spans: [bar] + spans, cursor: 0)
    }
  }

  /// A row of a button such as `[ Save ]`; a focused one is filled.
  func button(
    _ title: TextLine, column: Int, padding: Int, isFirst: Bool = true, isLast: Bool = true,
    isFocused: Bool
  ) -> [Span] {
    let bracket = isFocused ? styles.focusedButton : styles.quiet
    let blanks = [Unicode.Scalar](repeating: " ", count: padding)
    let titleColumn = column + 1 + padding
    var spans = [
      text(title, column: titleColumn, isFocused ? styles.focusedButton : styles.button)
    ]
    if isFirst { spans.insert(symbols(["["] + blanks, column: column, bracket), at: 0) }
    if isLast {
      spans.append(symbols(blanks + ["]"], column: titleColumn + title.width, bracket))
    }
    return spans
  }
}

extension FormLayout {
  /// The spans of a single button, which may be next to another one.
  ///
  /// - Parameters:
  ///   - column: the column of its first bracket.
  ///   - padding: blanks between the title and its brackets, on each side.
  public func button(
    _ title: Text, column: Int, padding: Int = 1, isFocused: Bool
  ) -> [Span] {
    painter.button(
      paragraph(title).line, column: column, padding: padding, isFocused: isFocused)
  }
}
