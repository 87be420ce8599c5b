import Cells
import Forms
import Localization

/// Whose account it is: the profile card, the profiles, and the way out of it.
enum AccountSection: SectionContent {
  private static func fields(of record: AccountRecord, _ state: State) -> [AccountField] {
    AccountField.allCases.filter { field in
      switch field {
      case .email: record.email != nil
      case .phone: record.phone != nil
      case .profile: record.profiles.count > 0
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
    guard let record = state.account.record else {
      let reason: Text =
        state.account.sync.phase == .unavailable
        ? .message(.accountUnavailable, [state.logPath]) : .message(.accountLoading)
      cards.append(SectionCard(nil, [.paragraph(reason, .quiet)]))
      return SectionForm(cards)
    }
    cards.append(SectionCard(nil, fields(of: record, state).map { part($0, record, state) }))
    if record.profiles.count > 1 { cards.append(profiles(of: record, state)) }
    if state.account.isRemote {
      cards.append(SectionCard(nil, [.action(.message(.signOut), id: .signOut)]))
    }
    return SectionForm(cards)
  }

  private static func part(
    _ field: AccountField, _ record: AccountRecord, _ state: State
  ) -> SectionPart {
    let item = Item.accountField(field)
    if let editing = state.editing, editing.item == item {
      return .field(.message(.accountNote), editing.field.content(state), id: item)
    }
    let (label, value) = describe(field, record, state)
    return .value(.message(label), value, id: item)
  }

  private static func profiles(of record: AccountRecord, _ state: State) -> SectionCard {
    SectionCard(
      .message(.profiles), list: record.profiles, ids: record.profiles.map { .profile($0.id) },
      part: { profile in
        let isActive = profile.id == record.activeProfile
        let language = language(of: profile, state)
        let detail: Text? =
          isActive
          ? language.map { .message(.plainState, [.message(.profileActive), $0]) }
            ?? .message(.profileActive)
          : language
        return .option(
          .person(profile.name), detail: detail, .check(isCurrent: isActive),
          id: .profile(profile.id))
      })
  }

  private static func describe(
    _ field: AccountField, _ record: AccountRecord, _ state: State
  ) -> (Message, Text) {
    let profile = record.profiles.first { $0.id == record.activeProfile }
    return switch field {
    case .name: (.accountName, .person(record.name))
    case .login: (.accountLogin, .identifier(.login(record.login)))
    case .email: (.accountEmail, .identifier(.address(record.email ?? "")))
    case .phone: (.accountPhone, .identifier(.address(record.phone ?? "")))
    case .profile: (.profile, profile.map { .person($0.name) } ?? .message(.none))
    case .language:
      (
        .languageSection,
        profile.flatMap { language(of: $0, state) } ?? .nativeName(state.language)
      )
    case .note: (.accountNote, record.note.isEmpty ? .message(.none) : .person(record.note))
    case .place:
      switch state.account.home {
      case .embedded: (.accountPlace, .message(.thisMachine))
      case .remote(let server): (.accountPlace, .identifier(.address(server)))
      }
    case .token: (.tokenPlace, .tokenPlace(state.account.tokenPlace))
    }
  }

  static func field(for item: Item, _ state: State) -> TextField? {
    guard item == .accountField(.note), let record = state.account.record,
      state.account.work == nil
    else { return nil }
    return TextField(
      record.note, rules: .init(kind: .person, maximum: .scalars(2000), lineBreaks: .areKept))
  }

  static func textKept(_ text: String, for item: Item, _ state: inout State) -> [Effect] {
    begin(.setNote(text), &state)
  }

  private static func language(of profile: AccountRecord.Profile, _ state: State) -> Text? {
    guard let code = profile.language else { return nil }
    if let language = state.languages?.first(where: { $0.code == code }) {
      return .nativeName(language)
    }
    return .identifier(.code(code.uppercased))
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    switch item {
    case .profile(let id):
      guard let profile = state.account.record?.profiles.first(where: { $0.id == id }) else {
        return nil
      }
      return id == state.account.record?.activeProfile
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
    case .profile(let id) where id != state.account.record?.activeProfile:
      state.dialogs.append(.question(QuestionDialog(.switchProfile(id))))
    case .signOut: state.dialogs.append(.question(QuestionDialog(.signOut)))
    default: break
    }
    return []
  }
}
