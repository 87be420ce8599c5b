import Forms
import Localization

/// The lines about programs and their languages.
enum ProgramsPage {
  /// The programs, then the packages with texts in the language, and those that would bring more.
  static func form(_ state: SettingsState) -> Form<Text, ListDialog.Line> {
    let names = Set(state.programs).union(state.programLanguages.keys).sorted()
    let programs = names.map { name in
      Part.value(
        .argument(name.rawValue), ProgramChoice(name, state.programLanguages[name]).meaning(state),
        id: ListDialog.Line.program(name))
    }
    return Form(
      [Card(nil, [.paragraph(.message(.programsAbout), .quiet)] + programs)] + packages(state))
  }

  private static func packages(_ state: SettingsState) -> [Card<Text, ListDialog.Line>] {
    func list(_ title: Message, _ names: [String]) -> [Card<Text, ListDialog.Line>] {
      guard !names.isEmpty else { return [] }
      return [Card(.message(title), [.paragraph(.argument(names.joined(separator: " ")), .term)])]
    }
    return switch state.packages {
    case nil: [Card(nil, [.paragraph(.message(.packagesAsking))])]
    case .unknown(let reason): [Card(nil, [.paragraph(.message(.packagesUnknown, reason))])]
    case .found([], []): [Card(nil, [.paragraph(.message(.packagesNone))])]
    case .found(let installed, let available):
      list(.packagesHere, installed) + list(.packagesMore, available)
    }
  }

  /// The languages that a program can have.
  static func languages(
    of program: ProgramName, _ state: SettingsState
  ) -> Form<Text, ListDialog.Line> {
    let current = state.programLanguages[program]
    let codes = (state.languages ?? []).map(\.code)
    // A command can choose a language that the screen does not have.
    let own = current.map { codes.contains($0) ? [] : [$0] } ?? []
    let choices = [nil] + (codes + own).map { Optional($0) }
    return Form([
      Card(
        nil,
        choices.map { code in
          .option(
            ProgramChoice(program, code).meaning(state), .radio(isCurrent: code == current),
            id: .language(code))
        })
    ])
  }
}

/// The packages of this machine that have texts in a language.
public enum PackageTexts: Hashable, Sendable {
  /// The names of the installed packages with texts, and of those that would bring more.
  case found(installed: [String], available: [String])
  /// dpkg or apt did not answer, for this reason.
  case unknown(Text)
}

/// Opens the page of programs, and asks for what it shows.
func packagesOpened(_ state: inout SettingsState) -> [Effect] {
  state.packages = nil
  return listOpened(.programs, &state) + [.findPackages(state.language.code)]
}
