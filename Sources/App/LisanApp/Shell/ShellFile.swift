/// A file that a shell or a session reads at its start, and the lines that tell its programs the
/// language.
struct ShellFile: Equatable {
  /// Who reads it, and when.
  enum Reader: Equatable {
    /// A login shell of the Bourne family, before the other files.
    case login(Shell)
    /// Each interactive shell.
    case interactive(Shell)
    /// The user's systemd, for programs of the desktop and for services (environment.d(5)).
    case session
  }

  let path: String
  let reader: Reader

  /// The files of a shell and of the session, in the order in which they are read.
  ///
  /// Sources: bash(1) "INVOCATION", zsh(1) "STARTUP/SHUTDOWN FILES", fish(1) "Configuration files",
  /// dash(1) "Invocation".
  ///
  /// - Parameters:
  ///   - home: the home directory.
  ///   - configuration: the base directory of configuration files, such as `~/.config`.
  ///   - zsh: the value of `ZDOTDIR`, if it is set.
  static func all(
    of shell: Shell, home: String, configuration: String, zsh: String?,
    exists: (String) -> Bool
  ) -> [ShellFile] {
    let session = session(configuration: configuration)
    switch shell {
    case .sh: return [ShellFile(path: "\(home)/.profile", reader: .login(.sh)), session]
    case .bash:
      // bash reads the first of them that exists.
      let login = [".bash_profile", ".bash_login"].map { "\(home)/\($0)" }.first(where: exists)
      return [
        ShellFile(path: login ?? "\(home)/.profile", reader: .login(.bash)),
        ShellFile(path: "\(home)/.bashrc", reader: .interactive(.bash)), session,
      ]
    case .zsh:
      let folder = zsh ?? home
      return [
        ShellFile(path: "\(folder)/.zprofile", reader: .login(.zsh)),
        ShellFile(path: "\(folder)/.zshrc", reader: .interactive(.zsh)), session,
      ]
    case .fish:
      let path = "\(configuration)/fish/conf.d/lisan.fish"
      return [ShellFile(path: path, reader: .interactive(.fish)), session]
    }
  }

  /// The file of the session.
  static func session(configuration: String) -> ShellFile {
    ShellFile(path: "\(configuration)/environment.d/50-lisan.conf", reader: .session)
  }

  /// The lines for this file. They do nothing where Lisan is not installed any more.
  ///
  /// - Parameters:
  ///   - program: the name or the path of `lisan`.
  ///   - runs: whether interactive shells run in `lisan run`.
  ///   - variables: finds the variables for the session.
  func lines(
    program: String, runs: Bool, variables: () -> [(name: String, value: String)]
  ) -> [String] {
    switch reader {
    case .session: variables().map { "\($0.name)=\($0.value)" }
    case .interactive(.fish):
      ["if command -q \(program)", "  \(program) env --shell fish 2>/dev/null | source"]
        + (runs
          ? [
            "  if status is-interactive; and isatty 0; and isatty 1; and not set -q LISAN_RUN",
            "    exec \(program) run fish", "  end",
          ] : []) + ["end"]
    case .login(let shell):
      // zsh runs in `lisan run` by .zshrc, which it reads later.
      bourne(program, runs && shell != .zsh ? "exec \(program) run" : nil, unless: nil)
    case .interactive(let shell):
      // A login bash still has to read the rest of the file that has sourced this one.
      bourne(
        program, runs ? "exec \(program) run \(shell.rawValue)" : nil,
        unless: shell == .bash ? "shopt -q login_shell" : nil)
    }
  }

  private func bourne(_ program: String, _ run: String?, unless exception: String?) -> [String] {
    let evaluation = "  eval \"$(\(program) env 2>/dev/null)\""
    let isTerminal = "[ -t 0 ] && [ -t 1 ] && [ -z \"${LISAN_RUN-}\" ]"
    let condition = exception.map { "! \($0) && \(isTerminal)" } ?? isTerminal
    return ["if command -v \(program) >/dev/null 2>&1; then", evaluation]
      + (run.map { ["  case $- in *i*) if \(condition); then \($0); fi ;; esac"] } ?? []) + ["fi"]
  }
}

/// A shell whose files can tell its programs the language.
enum Shell: String, CaseIterable {
  case sh, bash, zsh, fish

  /// The shell of a program's path or name, such as the value of `SHELL`; nil for another one.
  init?(program: String) {
    let name = program.split(separator: "/").last.map(String.init) ?? ""
    self.init(rawValue: name == "dash" ? Shell.sh.rawValue : name)
  }
}
