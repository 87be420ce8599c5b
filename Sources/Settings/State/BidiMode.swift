import MirrorLayout

/// Who says in which order rows are sent: nobody, so that it is found out, or a person.
public enum BidiMode: Hashable, Sendable {
  case automatic
  case fixed(RowEncoding)

  /// Every mode, the automatic one first.
  public static let all = [automatic] + RowEncoding.allCases.map { fixed($0) }

  /// What `--bidi` and the preference file call it: `auto`, `visual`, …
  public var name: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let encoding): encoding.rawValue
    }
  }

  /// The mode of that name, or nil if there is none.
  public init?(name: String) {
    if name == "auto" {
      self = .automatic
    } else if let encoding = RowEncoding(rawValue: name) {
      self = .fixed(encoding)
    } else {
      return nil
    }
  }
}
