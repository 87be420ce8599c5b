import MirrorLayout

/// How the order of rows is chosen: detected, or fixed by the user.
public enum BidiChoice: Hashable, Sendable {
  case automatic
  case fixed(RowEncoding)

  /// Every mode, the automatic one first.
  public static let all = [automatic] + RowEncoding.allCases.map { fixed($0) }

  /// The name in `--bidi` and in the preference file: `auto`, `visual`, …
  public var name: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let encoding): encoding.rawValue
    }
  }

  /// The mode with this name; nil if there is none.
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
