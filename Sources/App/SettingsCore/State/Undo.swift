import AccountModel
import Localization

/// The action that undoes the last change, made here or elsewhere.
public enum Undo: Hashable, Sendable {
  case preference(LanguagePreference)
  /// All languages in order, if there were several, and the preference.
  case languages([LanguageCode], LanguagePreference)
  case setting(SettingChoice)
  case program(ProgramChoice)
  case market(MarketCode)
  case profile(Int64)
  case privacy(Privacy)
  case shell(ShellGoal)

  /// The setting that it changes back, if its changes are reported.
  var subject: Toast.Subject? {
    switch self {
    case .preference, .languages: .language
    case .setting(let former): .setting(former.setting)
    case .program(let former): .program(former.program)
    case .market: .region
    case .profile, .privacy, .shell: nil
    }
  }
}

// MARK: As text

extension Undo {
  /// The undo in words, for the program that replaces this one (R16).
  public var name: String {
    switch self {
    case .preference(.system): "preference system"
    case .preference(.explicit(let code)): "preference \(code)"
    case .languages(let order, let preference):
      "languages \(order.map(\.rawValue).joined(separator: ",")) "
        + (preference.code?.rawValue ?? "system")
    case .setting(let former):
      "setting \(former.setting.rawValue) \(former.value?.word ?? "")"
    case .program(let former):
      "program \(former.program.rawValue) \(former.language?.rawValue ?? "")"
    case .market(let code): "market \(code.rawValue)"
    case .profile(let id): "profile \(id)"
    case .privacy(let former): "privacy \(former.analytics) \(former.diagnostics)"
    case .shell(let goal): "shell \(goal.rawValue)"
    }
  }

  /// The undo with a name; nil if there is none.
  public init?(name: String) {
    let words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 2 else { return nil }
    let last = words.count == 3 ? words[2] : nil
    let undo: Undo? =
      switch (words[0], words[1], last) {
      case ("preference", "system", nil): .preference(.system)
      case ("preference", let code, nil):
        LanguageCode(rawValue: code).map { .preference(.explicit($0)) }
      case ("languages", let order, let code?):
        Self.languages(order, code)
      case ("setting", let name, let word?):
        StoredSetting(rawValue: name).flatMap {
          word.isEmpty ? SettingChoice.none($0) : SettingChoice($0, word)
        }.map { .setting($0) }
      case ("program", let name, let code?):
        ProgramName(rawValue: name).flatMap { name in
          let language = LanguageCode(rawValue: code)
          return code.isEmpty || language != nil ? .program(ProgramChoice(name, language)) : nil
        }
      case ("market", let code, nil): MarketCode(rawValue: code).map { .market($0) }
      case ("profile", let id, nil): Int64(id).map { .profile($0) }
      case ("privacy", let analytics, let diagnostics?):
        Bool(analytics).flatMap { analytics in
          Bool(diagnostics).map {
            .privacy(Privacy(analytics: analytics, diagnostics: $0))
          }
        }
      case ("shell", let goal, nil): ShellGoal(rawValue: goal).map { .shell($0) }
      default: nil
      }
    guard let undo else { return nil }
    self = undo
  }

  private static func languages(_ order: String, _ code: String) -> Undo? {
    let words = order.split(separator: ",").map(String.init)
    let codes = words.compactMap(LanguageCode.init(rawValue:))
    guard codes.count == words.count else { return nil }
    if code == "system" { return .languages(codes, .system) }
    return LanguageCode(rawValue: code).map { .languages(codes, .explicit($0)) }
  }
}

/// Shows a change that the user did not make on this screen, and how to undo it. It stays while the
/// user types.
func raiseChange(
  _ message: Message, _ values: [Text], of subject: Toast.Subject, _ state: inout SettingsState
) -> [Effect] {
  raise(
    .message(message, values), isWarning: false, isOutcome: false, outlastsKeys: true,
    subject: subject, &state)
}

/// Undoes the last change, and says so. That is a choice too, so undoing twice chooses again what was
/// undone.
func choiceUndone(_ state: inout SettingsState) -> [Effect] {
  switch state.undo {
  case .preference(let former): preferenceChosen(former, by: .undo, &state)
  case .languages(let order, let former): languagesUndone(order, former, &state)
  case .setting(let former): settingUndone(former, &state)
  case .program(let former): programUndone(former, &state)
  case .market(let former): marketAccepted(former, &state)
  case .profile(let former): begin(.switchProfile(former), &state)
  case .privacy(let former):
    begin(.setPrivacy(analytics: former.analytics, diagnostics: former.diagnostics), &state)
  case .shell(let former): shellGoalAccepted(former, &state)
  case nil: []
  }
}

extension SettingsState {
  /// A toast as it reads now: while `u` undoes what it reports, it says so. In a text field and in a
  /// dialog, `u` does not.
  func text(of toast: Toast) -> Text {
    guard case .screen = KeyLayer(self), let undo = toast.undo, undo == self.undo,
      let former = value(of: undo)
    else { return toast.text }
    return .message(.undoOffered, toast.text, .key(.u), former)
  }

  /// The value that an undo goes back to; nil if no toast offers it.
  private func value(of undo: Undo) -> Text? {
    switch undo {
    case .preference(let former), .languages(_, let former):
      guard let language = resolve(former) else { return nil }
      return language.code == self.language.code
        ? .message(former == .system ? .on : .off) : .nativeName(language)
    case .setting(let former): return settings.with(former).value(of: former.setting).meaning
    case .program(let former): return former.meaning(self)
    case .market(let former): return .market(former)
    case .profile, .privacy, .shell: return nil
    }
  }
}
