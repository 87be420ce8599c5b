/// A part for a program that speaks or prints instead of drawing: its texts without positions and
/// ornaments.
public struct Spoken<Text> {
  /// The name of the part.
  public var label: Text
  /// The value of the part; `nil` if it has none.
  public var value: Text?
  /// Whether it is the current option among several.
  public var isCurrent: Bool

  /// A part to be read aloud.
  @inlinable
  public init(_ label: Text, value: Text? = nil, isCurrent: Bool = false) {
    self.label = label
    self.value = value
    self.isCurrent = isCurrent
  }
}

extension Part {
  /// The part as spoken text; nil for a field, whose text is asked for instead.
  @inlinable public var spoken: Spoken<Text>? {
    switch content {
    case .paragraph(let text, _): Spoken(text)
    case .option(let label, let detail, _, let mark):
      Spoken(label, value: detail, isCurrent: mark.isCurrent)
    case .choice(let label, let choice):
      Spoken(label, value: choice.note, isCurrent: choice.isCurrent)
    case .toggle(let label, _, let word): Spoken(label, value: word)
    case .value(let label, let value, _): Spoken(label, value: value)
    case .entry(let label, let text): Spoken(label, value: text)
    case .field: nil
    case .button(let title): Spoken(title)
    case .term(let term, let meaning): Spoken(term, value: meaning)
    }
  }
}
