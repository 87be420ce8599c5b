import LisanPreferences
import Localization
import SettingsCore
import StrictJSON

/// `lisan shell`: the language in the files that a shell and the session read at their start.
extension Commands {
  /// - Parameters:
  ///   - task: `install`, `remove` or `status`.
  ///   - shell: the shell's name; nil for the one in `SHELL`.
  ///   - isTrial: whether the changes are only shown.
  func setUpShell(
    _ task: String, shell name: String?, runs: Bool, isTrial: Bool, json: Bool
  ) -> ExitCode {
    if let failure = resourceFailure() { return failure }
    let name = name ?? context.environment("SHELL") ?? ""
    guard let shell = Shell(program: name) else {
      complain(.message(.shellUnknown, .argument(name), .argument(LisanOption.shell.flag)))
      return .wrongUsage
    }
    let setup = context.shellSetup(
      of: shell, in: launch.preference == .system ? nil : launch.catalog.language.code)
    let goal: ShellGoal =
      task == "install" ? (runs ? .languageAndRun : .language) : .none
    do throws(ShellSetup.Failure) {
      if task == "status", !isTrial { return try showStatus(setup, json: json) }
      guard !isTrial else {
        for file in setup.files {
          if let change = try setup.change(file, to: goal) {
            Console.give(difference: change.difference)
          }
        }
        if goal != .none, let missing = missingLocale(of: launch.catalog.language.code) {
          complain(missing)
        }
        return warn()
      }
      let changes = try setup.apply(goal)
      for change in changes {
        let path = Text.path(change.file.path)
        tell(.message(goal == .none ? .shellFileCleared : .shellFileWritten, path))
        if change.isThroughLink { tell(.message(.shellFileBehind, path, .path(change.target))) }
      }
      if changes.isEmpty { tell(.message(.shellUnchanged)) }
      if goal != .none { tellWhoHasLanguage() }
      return warn()
    } catch {
      return refuse(error, task, isTrial: isTrial, setup, goal)
    }
  }

  /// One line for each file: its path, and `absent`, `present` or `edited`.
  private func showStatus(
    _ setup: ShellSetup, json: Bool
  ) throws(ShellSetup.Failure) -> ExitCode {
    var rows: [[(String, JSON)]] = []
    for file in setup.files {
      let state = try setup.block(in: file).map { $0.isIntact ? "present" : "edited" } ?? "absent"
      rows.append([("file", .string(file.path)), ("state", .string(state))])
    }
    show(rows, json: json)
    if !json, try setup.goalReached(setup.blocks()) != ShellGoal.none { tellWhoHasLanguage() }
    return warn()
  }

  /// Says whether the language is in this process's environment, and so in its shell; or which locale it
  /// needs.
  private func tellWhoHasLanguage() {
    let code = launch.catalog.language.code
    if let missing = missingLocale(of: code) { return complain(missing) }
    tell(.message(context.hasLanguage(code) ? .shellHasLanguage : .shellWillHaveLanguage))
  }

  private func missingLocale(of code: LanguageCode) -> Text? {
    context.missingLocale(of: code, installed: InstalledLocales.needed(context.programPath))
  }

  private func refuse(
    _ failure: ShellSetup.Failure, _ task: String, isTrial: Bool, _ setup: ShellSetup,
    _ goal: ShellGoal
  ) -> ExitCode {
    if isTrial, case .edited(let path) = failure,
      let file = setup.files.first(where: { $0.path == path }),
      let difference = try? setup.difference(ofEdited: file, to: goal)
    {
      Console.give(difference: difference)
    }
    complain(failure.text)
    return .failed
  }
}
