import Localization
import SettingsCore

/// Functions of a shell that start programs in languages of their own (R105).
///
/// A function has the program's name and calls the program, so the shell's completion for the name stays. It
/// names the command that has made it, for `type` and for later lines, which replace or remove it by that.
/// What a shell has under the name by itself, or from a person, is left alone.
struct ProgramFunctions {
  /// The variable with the names of the functions, by which later lines find them.
  static let variable = "LISAN_PROGRAMS"

  /// A program and its variables. Without variables, it has lost its language, and its function goes.
  private struct Entry {
    let name: String
    let code: String
    let variables: [(name: String, value: String)]?

    /// What names the command, and its beginning, by which the function is recognised.
    var origin: String { mark + code }
    var mark: String { "lisan set program.\(name) " }

    /// The variables before a command, quoted by a function.
    func assignments(_ quoted: (String) -> String) -> String? {
      variables?.map { "\($0.name)=\(quoted($0.value))" }.joined(separator: " ")
    }

    /// Whether every shell of the Bourne family takes the name for a function. Other names are an alias where
    /// a function cannot have them.
    var isIdentifier: Bool {
      name.utf8.allSatisfy {
        $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-")
      }
        && name.utf8.first.map { $0 > UInt8(ascii: "9") } == true
    }
  }

  private let entries: [Entry]

  /// - Parameters:
  ///   - former: the value of `variable`.
  ///   - environment: the variables for a language.
  init(
    _ languages: ProgramLanguages, former: String?,
    environment: (LanguageCode) -> LanguageEnvironment
  ) {
    let before = (former ?? "").split(separator: ",").compactMap {
      ProgramName(rawValue: String($0))
    }
    entries = Set(before).union(languages.keys).sorted().map { program in
      let code = languages[program]
      return Entry(
        name: program.rawValue, code: code?.rawValue ?? "",
        variables: code.map { environment($0).variables })
    }
  }

  /// The lines, for `eval`.
  ///
  /// - Parameter complaint: says that a name is taken.
  func lines(fish: Bool, complaint: (String) -> String) -> [String] {
    guard !entries.isEmpty else { return [] }
    let names = entries.filter { $0.variables != nil }.map(\.name).joined(separator: ",")
    let variable = Self.variable
    return entries.flatMap { entry in
      fish ? Self.fish(entry, complaint) : Self.bourne(entry, complaint)
    } + [
      names.isEmpty
        ? fish ? "set -e \(variable)" : "unset \(variable)"
        : fish ? "set -gx \(variable) \(names)" : "export \(variable)=\(names)"
    ]
  }

  private static func fish(_ entry: Entry, _ complaint: (String) -> String) -> [String] {
    let name = entry.name
    let isOurs = "functions \(name) 2>/dev/null | string match -q '*\(entry.mark)*'"
    guard let assignments = entry.assignments(Commands.quotedForFish) else {
      return ["\(isOurs); and functions -e \(name)"]
    }
    let words = Commands.quotedForFish("lisan: " + complaint(name))
    return [
      "if functions -q \(name); and not \(isOurs); or builtin -q \(name)",
      "  status is-interactive; and echo \(words) >&2",
      "else if command -q \(name)",
      "  function \(name) --description '\(entry.origin)'",
      "    \(assignments) command \(name) $argv", "  end", "end",
    ]
  }

  private static func bourne(_ entry: Entry, _ complaint: (String) -> String) -> [String] {
    let name = entry.name
    // dash cannot print a function, so a variable of that shell has its origin.
    let flag = entry.isIdentifier ? "${lisan_\(name)-}" : ""
    let text = "\"$(command -v \(name))$(typeset -f \(name) 2>/dev/null)\(flag)\""
    let quoted = Commands.quotedForShell
    guard let assignments = entry.assignments(quoted) else {
      return [
        "case \(text) in",
        "alias*'\(entry.mark)'*) unalias \(name) ;;",
        "*'\(entry.mark)'*) unset -f \(name)\(entry.isIdentifier ? "; unset lisan_\(name)" : "") ;;",
        "esac",
      ]
    }
    let words = quoted("lisan: " + complaint(name))
    // An alias of the name must not be read as such before it was looked for.
    let function =
      "eval "
      + quoted("\(name)() { : \"\(entry.origin)\"; \(assignments) command \(name) \"$@\"; }")
    let alias =
      "alias \(name)=" + quoted("LISAN_ORIGIN=\"\(entry.origin)\" \(assignments) \(name)")
    let definition =
      entry.isIdentifier
      ? "\(function); typeset -f \(name) >/dev/null 2>&1 || lisan_\(name)='\(entry.mark)'"
      : "if [ -n \"${BASH_VERSION-}${ZSH_VERSION-}\" ] && [ -z \"${POSIXLY_CORRECT-}\" ]; then \(function);"
        + " else \(alias); fi"
    return [
      "case \(text) in",
      "*'\(entry.mark)'*|/*) \(definition) ;;",
      "?*) case $- in *i*) echo \(words) >&2 ;; esac ;;",
      "esac",
    ]
  }
}
