/// One part of a form: an option, a switch, a value, a field, a button, or text to read.
///
///     Part.toggle("Share usage data", isOn: true, word: "On", id: "usage")
///
/// A part is described once. The layout draws it, highlights it when it has the focus, and records
/// which rows belong to it, for a pointer. `spoken` describes the same part for a program that
/// reads aloud.
///
/// `Text` is the program's text type: `String`, or its own type that is resolved only when it is
/// shown (`FormLayout.paragraph`). `ID` identifies parts that can have the focus.
public struct Part<Text, ID> {
  /// The kind of the part, with its texts.
  public enum Content {
    /// A text to read, with a sign before it.
    case paragraph(Text, Sign?)
    /// One of several options.
    case option(Text, detail: Text?, Mark)
    /// A switch. The word names its position.
    case toggle(Text, isOn: Bool, word: Text)
    /// A label with an optional value.
    case value(Text, Text?, Sign?)
    /// A text field with its label.
    case field(Text, FieldContent)
    /// Something to press.
    case button(Text)
    /// A short text and its meaning. All meanings of a form are in one column.
    case term(Text, meaning: Text)
  }

  /// What the part is.
  public var content: Content
  /// nil for a part that is only read.
  public var id: ID?
  /// How its text is marked.
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
  /// Secondary text, such as an explanation.
  case quiet
  /// The current option among several.
  case current
  /// Text about the focused part.
  case hint
  /// A lasting condition that needs attention.
  case pending
  /// A failure.
  case warning
  /// A short text that another text explains, such as a key's name.
  case term
}

/// How an option shows whether it is the current one.
public enum Mark: Hashable, Sendable {
  /// `✓` in front of the current option.
  case check(isCurrent: Bool)
  /// `(●)` and `( )`.
  case radio(isCurrent: Bool)
  /// `›` in front of the open entry, as in a list of pages.
  case chevron(isCurrent: Bool)

  @inlinable var isCurrent: Bool {
    switch self {
    case .check(let isCurrent), .radio(let isCurrent), .chevron(let isCurrent): isCurrent
    }
  }
}

extension Mark {
  @usableFromInline var sign: Sign {
    switch self {
    case .check(let isCurrent): Sign([isCurrent ? "✓" : " "])
    case .radio(let isCurrent): Sign(["(", isCurrent ? "●" : " ", ")"])
    case .chevron(let isCurrent): Sign([" ", isCurrent ? "›" : " "])
    }
  }

  /// The emphasis of the current option; nil if the mark alone is enough.
  @usableFromInline var emphasis: Emphasis? {
    switch self {
    case .check(isCurrent: true), .chevron(isCurrent: true): .current
    default: nil
    }
  }
}

/// Ornaments in front of a text. Directional ones are mirrored with the layout.
public struct Sign: Hashable, Sendable {
  /// The characters of the sign, from its leading edge.
  public var symbols: [Unicode.Scalar]
  /// nil for the emphasis of the text after it.
  public var emphasis: Emphasis?

  /// A sign with an emphasis of its own, or that of its part.
  public init(_ symbols: [Unicode.Scalar], emphasis: Emphasis? = nil) {
    self.symbols = symbols
    self.emphasis = emphasis
  }

  /// The sign of a switch in one of its positions.
  @usableFromInline static func toggle(_ isOn: Bool) -> Sign { Sign(["[", isOn ? "x" : " ", "]"]) }
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
  ///   - detail: text after the label, such as a state.
  ///   - emphasis: the emphasis of an option that is not current, such as quiet for one that cannot
  ///     be chosen.
  @inlinable
  public static func option(
    _ label: Text, detail: Text? = nil, _ mark: Mark, id: ID, emphasis: Emphasis = .plain
  ) -> Part {
    Part(
      .option(label, detail: detail, mark), id: id,
      emphasis: mark.emphasis ?? emphasis)
  }

  /// A switch with the word for its position.
  @inlinable
  public static func toggle(_ label: Text, isOn: Bool, word: Text, id: ID) -> Part {
    Part(.toggle(label, isOn: isOn, word: word), id: id)
  }

  /// A label with its value.
  @inlinable
  public static func value(_ label: Text, _ value: Text, sign: Sign? = nil, id: ID? = nil) -> Part {
    Part(.value(label, value, sign), id: id)
  }

  /// A row that performs an action when it is chosen.
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
