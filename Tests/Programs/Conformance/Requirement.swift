import Foundation

/// A requirement as docs/specification.md states it:
/// `- **R1** *the selector has an option for each language*: The Language section shows …`.
struct Requirement {
  let number: Int
  /// The few words on what it is about.
  let subject: String
  /// Whether its section is headed as not built yet.
  let isPlanned: Bool

  /// Those of the specification, in its order.
  ///
  /// A number that is no longer used, or not yet, may be missing.
  ///
  /// - Throws: `SpecificationError` where a line is no requirement, or a number comes twice.
  static func all(in specification: URL) throws -> [Requirement] {
    let text = try String(contentsOf: specification, encoding: .utf8)
    var requirements: [Requirement] = []
    var isPlanned = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("## ") { isPlanned = line.hasSuffix("(not built yet)") }
      guard line.hasPrefix("- **R") else { continue }
      guard let match = line.prefixMatch(of: /- \*\*R(\d+)\*\* \*([^*]+)\*:/),
        let number = Int(match.1)
      else { throw SpecificationError(line: index + 1, what: "no number, or no subject") }
      requirements.append(
        Requirement(number: number, subject: String(match.2), isPlanned: isPlanned))
    }
    requirements.sort { $0.number < $1.number }
    for (one, next) in zip(requirements, requirements.dropFirst()) where one.number == next.number {
      throw SpecificationError(line: nil, what: "R\(one.number) comes twice")
    }
    return requirements
  }
}

/// What is wrong with the specification's form.
struct SpecificationError: Error, CustomStringConvertible {
  /// From 1; nil where it is no single line's fault.
  let line: Int?
  let what: String

  var description: String {
    "docs/specification.md:\(line.map { "\($0):" } ?? "") \(what)"
  }
}
