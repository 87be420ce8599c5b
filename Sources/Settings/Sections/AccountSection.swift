import Cells
import Localization

/// Whose account it is: the profile card, the profiles, and the way out of it.
enum AccountSection: SectionContent {
  static func items(in state: State) -> [Item] {
    guard let record = state.account.record else { return [] }
    var items = fields(of: record, state).map { Item.accountField($0) }
    if record.profiles.count > 1 { items += record.profiles.map { .profile($0.id) } }
    if state.account.isRemote { items.append(.signOut) }
    return items
  }

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

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.accountSection), .heading, width: width, state)
    let place: Message = state.account.isRemote ? .accountRemote : .accountEmbedded
    lines += ContentLine.wrapped(.message(place), .quiet, width: width, state)
    if state.account.isCached {
      lines += ContentLine.wrapped(.message(.accountCached), .pending, width: width, state)
    }
    lines.append(.blank)
    guard let record = state.account.record else {
      let reason: Text =
        state.account.sync.phase == .unavailable
        ? .message(.accountUnavailable, [state.logPath]) : .message(.accountLoading)
      return lines + ContentLine.wrapped(reason, .quiet, width: width, state)
    }
    for field in fields(of: record, state) {
      if let editing = state.editing, editing.item == .accountField(field) {
        lines += ContentLine.field(
          editing.field, label: .message(.accountNote), item: .accountField(field), hasCaret: true,
          width: width, state)
        continue
      }
      let (label, value) = describe(field, record, state)
      lines += ContentLine.labelled(
        .accountField(field), sign: [], label: .message(label), value: value, role: .normal,
        width: width, state)
    }
    if record.profiles.count > 1 {
      lines.append(.blank)
      lines += ContentLine.wrapped(.message(.profiles), .heading, width: width, state)
      lines.append(
        list: record.profiles, as: record.profiles.map { .profile($0.id) }, state
      ) { profile in
        let isActive = profile.id == record.activeProfile
        let language = language(of: profile, state)
        let value: Text? =
          isActive
          ? language.map { .message(.plainState, [.message(.profileActive), $0]) }
            ?? .message(.profileActive)
          : language
        return ContentLine.labelled(
          .profile(profile.id), sign: [Glyph(isActive ? "✓" : " ")], label: .person(profile.name),
          value: value, role: isActive ? .current : .normal, width: width, state)
      }
    }
    if state.account.isRemote {
      lines.append(.blank)
      lines += ContentLine.labelled(
        .signOut, sign: [], label: .message(.signOut), value: nil, role: .normal, width: width,
        state)
    }
    return lines
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
