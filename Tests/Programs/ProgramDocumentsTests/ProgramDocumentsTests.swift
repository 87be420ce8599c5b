import AccountAdministration
import BuiltPrograms
import CommandLineTool
import Foundation
import LisanApp
import PackageVersion
import Testing

@testable import ProgramDocuments

struct ProgramDocumentsTests {
  @Test("R58: manual pages and completions are those made from the command lines (make documents)")
  func current() throws {
    let documents = try programDocuments(in: packageRoot)
    #expect(documents.count == 25)
    for document in documents {
      let text = try String(
        contentsOf: packageRoot.appending(path: document.path), encoding: .utf8)
      #expect(text == document.text, "\(document.path)")
      #expect(document.missing.isEmpty, "\(document.path)")
    }
  }

  @Test("R58: the guides, manual pages and the server's interface name the version of the programs")
  func version() throws {
    for (path, naming) in [
      ("docs/libraries.md", "from: \"\(packageVersion)\""),
      (
        "Sources/Terminals/TerminalHarness/TerminalHarness.docc/TerminalHarness.md",
        "from: \"\(packageVersion)\""
      ),
      ("Resources/server/openapi.json", "\"version\": \"\(packageVersion)\""),
      ("Resources/man/man1/lisan.1", "\n.Os Lisan \(packageVersion)\n"),
      ("Resources/man/ar/man8/lisan-server.8", "\n.Os Lisan \(packageVersion)\n"),
      ("Resources/lisan-languages/man/fa/man1/lisan.1", "\n.Os Lisan \(packageVersion)\n"),
    ] {
      let text = try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
      #expect(text.contains(naming), "\(path)")
    }
  }

  @Test(
    "R58: change log and desktop metadata have equal releases, the first that of the programs")
  func releases() throws {
    let log = try String(
      contentsOf: packageRoot.appending(path: "docs/CHANGELOG.md"), encoding: .utf8)
    let metadata = try String(
      contentsOf: packageRoot.appending(
        path: "Resources/desktop/lisan.metainfo.xml"),
      encoding: .utf8)
    let logged = log.matches(of: /\n## \[([0-9.]+)\] - ([0-9-]+)\n/).map { "\($0.1) \($0.2)" }
    let published = metadata.matches(of: /<release version="([^"]*)" date="([^"]*)"\/>/).map {
      "\($0.1) \($0.2)"
    }
    #expect(logged == published)
    #expect(logged.first?.hasPrefix("\(packageVersion) ") == true)
  }

  @Test("R58: a page that lacks an option, or has a wrong value or order, is reported")
  func wrong() throws {
    for (syntax, path) in [
      (LisanProgram.commandLine, "man1/lisan.1"), (LisanProgram.commandLine, "ar/man1/lisan.1"),
      (ServerProgram.commandLine, "man8/lisan-server.8"),
      (ServerProgram.commandLine, "ar/man8/lisan-server.8"),
    ] {
      let text = try String(
        contentsOf: packageRoot.appending(path: "Resources/man/\(path)"), encoding: .utf8)
      // Another value.
      let renamed = text.replacing(".It Fl -log Ar FILE", with: ".It Fl -log Ar PATH")
      #expect(renamed != text)
      #expect(try ManualPage(renamed, for: syntax).text == text)
      // An option that there is not.
      let more = text.replacing(".It Fl -log Ar FILE", with: ".It Fl -lag\nx\n.It Fl -log Ar FILE")
      #expect(try ManualPage(more, for: syntax).text == text)
      // One that is not told of.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let start = try #require(lines.firstIndex { $0.hasPrefix(".It Fl -log") })
      let end = try #require(lines[(start + 1)...].firstIndex { $0.hasPrefix(".It ") })
      let less = (lines[..<start] + lines[end...]).joined(separator: "\n")
      #expect(
        try ManualPage(less, for: syntax).missing == [.noText(".It Fl -log Ar FILE")])
    }
  }
}
