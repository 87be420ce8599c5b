import AccountModel
import LisanPreferences
import Testing

@testable import AccountAgent

@Suite("Choices between a device and its account")
struct ReconciliationTests {
  let device: Device

  init() throws {
    device = try Device()
  }

  private static let other = String(repeating: "f", count: 32)

  private func account(_ language: String, _ origin: ChoiceOrigin? = nil, id: Int64 = 1) -> Account
  {
    Account(
      accountID: id, login: "ana", name: "Ana", preferredLocale: language, lastChange: origin)
  }

  private func origin(_ device: String = other, _ sequence: Int64 = 1, at time: Int64)
    -> ChoiceOrigin
  {
    ChoiceOrigin(device: device, sequence: sequence, chosenAt: time)
  }

  /// The file as it is, and what the account has of it.
  private func now(
    _ language: String, acknowledged: (sequence: UInt64, language: String, chosenAt: Int64)? = nil,
    taken: SyncLedger.Taken? = nil
  ) -> Reconciliation {
    let preference = device.preferences.read().preference ?? .initial
    var ledger = SyncLedger(device: preference.device.description, accountID: 1)
    ledger.acknowledged = acknowledged.map {
      .init(
        sequence: $0.sequence, submitted: $0.sequence, language: $0.language, chosenAt: $0.chosenAt)
    }
    ledger.taken = taken
    return Reconciliation(preference: preference, language: language, ledger: ledger)
  }

  @Test("R61: without a choice nothing is owed, and the account's choice is taken")
  func nothingChosen() throws {
    #expect(now("en").owed == nil)
    #expect(
      now("en").finding(account("ar", origin(at: 5))) == .take(.init(language: "ar", chosenAt: 5)))
    // Its server's default language is no choice, one that an administrator gave it is.
    #expect(now("en").finding(account("ar")) == .nothing)
    #expect(
      now("en").finding(account("ar", .given)) == .take(.init(language: "ar", chosenAt: 0)))
    #expect(now("ar").finding(account("ar", .given)) == .nothing)
  }

  @Test("R37: any choice is later than the language that an administrator gave the account")
  func givenLanguage() throws {
    try device.choose("ar", at: 1)
    #expect(now("ar").owed?.language == "ar")
    #expect(now("ar", acknowledged: (1, "ar", 1)).finding(account("en", .given)) == .forget)
    var silent = now("ar", acknowledged: (1, "ar", 1)).ledger
    silent.acknowledged?.submitted = 0
    let preference = try #require(device.preferences.read().preference)
    #expect(
      Reconciliation(preference: preference, language: "ar", ledger: silent)
        .finding(account("en", .given)) == .nothing)
  }

  @Test("R61: a choice of the system's resolved language is never taken, however late it is")
  func systemStaysSystem() throws {
    #expect(now("ar").finding(account("ar", origin(at: 5))) == .nothing)
    let preference = try device.choose("en", at: 1)
    let commit = try device.preferences.commit(PreferenceChanges(followsSystemLanguage: true))
    #expect(commit.preference.sequence == preference.sequence + 1)
    let acknowledged = (commit.preference.sequence, "ar", Int64(1))
    #expect(
      now("ar", acknowledged: acknowledged).finding(account("ar", origin(at: .max))) == .nothing)
    #expect(
      now("ar", acknowledged: acknowledged).finding(account("en", origin(at: .max)))
        == .take(.init(language: "en", chosenAt: .max)))
  }

  @Test("R13: a choice is owed until the account has it, and then not again")
  func owedOnce() throws {
    let preference = try device.choose("ar", at: 1000)
    let choice = try #require(now("ar").owed)
    #expect(choice.language == "ar")
    #expect(
      choice.origin
        == ChoiceOrigin(device: preference.device.description, sequence: 1, chosenAt: 1000))
    let after = now("ar").acknowledged(choice, by: account("ar", choice.origin))
    #expect(Reconciliation(preference: preference, language: "ar", ledger: after).owed == nil)
  }

  @Test("R21: following the system, and what it resolves to, is not sent, choices are")
  func switchForFollowing() throws {
    try device.choose("ar")
    try device.preferences.makeDurable(
      device.preferences.commit(PreferenceChanges(followsSystemLanguage: true)))
    #expect(now("ar", acknowledged: (1, "ar", 1)).owed == nil)
    #expect(now("ar", acknowledged: (1, "ar", 1)).settled.acknowledged?.sequence == 2)
    #expect(now("en", acknowledged: (1, "ar", 1)).owed == nil)
    #expect(now("en").owed == nil)
    #expect(now("en", acknowledged: (1, "ar", 1)).settled.acknowledged?.language == "ar")
    // Two steps may have been there and back while nobody looked.
    try device.choose("ar")
    #expect(now("ar", acknowledged: (1, "ar", 1)).owed?.language == "ar")
    #expect(now("ar", acknowledged: (2, "ar", 1)).owed == nil)
  }

  @Test("R61: a later choice of another device is taken, an earlier one is not")
  func laterElsewhere() throws {
    let own = try device.choose("ar", at: 1000).device.description
    let acknowledged = (UInt64(1), "ar", Int64(1000))
    let now = now("ar", acknowledged: acknowledged)
    #expect(
      now.finding(account("en", origin(at: 1001))) == .take(.init(language: "en", chosenAt: 1001)))
    #expect(now.finding(account("en", origin(at: 999))) == .nothing)
    #expect(now.finding(account("ar", origin(at: 1001))) == .nothing)
    // Of two at the same time the greater device holds, as at the server.
    let greater = Self.other > own
    #expect(
      (now.finding(account("en", origin(at: 1000))) == .take(.init(language: "en", chosenAt: 1000)))
        == greater)
  }

  @Test("R37: a clock that is ahead does not hide later choices of other devices")
  func clockAhead() throws {
    try device.choose("ar", at: 9_000_000)
    let choice = try #require(now("ar").owed)
    var origin = choice.origin
    // The server takes a time from the future for its own.
    origin.chosenAt = 1000
    let ledger = now("ar").acknowledged(choice, by: account("ar", origin))
    let preference = try #require(device.preferences.read().preference)
    let later = Reconciliation(preference: preference, language: "ar", ledger: ledger)
    #expect(
      later.finding(account("en", self.origin(at: 1001)))
        == .take(.init(language: "en", chosenAt: 1001)))
  }

  @Test("R61: a taken choice is not sent back, the user's next one is")
  func takenIsNotSentBack() throws {
    let taken = SyncLedger.Taken(language: "ar", chosenAt: 500)
    let preference = try device.choose("ar", at: 500)
    #expect(now("ar", taken: taken).owed == nil)
    let settled = now("ar", taken: taken).settled
    #expect(settled.acknowledged == .init(sequence: 1, submitted: 0, language: "ar", chosenAt: 500))
    // In a market without it, it comes to another language, which is no choice either.
    #expect(now("en", taken: taken).owed == nil)
    #expect(now("en", taken: taken).settled.acknowledged?.language == "ar")
    try device.choose("en")
    #expect(now("en", taken: taken).owed?.origin.sequence == Int64(preference.sequence) + 1)
    // The same language, chosen here.
    try device.choose("ar", at: 501)
    #expect(now("ar", taken: taken).owed?.origin.chosenAt == 501)
  }

  @Test("R20, R21: a choice that is shown as another language stays the choice that is compared")
  func shownAsAnother() throws {
    try device.choose("ar", at: 1000)
    #expect(now("en").owed?.language == "ar")
    let now = now("en", acknowledged: (1, "ar", 1000))
    #expect(now.owed == nil && !now.isPending)
    let own = origin(now.preference.device.description, 1, at: 1000)
    #expect(now.finding(account("ar", own)) == .nothing)
    #expect(
      now.finding(account("en", origin(at: 1001))) == .take(.init(language: "en", chosenAt: 1001)))
    #expect(now.finding(account("en", origin(at: 999))) == .nothing)
  }

  @Test("R21, R61: following the system has its time, so that no earlier choice ends it")
  func followingIsLater() throws {
    try device.choose("ar", at: 1000)
    try device.preferences.makeDurable(
      device.preferences.commit(
        PreferenceChanges(followsSystemLanguage: true, languageChosenAt: 3000)))
    var now = now("en", acknowledged: (1, "ar", 1000))
    now = Reconciliation(preference: now.preference, language: "en", ledger: now.settled)
    #expect(now.finding(account("fa", origin(at: 2000))) == .nothing)
    #expect(
      now.finding(account("fa", origin(at: 3001))) == .take(.init(language: "fa", chosenAt: 3001)))
  }

  @Test("R37: a choice that was not sent because it changed nothing is sent once it would")
  func unsentChoice() throws {
    try device.choose("ar", at: 1000)
    try device.preferences.makeDurable(
      device.preferences.commit(PreferenceChanges(followsSystemLanguage: true)))
    try device.choose("ar", at: 3000)
    let now = now("ar", acknowledged: (2, "ar", 1000))
    #expect(now.owed == nil)
    var ledger = now.settled
    ledger.acknowledged?.submitted = 1
    let settled = Reconciliation(preference: now.preference, language: "ar", ledger: ledger)
    let own = origin(now.preference.device.description, 1, at: 1000)
    #expect(settled.finding(account("ar", own)) == .nothing)
    #expect(settled.finding(account("en", origin(at: 2000))) == .forget)
    #expect(
      settled.finding(account("en", origin(at: 3001)))
        == .take(.init(language: "en", chosenAt: 3001)))
  }

  @Test("R37: a restored preference file passes the numbers that the account knows")
  func restoredFile() throws {
    let own = try device.choose("ar", at: 5000).device.description
    let now = now("ar", acknowledged: (1, "ar", 5000))
    #expect(now.finding(account("en", origin(own, 40, at: 4000))) == .pass(40))
    #expect(now.finding(account("ar", origin(own, 40, at: 6000))) == .pass(40))
    #expect(
      now.finding(account("en", origin(own, 40, at: 6000)))
        == .take(.init(language: "en", chosenAt: 6000)))
  }

  @Test("R39: an account that lost what it had acknowledged gets it again")
  func accountLostIt() throws {
    let own = try device.choose("ar", at: 5000).device.description
    let now = now("ar", acknowledged: (3, "ar", 5000))
    #expect(now.finding(account("en")) == .forget)
    // What was never submitted, it has not lost.
    var silent = now.ledger
    silent.acknowledged?.submitted = 1
    let preference = try #require(device.preferences.read().preference)
    #expect(
      Reconciliation(preference: preference, language: "ar", ledger: silent)
        .finding(account("ar", origin(own, 1, at: 100))) == .nothing)
    #expect(now.finding(account("en", origin(own, 1, at: 100))) == .forget)
  }

  @Test("R40: another account starts without the last one's state")
  func otherAccount() throws {
    try device.choose("ar")
    var ledger = now("ar", acknowledged: (1, "ar", 1)).ledger
    ledger.belong(to: 1)
    #expect(ledger.acknowledged != nil)
    ledger.belong(to: 2)
    #expect(ledger.acknowledged == nil)
    let preference = try #require(device.preferences.read().preference)
    #expect(Reconciliation(preference: preference, language: "ar", ledger: ledger).owed != nil)
  }

  @Test("R37: times and numbers outside the protocol's bounds are limited to them")
  func bounds() throws {
    try device.choose("ar", at: .max)
    #expect(now("ar").owed?.origin.chosenAt == Bounds.time.upperBound)
    try device.choose("en", at: -5)
    #expect(now("en").owed?.origin.chosenAt == 0)
    let passing = PreferenceChanges(
      isNumberedAnew: true, sequencePassed: UInt64(Bounds.sequence.upperBound))
    let before = try #require(device.preferences.read().preference).device
    try device.preferences.makeDurable(device.preferences.commit(passing))
    let choice = try #require(now("en").owed)
    #expect(choice.origin.sequence == 1)
    #expect(choice.origin.device != before.description)
  }
}
