/// One part of a form: an option, a switch, a value, a field, a button, or text to read.
///
///     Part.toggle("Share usage data", isOn: true, word: "On", id: "usage")
///
/// A part is described once. The layout draws it, highlights it where it has the focus and says which
/// rows belong to it, for a pointer; `spoken` is the same part for a program that reads aloud.
///
/// `Text` is what the program's texts are: `String`, or a type of its own that is turned into letters
/// only where it is shown (`FormLayout.paragraph`). `ID` names what can have the focus.
public struct Part<Text, ID> {
  /// What the part is, with its texts.
  public enum Content {
    case paragraph(Text, Sign?)
    /// One of several to choose from.
    case option(Text, detail: Text?, Mark)
    /// A switch. The word says in which position it is.
    case toggle(Text, isOn: Bool, word: Text)
    /// A label with its value, if it has one.
    case value(Text, Text?, Sign?)
    /// A text field with its label.
    case field(Text, FieldContent)
    case button(Text)
    /// A short text and what it means. All of a form have their meanings in one column.
    case term(Text, meaning: Text)
  }

  public var content: Content
  /// nil for a part that is only read.
  public var id: ID?
  public var emphasis: Emphasis
  /// Columns between the form's leading edge and the part.
  public var indent: Int

  @inlinable
  public init(_ content: Content, id: ID? = nil, emphasis: Emphasis = .plain, indent: Int = 0) {
    self.content = content
    self.id = id
    self.emphasis = emphasis
    self.indent = indent
  }
}

/// How strongly a text speaks. `FormStyles` has a style for each.
public enum Emphasis: Hashable, Sendable {
  case plain
  case heading
  /// Secondary text, such as an explanation.
  case quiet
  /// The current one among several.
  case current
  /// What the focused part is about.
  case hint
  /// A condition that lasts and wants to be seen.
  case pending
  /// What went wrong.
  case warning
  /// A short text that other text explains, such as a key's name.
  case term
}

/// How an option shows whether it is the current one.
public enum Mark: Hashable, Sendable {
  /// `✓` in front of the current one.
  case check(isCurrent: Bool)
  /// `(●)` and `( )`.
  case radio(isCurrent: Bool)
  /// `›` in front of the one that is open, as in a list of pages.
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

  /// The emphasis of the current option; nil where the mark alone tells it.
  @usableFromInline var emphasis: Emphasis? {
    switch self {
    case .check(isCurrent: true), .chevron(isCurrent: true): .current
    default: nil
    }
  }
}

/// Ornaments in front of a text; those that point are mirrored with the layout.
public struct Sign: Hashable, Sendable {
  public var symbols: [Unicode.Scalar]
  /// nil for that of the text behind it.
  public var emphasis: Emphasis?

  public init(_ symbols: [Unicode.Scalar], emphasis: Emphasis? = nil) {
    self.symbols = symbols
    self.emphasis = emphasis
  }

  /// A switch in one of its positions.
  @usableFromInline static func toggle(_ isOn: Bool) -> Sign { Sign(["[", isOn ? "x" : " ", "]"]) }
}

// MARK: - Making parts

extension Part {
  /// Text over as many rows as it needs, with a sign in front of its first row.
  @inlinable
  public static func paragraph(
    _ text: Text, _ emphasis: Emphasis = .plain, sign: Sign? = nil, indent: Int = 0
  ) -> Part {
    Part(.paragraph(text, sign), emphasis: emphasis, indent: indent)
  }

  /// One of several to choose from.
  ///
  /// - Parameters:
  ///   - detail: what stands behind the label, such as a state.
  ///   - emphasis: of an option that is not the current one: quiet for one that cannot be chosen.
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

  /// A row that does something when it is chosen.
  @inlinable
  public static func action(_ label: Text, id: ID) -> Part {
    Part(.value(label, nil, nil), id: id)
  }

  /// A text field. It is open, and shows the caret, while it has the focus.
  @inlinable
  public static func field(_ label: Text, _ content: FieldContent, id: ID) -> Part {
    Part(.field(label, content), id: id)
  }

  /// A button in brackets.
  @inlinable
  public static func button(_ title: Text, id: ID) -> Part { Part(.button(title), id: id) }

  /// A short text, such as a key's name, and what it means.
  @inlinable
  public static func term(_ term: Text, meaning: Text) -> Part {
    Part(.term(term, meaning: meaning), emphasis: .term)
  }
}
