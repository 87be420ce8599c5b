import CommandLineTool
import PackageVersion

/// A manual page in mdoc with lists of commands, options and variables from the command-line
/// tables, and with the version of the package at its foot.
///
/// The tables determine the items' headings and order; the text below a heading is kept. So the
/// page is its own template, in any language.
struct ManualPage {
  /// Why the page cannot be completed from the tables.
  enum Failure: Error, Equatable, CustomStringConvertible {
    /// There is no list whose items begin with this macro.
    case noList(String)
    /// There is no text below this heading yet.
    case noText(String)

    var description: String {
      switch self {
      case .noList(let macro): "there is no list of items that begin with \(macro)"
      case .noText(let heading): "write a text below this line: \(heading)"
      }
    }
  }

  /// The updated page.
  let text: String
  /// New headings without text below them.
  let missing: [Failure]

  private struct Item {
    let heading: String
    let body: [String]
  }

  /// - Parameter text: the current page.
  init(_ text: String, for syntax: CommandLineSyntax) throws(Failure) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var missing: [Failure] = []
    if let system = lines.firstIndex(where: { $0 == ".Os" || $0.hasPrefix(".Os ") }) {
      lines[system] = ".Os Lisan \(packageVersion)"
    }
    if !syntax.commands.isEmpty {
      try Self.replaceList(of: ".It Cm ", in: &lines, &missing) { _ in
        syntax.commands.map { syntax.manualHeading(of: $0) }
      }
    }
    try Self.replaceList(of: ".It Fl ", in: &lines, &missing) { _ in
      syntax.options.map { ".It " + $0.manualMacros }
    }
    let prefix = ".It Ev " + syntax.variablePrefix
    if syntax.options.contains(where: \.hasVariable) {
      try Self.replaceList(of: prefix, in: &lines, &missing) { items in
        // Variables without an option come last.
        syntax.options.filter(\.hasVariable).map {
          ".It Ev " + syntax.variable(of: $0)
        } + items.map(\.heading).filter { !$0.hasPrefix(prefix) }
      }
    }
    self.text = lines.joined(separator: "\n")
    self.missing = missing
  }

  /// Replaces the items of the list whose first item begins with a macro.
  private static func replaceList(
    of macro: String, in lines: inout [String], _ missing: inout [Failure],
    _ headings: ([Item]) -> [String]
  ) throws(Failure) {
    guard let first = lines.firstIndex(where: { $0.hasPrefix(macro) }),
      let end = lines[first...].firstIndex(of: ".El")
    else { throw .noList(macro) }
    var items: [Item] = []
    var start = first
    while start < end {
      let next = lines[(start + 1)..<end].firstIndex { $0.hasPrefix(".It ") } ?? end
      items.append(Item(heading: lines[start], body: Array(lines[(start + 1)..<next])))
      start = next
    }
    var made: [String] = []
    for heading in headings(items) {
      let item = items.first { subject(of: $0.heading) == subject(of: heading) }
      made.append(heading)
      if let item, !item.body.isEmpty {
        made += item.body
      } else {
        missing.append(.noText(heading))
      }
    }
    lines.replaceSubrange(first..<end, with: made)
  }

  /// The subject of a heading without its arguments: `.It Fl -log` for `.It Fl -log Ar FILE`. For
  /// variables it is the whole heading.
  private static func subject(of heading: String) -> [Substring] {
    let words = heading.split(separator: " ")
    return words.dropFirst().first == "Ev" ? words : Array(words.prefix(3))
  }
}

extension OptionSyntax {
  /// `Fl -log Ar FILE`.
  fileprivate var manualMacros: String { "Fl -\(name)" + (value.map { " Ar \($0)" } ?? "") }
}

extension CommandLineSyntax {
  /// `.It Cm store Oo Fl -json Oc Ar dump|verify Oo Ar FILE Oc`.
  fileprivate func manualHeading(of command: CommandSyntax) -> String {
    var macros = ["Cm \(command.name)"]
    macros += synopsisOptions(of: command).map { option, isRequired in
      isRequired ? option.manualMacros : "Oo \(option.manualMacros) Oc"
    }
    macros += command.parameters.map { parameter in
      parameter.hasPrefix("[")
        ? "Oo Ar \(parameter.dropFirst().dropLast()) Oc" : "Ar \(parameter)"
    }
    return ".It " + macros.joined(separator: " ")
  }
}
