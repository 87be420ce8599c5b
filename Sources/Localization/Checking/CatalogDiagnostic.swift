import StrictJSON

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
  public var json: String { jsonValue.text }

  package var jsonValue: JSON {
    .object([
      ("file", .string(file)), ("line", .number(line)), ("column", .number(column)),
      ("severity", .string(severity.rawValue)), ("code", .string(code)),
      ("message", .string(message)),
    ])
  }

  /// Diagnostics as a JSON array, one object per line.
  public static func json(_ diagnostics: [CatalogDiagnostic]) -> String {
    guard !diagnostics.isEmpty else { return "[]\n" }
    return "[\n" + diagnostics.map(\.json).joined(separator: ",\n") + "\n]\n"
  }
}
