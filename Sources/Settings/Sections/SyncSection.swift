import Localization

/// How far the account knows of the choice made here (R38).
enum SyncSection: SectionContent {
  static func items(in state: State) -> [Item] {
    facts(state).map { .syncFact($0) } + [.synchronize]
  }

  private static func facts(_ state: State) -> [SyncFact] {
    SyncFact.allCases.filter { $0 != .token || state.account.tokenPlace != nil }
  }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.syncSection), .heading, width: width, state)
    lines += ContentLine.wrapped(.message(.syncDescription), .quiet, width: width, state)
    lines.append(.blank)
    for fact in facts(state) {
      let (label, value) = describe(fact, state)
      lines += ContentLine.labelled(
        .syncFact(fact), sign: [], label: .message(label), value: value, role: .normal,
        width: width, state)
    }
    if let failure = state.account.sync.failure {
      lines += ContentLine.wrapped(failure.text, .warning, width: width, state)
    }
    lines.append(.blank)
    return lines
      + ContentLine.labelled(
        .synchronize, sign: [], label: .message(.synchronizeNow), value: nil, role: .normal,
        width: width, state)
  }

  private static func describe(_ fact: SyncFact, _ state: State) -> (Message, Text) {
    let sync = state.account.sync
    return switch fact {
    case .state: (.syncState, .message(phase(sync.phase)))
    case .lastTime: (.syncLastTime, lastTime(sync.lastSuccess, state))
    case .pending:
      (
        .syncPending,
        sync.phase == .pending || sync.phase == .sending
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

  private static func phase(_ phase: SyncStatus.Phase) -> Message {
    switch phase {
    case .unknown: .syncUnknown
    case .synced: .syncDone
    case .pending: .notSyncedYet
    case .sending: .syncSending
    case .unavailable: .syncUnavailableState
    }
  }

  private static func lastTime(_ time: Int64, _ state: State) -> Text {
    guard time != 0 else { return .message(.syncNever) }
    let formatting = state.formatting
    return .message(
      .lastChangeValue,
      [
        .formatted(formatting.dateAndTime(time, in: state.language)),
        .formatted(formatting.relativeTime(from: time, to: state.now, in: state.language)),
      ])
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    item == .synchronize ? .message(.hintSynchronize) : .message(.hintAbout)
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    item == .synchronize ? update(&state, .synchronizeChosen) : []
  }
}

extension Text {
  /// Where the session's token is kept (R41).
  static func tokenPlace(_ place: TokenPlace?) -> Text {
    switch place {
    case .environment: .identifier(.code("LISAN_TOKEN"))
    case .secretService: .message(.tokenInKeyring)
    case .file: .message(.tokenInFile)
    case nil: .message(.none)
    }
  }
}
