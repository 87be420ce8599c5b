import AccountModel
import AccountProtocol
import AgentProtocol
import LocaleValues
import Localization
import Testing

@Suite("The messages between app and agent")
struct AgentMessageTests {
  static let configuration = AgentConfiguration(
    server: "https://accounts.example.org", preferences: "/p/preferences", dataDirectory: "/d",
    resources: "/r", log: "/l", trace: .init(path: "/t", start: 12), language: "ar", sequence: 3,
    followSeconds: 30)

  private static let values: [FormattedValue] = [
    .moment(milliseconds: 1_795_179_942_000, offset: -3600),
    .elapsed(from: .min, to: .max, offset: 86_399), .region(code: "EG"), .language(code: "fr"),
    .number(value: 2000),
  ]

  private static func account(_ request: AccountRequest, sequence: UInt64 = 7) -> AppMessage {
    .request(id: 4, request: .account(request: request, language: "en", sequence: sequence))
  }

  @Test(
    "Every message of the app is decoded as it was encoded",
    arguments: [
      AppMessage.configure(configuration), .cancel(id: 9),
      .request(id: 1, request: .open(language: "ar", sequence: 0)),
      .request(id: 2, request: .changed(language: "en", sequence: 7)),
      .request(id: 3, request: .language(language: "en")),
      .request(id: 4, request: .observed(language: "ar", sequence: 8)),
      .request(id: 5, request: .unstored(language: "ar", sequence: 8)),
      account(.synchronize, sequence: .max),
      account(.signIn(login: "ana", password: "a ا\n")),
      account(.signOut), account(.switchProfile(2)),
      account(.changeMarket(.world)),
      account(.setNote("tea\nشاي")),
      account(.setPrivacy(analytics: true, diagnostics: false)),
      .request(id: 11, request: .status),
      .request(
        id: 12, request: .format(values: Self.values, language: "ar-EG", digits: "arab")),
    ])
  func appMessages(_ message: AppMessage) throws {
    let json = message.json()
    #expect(!json.contains(UInt8(ascii: "\n")))
    #expect(try AppMessage(json: json, limit: Bounds.packet) == message)
  }

  @Test(
    "Every report of the agent is decoded as it was encoded",
    arguments: [
      AgentReport.account(AccountReport(signInState: .embedded)),
      .account(
        AccountReport(
          signInState: .signedIn(token: .secretService),
          account: Account(accountID: 1, login: "ana", name: "Ana", preferredLocale: "ar"),
          configuration: AppConfiguration(languages: ["en"], defaultLanguageCode: "en"),
          isFresh: true)),
      .account(AccountReport(signInState: .signInNeeded(reason: .expired))),
      .sync(SyncReport(state: .synced, syncedAt: 5)),
      .sync(
        SyncReport(
          state: .pending, failure: AccountFailure(.tooManyRequests, status: 429, retryAfter: 3))),
      .choice(TakenChoice(language: "ar", chosenAt: 7, cause: .elsewhere)),
      .notice(.tokenInFile(path: "/d/token")), .notice(.databaseSetAside(path: "/d/a.damaged")),
      .notice(.languageRefused(.english)), .notice(.signOutNotTold),
      .formatted(
        FormattedReport(
          language: "ar", digits: "arab", texts: Self.values.map { FormattedText($0, "ا") })
      ),
      .finished(id: 3, failure: nil),
      .finished(id: 4, failure: AccountFailure(.serverError, status: 503)),
    ])
  func agentReports(_ report: AgentReport) throws {
    #expect(try AgentReport(json: report.json(), limit: Bounds.packet) == report)
  }

  private static let requestTexts: [(AccountRequest, String)] = [
    (.signIn(login: "ana", password: "x"), #"{"sign_in":{"login":"ana","password":"x"}}"#),
    (.signInByCode, #"{"sign_in_by_code":{}}"#),
    (.signOut, #"{"sign_out":{}}"#),
    (.switchProfile(2), #"{"switch_profile":{"profile":2}}"#),
    (.changeMarket(.world), #"{"change_market":{"market":"001"}}"#),
    (.setNote("شاي"), #"{"set_note":{"note":"شاي"}}"#),
    (
      .setPrivacy(analytics: true, diagnostics: false),
      #"{"set_privacy":{"analytics":true,"diagnostics":false}}"#
    ),
    (.synchronize, #"{"synchronize":{}}"#),
  ]

  @Test("Each request of a person has these bytes", arguments: requestTexts)
  func requestBytes(_ request: AccountRequest, _ text: String) {
    let json = String(decoding: Self.account(request).json(), as: UTF8.self)
    #expect(
      json == #"{"request":{"id":4,"request":{"account":{"language":"en","request":"#
        + text + #","sequence":7}}}}"#)
  }

  private static let fullReport = AccountReport(
    signInState: .signedIn(token: .secretService),
    account: Account(
      accountID: 1, login: "ana", name: "Ana", email: "a@b", phone: "1", preferredLocale: "ar",
      lastChange: ChoiceOrigin(device: "d", sequence: 2, chosenAt: 3), activeProfileID: 4,
      profiles: [Profile(profileID: 4, name: "P", languageCode: "ar")]),
    configuration: AppConfiguration(
      languages: ["en"], defaultLanguageCode: "en",
      markets: [Market(code: .world, languages: ["en"])], featureFlags: ["f": true]),
    isFresh: true)

  private static let reportTexts: [(AgentReport, String)] = [
    (
      .account(fullReport),
      #"""
      {"account":{"account":{"account_id":1,"active_profile_id":4,"email":"a@b",\#
      "is_developer":false,"last_change":{"chosen_at":3,"device":"d","sequence":2},\#
      "login":"ana","name":"Ana","note":"","phone":"1","preferredLocale":"ar",\#
      "privacy":{"analytics":false,"diagnostics":false},\#
      "profiles":[{"language_code":"ar","name":"P","profile_id":4}]},\#
      "configuration":{"cooldowns":{"sync_seconds":5},"default_language_code":"en",\#
      "feature_flags":{"f":true},"languages":["en"],\#
      "markets":[{"code":"001","languages":["en"]}]},"is_fresh":true,\#
      "sign_in_state":{"signed_in":{"token":"secret_service"}}}}
      """#
    ),
    (
      .account(AccountReport(signInState: .embedded)),
      #"{"account":{"is_fresh":false,"sign_in_state":{"embedded":{}}}}"#
    ),
    (
      .account(AccountReport(signInState: .signInNeeded(reason: .expired))),
      #"{"account":{"is_fresh":false,"sign_in_state":{"sign_in_needed":{"reason":"expired"}}}}"#
    ),
    (
      .sync(
        SyncReport(
          state: .pending, syncedAt: 5,
          failure: AccountFailure(.tooManyRequests, status: 429, retryAfter: 3))),
      #"""
      {"sync":{"failure":{"reason":"too_many_requests","retry_after":3,"status":429},\#
      "state":"pending","synced_at":5}}
      """#
    ),
    (.notice(.tokenInFile(path: "t")), #"{"notice":{"token_in_file":{"path":"t"}}}"#),
    (.notice(.databaseSetAside(path: "a")), #"{"notice":{"database_set_aside":{"path":"a"}}}"#),
    (.notice(.languageRefused(.english)), #"{"notice":{"language_refused":{"language":"en"}}}"#),
    (.notice(.signOutNotTold), #"{"notice":{"sign_out_not_told":{}}}"#),
    (.notice(.sessionsEnded(2)), #"{"notice":{"sessions_ended":{"count":2}}}"#),
    (.code(SignInCode(address: "a", code: "c")), #"{"code":{"address":"a","code":"c"}}"#),
  ]

  @Test("Each report has these bytes", arguments: reportTexts)
  func reportBytes(_ report: AgentReport, _ text: String) throws {
    #expect(String(decoding: report.json(), as: UTF8.self) == text)
    #expect(try AgentReport(json: Array(text.utf8)) == report)
  }

  private static func formatting(
    _ values: String, language: String = "en", digits: String = "latn"
  ) -> String {
    #"{"request":{"id":1,"request":{"format":{"digits":"\#(digits)","#
      + #""language":"\#(language)","values":[\#(values)]}}}}"#
  }

  @Test("As many values as may be asked for fit in a packet, and so do their texts")
  func mostValues() throws {
    let values = [FormattedValue](
      repeating: .elapsed(from: .min, to: .min, offset: -86_399), count: Bounds.values)
    let request = AppMessage.request(
      id: .max, request: .format(values: values, language: "en", digits: "latn"))
    #expect(try AppMessage(json: request.json(), limit: Bounds.packet) == request)
    // Longer than any text of CLDR.
    let text = String(repeating: "ا", count: 200)
    let report = AgentReport.formatted(
      FormattedReport(language: "en", digits: "latn", texts: values.map { FormattedText($0, text) })
    )
    #expect(try AgentReport(json: report.json(), limit: Bounds.packet) == report)
  }

  @Test(
    "Bytes that are not a message, or have a field outside its bounds, are refused",
    arguments: [
      "{}", "[]", "null", #"{"request":{"id":1}}"#, #"{"request":{"id":1,"request":{}}}"#,
      #"{"request":{"id":1,"request":{"open":{}}}}"#,
      #"{"request":{"id":1,"request":{"open":{"language":"en_US; x","sequence":1}}}}"#,
      #"{"request":{"id":1,"request":{"open":{"language":"en","sequence":-1}}}}"#,
      #"{"cancel":{"id":1},"request":{"id":1,"request":{"status":{}}}}"#,
      formatting(#"{"number":{"value":1}}"#, digits: "roman"),
      formatting(#"{"number":{"value":1}}"#, language: "en_US"),
      formatting(""), formatting(#"{"date":{}}"#),
      formatting(#"{"region":{"code":"E/G"}}"#), formatting(#"{"language":{"code":"e"}}"#),
      formatting(#"{"moment":{"milliseconds":0,"offset":86400}}"#),
      formatting(#"{"elapsed":{"from":0,"to":0,"offset":-86400}}"#),
      formatting(
        [String](repeating: #"{"number":{"value":1}}"#, count: Bounds.values + 1)
          .joined(separator: ",")),
    ])
  func malformed(_ text: String) {
    #expect(throws: MessageError.self) { try AppMessage(json: Array(text.utf8)) }
  }

  @Test(
    "A person's request is refused with the field that is outside its bounds",
    arguments: [
      (#"{"sign_in":{"login":"a b","password":"x"}}"#, "login"),
      (#"{"sign_in":{"login":"a","password":""}}"#, "password"),
      (#"{"switch_profile":{"profile":0}}"#, "profile"),
      (#"{"change_market":{"market":"A"}}"#, "market"),
      (#"{"change_market":{"market":"ABCDEFGH"}}"#, "market"),
      (#"{"change_market":{"market":"A_B"}}"#, "market"),
      (#"{"set_note":{"note":"\u0007"}}"#, "note"),
      (#"{"synchronize":{}}"#, nil), (#"{"change_market":{"market":"ABCDEFG"}}"#, nil),
    ])
  func requests(_ request: String, _ field: String?) {
    let text =
      #"{"request":{"id":1,"request":{"account":"#
      + #"{"language":"en","request":\#(request),"sequence":1}}}}"#
    var refused: String?
    do throws(MessageError) {
      _ = try AppMessage(json: Array(text.utf8))
    } catch {
      if case .invalidField(let invalid) = error { refused = invalid.field } else { refused = "?" }
    }
    #expect(refused == field)
  }

  @Test("The largest report fits in a packet")
  func largest() throws {
    let letter = "\u{1F600}"
    let name = String(repeating: letter, count: Bounds.name)
    let account = Account(
      accountID: 1, login: "ana", name: name,
      note: String(repeating: letter, count: Bounds.note), preferredLocale: "ar",
      profiles: (1...Int64(Bounds.profiles)).map {
        Profile(profileID: $0, name: name, languageCode: "ar")
      })
    #expect(account.json().count <= Bounds.answer)
    #expect(2 * Bounds.answer + 1024 <= Bounds.packet)
  }
}
