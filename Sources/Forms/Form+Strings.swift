extension FormLayout where Text == String {
  /// A layout for plain strings: each runs in the direction of its first strong letter.
  ///
  /// What a person or a server wrote goes through `ForeignText.filtered` first.
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
  /// A form as a frame of its own, as high as the form.
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
  /// The form as a frame of its own, as high as the form.
  ///
  ///     form.frame(columns: 34, focus: "name").laidOut(.rightToLeft)
  public func frame(
    columns: Int, focus: ID? = nil, styles: FormStyles = FormStyles()
  ) -> Frame {
    FormLayout(width: columns, styles: styles).frame(of: self, focus: focus)
  }
}
