/// A result of a check with its position: `ar.lproj/Localizable.strings:3:14: warning: …`.
public struct CatalogDiagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
  }

  public enum Kind: Hashable, Sendable {
    /// An error that keeps the catalog from loading.
    case defect(CatalogError.Kind)
    case finding(CatalogFinding)
  }

  public let file: String
  /// From 1; also 1 for the file as a whole.
  public let line: Int
  /// In Unicode scalars, from 1.
  public let column: Int
  public let kind: Kind

  public init(file: String, line: Int, column: Int, kind: Kind) {
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
  }

  public init(_ error: CatalogError) {
    self.init(
      file: error.file, line: error.line, column: error.column, kind: .defect(error.kind))
  }

  public var severity: Severity {
    switch kind {
    case .defect: .error
    case .finding(let finding): finding.severity
    }
  }

  /// A name that is stable across versions; comments allow warnings by this name.
  public var code: String {
    switch kind {
    case .defect(let kind): kind.code
    case .finding(let finding): finding.code
    }
  }

  public var message: String {
    switch kind {
    case .defect(let kind): kind.reason
    case .finding(let finding): finding.reason
    }
  }

  /// A line in the format of compilers, so that editors can jump to the position.
  public var description: String {
    "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(code)]"
  }

  /// The diagnostic as a JSON object on one line, with members in a fixed order.
  public var json: String {
    "{\"file\":\(file.jsonQuoted),\"line\":\(line),\"column\":\(column),"
      + "\"severity\":\"\(severity.rawValue)\",\"code\":\"\(code)\","
      + "\"message\":\(message.jsonQuoted)}"
  }

  /// Diagnostics as a JSON array, one object per line.
  public static func json(_ diagnostics: [CatalogDiagnostic]) -> String {
    guard !diagnostics.isEmpty else { return "[]\n" }
    return "[\n" + diagnostics.map(\.json).joined(separator: ",\n") + "\n]\n"
  }
}

extension String {
  /// The text as a JSON string (RFC 8259, section 7). Directional formatting is escaped too, so
  /// that a line of output keeps its order.
  fileprivate var jsonQuoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{200E}", "\u{200F}", "\u{61C}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
