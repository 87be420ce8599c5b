import AccountModel
import Localization
import MirrorLayout
import SettingsCore
import Testing

private let egypt = MarketCode(rawValue: "EG")!
private let britain = MarketCode(rawValue: "GB")!

struct RegionTests {
  private static func markets() throws -> MarketList { try MarketList(directory: resources) }

  @Test("R20: the shipped markets, International first, each with its languages in their order")
  func shipped() throws {
    let markets = try Self.markets()
    #expect(markets.markets.map(\.code.rawValue) == ["001", "GB", "EG", "AE"])
    #expect(markets.market(nil)?.languages == [english, arabic])
    #expect(markets[egypt]?.languages == [arabic, english])
    #expect(markets[britain]?.languages == [english])
  }

  @Test("R20: another market resolves the language at once and keeps the explicit choice")
  func keepsChoice() throws {
    var conductor = try Conductor(arabic, markets: Self.markets())
    try conductor.send(.marketChosen(britain))
    try conductor.press(.enter)
    #expect(conductor.state.language.code == english)
    #expect(conductor.state.preference == .explicit(arabic))
    #expect(conductor.state.market?.code == britain)
    let write = PreferenceWrite(nil, market: britain)
    let effects = conductor.takeEffects()
    #expect(effects.contains(.writePreference(write)))
    // What a region makes of a choice is shown, and is not sent.
    #expect(effects.last == .tellLanguage(english))
    #expect(conductor.text.contains("your choice is kept"))
    #expect(conductor.text.contains("not offered in: GB in en"))
    // Back to a market that has it: the choice is there again.
    try conductor.send(.marketChosen(egypt))
    #expect(conductor.state.language.code == arabic)
    #expect(conductor.state.preference == .explicit(arabic))
  }

  @Test("R20: a region that changes the language of the app asks first, and No changes nothing")
  func asks() throws {
    var conductor = try Conductor(arabic, markets: Self.markets())
    try conductor.send(.marketChosen(britain))
    #expect(conductor.focus == "market.accept")
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.language.code == arabic)
    // The footer's letters are called as the buttons are.
    let catalog = conductor.state.catalog
    let footer = try #require(conductor.rows.last)
    #expect(footer.contains("y \(catalog.text(.marketAccept))"))
    #expect(footer.contains("Esc \(catalog.text(.keyCancel))"))
    try conductor.press(.letter("n"))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.market?.code == .world)
    try conductor.send(.marketChosen(britain))
    try conductor.press(.letter("y"))
    #expect(conductor.state.market?.code == britain)
    #expect(conductor.state.language.code == english)
  }

  @Test("R20, R50: u undoes a region, and with it the language that it brought, without a question")
  func undo() throws {
    var conductor = try Conductor(arabic, markets: Self.markets())
    try conductor.send(.marketChosen(britain))
    try conductor.press(.enter)
    try conductor.send(.restartDismissed)
    #expect(conductor.state.language.code == english)
    _ = conductor.takeEffects()
    try conductor.press(.letter("u"))
    #expect(conductor.state.market?.code == .world)
    #expect(conductor.state.language.code == arabic)
    let write = PreferenceWrite(nil, market: .world)
    #expect(conductor.takeEffects().contains(.writePreference(write)))
    // It may be taken back itself.
    try conductor.send(.restartDismissed)
    try conductor.press(.letter("u"))
    #expect(conductor.state.market?.code == britain && conductor.state.language.code == english)
  }

  @Test("R20, R50: undoing a region that changed no language changes no language")
  func undoAlone() throws {
    var conductor = try Conductor(markets: Self.markets())
    try conductor.send(.marketChosen(egypt))
    #expect(conductor.state.language.code == english)
    try conductor.press(.letter("u"))
    #expect(conductor.state.market?.code == .world && conductor.state.language.code == english)
    // A change by another program is reported, and undone.
    try conductor.send(.marketObserved(britain))
    #expect(
      conductor.text.contains("Another program on this device changed the region to GB in en."))
    try conductor.send(.marketObserved(egypt), .resized(Size(columns: 120, rows: 24)))
    #expect(conductor.state.toasts.count == 1)
    #expect(
      conductor.text.contains("the region to EG in en. Press u to go back to GB in en."),
      "\(conductor.text)")
    try conductor.press(.letter("u"))
    #expect(conductor.state.market?.code == britain)
    #expect(conductor.state.toasts.count == 1)
    #expect(
      conductor.text.contains(
        "The region is now GB in en, and the language English. Press u to go back to EG in en."),
      "\(conductor.text)")
  }

  @Test("R20: the third pane explains a region, and nothing while the navigation has the focus")
  func explanation() throws {
    var conductor = try Conductor(size: Size(columns: 120, rows: 40), markets: Self.markets())
    try conductor.send(.itemChosen(.section(.region)))
    try conductor.press(.left)
    #expect(conductor.focus == "navigation.region")
    #expect(!conductor.text.contains("About this choice"), "\(conductor.text)")
    try conductor.press(.enter)
    #expect(conductor.focus != "navigation.region")
    #expect(conductor.text.contains("About this choice"), "\(conductor.text)")
  }

  @Test("R7: a message about a region is shown in the displayed language")
  func toastInNewLanguage() throws {
    var conductor = try Conductor(markets: Self.markets())
    try conductor.send(.marketChosen(egypt))
    #expect(conductor.text.contains("EG in en"))
    try conductor.send(.languageChosen(arabic), .restartDismissed)
    try conductor.press(.letter("m"))
    #expect(conductor.text.contains("EG in ar"))
    #expect(!conductor.text.contains("EG in en"))
  }

  @Test("R20: an option that the market does not offer has a note, and choosing it changes nothing")
  func notOffered() throws {
    var conductor = try Conductor(markets: Self.markets(), market: britain)
    try conductor.press(.down)
    #expect(conductor.focus == "language.option.ar")
    #expect(conductor.text.contains("GB in en does not offer"))
    try conductor.press(.enter, .letter("2"))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.language.code == english)
  }

  @Test(
    "R20: a language that a server without markets does not offer has a note and cannot be chosen")
  func notOfferedByServer() throws {
    let only = MarketList([], offer: .init(languages: [english], defaultLanguage: english))
    var conductor = try Conductor(markets: only)
    #expect(conductor.text.contains("not offered by the server"))
    try conductor.press(.down)
    #expect(conductor.focus == "language.option.ar")
    #expect(conductor.text.contains("The server does not offer"))
    try conductor.press(.enter, .letter("2"))
    #expect(conductor.takeEffects() == [])
    #expect(conductor.state.language.code == english)
  }

  @Test("R20: a market that keeps the language is written, and nothing else changes")
  func sameLanguage() throws {
    var conductor = try Conductor(markets: Self.markets())
    try conductor.send(.marketChosen(egypt))
    let write = PreferenceWrite(nil, market: egypt)
    #expect(conductor.takeEffects() == [.writePreference(write)])
    #expect(conductor.text.contains("The region is now EG in en"))
    try conductor.send(.marketChosen(egypt))
    #expect(conductor.takeEffects() == [])
  }

  @Test("R20: without a choice or a system language, the market's first language is used")
  func firstLanguage() throws {
    var conductor = try Conductor(preference: .system, markets: Self.markets())
    try conductor.send(.marketChosen(egypt))
    try conductor.press(.enter)
    #expect(conductor.state.language.code == arabic)
    #expect(conductor.state.preference == .system)
  }

  @Test("R20: markets that the server sends resolve again at once, and once")
  func newMarkets() throws {
    var conductor = try Conductor(
      arabic, markets: Self.markets(),
      account: AccountState(server: "http://127.0.0.1:1"))
    let record = Account(accountID: 1, login: "ana", name: "Ana", preferredLocale: "en")
    let only = MarketList(
      [.init(code: .world, languages: [english])],
      offer: .init(languages: [english], defaultLanguage: english))
    try conductor.send(
      .accountReported(.open(record, markets: only)))
    #expect(conductor.state.language.code == english)
    #expect(conductor.state.preference == .explicit(arabic))
    // Nobody chose, so nothing is written or sent.
    let effects = conductor.takeEffects()
    #expect(!effects.contains { if case .writePreference = $0 { true } else { false } })
    #expect(effects.last == .tellLanguage(english))
    try conductor.send(
      .accountReported(.open(record, markets: only)))
    #expect(conductor.takeEffects() == [])
  }

  @Test("R20: a market that another program wrote is followed and not written again")
  func observed() throws {
    var conductor = try Conductor(arabic, markets: Self.markets())
    try conductor.send(.marketObserved(britain))
    let effects = conductor.takeEffects()
    #expect(!effects.contains { if case .writePreference = $0 { true } else { false } })
    #expect(conductor.state.language.code == english)
  }

  @Test("R43: with a remote account, changing the market waits for the server and needs it")
  func needsServer() throws {
    var conductor = try Conductor(
      markets: Self.markets(),
      account: AccountState(server: "http://127.0.0.1:1"))
    try conductor.show(.region)
    try conductor.press(.right, .end, .up, .enter)
    #expect(conductor.takeEffects() == [.request(.changeMarket(egypt), id: 1)])
    #expect(conductor.text.contains("Asking the server about the region"))
    try conductor.send(.requestEnded(1, AccountFailure(.offline)))
    #expect(conductor.state.market?.code == .world)
    #expect(conductor.text.contains("needs the server"))
    try conductor.press(.enter)
    try conductor.send(.requestEnded(2, nil))
    #expect(conductor.state.market?.code == egypt)
  }
}
