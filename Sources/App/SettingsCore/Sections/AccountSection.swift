import AccountModel
import Cells
import Forms
import Localization

/// The section Account: the profile card, the profiles, and signing out.
enum AccountSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    let place: Message = state.account.isRemote ? .accountRemote : .accountEmbedded
    var cards: [SectionCard] = []
    if state.account.isCached {
      cards.append(
        SectionCard(nil, [.paragraph(.message(.accountCached), sign: .lasting)]))
    }
    if let account = state.account.details {
      cards.append(card(of: account))
      if account.profiles.count > 1 { cards.append(profiles(of: account, state)) }
      cards.append(SectionCard(.message(.accountDetails), details(of: account, state)))
      if state.account.isRemote {
        cards.append(SectionCard(nil, [.button(.message(.signOut), id: .signOut)]))
      }
    } else {
      let reason: Text =
        state.account.sync == .unavailable
        ? .message(.accountUnavailable, state.logPath) : .message(.accountLoading)
      cards.append(SectionCard(nil, [.paragraph(reason, .quiet)]))
    }
    return SectionForm(.message(.accountSection), about: .message(place), cards)
  }

  /// The account's owner.
  private static func card(of account: Account) -> SectionCard {
    var parts = [SectionPart.paragraph(.person(account.name), .current)]
    if let email = account.email {
      parts.append(.paragraph(.address(email), .quiet))
    }
    return SectionCard(nil, parts)
  }

  private static func details(of account: Account, _ state: SettingsState) -> [SectionPart] {
    let profile = account.profiles.first { $0.profileID == account.activeProfileID }
    var parts: [SectionPart] = [.value(.message(.accountLogin), .login(account.login))]
    if let phone = account.phone { parts.append(.value(.message(.accountPhone), .address(phone))) }
    if !account.profiles.isEmpty {
      let name: Text = profile.map { .person($0.name) } ?? .message(.none)
      parts.append(.value(.message(.profile), name))
    }
    let spoken: Text = profile.flatMap { language(of: $0, state) } ?? .nativeName(state.language)
    parts += [
      .value(.message(.languageSection), spoken), note(account, state),
      .value(.message(.accountPlace), state.account.placeText),
    ]
    if let place = state.account.tokenPlace {
      parts.append(.value(.message(.tokenPlace), place.text))
    }
    return parts
  }

  /// The note, or the one that is being saved, or its open field.
  private static func note(_ account: Account, _ state: SettingsState) -> SectionPart {
    if let editing = state.editing, editing.item == .note {
      return .field(.message(.accountNote), editing.field.content(state), id: .note)
    }
    let note =
      if case .setNote(let note) = state.account.work?.request { note } else { account.note }
    return .entry(.message(.accountNote), note.isEmpty ? .message(.none) : .person(note), id: .note)
  }

  private static func profiles(of account: Account, _ state: SettingsState) -> SectionCard {
    SectionCard(
      .message(.profiles), list: account.profiles,
      ids: account.profiles.map { .profile($0.profileID) },
      part: { profile in
        let isActive = profile.profileID == account.activeProfileID
        let language = language(of: profile, state)
        let detail: Text? =
          isActive
          ? language.map { .message(.plainState, .message(.profileActive), $0) }
            ?? .message(.profileActive)
          : language
        return .option(
          .person(profile.name), detail: detail, .radio(isCurrent: isActive),
          id: .profile(profile.profileID))
      })
  }

  static func field(for item: Item, _ state: SettingsState) -> TextField? {
    guard item == .note, let account = state.account.details,
      state.account.work == nil
    else { return nil }
    return TextField(
      account.note,
      rules: .init(kind: .person, maximum: .scalars(Bounds.note), lineBreaks: .areKept))
  }

  static func textKept(_ text: String, for item: Item, _ state: inout SettingsState) -> [Effect] {
    begin(.setNote(text), &state)
  }

  private static func language(of profile: Profile, _ state: SettingsState) -> Text? {
    guard let code = LanguageCode(rawValue: profile.languageCode) else { return nil }
    return state.language(with: code).map { .nativeName($0) } ?? .code(code.uppercased)
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    switch item {
    case .profile(let id):
      guard let profile = state.account.details?.profiles.first(where: { $0.profileID == id })
      else {
        return nil
      }
      return id == state.account.details?.activeProfileID
        ? .message(.hintProfileActive, .person(profile.name))
        : .message(.hintProfile, .person(profile.name))
    case .signOut: return .message(.hintSignOut)
    case .note: return .message(.hintNote)
    default: return nil
    }
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    if case .profile = item { [.message(.explainProfile)] } else { [] }
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    guard state.account.work == nil else { return [] }
    switch item {
    case .profile(let id) where id != state.account.details?.activeProfileID:
      state.dialogs.append(.question(QuestionDialog(.switchProfile(id))))
    case .signOut: state.dialogs.append(.question(QuestionDialog(.signOut)))
    default: break
    }
    return []
  }
}
