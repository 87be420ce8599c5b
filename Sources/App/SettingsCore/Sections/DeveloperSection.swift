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
    let tools = DeveloperTool.allCases.map { tool in
      let (label, value) = describe(tool, state)
      return SectionPart.value(.message(label), value, id: .developer(tool))
    }
    return SectionForm(
      .message(.developerSection), about: .message(.developerDescription),
      [SectionCard(nil, tools)])
  }

  private static func describe(_ tool: DeveloperTool, _ state: SettingsState) -> (Message, Text) {
    switch tool {
    case .messages: (.developerMessages, .path(state.environment.logPath))
    case .pseudoLanguage:
      (.developerPseudo, state.pseudo.map { .code($0.rawValue) } ?? .message(.none))
    }
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
    let code = state.language.code
    return state.languages?.first { $0.code == code }.map { [.loadCatalog($0)] } ?? []
  }
}
