import Forms
import Localization

/// Tools for translators and developers. Shown to developers if a feature flag allows it.
enum DeveloperSection: SectionContent {
  /// The name of the feature flag.
  private static let flag = "developer"

  static func isShown(in state: SettingsState) -> Bool {
    (state.account.details?.isDeveloper ?? false) && state.account.flags.contains(flag)
  }

  static func form(_ state: SettingsState) -> SectionForm {
    let pseudo: Text = state.pseudo.map { .code($0.rawValue) } ?? .message(.none)
    return SectionForm(
      .message(.developerSection), about: .message(.developerDescription),
      [
        SectionCard(
          nil,
          [
            .value(.message(.developerMessages), state.logPath, id: .developer(.messages)),
            .toggle(
              .message(.developerPseudo), isOn: state.pseudo != nil, word: pseudo,
              id: .developer(.pseudoLanguage)),
          ])
      ])
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    switch item {
    case .developer(.messages): .message(.hintMessages)
    case .developer(.pseudoLanguage): .message(.hintPseudo)
    default: nil
    }
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    switch item {
    case .developer(.messages): return pageOpened(.messages, &state)
    case .developer(.pseudoLanguage): return pseudoLanguageTurned(&state)
    default: return []
    }
  }

  /// Shows the next pseudo-language; after the last one, the real texts again. Only the texts
  /// change: nothing is chosen, written or sent.
  private static func pseudoLanguageTurned(_ state: inout SettingsState) -> [Effect] {
    let all = PseudoLanguage.allCases
    let next = state.pseudo.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    state.pseudo = all.indices.contains(next) ? all[next] : nil
    return state.language(with: state.language.code).map { [.loadCatalog($0)] } ?? []
  }
}
