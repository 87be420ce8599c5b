import AccountModel
import Cells
import Forms
import Localization

/// The section Account: the profile card, the profiles, and signing out.
enum AccountSection: SectionContent {
  private static func fields(of account: Account, _ state: State) -> [AccountField] {
    AccountField.allCases.filter { field in
      switch field {
      case .email: account.email != nil
      case .phone: account.phone != nil
      case .profile: account.profiles.count > 0
      case .token: state.account.tokenPlace != nil
      default: true
      }
    }
  }

  static func form(_ state: State) -> SectionForm {
    let place: Message = state.account.isRemote ? .accountRemote : .accountEmbedded
    var about = [SectionPart.paragraph(.message(place), .quiet)]
    if state.account.isCached { about.append(.paragraph(.message(.accountCached), .pending)) }
    var cards = [SectionCard(.message(.accountSection), about)]
    guard let account = state.account.details else {
      let reason: Text =
        state.account.sync == .unavailable
        ? .message(.accountUnavailable, [state.logPath]) : .message(.accountLoading)
      cards.append(SectionCard(nil, [.paragraph(reason, .quiet)]))
      return SectionForm(cards)
    }
    cards.append(SectionCard(nil, fields(of: account, state).map { part($0, account, state) }))
    if account.profiles.count > 1 { cards.append(profiles(of: account, state)) }
    if state.account.isRemote {
      cards.append(SectionCard(nil, [.action(.message(.signOut), id: .signOut)]))
    }
    return SectionForm(cards)
  }

  private static func part(
    _ field: AccountField, _ account: Account, _ state: State
  ) -> SectionPart {
    let item = Item.accountField(field)
    if let editing = state.editing, editing.item == item {
      return .field(.message(.accountNote), editing.field.content(state), id: item)
    }
    let (label, value) = describe(field, account, state)
    return .value(.message(label), value, id: item)
  }

  private static func profiles(of account: Account, _ state: State) -> SectionCard {
    SectionCard(
      .message(.profiles), list: account.profiles,
      ids: account.profiles.map { .profile($0.profileID) },
      part: { profile in
        let isActive = profile.profileID == account.activeProfileID
        let language = language(of: profile, state)
        let detail: Text? =
          isActive
          ? language.map { .message(.plainState, [.message(.profileActive), $0]) }
            ?? .message(.profileActive)
          : language
        return .option(
          .person(profile.name), detail: detail, .check(isCurrent: isActive),
          id: .profile(profile.profileID))
      })
  }

  private static func describe(
    _ field: AccountField, _ account: Account, _ state: State
  ) -> (Message, Text) {
    let profile = account.profiles.first { $0.profileID == account.activeProfileID }
    return switch field {
    case .name: (.accountName, .person(account.name))
    case .login: (.accountLogin, .identifier(.login(account.login)))
    case .email: (.accountEmail, .identifier(.address(account.email ?? "")))
    case .phone: (.accountPhone, .identifier(.address(account.phone ?? "")))
    case .profile: (.profile, profile.map { .person($0.name) } ?? .message(.none))
    case .language:
      (
        .languageSection,
        profile.flatMap { language(of: $0, state) } ?? .nativeName(state.language)
      )
    case .note: (.accountNote, account.note.isEmpty ? .message(.none) : .person(account.note))
    case .place:
      switch state.account.home {
      case .embedded: (.accountPlace, .message(.thisMachine))
      case .remote(let server): (.accountPlace, .identifier(.address(server)))
      }
    case .token: (.tokenPlace, .tokenPlace(state.account.tokenPlace))
    }
  }

  static func field(for item: Item, _ state: State) -> TextField? {
    guard item == .accountField(.note), let account = state.account.details,
      state.account.work == nil
    else { return nil }
    return TextField(
      account.note,
      rules: .init(kind: .person, maximum: .scalars(Bounds.note), lineBreaks: .areKept))
  }

  static func textKept(_ text: String, for item: Item, _ state: inout State) -> [Effect] {
    begin(.setNote(text), &state)
  }

  private static func language(of profile: Profile, _ state: State) -> Text? {
    guard let code = LanguageCode(rawValue: profile.languageCode) else { return nil }
    if let language = state.languages?.first(where: { $0.code == code }) {
      return .nativeName(language)
    }
    return .identifier(.code(code.uppercased))
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    switch item {
    case .profile(let id):
      guard let profile = state.account.details?.profiles.first(where: { $0.profileID == id })
      else {
        return nil
      }
      return id == state.account.details?.activeProfileID
        ? .message(.hintProfileActive, [.person(profile.name)])
        : .message(.hintProfile, [.person(profile.name)])
    case .signOut: return .message(.hintSignOut)
    case .accountField(.note): return .message(.hintNote)
    default: return .message(.hintAbout)
    }
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
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
