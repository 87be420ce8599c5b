import BidiText

extension TextField {
  /// The texts that a field accepts, and how it shows them.
  ///
  /// ```swift
  /// TextField.Rules(kind: .identifier, maximum: .bytes(254))  // a sign-in name
  /// ```
  public struct Rules: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Text that people write, ordered by its first strong letter (R26).
      case person
      /// Always left-to-right and without blanks, such as an e-mail address (R27).
      case identifier
      /// A password: shown as dots; the text appears in no frame, trace or description.
      case secret
    }

    /// The result of a pasted line break or tab.
    public enum LineBreaks: Hashable, Sendable {
      /// Each run of them becomes one space.
      case areSpaces
      case areDropped
      /// They are kept and shown as `↵`; Alt-Enter types one. A tab becomes a space.
      case areKept
    }

    public var kind: Kind
    public var maximum: Maximum
    public var lineBreaks: LineBreaks

    public init(kind: Kind, maximum: Maximum, lineBreaks: LineBreaks? = nil) {
      self.kind = kind
      self.maximum = maximum
      self.lineBreaks = lineBreaks ?? (kind == .person ? .areSpaces : .areDropped)
    }

    /// The text without what the rules reject.
    func filtered(_ text: String) -> String {
      var lines: [String] = [""]
      for character in text {
        if character.isNewline {
          lines.append("")
        } else if character == "\t", lineBreaks != .areDropped {
          lineBreaks == .areKept ? lines[lines.count - 1].append(" ") : lines.append("")
        } else if kind != .identifier || !character.isWhitespace {
          lines[lines.count - 1].append(character)
        }
      }
      let shown = lines.map { ForeignText.filtered($0) }
      return switch lineBreaks {
      case .areKept: shown.joined(separator: "\n")
      case .areDropped: shown.joined()
      case .areSpaces: Self.joinedBySpaces(shown)
      }
    }

    /// Joins lines with spaces. A break at either end also becomes a space, so adjacent words stay
    /// apart.
    private static func joinedBySpaces(_ lines: [String]) -> String {
      let words = lines.filter { !$0.isEmpty }.joined(separator: " ")
      guard let first = lines.first, let last = lines.last, !words.isEmpty else { return words }
      return (first.isEmpty ? " " : "") + words + (last.isEmpty ? " " : "")
    }
  }

  /// The maximum size of a field, in the units of the store that keeps it.
  public enum Maximum: Hashable, Sendable {
    case scalars(Int)
    /// Counted in UTF-8.
    case bytes(Int)

    func size(of scalars: some Sequence<Unicode.Scalar>) -> Int {
      switch self {
      case .scalars: scalars.reduce(0) { count, _ in count + 1 }
      case .bytes: scalars.reduce(0) { $0 + UTF8.width($1) }
      }
    }

    func room(in scalars: [Unicode.Scalar]) -> Int {
      switch self {
      case .scalars(let limit), .bytes(let limit): max(0, limit - size(of: scalars))
      }
    }
  }

  /// How much more text fits, in the units of the maximum.
  public var room: Int { rules.maximum.room(in: scalars) }
}
