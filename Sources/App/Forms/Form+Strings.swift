extension FormLayout where Text == String {
  /// A layout for plain strings. Each string's direction is that of its first strong letter.
  ///
  /// Pass text from people or servers through `ForeignText.filtered` first.
  public init(
    width: Int, height: Int = .max / 8, styles: FormStyles = FormStyles(),
    fallback: Direction = .leftToRight
  ) {
    self.init(width: width, height: height, styles: styles) {
      Paragraph($0, direction: .firstStrong(fallback: fallback))
    }
  }
}

extension FormLayout {
  /// The form as a separate frame, as high as the form.
  public func frame<ID: Equatable>(of form: Form<Text, ID>, focus: ID? = nil) -> Frame {
    let rows = rows(of: form, focus: focus)
    var frame = Frame(
      size: Size(columns: width, rows: rows.count), background: styles.plain)
    for (place, row) in rows.enumerated() {
      frame.rows[place] = Row(spans: row.spans)
      if let cursor = row.cursor { frame.cursor = Position(row: place, column: cursor) }
    }
    return frame
  }
}

extension Form where Text == String, ID: Equatable {
  /// The form as a separate frame, as high as the form.
  ///
  ///     form.frame(columns: 34, focus: "name").laidOut(.rightToLeft)
  public func frame(
    columns: Int, focus: ID? = nil, styles: FormStyles = FormStyles()
  ) -> Frame {
    FormLayout(width: columns, styles: styles).frame(of: self, focus: focus)
  }
}
