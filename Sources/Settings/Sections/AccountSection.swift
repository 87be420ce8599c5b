import AccountModel
import Cells
import Localization

/// Whose account it is: the profile card, the profiles, and the way out of it.
enum AccountSection: SectionContent {
  static func items(in state: State) -> [Item] {
    guard let account = state.account.details else { return [] }
    var items = fields(of: account, state).map { Item.accountField($0) }
    if account.profiles.count > 1 { items += account.profiles.map { .profile($0.profileID) } }
    if state.account.isRemote { items.append(.signOut) }
    return items
  }

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

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.accountSection), .heading, width: width, state)
    let place: Message = state.account.isRemote ? .accountRemote : .accountEmbedded
    lines += ContentLine.wrapped(.message(place), .quiet, width: width, state)
    if state.account.isCached {
      lines += ContentLine.wrapped(.message(.accountCached), .pending, width: width, state)
    }
    lines.append(.blank)
    guard let account = state.account.details else {
      let reason: Text =
        state.account.sync == .unavailable
        ? .message(.accountUnavailable, [state.logPath]) : .message(.accountLoading)
      return lines + ContentLine.wrapped(reason, .quiet, width: width, state)
    }
    for field in fields(of: account, state) {
      if let editing = state.editing, editing.item == .accountField(field) {
        lines += ContentLine.field(
          editing.field, label: .message(.accountNote), item: .accountField(field), hasCaret: true,
          width: width, state)
        continue
      }
      let (label, value) = describe(field, account, state)
      lines += ContentLine.labelled(
        .accountField(field), sign: [], label: .message(label), value: value, style: .normal,
        width: width, state)
    }
    if account.profiles.count > 1 {
      lines.append(.blank)
      lines += ContentLine.wrapped(.message(.profiles), .heading, width: width, state)
      lines.append(
        list: account.profiles, as: account.profiles.map { .profile($0.profileID) }, state
      ) { profile in
        let isActive = profile.profileID == account.activeProfileID
        let language = language(of: profile, state)
        let value: Text? =
          isActive
          ? language.map { .message(.plainState, [.message(.profileActive), $0]) }
            ?? .message(.profileActive)
          : language
        return ContentLine.labelled(
          .profile(profile.profileID), sign: [Glyph(isActive ? "✓" : " ")],
          label: .person(profile.name),
          value: value, style: isActive ? .current : .normal, width: width, state)
      }
    }
    if state.account.isRemote {
      lines.append(.blank)
      lines += ContentLine.labelled(
        .signOut, sign: [], label: .message(.signOut), value: nil, style: .normal, width: width,
        state)
    }
    return lines
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
