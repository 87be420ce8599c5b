import BuiltPrograms
import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// The completions, in the shells themselves.
@Suite(.few, .timeLimit(.minutes(20)))
struct CompletionTests {
  /// The completions of a shell for a typed line, in alphabetical order.
  private func offers(
    _ shell: String, _ line: String, of program: String = "lisan", in installation: Installation,
    environment: [String: String?] = [:]
  ) throws -> [String] {
    let folder = packagePath("Resources/completions/\(shell)")
    let script =
      switch shell {
      case "bash":
        // As bash does it: the words between spaces and round `=`, the last one unfinished.
        """
        source \(folder)/\(program)
        COMP_WORDS=(\(line.replacing("=", with: " = ").replacing(" ''", with: " ''")))
        [[ '\(line)' == *[=\\ ] ]] && COMP_WORDS+=('')
        [[ '\(line)' == *= ]] && unset 'COMP_WORDS[-1]'
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _\(program.replacing("-", with: "_")) \(program)
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      default: "source \(folder)/\(program).fish; complete --do-complete '\(line)'"
      }
    let result = try installation.run(
      "-c", script, environment: shellEnvironment.merging(environment) { $1 },
      program: "/usr/bin/\(shell)")
    #expect(result.status == 0 && result.errors.isEmpty, "\(line): \(result)")
    return result.output.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" }.drop { $0 == "=" })
    }.sorted()
  }

  private var shellEnvironment: [String: String?] {
    let folder = (Installation.program as NSString).deletingLastPathComponent
    return ["PATH": "\(folder):/usr/bin:/bin"]
  }

  @Test(
    "R58: commands, options and values are completed from the help", arguments: ["bash", "fish"])
  func offered(shell: String) throws {
    let installation = try Installation()
    try "".write(toFile: "\(installation.home)/one file", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: "\(installation.home)/one folder", withIntermediateDirectories: false)
    let help = try HelpPage(installation)
    let options = help.options.map(\.name).sorted()
    func expect(
      _ line: String, _ wanted: [String], _ place: SourceLocation = #_sourceLocation
    ) throws {
      let found = try offers(shell, line, in: installation)
      #expect(found == wanted.sorted(), "\(line)", sourceLocation: place)
    }
    try expect("lisan ", help.commands.map(\.name))
    try expect("lisan s", help.commands.map(\.name).filter { $0.hasPrefix("s") })
    try expect("lisan -", options)
    try expect("lisan --log x --p", options.filter { $0.hasPrefix("--p") })
    let settings = [
      "language", "languages", "market", "layout", "theme", "bidi", "plain", "previews",
    ]
    try expect("lisan set ", ["en", "ar", "system"] + settings)
    try expect("lisan --log x set a", ["ar"])
    try expect("lisan get ", settings)
    try expect("lisan reset th", ["theme"])
    try expect("lisan set layout ", ["after-restart", "at-once"])
    try expect("lisan set market E", ["EG"])
    try expect("lisan list-settings m", ["market"])
    // Regions, not languages.
    try expect("lisan --market ", ["001", "GB", "EG", "AE"])
    try expect("lisan --theme h", ["high-contrast"])
    try expect("lisan --bidi p", ["paragraph"])
    try expect("lisan store ", ["dump", "verify"])
    try expect("lisan env --shell ", ["sh", "bash", "zsh", "fish"])
    try expect("lisan env --shell f", ["fish"])
    let places = try installation.run("open", "--list").output.split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
    #expect(places.contains("about") && places.contains("about.terminal"))
    try expect("lisan open ", places)
    try expect("lisan open app", places.filter { $0.hasPrefix("app") })
    try expect("lisan open about.", ["about.terminal"])
    try expect("lisan --language ", ["en", "ar"])
    try expect("lisan --pseudo ", ["accented", "rtl"])
    for command in help.commands {
      let own = try HelpPage(installation, of: command.name)
      try expect("lisan \(command.name) --", own.options.map(\.name))
    }
    // Files where the help says FILE, folders alone where it says DIR.
    let file = try offers(shell, "lisan store verify on", in: installation)
    #expect(
      file.map { $0.replacing("\\ ", with: " ").replacing("/", with: "") }
        == ["one file", "one folder"])
    let folder = try offers(shell, "lisan check on", in: installation)
    #expect(
      folder.map { $0.replacing("\\ ", with: " ").replacing("/", with: "") } == ["one folder"])
    let value = try offers(shell, "lisan env --shell=f", in: installation)
    #expect(value == [shell == "bash" ? "fish" : "--shell=fish"])
  }

  @Test(
    "R58: the commands and options of lisan-drive are completed like those of lisan",
    arguments: ["bash", "fish"])
  func ofDrive(shell: String) throws {
    let installation = try Installation()
    func expect(
      _ line: String, _ wanted: [String], _ place: SourceLocation = #_sourceLocation
    ) throws {
      let found = try offers(shell, line, of: "lisan-drive", in: installation)
      #expect(found == wanted.sorted(), "\(line)", sourceLocation: place)
    }
    try expect(
      "lisan-drive ",
      ["run", "test", "check", "record", "play", "render", "serve", "help", "version"])
    try expect("lisan-drive render --theme ", ["dark", "light"])
    try expect("lisan-drive test --j", ["--jobs", "--junit"])
    try expect("lisan-drive play --", ["--speed", "--max-pause", "--help", "--version"])
  }

  @Test(
    "R58: the server's commands, options and values are completed like those of lisan",
    arguments: ["bash", "fish"])
  func ofServer(shell: String) throws {
    let installation = try Installation()
    try "".write(toFile: "\(installation.home)/one file", atomically: true, encoding: .utf8)
    let folder = (Installation.program as NSString).deletingLastPathComponent
    let help = try HelpPage(installation, program: "\(folder)/lisan-server")
    func expect(
      _ line: String, _ wanted: [String], _ place: SourceLocation = #_sourceLocation
    ) throws {
      let found = try offers(shell, line, of: "lisan-server", in: installation)
      #expect(found == wanted.sorted(), "\(line)", sourceLocation: place)
    }
    let names = help.commands.map(\.name)
    #expect(names.count > 15)
    try expect("lisan-server ", names)
    try expect("lisan-server set-", names.filter { $0.hasPrefix("set-") })
    try expect("lisan-server --database x li", names.filter { $0.hasPrefix("li") })
    try expect("lisan-server -", help.options.map(\.name))
    try expect("lisan-server --tls", ["--tls-certificate", "--tls-key"])
    try expect("lisan-server set-developer ana ", ["on", "off"])
    try expect("lisan-server set-flag analytics of", ["off"])
    try expect("lisan-server remove-user ", [])
    try expect("lisan-server add-user --language ", [])
    let file = try offers(shell, "lisan-server backup on", of: "lisan-server", in: installation)
    #expect(file.map { $0.replacing("\\ ", with: " ") } == ["one file"])
  }

  @Test("R58: fish describes each in the user's language")
  func described() throws {
    let installation = try Installation()
    let folder = packageRoot.appending(path: "Resources/completions/fish/lisan.fish")
    for speech in try Speech.all {
      let result = try installation.run(
        "-c", "source \(folder.path(percentEncoded: false)); complete --do-complete 'lisan wa'",
        environment: shellEnvironment.merging(speech.environment) { $1 },
        program: "/usr/bin/fish")
      #expect(result.output == "watch\t\(speech.text(.helpCommandWatch))\n")
    }
  }

  /// Types into an interactive shell, so that its own machinery finds the completion where
  /// `make install` puts it.
  private func interactive(
    _ shell: String, _ arguments: [String], prefix: String, in installation: Installation,
    setUp: String
  ) async throws {
    let environment = installation.environment(
      [
        "PATH": "\(prefix)/bin:/usr/bin:/bin", "TERM": "xterm", "XDG_DATA_DIRS": "\(prefix)/share",
        "PS1": "$ ", "LISAN_RESOURCES": nil,
      ])
    let session = try TerminalSession(
      "/usr/bin/\(shell)", arguments: arguments, environment: environment,
      directory: installation.home, size: TerminalSize(columns: 80, rows: 24))
    session.type(setUp + "; echo ready$((1 + 1))\r")
    // A shell that is busy loading its completions takes its time.
    let limit = Duration.seconds(60)
    try await session.waitUntil("the prompt", limit: limit) { screen in
      screen.rows.contains { $0.hasPrefix("ready2") }
    }
    for (typed, wanted) in [
      ("lisan wat\t", "lisan watch"),
      ("lisan --pse\tacc\tge\t--prefere\t", "lisan --pseudo accented get --preference"),
      ("lisan env --she\tfi\t", "lisan env --shell fish"),
      ("lisan-server set-fl\tx of\t", "lisan-server set-flag x off"),
      ("lisan --mark\tE\tset them\tda\t", "lisan --market EG set theme dark"),
    ] {
      session.type("\u{15}" + typed)
      try await session.waitUntil(wanted, limit: limit) { screen in
        screen.rows.contains { $0.contains(wanted) }
      }
    }
    session.type("\u{15}lisan set a\t && echo set\r")
    try await session.waitUntil("the choice", limit: limit) { screen in
      screen.rows.contains { $0.hasPrefix("set") }
    }
    #expect(installation.stored()?.language == "ar")
  }

  @Test("R58: bash finds the completion by its loader")
  func bash() async throws {
    let tree = try InstalledTree()
    try await interactive(
      "bash", ["--norc", "-i"], prefix: tree.prefix, in: tree.installation,
      setUp: ". /usr/share/bash-completion/bash_completion")
  }

  @Test("R58: zsh finds the completion in its functions", arguments: ["/usr", "/usr/local"])
  func zsh(prefix: String) async throws {
    let tree = try InstalledTree(prefix: prefix)
    let folder = prefix == "/usr" ? "vendor-completions" : "site-functions"
    let known = try tree.installation.run("-f", "-c", "print -l $fpath", program: "/usr/bin/zsh")
    #expect(known.output.contains("\(prefix)/share/zsh/\(folder)\n"))
    try await interactive(
      "zsh", ["-f", "-i"], prefix: tree.prefix, in: tree.installation,
      setUp: "fpath=('\(tree.prefix)/share/zsh/\(folder)' $fpath); autoload -Uz compinit;"
        + " compinit -u -d \(tree.installation.home)/zcompdump")
  }

  @Test("R58: fish finds the completion among the vendors'")
  func fish() async throws {
    let tree = try InstalledTree()
    let path = "\(tree.prefix)/share/fish/vendor_completions.d"
    let result = try tree.installation.run(
      "-c", "contains -- '\(path)' $fish_complete_path; and complete --do-complete 'lisan wat'",
      environment: [
        "PATH": "\(tree.prefix)/bin:/usr/bin:/bin", "XDG_DATA_DIRS": "\(tree.prefix)/share",
        "LISAN_RESOURCES": nil,
      ], program: "/usr/bin/fish")
    #expect(result.output.hasPrefix("watch\t"), "\(result)")
  }
}
