import Glibc
import RunRelay

/// Makes bash, zsh and fish mark their prompts (OSC 133) in `lisan run`, as terminals do: with files of Lisan
/// that they read beside the person's own ones.
enum ShellMarks {
  /// Adds what a shell needs for that, if it is started for a person and without other options.
  ///
  /// - Parameter resources: the folder of Lisan's data.
  static func add(to program: inout RunSession.Program, resources: String) {
    let path = "\(resources)/run"
    let name = program.path.split(separator: "/").last ?? ""
    var options = ["-i", "--interactive", "-l", "--login"]
    // As a login shell, bash reads other files.
    if name == "bash" { options = ["-i"] }
    guard program.arguments.dropFirst().allSatisfy(options.contains),
      !program.environment.contains(where: { ["TERM=linux", "POSIXLY_CORRECT=1"].contains($0) })
    else { return }
    switch name {
    case "bash" where isReadable("\(path)/bash"):
      program.arguments.insert(contentsOf: ["--rcfile", "\(path)/bash"], at: 1)
    case "zsh" where isReadable("\(path)/zsh/.zshenv"):
      let folder = program.environment.firstIndex { $0.hasPrefix("ZDOTDIR=") }
      let own = folder.map { "LISAN_" + program.environment.remove(at: $0) }
      program.environment += [own, "ZDOTDIR=\(path)/zsh"].compactMap(\.self)
    case "fish" where isReadable("\(path)/fish"):
      program.arguments += ["--init-command", "source \(Commands.quotedForFish("\(path)/fish"))"]
    default: break
    }
  }

  private static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
