/// One part of a form: an option, a switch, a value, a field, a button, or text to read.
///
///     Part.toggle("Share usage data", isOn: true, word: "On", id: "usage")
///
/// A part is described once. The layout draws it, highlights it when it has the focus, and records
/// which rows belong to it, for a pointer. `spoken` describes the same part for a program that
/// reads aloud.
///
/// `Text` is the program's text type: `String`, or a type that is resolved only when it is shown
/// (`FormLayout.paragraph`). `ID` identifies parts that can have the focus.
public struct Part<Text, ID> {
  /// The kind of the part, with its texts.
  public enum Content {
    /// A text to read, with a sign before it.
    case paragraph(Text, Sign?)
    /// One of several options.
    case option(Text, detail: Text?, sign: Sign?, Mark)
    /// One of a few large options.
    case choice(Text, Choice<Text>)
    /// A switch. The word names its position.
    case toggle(Text, isOn: Bool, word: Text)
    /// A label with an optional value, and a sign in front of the value.
    case value(Text, Text?, Sign?)
    /// A label with a text that can be edited.
    case entry(Text, Text)
    /// A text field with its label.
    case field(Text, FieldContent)
    /// Something to press.
    case button(Text)
    /// A short text and its meaning. All meanings of a form are in one column.
    case term(Text, meaning: Text)
  }

  /// The kind of the part, with its texts.
  public var content: Content
  /// nil for a part that is only read.
  public var id: ID?
  /// The emphasis of its text.
  public var emphasis: Emphasis
  /// Columns between the form's leading edge and the part.
  public var indent: Int

  /// A part; one without an `id` cannot be focused.
  @inlinable
  public init(_ content: Content, id: ID? = nil, emphasis: Emphasis = .plain, indent: Int = 0) {
    self.content = content
    self.id = id
    self.emphasis = emphasis
    self.indent = indent
  }
}

/// The emphasis of a text. `FormStyles` has a style for each.
public enum Emphasis: Hashable, Sendable {
  /// Ordinary text.
  case plain
  /// A title.
  case heading
  /// The title of a card.
  case group
  /// Secondary text, such as an explanation.
  case quiet
  /// The current option among several.
  case current
  /// Text about the focused part.
  case hint
  /// The sign of a lasting condition that needs attention.
  case pending
  /// A failure.
  case error
  /// A short text that another text explains, such as a key's name.
  case term
  /// The mark of a chosen option, and the sign of a part that opens something.
  case mark
}

/// The mark of an option, which shows whether it is the current one.
public enum Mark: Hashable, Sendable {
  /// `◉` and `◦`.
  case radio(isCurrent: Bool)
  /// `›` in front of the open entry, as in a list of pages. The focus takes its place.
  case chevron(isCurrent: Bool)

  @inlinable var isCurrent: Bool {
    switch self {
    case .radio(let isCurrent), .chevron(let isCurrent): isCurrent
    }
  }
}

/// The contents of a large option besides its label.
public struct Choice<Text> {
  /// Whether this option is the current one.
  public var isCurrent: Bool
  /// A line below the label.
  public var note: Text
  /// Makes a picture next to the label and the note, for a layout that shows it.
  public var picture: (() -> Picture)?

  /// A large option.
  ///
  /// - Parameter picture: makes a picture next to the label; called only where there is room.
  @inlinable
  public init(isCurrent: Bool, note: Text, picture: (() -> Picture)? = nil) {
    self.isCurrent = isCurrent
    self.note = note
    self.picture = picture
  }
}

/// A small screen with a direction. It is not mirrored with the form.
public struct Picture: Hashable, Sendable {
  /// The contents of the small screen.
  public var frame: Frame
  /// The direction in which the small screen is laid out.
  public var direction: Direction

  /// A picture of a frame in a direction.
  public init(_ frame: Frame, _ direction: Direction) {
    self.frame = frame
    self.direction = direction
  }
}

/// Ornaments in front of a text. Directional ones are mirrored with the layout.
public struct Sign: Hashable, Sendable {
  /// The characters of the sign, from its leading edge.
  public var symbols: [Unicode.Scalar]
  /// nil for the emphasis of the text after it.
  public var emphasis: Emphasis?

  /// A sign with an emphasis, or with that of its part.
  public init(_ symbols: [Unicode.Scalar], emphasis: Emphasis? = nil) {
    self.symbols = symbols
    self.emphasis = emphasis
  }
}

// MARK: - Making parts

extension Part {
  /// Text over as many rows as it needs, with an optional sign in front of its first row.
  @inlinable
  public static func paragraph(
    _ text: Text, _ emphasis: Emphasis = .plain, sign: Sign? = nil, indent: Int = 0
  ) -> Part {
    Part(.paragraph(text, sign), emphasis: emphasis, indent: indent)
  }

  /// One of several options.
  ///
  /// - Parameters:
  ///   - detail: quiet text in the column of values, such as an explanation.
  ///   - sign: a sign in front of the detail.
  ///   - emphasis: the emphasis of an option that is not current, such as quiet for one that cannot
  ///     be chosen.
  @inlinable
  public static func option(
    _ label: Text, detail: Text? = nil, sign: Sign? = nil, _ mark: Mark, id: ID,
    emphasis: Emphasis = .plain
  ) -> Part {
    Part(
      .option(label, detail: detail, sign: sign, mark), id: id,
      emphasis: mark.isCurrent ? .current : emphasis)
  }

  /// One of a few large options, which have room for a note and a picture.
  @inlinable
  public static func choice(
    _ label: Text, _ choice: Choice<Text>, id: ID, emphasis: Emphasis = .current
  ) -> Part {
    Part(.choice(label, choice), id: id, emphasis: emphasis)
  }

  /// A switch with the word for its position. Choosing it turns it at once.
  @inlinable
  public static func toggle(_ label: Text, isOn: Bool, word: Text, id: ID) -> Part {
    Part(.toggle(label, isOn: isOn, word: word), id: id)
  }

  /// A label with its value. With an identifier, choosing it opens something, as a sign says; without
  /// one, it is only read.
  @inlinable
  public static func value(_ label: Text, _ value: Text, sign: Sign? = nil, id: ID? = nil) -> Part {
    Part(.value(label, value, sign), id: id)
  }

  /// A label with a text, underlined as in a field. Choosing it opens the field.
  @inlinable
  public static func entry(_ label: Text, _ text: Text, id: ID) -> Part {
    Part(.entry(label, text), id: id)
  }

  /// A row that opens something when it is chosen.
  @inlinable
  public static func action(_ label: Text, id: ID) -> Part {
    Part(.value(label, nil, nil), id: id)
  }

  /// A text field. It is open and shows the caret while it has the focus.
  @inlinable
  public static func field(_ label: Text, _ content: FieldContent, id: ID) -> Part {
    Part(.field(label, content), id: id)
  }

  /// A button in brackets.
  @inlinable
  public static func button(_ title: Text, id: ID) -> Part { Part(.button(title), id: id) }

  /// A short text, such as a key's name, and its meaning.
  @inlinable
  public static func term(_ term: Text, meaning: Text) -> Part {
    Part(.term(term, meaning: meaning), emphasis: .term)
  }
}
