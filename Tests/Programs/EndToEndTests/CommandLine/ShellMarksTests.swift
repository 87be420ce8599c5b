import BuiltPrograms
import Foundation
import TerminalHarness
import Testing

/// The marks of bash, zsh and fish in `lisan run`. A prompt with a Hebrew name shows whether there are any: it
/// stays at the left.
@Suite struct ShellMarksTests {
  struct Shell: CustomTestStringConvertible {
    let name: String
    /// The person's own file, and what is in it.
    let file: String
    let settings: String
    var testDescription: String { "\(name): \(settings)" }
  }

  private static let shells = [
    ("bash", "PS1='סמי> '"), ("bash", "set -u; PS1='סמי> '; PROMPT_COMMAND=(:)"),
    ("bash", "PROMPT_COMMAND='PS1=\"סמי> \"'"), ("bash", "PS1='~\\nסמי> '"),
    ("zsh", "PS1='סמי> '"), ("zsh", "PS1='סמי> '; RPS1='[לי]'"),
    ("zsh", "setopt ksh_arrays no_unset; f() { PS1='סמי> ' }; precmd_functions+=(f)"),
    ("zsh", "PS1=$'~\\nסמי> '"),
    ("fish", "set -g fish_greeting; function fish_prompt; echo -n 'סמי> '; end"),
  ].map { name, settings in
    Shell(
      name: name, file: ["bash": ".bashrc", "zsh": ".zshrc"][name] ?? ".config/fish/config.fish",
      settings: settings)
  }

  private func open(_ shell: Shell, _ option: String = "") throws -> (Installation, TerminalSession)
  {
    let installation = try Installation()
    let file = URL(filePath: "\(installation.home)/\(shell.file)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try shell.settings.write(to: file, atomically: true, encoding: .utf8)
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "\(Installation.program) run \(option); echo =$?"],
      environment: installation.environment([
        "SHELL": "/usr/bin/\(shell.name)", "LISAN_RESOURCES": packagePath("Resources"),
      ]), directory: installation.home, size: TerminalSize(columns: 60, rows: 12),
      // fish leaves a title.
      checksEnd: shell.name != "fish")
    return (installation, session)
  }

  @Test(
    "R99: a shell that lisan run starts marks its prompt, after the person's own files",
    arguments: shells)
  func marks(_ shell: Shell) async throws {
    let (installation, session) = try open(shell)
    defer { withExtendedLifetime(installation) {} }
    func prompt(_ text: String) async throws {
      try await session.waitUntil("the prompt with “\(text)” at the left") { screen in
        screen.rows[screen.cursor.row].hasPrefix(text.isEmpty ? "ימס>" : "ימס> \(text)")
      }
    }
    // A function that sets the prompt can come behind that of the marks once.
    session.type("\n")
    try await prompt("")
    session.type("echo בית")
    try await prompt("echo תיב")
    // The status of the last command is kept, and nothing stays for the shell's own programs.
    session.type("\nfalse\n")
    let status = shell.name == "fish" ? "$status" : "$?"
    session.type("echo s\(status); env | grep -ce '133;' -e ZDOTDIR -e PROMPT_COMMAND\n")
    try await session.waitUntil("what the shell has kept") { screen in
      let row = screen.rows.lastIndex(of: "s1")
      return row.map { screen.rows[$0 + 1] == "0" } == true
    }
    session.type("exit 3\n")
    try await session.waitForExit()
    #expect(session.screen.text.hasSuffix("=3"))
  }

  @Test("R99: the marks are an option", arguments: shells.filter { !$0.settings.contains("RPS1") })
  func option(_ shell: Shell) async throws {
    let (installation, session) = try open(shell, "--prompt-marks off")
    defer { withExtendedLifetime(installation) {} }
    try await session.waitUntil("the prompt at the right") { screen in
      screen.rows[screen.cursor.row].hasSuffix("<ימס")
    }
    session.type("exit 3\n")
    try await session.waitForExit()
    #expect(session.screen.text.hasSuffix("=3"))
  }
}
