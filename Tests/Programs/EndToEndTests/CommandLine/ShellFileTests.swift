import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// `lisan shell`, in the shells whose files it writes.
@Suite(.few, .timeLimit(.minutes(5)))
struct ShellFileTests {
  /// An installation whose shells have profiles, with a gettext catalog in Arabic.
  private struct Place {
    let installation: Installation
    private let catalog: GettextCatalog
    let shell: String

    init(_ shell: String) throws {
      installation = try Installation()
      catalog = try GettextCatalog(in: installation)
      self.shell = shell
      for (name, text) in [
        (".bashrc", "PS1='> '\nunset HISTFILE\n"),
        (".profile", "[ -z \"$BASH\" ] || . ~/.bashrc\n"),
        (".zshrc", "PS1='> '"), (".zprofile", "\r\n# none"),
      ] {
        try write(text, name)
      }
    }

    func environment(_ more: [String: String?] = [:]) -> [String: String?] {
      ["LANG": "C.UTF-8", "SHELL": "/usr/bin/\(shell)", "XDG_CONFIG_HOME": nil, "ZDOTDIR": nil]
        .merging(catalog.environment) { $1 }.merging(more) { $1 }
    }

    func lisan(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
      try installation.runAll(words, environment: environment())
    }

    func write(_ text: String, _ name: String) throws {
      try text.write(
        toFile: "\(installation.home)/\(name)", atomically: true, encoding: .utf8)
    }

    /// Every file below the home folder that a shell or a session reads.
    func files() throws -> [String: Data] {
      var files: [String: Data] = [:]
      let all = FileManager.default.enumerator(atPath: installation.home)
      while let name = all?.nextObject() as? String {
        guard
          name.hasPrefix(".bash") || name.hasPrefix(".z") || name.hasPrefix(".profile")
            || name.hasPrefix(".config/fish") || name.hasPrefix(".config/environment.d")
        else { continue }
        let path = "\(installation.home)/\(name)"
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { continue }
        files[name] = try Data(contentsOf: URL(filePath: path))
      }
      return files
    }

    /// What a new shell of these options prints for `Hello`.
    func greeting(_ options: String) throws -> String {
      try installation.run(
        options, "gettext Hello", environment: environment(), program: "/usr/bin/\(shell)"
      ).output
    }
  }

  /// Shells, and the options of those that read their files.
  private static let shells = [
    ("bash", "-ic"), ("bash", "-lc"), ("dash", "-lc"), ("zsh", "-ic"), ("zsh", "-lc"),
    ("fish", "-c"), ("fish", "-lc"),
  ]

  @Test(
    "R75: a new shell speaks Arabic after three commands, and English again; its files are as before",
    arguments: shells)
  func newShells(shell: String, options: String) throws {
    let place = try Place(shell)
    let before = try place.files()
    #expect(try place.greeting(options) == "Hello")
    #expect(try place.lisan("set", "ar").status == 0)
    #expect(try place.greeting(options) == "Hello")
    let installed = try place.lisan("shell", "install")
    #expect(installed.status == 0 && installed.errors.isEmpty, "\(installed)")
    #expect(try place.greeting(options) == GettextCatalog.greeting)
    #expect(try place.lisan("set", "en").status == 0)
    #expect(try place.greeting(options) == "Hello")
    #expect(try place.lisan("set", "ar").status == 0)
    #expect(try place.lisan("shell", "remove").status == 0)
    #expect(try place.greeting(options) == "Hello")
    #expect(try place.files() == before)
  }

  @Test("R75: the session's file follows each choice, and is gone with the lines")
  func session() throws {
    let place = try Place("bash")
    func session() throws -> [String]? {
      try place.files()[".config/environment.d/50-lisan.conf"].map {
        String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
          .filter { !$0.hasPrefix("#") }
      }
    }
    _ = try place.lisan("set", "ar")
    #expect(try session() == nil)
    _ = try place.lisan("shell", "install")
    #expect(try session()?.contains("LANGUAGE=ar") == true)
    _ = try place.lisan("set", "en")
    #expect(try session()?.contains("LANGUAGE=en") == true)
    #expect(try session()?.contains("LANGUAGE=ar") == false)
    _ = try place.lisan("set", "system")
    #expect(try session() == [])
    _ = try place.lisan("shell", "remove")
    #expect(try session() == nil)
  }

  @Test(
    "R75: with --run an interactive shell opens in lisan run, and its end ends both",
    arguments: ["bash", "zsh", "fish"], [false, true])
  func runs(shell: String, isLogin: Bool) async throws {
    let place = try Place(shell)
    _ = try place.lisan("set", "ar")
    #expect(try place.lisan("shell", "install", "--run").status == 0)
    let session = try TerminalSession(
      "/usr/bin/\(shell)", arguments: isLogin ? ["-l", "-i"] : ["-i"],
      environment: place.installation.environment(place.environment()),
      directory: place.installation.home)
    // The shell's echo of the command has no such word.
    try await session.waitUntil("a prompt") { !$0.text.allSatisfy(\.isWhitespace) }
    session.type("echo run$LISAN_RUN-\"$LANGUAGE\"\r")
    try await session.waitUntil("the variables of lisan run") { $0.text.contains("run1-ar") }
    session.type("exit 7\r")
    #expect(try await session.waitForExit() == .exited(7))
  }

  @Test("R75: --dry-run prints what patch applies, and changes nothing")
  func dryRun() throws {
    let place = try Place("bash")
    let before = try place.files()
    let shown = try place.lisan("shell", "install", "--dry-run")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(try place.files() == before)
    try place.write(shown.output, "difference")
    let folder = "\(place.installation.home)/.config/environment.d"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let patched = try place.installation.run(
      "-s", "-u", "-f", "-p0", "-d", "/", "-i", "\(place.installation.home)/difference",
      program: "/usr/bin/patch")
    #expect(patched.status == 0, "\(patched)")
    let byPatch = try place.files()
    #expect(byPatch.count == before.count + 1)
    #expect(try place.lisan("shell", "install").output.contains("Nothing had to be changed."))
    #expect(try place.files() == byPatch)
  }

  @Test("R75: a full disk, an edited block and an unknown shell change nothing, and are named")
  func failures() throws {
    let place = try Place("bash")
    let before = try place.files()
    let full = try place.installation.run(
      "-c", "ulimit -f 0; exec \"$0\" shell install", Installation.program,
      environment: place.environment(), program: "/bin/bash")
    #expect(
      full.status == 1 && full.errors.contains("/.profile could not be changed: File too large"))
    #expect(try place.files() == before)
    let unknown = try place.installation.runAll(
      ["shell", "install"], environment: place.environment(["SHELL": "/bin/tcsh"]))
    #expect(unknown.status == 2 && unknown.errors.contains("/bin/tcsh"), "\(unknown)")
    #expect(try place.files() == before)

    _ = try place.lisan("shell", "install")
    let edited = try #require(try place.files()[".bashrc"])
    try place.write(
      String(decoding: edited, as: UTF8.self).replacing("2>/dev/null)", with: ")"), ".bashrc")
    let after = try place.files()
    for task in ["install", "remove"] {
      let refused = try place.lisan("shell", task)
      #expect(refused.status == 1 && refused.errors.contains("/.bashrc were edited by hand"))
      #expect(refused.errors.split(separator: "\n").count == 1)
    }
    #expect(try place.files() == after)
    #expect(try place.lisan("shell", "status").output.contains("/.bashrc\tedited"))
  }
}
