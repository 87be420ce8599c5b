import Forms

/// The packages of this machine that have texts in a language.
public enum PackageTexts: Hashable, Sendable {
  /// The names of the installed packages with texts, and of those that would bring more.
  case found(installed: [String], available: [String])
  /// dpkg or apt did not answer, for this reason.
  case unknown(String)
}

/// Which programs speak the language, and what would bring more.
enum PackagesPage {
  static func form(_ state: SettingsState) -> Form<Text, Never> {
    switch state.packages {
    case nil: Form([Card(nil, [.paragraph(.message(.packagesAsking))])])
    case .unknown(let reason):
      Form([Card(nil, [.paragraph(.message(.packagesUnknown, .argument(reason)))])])
    case .found([], []): Form([Card(nil, [.paragraph(.message(.packagesNone))])])
    case .found(let installed, let available):
      Form(list(.packagesHere, installed) + list(.packagesMore, available))
    }
  }

  private static func list(_ title: Message, _ names: [String]) -> [Card<Text, Never>] {
    guard !names.isEmpty else { return [] }
    return [Card(.message(title), [.paragraph(.argument(names.joined(separator: " ")), .term)])]
  }
}

/// Opens the page, and asks for what it shows.
func packagesOpened(_ state: inout SettingsState) -> [Effect] {
  state.packages = nil
  return pageOpened(.packages, &state) + [.findPackages(state.language.code)]
}
