import AccountModel
import Forms
import Localization

/// The sync of the choice made here with the account (R38).
enum SyncSection: SectionContent {
  static func form(_ state: State) -> SectionForm {
    var facts = SyncFact.allCases.filter { $0 != .token || state.account.tokenPlace != nil }
      .map { fact in
        let (label, value) = describe(fact, state)
        return SectionPart.value(.message(label), value, id: .syncFact(fact))
      }
    if let failure = state.account.sync.failure {
      facts.append(.paragraph(failure.text, .warning))
    }
    return SectionForm([
      SectionCard(.message(.syncSection), [.paragraph(.message(.syncDescription), .quiet)]),
      SectionCard(nil, facts),
      SectionCard(nil, [.action(.message(.synchronizeNow), id: .synchronize)]),
    ])
  }

  private static func describe(_ fact: SyncFact, _ state: State) -> (Message, Text) {
    let sync = state.account.sync
    return switch fact {
    case .state: (.syncState, .message(words(for: sync)))
    case .lastTime: (.syncLastTime, lastTime(sync.syncedAt, state))
    case .pending:
      (
        .syncPending,
        sync.isPending
          ? .nativeName(state.language) : .message(.nothing)
      )
    case .server:
      switch state.account.home {
      case .embedded: (.accountPlace, .message(.thisMachine))
      case .remote(let server): (.accountPlace, .identifier(.address(server)))
      }
    case .token: (.tokenPlace, .tokenPlace(state.account.tokenPlace))
    }
  }

  private static func words(for sync: SyncStatus) -> Message {
    switch sync {
    case .unknown: .syncUnknown
    case .unavailable: .syncUnavailableState
    case .reported(let report):
      switch report.state {
      case .synced: .syncDone
      case .pending: .notSyncedYet
      case .sending: .syncSending
      }
    }
  }

  private static func lastTime(_ time: Int64?, _ state: State) -> Text {
    guard let time else { return .message(.syncNever) }
    return .message(.lastChangeValue, [.moment(time), .elapsed(from: time, to: state.now)])
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    item == .synchronize ? .message(.hintSynchronize) : .message(.hintAbout)
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    item == .synchronize ? update(&state, .synchronizeChosen) : []
  }
}

extension Text {
  /// Where the token is kept (R41).
  static func tokenPlace(_ place: TokenPlace?) -> Text {
    switch place {
    case .environment: .identifier(.code("LISAN_TOKEN"))
    case .secretService: .message(.tokenInKeyring)
    case .file: .message(.tokenInFile)
    case nil: .message(.none)
    }
  }
}
