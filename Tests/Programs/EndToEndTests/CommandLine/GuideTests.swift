import BuiltPrograms
import Foundation
import TestCrowd
import Testing

/// The guides done literally: each command of their transcripts is run in a scratch home, in the
/// order of the text, and has to answer as in the text.
@Suite(.few, .timeLimit(.minutes(20)))
struct GuideTests {
  /// A command of a transcript with the output that follows it.
  private struct Step {
    var command: String
    var output: [String] = []
  }

  /// The commands of a document's `console` blocks; `> ` goes on with the line before.
  private func steps(of document: String) throws -> [Step] {
    let text = try String(
      contentsOf: packageRoot.appending(path: document), encoding: .utf8)
    var steps: [Step] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // A block in a list is indented.
      let line = line.drop { $0 == " " }
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if isInside, line.hasPrefix("> "), steps.last?.output.isEmpty == true {
        steps[steps.count - 1].command += "\n" + line.dropFirst(2)
      } else if isInside {
        steps[steps.count - 1].output.append(String(line))
      }
    }
    return steps
  }

  /// A home in which `make install` has been done, and the places that the guides speak of.
  private struct Home {
    let tree: InstalledTree
    var path: String { tree.installation.home }

    init() throws {
      tree = try InstalledTree(root: "root")
      try FileManager.default.createDirectory(
        atPath: "\(path)/scratch", withIntermediateDirectories: false)
      try FileManager.default.removeItem(atPath: "\(path)/languages")
    }

    /// A text of a guide, with its places here.
    func placed(_ text: String) -> String {
      text.replacing("/tmp/", with: "\(path)/scratch/")
        .replacing("/usr/local", with: tree.prefix).replacing("/home/sara", with: path)
    }

    func run(_ shell: String, _ script: String, environment: [String: String?] = [:]) throws
      -> (status: Int32, output: String, errors: String)
    {
      try tree.installation.run(
        "-c", script,
        environment: [
          "PATH": "\(tree.prefix)/bin:/usr/bin:/bin", "LISAN_RESOURCES": nil, "LISAN_TRACE": nil,
        ].merging(environment) { $1 }, program: "/usr/bin/\(shell)")
    }
  }

  @Test(
    "The guides' commands work as described, one by one",
    arguments: [
      ("docs/appliance.md", 30), ("docs/adding-a-language.md", 29), ("docs/scripting.md", 7),
      ("docs/configuration.md", 5),
    ])
  func guide(document: String, count: Int) throws {
    let home = try Home()
    let steps = try steps(of: document)
    #expect(steps.count == count)
    let end = "\u{1E}"
    let script = steps.map { home.placed($0.command) + "\nprintf '\(end)'\n" }.joined()
    let result = try home.run("bash", "exec 2>&1\n" + script)
    let outputs = result.output.split(separator: Character(end), omittingEmptySubsequences: false)
    try #require(outputs.count == steps.count + 1, "\(result)")
    for (step, output) in zip(steps, outputs) {
      let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let wanted = step.output.map {
        home.placed($0).trimmingCharacters(in: .whitespaces)
      }
      #expect(lines == wanted, "\(step.command)")
    }
  }

  @Test(
    "The line of the guide sets a shell to Arabic", arguments: ["sh", "bash", "zsh", "fish"])
  func line(shell: String) throws {
    let text = try String(
      contentsOf: packageRoot.appending(path: "docs/command-line.md"), encoding: .utf8)
    let lines = try #require(text.firstMatch(of: /## `env`\n\n```sh\n([^\n]*?) +#.*\n([^\n]*?) +#/))
    let evaluation = shell == "fish" ? lines.2 : lines.1
    let home = try Home()
    let catalog = try GettextCatalog(in: home.tree.installation)
    let script = "lisan set ar\n\(evaluation)\ngettext Hello"
    let result = try home.run(shell, script, environment: catalog.environment)
    #expect(result == (0, GettextCatalog.greeting, ""))
  }
}
