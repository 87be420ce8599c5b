import Localization

// Several languages in order (R106): the screen has the first that is available, programs get all.

extension LanguagePreference {
  var code: LanguageCode? { if case .explicit(let code) = self { code } else { nil } }
}

extension SettingsState {
  /// The languages that programs get, in order.
  var orderedLanguages: [LanguageCode] {
    guard let code = preference.code else { return [language.code] }
    return languageOrder.isEmpty ? [code] : languageOrder
  }

  /// The order with another choice, which comes first; nil if there is no order.
  func order(with preference: LanguagePreference) -> [LanguageCode]? {
    guard !languageOrder.isEmpty, let code = preference.code, preference != self.preference else {
      return nil
    }
    return [code] + languageOrder.filter { $0 != code }
  }

  /// The languages in order, as a value.
  var orderText: Text { text(of: orderedLanguages) }

  func text(of codes: [LanguageCode]) -> Text {
    codes.dropFirst().reduce(name(of: codes[0])) { .message(.plainState, $0, name(of: $1)) }
  }

  /// A language's own name, or its name in the displayed language.
  func name(of code: LanguageCode) -> Text {
    language(with: code).map { .nativeName($0) } ?? .languageName(code)
  }

  /// Whether the screen can have a language.
  public func isAvailable(_ code: LanguageCode) -> Bool {
    language(with: code).map { isOffered($0) } ?? false
  }
}

/// Handles a choice of languages in order. The first one that is available becomes the language of the
/// screen; without one, nothing changes.
func languagesChosen(_ codes: [LanguageCode], _ state: inout SettingsState) -> [Effect] {
  guard let first = codes.first(where: state.isAvailable) else {
    return raise(.message(.languagesUnavailableHere), &state)
  }
  let preference = LanguagePreference.explicit(first)
  if preference == state.preference, codes == state.orderedLanguages,
    state.preferenceStanding == .stored
  {
    return []
  }
  return changeLanguage(
    to: preference, state.language(with: first), by: .choice, order: codes, &state)
}

/// Goes back to a former choice, and says so.
func languagesUndone(
  _ order: [LanguageCode], _ former: LanguagePreference, _ state: inout SettingsState
) -> [Effect] {
  changeLanguage(
    to: former, state.resolve(former), by: .undo,
    order: order.isEmpty ? [former.code ?? state.language.code] : order, &state)
}

/// Handles the order that another instance chose: it is applied but not written again (R34).
func languagesObserved(_ codes: [LanguageCode], _ state: inout SettingsState) -> [Effect] {
  guard !codes.isEmpty, codes != state.orderedLanguages else { return [] }
  let former = state.languageOrder
  state.languageOrder = codes
  // Another language is reported by itself.
  guard state.preference.code.map(codes.contains) == true,
    codes.first(where: state.isAvailable) == state.preference.code
  else { return [] }
  state.undo = .languages(former, state.preference)
  return raiseChange(
    .settingChangedHere, [.message(.moreLanguages), state.orderText], of: .language, &state)
}
