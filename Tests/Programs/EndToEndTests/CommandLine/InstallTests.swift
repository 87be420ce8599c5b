import BuiltPrograms
import CommandLineTool
import Foundation
import PackageVersion
import TerminalHarness
import TestCrowd
import Testing

/// What `make install` makes of the programs beside the tests, in a root of its own.
struct InstalledTree {
  let installation: Installation
  let root: String
  /// The tree below the root, `/usr/local`.
  var prefix: String { root + place }
  private let place: String

  init(prefix: String = "/usr/local", root name: String = "a root") throws {
    installation = try Installation()
    root = "\(installation.home)/\(name)"
    place = prefix
    try make("install-files")
  }

  func make(_ target: String, in root: String? = nil) throws {
    let built = (Installation.program as NSString).deletingLastPathComponent
    let result = try installation.run(
      "--no-print-directory", "-C", packageRoot.path(percentEncoded: false), target,
      "DESTDIR=\(root ?? self.root)", "PREFIX=\(place)", "PROGRAM=\(Installation.program)",
      "DRIVE=\(built)/lisan-drive", "SERVER=\(built)/lisan-server", "AGENT=\(built)/lisan-agent",
      program: "/usr/bin/make")
    try #require(result == (0, "", ""))
  }

  /// Every file and folder below a folder.
  static func contents(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }
}

@Suite(.few, .timeLimit(.minutes(20)))
struct InstallTests {
  @Test("R58: an installation runs after a move, with an empty environment")
  func moved() throws {
    let tree = try InstalledTree()
    let files = try InstalledTree.contents(tree.prefix)
    for file in [
      "bin/lisan", "bin/lisan-drive", "bin/lisan-server", "libexec/lisan-agent",
      "share/lisan/Languages.strings",
      "share/lisan/ar.lproj/Localizable.strings", "share/lisan/server/openapi.json",
      "share/man/man1/lisan.1", "share/man/ar/man1/lisan.1", "share/man/man8/lisan-server.8",
      "share/man/ar/man8/lisan-server.8", "share/man/man1/lisan-drive.1",
      "share/man/ar/man1/lisan-drive.1", "share/lisan/drive/ar.lproj/Localizable.strings",
      "share/bash-completion/completions/lisan", "share/bash-completion/completions/lisan-drive",
      "share/fish/vendor_completions.d/lisan-drive.fish",
      "share/zsh/site-functions/_lisan", "share/fish/vendor_completions.d/lisan.fish",
      "share/bash-completion/completions/lisan-server",
      "share/zsh/site-functions/_lisan-server",
      "share/fish/vendor_completions.d/lisan-server.fish",
      "lib/systemd/system/lisan-server.service", "lib/sysusers.d/lisan-server.conf",
      "share/applications/example.a_seed_70d7664f.lisan.desktop",
      "share/metainfo/example.a_seed_70d7664f.lisan.metainfo.xml",
      "share/icons/hicolor/scalable/apps/lisan.svg",
      "share/icons/hicolor/scalable/apps/lisan-rtl.svg",
    ] {
      #expect(files.contains(file), "\(file)")
    }
    let data = files.filter { $0.hasPrefix("share/lisan/") }.map { $0.split(separator: "/")[2] }
    #expect(
      Set(data) == [
        "Languages.strings", "Markets.strings", "ar.lproj", "en.lproj", "server", "drive", "run",
      ])
    let elsewhere = "\(tree.installation.home)/elsewhere"
    try FileManager.default.moveItem(atPath: tree.prefix, toPath: elsewhere)
    let preferences = "\(tree.installation.home)/preferences"
    for (arguments, output) in [
      (["lisan", "--version"], "lisan \(packageVersion)\n"), (["lisan", "check"], ""),
      (["lisan", "set", "ar", "--preferences", preferences, "--log", "/dev/null"], ""),
      (["lisan", "get", "--preferences", preferences], "ar\n"),
      (["lisan-server", "--version"], "lisan-server \(packageVersion)\n"),
      (["lisan-drive", "--version"], "lisan-drive \(packageVersion)\n"),
    ] {
      let result = try tree.installation.runAll(
        ["-i", "\(elsewhere)/bin/\(arguments[0])"] + arguments.dropFirst(),
        program: "/usr/bin/env")
      #expect(result == (0, output, ""), "\(arguments)")
    }
    let server = try tree.installation.run(
      "-i", "LANGUAGE=ar", "LANG=C.UTF-8", "\(elsewhere)/bin/lisan-server", "--help",
      program: "/usr/bin/env")
    #expect(server.output.contains("الخيارات"))
  }

  @Test("R76: the added languages are installed, compiled, and uninstalled with the rest")
  func languages() throws {
    let tree = try InstalledTree()
    try tree.make("install-languages")
    let files = try InstalledTree.contents(tree.prefix)
    for code in ["fa", "he", "ur"] {
      let folder = "share/lisan/languages.d"
      for file in [
        "\(folder)/\(code).strings", "\(folder)/\(code).lproj/Localizable.compiled",
        "\(folder)/server/\(code).lproj/Localizable.strings", "share/man/\(code)/man1/lisan.1",
      ] {
        #expect(files.contains(file), "\(file)")
      }
      func run(_ program: String, _ word: String) throws -> String {
        try tree.installation.run(
          "-i", "LANGUAGE=\(code)", "LANG=C.UTF-8", "HOME=\(tree.installation.home)",
          "\(tree.prefix)/bin/\(program)", word, program: "/usr/bin/env"
        ).output
      }
      #expect(try run("lisan", "get") == "\(code)\n")
      // The server and lisan-drive speak it, too.
      let english = try tree.installation.run(
        "-i", "LANG=C.UTF-8", "\(tree.prefix)/bin/lisan-server", "--help",
        program: "/usr/bin/env")
      #expect(try run("lisan-server", "--help") != english.output)
      #expect(try run("lisan-drive", "--help").unicodeScalars.contains { $0.value >= 0x590 })
    }
    try tree.make("uninstall")
    #expect(try InstalledTree.contents(tree.prefix).isEmpty)
  }

  @Test("R58: uninstalling removes exactly the installed files")
  func uninstalled() throws {
    let tree = try InstalledTree()
    // Nothing else was there: nothing is left.
    try tree.make("uninstall")
    #expect(try InstalledTree.contents(tree.prefix).isEmpty)
    // Other files beside it stay, also a language in that folder.
    let others = [
      "bin/other", "share/lisan/vi.lproj/Language.strings", "share/man/man1/other.1",
      "share/zsh/site-functions/_other", "share/locale/ar/other.mo",
    ]
    for file in others {
      let path = "\(tree.prefix)/\(file)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try file.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let before = try InstalledTree.contents(tree.prefix)
    try tree.make("install-files")
    #expect(try InstalledTree.contents(tree.prefix).count > before.count + 15)
    try tree.make("uninstall")
    #expect(try InstalledTree.contents(tree.prefix) == before)
    // Uninstalling twice, or without an installation, is not an error.
    try tree.make("uninstall")
    try tree.make("uninstall", in: "/nonexistent")
    #expect(try InstalledTree.contents(tree.prefix) == before)
  }

  @Test("R87: a terminal type that the system lacks is the one beside the program")
  func terminalType() async throws {
    let tree = try InstalledTree()
    func open() throws -> TerminalSession {
      try tree.installation.open(
        environment: ["TERM": "xterm-ghostty"], program: "\(tree.prefix)/bin/lisan")
    }
    #expect(try await open().waitForExit() == .exited(5))
    let types = packageRoot.appending(path: "Resources/tarball/terminals.ti")
    let result = try tree.installation.run(
      "-x", "-o", "\(tree.prefix)/share/lisan/terminfo", types.path(percentEncoded: false),
      program: "/usr/bin/tic")
    try #require(result == (0, "", ""))
    let session = try open()
    try await session.waitUntil("the screen") { $0.isAlternate && $0.shows(.languageSection) }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }
}
