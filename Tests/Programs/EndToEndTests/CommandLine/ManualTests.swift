import BuiltPrograms
import Foundation
import Testing

/// The man pages and the documents, compared with the programs.
struct ManualTests {
  private static let pages = [
    "man1/lisan.1", "ar/man1/lisan.1", "man8/lisan-server.8", "ar/man8/lisan-server.8",
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
  }

  /// The words of an mdoc line as they are typed: `env [--shell sh|fish]`.
  private func typed(_ line: Substring) -> String {
    var words: [String] = []
    var opened = false
    var isFlag = false
    for macro in line.split(separator: " ") {
      switch macro {
      case "Cm", "Ar": break
      case "Fl": isFlag = true
      case "Oo": opened = true
      case "Oc": words[words.count - 1] += "]"
      default:
        words.append((opened ? "[" : "") + (isFlag ? "-" : "") + macro)
        (opened, isFlag) = (false, false)
      }
    }
    return words.joined(separator: " ")
  }

  @Test(
    "R58: the man pages list the existing commands, options and exit codes, in order",
    arguments: pages)
  func complete(page: String) throws {
    let installation = try Installation()
    let isServer = page.contains("server")
    let program =
      isServer
      ? (Installation.program as NSString).deletingLastPathComponent + "/lisan-server"
      : Installation.program
    let help = try HelpPage(installation, program: program)
    var options = help.options
    // The page lists each command's options too.
    for command in help.commands {
      let own = try HelpPage(installation, of: command.name, program: program).options
      options += own.filter { !options.contains($0) }
    }
    let items = try text("Resources/man/\(page)").split(separator: "\n").filter {
      $0.hasPrefix(".It ")
    }.map { $0.dropFirst(4) }
    let commands = items.filter { $0.hasPrefix("Cm ") }.map(typed)
    #expect(commands == help.commands.map(\.synopsis))
    let flags = items.filter { $0.hasPrefix("Fl ") }.map(typed)
    #expect(flags.sorted() == options.map(\.synopsis).sorted())
    #expect(Set(flags).count == flags.count)
    let codes = items.compactMap { Int($0) }
    #expect(codes == (isServer ? [0, 1, 2, 4] : [0, 1, 2, 3, 4, 5]))
    // Each variable with its option.
    if !isServer {
      let variables = items.filter { $0.hasPrefix("Ev LISAN_") }.map { String($0.dropFirst(3)) }
      let settings = help.options.filter {
        $0.synopsis.contains(" ") || ["--plain", "--keep-terminal-name"].contains($0.name)
      }
      #expect(
        variables
          == settings.map {
            "LISAN_" + $0.name.dropFirst(2).uppercased().replacing("-", with: "_")
          })
    }
  }

  @Test("R58: the man pages are sound mdoc", arguments: pages)
  func sound(page: String) throws {
    let installation = try Installation()
    let path = packagePath("Resources/man/\(page)")
    let lint = try installation.run("-T", "lint", path, program: "/usr/bin/mandoc")
    // Whether another page is installed here says nothing about this one, and only pages of NetBSD
    // itself leave it to the system what stands at the foot.
    let findings = lint.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found") && !$0.hasSuffix("(NetBSD)")
    }
    #expect(findings.isEmpty)
    let name = page.contains("server") ? "lisan-server" : "lisan"
    let shown = try installation.run("-T", "utf8", path, program: "/usr/bin/mandoc")
    #expect(shown.status == 0 && shown.output.contains(name))
    // A page in another language has as many paragraphs.
    let other = try text("Resources/man/\(page.replacing("ar/", with: ""))")
    func macros(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { $0.prefix(3) }.filter {
        [".Sh", ".It", ".Bd"].contains($0)
      }
    }
    #expect(try macros(text("Resources/man/\(page)")) == macros(other))
  }

  @Test("R56: the guide lists each setting with its variable and key")
  func settings() throws {
    let installation = try Installation()
    let result = try installation.run("config", "--json")
    let settings = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    let help = try HelpPage(installation)
    let rows = try text("docs/configuration.md").split(separator: "\n").filter {
      $0.hasPrefix("| `--")
    }
    for (row, setting) in zip(rows, settings) {
      let option = try #require(setting["option"] as? String)
      let synopsis = try #require(help.options.first { $0.name == option }).synopsis
      let cells = row.replacing("\\|", with: "\u{1E}").split(
        separator: "|", omittingEmptySubsequences: false
      ).dropFirst().map {
        $0.trimmingCharacters(in: .whitespaces).replacing("\u{1E}", with: "|")
      }
      #expect(cells[0] == "`\(synopsis)`")
      #expect(cells[1] == "`\(setting["variable"]!)`")
      #expect(cells[2] == ((setting["key"] as? String).map { "`\($0)`" } ?? ""))
    }
    #expect(rows.count == settings.count)
  }

  @Test("The guide lists each command with its syntax")
  func commands() throws {
    let guide = try text("docs/command-line.md")
    for command in try HelpPage(try Installation()).commands {
      #expect(guide.contains("lisan \(command.synopsis)"), "\(command.synopsis)")
    }
  }

  @Test("R56: every variable that the program or its helper reads is documented")
  func variables() throws {
    let guide = try text("docs/configuration.md")
    var names: Set<String> = []
    for target in ["LisanApp", "Terminal", "AccountAgent"] {
      let folder = sourceFolder(target)
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: folder.path(percentEncoded: false))
      for file in files where file.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        names.formUnion(
          source.matches(of: /"((?:LISAN|XDG)_[A-Z_]+|NO_COLOR|ACCESSIBLE)"/).map { String($0.1) })
      }
    }
    // The handover of a restart is for no other program.
    names.remove("LISAN_RESTART")
    #expect(names.isSuperset(of: ["LISAN_AGENT", "LISAN_TOKEN", "XDG_CONFIG_HOME", "NO_COLOR"]))
    for name in names.sorted() { #expect(guide.contains("`\(name)`"), "\(name)") }
  }

  @Test("Every link between the documents leads somewhere")
  func links() throws {
    let files =
      try FileManager.default.subpathsOfDirectory(
        atPath: packagePath("docs")
      ).filter { $0.hasSuffix(".md") && !$0.contains(".build/") }.map { "docs/\($0)" } + [
        "README.md"
      ]
    #expect(files.count > 8)
    for file in files {
      let folder = packageRoot.appending(path: file).deletingLastPathComponent()
      for link in try text(file).matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
        let target = String(link.1)
        guard !target.contains("://") else { continue }
        #expect(
          FileManager.default.fileExists(
            atPath: folder.appending(path: target).path(percentEncoded: false)),
          "\(file): \(target)")
      }
    }
  }
}
