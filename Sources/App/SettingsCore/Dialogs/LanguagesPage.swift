import Forms
import Localization

/// The lines about the languages in order.
enum LanguagesPage {
  /// The languages, and the line that adds one.
  static func form(_ state: SettingsState) -> Form<Text, ListDialog.Line> {
    let languages = state.orderedLanguages.map { code in
      Part<Text, ListDialog.Line>.value(
        state.name(of: code),
        code == state.language.code ? .message(.currentLanguage) : .code(code.uppercased),
        id: .language(code))
    }
    return Form([
      Card(nil, [.paragraph(.message(.languagesAbout), .quiet)] + languages),
      Card(nil, [.action(.message(.languageAdd), id: .add)]),
    ])
  }

  /// What can be done with one of them.
  static func moves(
    of code: LanguageCode, _ state: SettingsState
  ) -> Form<Text, ListDialog.Line> {
    let all = state.orderedLanguages
    let moves: [(ListDialog.Line, Message, Bool)] = [
      (.moveUp, .languageUp, code != all.first), (.moveDown, .languageDown, code != all.last),
      (.remove, .languageRemove, all.count > 1),
    ]
    return Form([
      Card(nil, moves.filter(\.2).map { .action(.message($0.1), id: $0.0) })
    ])
  }

  /// The order after a move; nil for another line.
  static func order(
    after line: ListDialog.Line, of code: LanguageCode, _ state: SettingsState
  ) -> [LanguageCode]? {
    var all = state.orderedLanguages
    guard let place = all.firstIndex(of: code) else { return nil }
    switch line {
    case .moveUp where place > 0: all.swapAt(place, place - 1)
    case .moveDown where place < all.count - 1: all.swapAt(place, place + 1)
    case .remove: all.remove(at: place)
    default: return nil
    }
    return all
  }
}
