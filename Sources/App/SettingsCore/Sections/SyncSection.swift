import AccountModel
import Forms
import Localization

/// The sync of the choice made here with the account (R38).
enum SyncSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    let sync = state.account.sync
    var facts: [SectionPart] = [
      .value(
        .message(.syncState), .message(sync.summary?.word ?? .syncUnknown),
        sign: state.syncSummary?.sign)
    ]
    facts += state.lastTime(.syncLastTime, sync.syncedAt, never: .syncNever)
    // Without a confirmation it is not known.
    if sync.isPending || sync.state == .synced {
      facts.append(
        .value(.message(.syncPending), sync.isPending ? state.choiceName : .message(.nothing)))
    }
    facts.append(.value(.message(.accountPlace), state.account.placeText))
    if let place = state.account.tokenPlace {
      facts.append(.value(.message(.tokenPlace), place.text))
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

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    item == .synchronize ? .message(.hintSynchronize) : nil
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    item == .synchronize ? [.message(.explainSync)] : []
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    item == .synchronize ? begin(.synchronize, &state) : []
  }
}
