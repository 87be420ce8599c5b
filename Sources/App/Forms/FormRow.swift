/// One row of a laid-out form, in columns from the form's leading edge.
public struct FormRow<ID> {
  /// The contents of the row.
  public var spans: [Span]
  /// The part that a pointer hits on the row; nil for text that is only read.
  public var id: ID?
  /// The column of the terminal's cursor, on one row of the focused part.
  public var cursor: Int?
  /// The box of the open text field.
  public var box: FieldBox?

  /// A row, and the part that it belongs to.
  @inlinable
  public init(spans: [Span] = [], id: ID? = nil, cursor: Int? = nil, box: FieldBox? = nil) {
    self.spans = spans
    self.id = id
    self.cursor = cursor
    self.box = box
  }
}

extension FormRow: Sendable where ID: Sendable {}

/// The rows of a form of which one part has the focus.
@usableFromInline
package struct FocusRows<ID> {
  /// The rows, from the top.
  @usableFromInline package var rows: [FormRow<ID>]
  @usableFromInline var focus: ID
  /// Has the columns of the form.
  @usableFromInline let painter: PartPainter

  @usableFromInline
  init(rows: [FormRow<ID>], focus: ID, painter: PartPainter) {
    self.rows = rows
    self.focus = focus
    self.painter = painter
  }
}

extension FocusRows: Sendable where ID: Sendable {}
