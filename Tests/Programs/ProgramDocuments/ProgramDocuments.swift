import AccountAdministration
import CommandLineTool
import DriveScript
import Foundation
import LisanApp
import PackageVersion

/// A file of `Resources` that is made of a program's command line, or names the version.
public struct ProgramDocument: Sendable {
  /// Relative to the package's folder.
  public let path: String
  public let text: String
  /// What somebody has to write into it.
  public let missing: [String]
}

/// All files that are made of the programs' command lines: the manual pages, in which the lists are
/// made, and the completions of the shells. And the server's interface, with the version in it.
///
/// - Parameter package: the package's folder, with the manual pages as they are.
/// - Throws: a page that cannot be read or has no such list.
public func programDocuments(in package: URL) throws -> [ProgramDocument] {
  try documents(of: LisanProgram.commandLine, completionSources, "1", in: package)
    + documents(of: ServerProgram.commandLine, [], "8", in: package)
    + documents(of: DriveProgram.commandLine, [], "1", in: package) + [interface(in: package)]
}

/// The commands of `lisan` that print the possible values of a placeholder.
private let completionSources = [
  CompletionSource("CODE", command: "list"),
  CompletionSource("NAME", command: "list-settings"),
  CompletionSource("VALUE", command: "list-settings", takesArgumentBefore: true),
  CompletionSource("SECTION.ITEM", command: "open --list"),
  CompletionSource("REGION", command: "list-settings market"),
]

/// The OpenAPI document with the version of the package.
private func interface(in package: URL) throws -> ProgramDocument {
  let path = "Resources/server/openapi.json"
  let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
  // The first version is that of the interface.
  let version = /"version": "[^"]*"/
  return ProgramDocument(
    path: path,
    text: text.replacing(version, with: "\"version\": \"\(packageVersion)\"", maxReplacements: 1),
    missing: text.contains(version) ? [] : ["there is no version"])
}

/// - Parameter section: of the manual.
private func documents(
  of syntax: CommandLineSyntax, _ sources: [CompletionSource], _ section: String, in package: URL
) throws -> [ProgramDocument] {
  let name = syntax.program
  let scripts = CompletionScripts(for: syntax, sources: sources)
  var documents: [ProgramDocument] = []
  let added = try FileManager.default.contentsOfDirectory(
    atPath: package.appending(path: "Resources/lisan-languages/man").path)
  for folder in ["man", "man/ar"] + added.sorted().map({ "lisan-languages/man/\($0)" }) {
    let path = "Resources/\(folder)/man\(section)/\(name).\(section)"
    let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
    let page = try ManualPage(text, for: syntax)
    documents.append(
      ProgramDocument(path: path, text: page.text, missing: page.missing.map(\.description)))
  }
  let completions = [
    ("bash/\(name)", scripts.bash), ("fish/\(name).fish", scripts.fish),
    ("zsh/_\(name)", scripts.zsh),
  ]
  return documents
    + completions.map { path, text in
      ProgramDocument(path: "Resources/completions/\(path)", text: text, missing: [])
    }
}
