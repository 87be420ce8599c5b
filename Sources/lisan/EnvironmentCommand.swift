import Localization
import Settings

/// `lisan env`: the language for the programs that a shell starts.
extension Commands {
  /// Prints the lines that tell a shell's programs the resolved language, for `eval`.
  func printEnvironment(shell: String?) -> ExitCode {
    if let failure = resourceFailure() { return failure }
    let environment = LanguageEnvironment(
      language: launch.catalog.language.code,
      territory: session.preferences.current?.market ?? "",
      environment: session.environment, installed: InstalledLocales.list())
    for (name, value) in environment.variables {
      say(
        shell == "fish"
          ? "set -gx \(name) \(Self.quotedForFish(value))"
          : "export \(name)=\(Self.quotedForShell(value))")
    }
    if let obstacle = environment.obstacle {
      complain(
        .message(
          .environmentOverridden,
          [.identifier(.argument(obstacle.name)), .identifier(.argument(obstacle.value))]))
    }
    return warn()
  }

  /// As one word of sh, whatever is in it.
  private static func quotedForShell(_ value: String) -> String {
    "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// As one word of fish, where a backslash counts in single quotes.
  private static func quotedForFish(_ value: String) -> String {
    var text = ""
    for character in value {
      if character == "'" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return "'\(text)'"
  }
}
