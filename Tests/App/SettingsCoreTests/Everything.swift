import AccountModel
import Cells
import Localization
import SettingsCore
import Testing

extension Conductor {
  /// Signed in at a server as a developer with two profiles, with every flag and market: every
  /// section is there, and whatever a section can show.
  static func everything(
    _ code: LanguageCode = english, choosing other: LanguageCode? = nil, note: String = "",
    withoutScreen: Bool = false,
    chosenAt: Int64 = 1000, answersValues: Bool = true,
    size: Size = Size(columns: 80, rows: 24), formatting: ValueFormatting? = nil,
    system: [LanguageCode] = [], direction: Direction? = nil, runtime: Direction? = nil
  ) throws -> Conductor {
    let markets = try MarketList(directory: resources).adding(
      languageList(with: other ?? code).dropIns)
    var conductor = try Conductor(
      code, choosing: other, chosenAt: chosenAt, system: system, runtime: runtime,
      withoutScreen: withoutScreen,
      size: size, formatting: formatting ?? Conductor.formatting,
      answersValues: answersValues, direction: direction,
      markets: markets,
      account: AccountState(server: "https://accounts.example.org"))
    let record = Account(
      accountID: 1, login: "ana@example.org", name: "Ana", email: "ana@example.org",
      phone: "+20 2 2345 6789",
      note: note, isDeveloper: true, preferredLocale: "en", activeProfileID: 1,
      profiles: [
        .init(profileID: 1, name: "Home", languageCode: "en"),
        .init(profileID: 2, name: "Work", languageCode: "ar"),
      ])
    try conductor.send(
      .accountReported(
        .open(
          record, flags: ["analytics", "developer", "diagnostics"], token: .file,
          markets: markets)),
      .syncReported(.reported(SyncReport(state: .synced, syncedAt: 2000))), .clockRead(4000))
    _ = conductor.takeEffects()
    return conductor
  }
}
