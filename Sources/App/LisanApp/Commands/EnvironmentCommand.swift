import Localization
import SettingsCore

/// `lisan env`: prints the language as environment variables for programs of a shell.
extension Commands {
  /// Prints shell commands, for `eval`, that set the resolved language for the shell's programs.
  func printEnvironment(shell: String?) -> ExitCode {
    if let failure = resourceFailure() { return failure }
    let system = SystemEnvironment(context.environment)
    let installed = InstalledLocales.list(context.programPath)
    let environment = context.languageEnvironment(
      launch.catalog.language.code, system, installed: installed)
    func set(_ name: String, _ value: String) {
      Console.give(
        shell == "fish"
          ? "set -gx \(name) \(Self.quotedForFish(value))"
          : "export \(name)=\(Self.quotedForShell(value))")
    }
    func unset(_ name: String) {
      Console.give(shell == "fish" ? "set -e \(name)" : "unset \(name)")
    }
    for (name, value) in environment.variables { set(name, value) }
    for (name, value) in environment.variables {
      set(SystemEnvironment.memory(of: name), system.memory(of: name, setTo: value))
    }
    // Restore variables that an earlier call set and this one does not.
    for name in LanguageEnvironment.names
    where !environment.variables.contains(where: { $0.name == name }) && system.isSet(name) {
      if let former = system.value(name) { set(name, former) } else { unset(name) }
      unset(SystemEnvironment.memory(of: name))
    }
    let functions = ProgramFunctions(
      launch.programs, former: context.environment(ProgramFunctions.variable)
    ) { context.languageEnvironment($0, system, installed: installed, isAlone: true) }
    let lines = functions.lines(fish: shell == "fish") {
      plain(.message(.programLeftAlone, .argument($0)))
    }
    for line in lines { Console.give(line) }
    if let obstacle = environment.obstacle {
      complain(
        .message(.environmentOverridden, .argument(obstacle.name), .argument(obstacle.value)))
    }
    return warn()
  }

  /// Quotes a value as one word of sh.
  nonisolated static func quotedForShell(_ value: String) -> String {
    "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// Quotes a value as one word of fish, where a backslash is special in single quotes.
  nonisolated static func quotedForFish(_ value: String) -> String {
    var text = ""
    for character in value {
      if character == "'" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return "'\(text)'"
  }
}
