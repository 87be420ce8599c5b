import AccountModel
import Forms
import Localization

/// The sync of the choice made here with the account (R38).
enum SyncSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    let sync = state.account.sync
    var facts: [SectionPart] = [
      .value(.message(.syncState), .message(words(for: sync)), sign: state.syncSummary?.sign),
      .value(
        .message(.syncLastTime), sync.syncedAt.map { .moment($0) } ?? .message(.syncNever)),
    ]
    if let time = sync.syncedAt {
      facts.append(.value(.message(.howLongAgo), .age(of: time, now: state.now)))
    }
    facts += [
      .value(
        .message(.syncPending),
        sync.isPending ? .nativeName(state.language) : .message(.nothing)),
      .value(.message(.accountPlace), server(state)),
    ]
    if let place = state.account.tokenPlace {
      facts.append(.value(.message(.tokenPlace), .tokenPlace(place)))
    }
    if let failure = sync.failure {
      facts.append(.paragraph(failure.text, .error, sign: .failed))
    }
    return SectionForm(
      .message(.syncSection), about: .message(.syncDescription),
      [
        SectionCard(nil, facts),
        SectionCard(nil, [.button(.message(.synchronizeNow), id: .synchronize)]),
      ])
  }

  private static func server(_ state: SettingsState) -> Text {
    switch state.account.home {
    case .embedded: .message(.thisMachine)
    case .remote(let server): .address(server)
    }
  }

  private static func words(for sync: SyncStatus) -> Message {
    switch sync {
    case .unknown: .syncUnknown
    case .unavailable: .syncUnavailableState
    case .reported(let report):
      switch report.state {
      case .synced: .syncDone
      case .pending, .unconfirmed: .notSyncedYet
      case .sending: .syncSending
      }
    }
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    item == .synchronize ? .message(.hintSynchronize) : nil
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    item == .synchronize ? [.message(.explainSync)] : []
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    item == .synchronize ? update(&state, .synchronizeChosen) : []
  }
}

extension Text {
  /// Where the token is kept (R41).
  static func tokenPlace(_ place: TokenPlace?) -> Text {
    switch place {
    case .environment: .code(AccountFiles.tokenVariable)
    case .secretService: .message(.tokenInKeyring)
    case .file: .message(.tokenInFile)
    case nil: .message(.none)
    }
  }
}
