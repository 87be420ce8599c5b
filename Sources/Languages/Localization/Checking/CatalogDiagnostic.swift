import StrictJSON

/// A result of a check with its position: `ar.lproj/Localizable.strings:3:14: warning: …`.
public struct CatalogDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// The catalog does not load, or shows something wrong.
    case error
    /// Somebody should look at it.
    case warning
  }

  /// The kind of finding.
  public enum Kind: Hashable, Sendable {
    /// An error that keeps the catalog from loading.
    case defect(CatalogError.Kind)
    /// A problem of a text that can be shown.
    case finding(CatalogFinding)
  }

  /// The file's path, beginning with the directory that was checked.
  public let file: String
  /// From 1; also 1 for the file as a whole.
  public let line: Int
  /// In Unicode scalars, from 1.
  public let column: Int
  /// The finding.
  public let kind: Kind

  /// A result at a place of a file.
  public init(file: String, line: Int, column: Int, kind: Kind) {
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
  }

  /// An error of a reader as a result of the check.
  public init(_ error: CatalogError) {
    self.init(
      file: error.file, line: error.line, column: error.column, kind: .defect(error.kind))
  }

  /// Whether the program and the catalog do not have the same text.
  var isGap: Bool {
    if case .defect(let kind) = kind { kind.isGap } else { false }
  }

  /// How bad it is.
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

  /// A sentence without its full stop, in English.
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
