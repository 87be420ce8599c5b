import AccountModel
import AccountProtocol
import AgentProtocol
import Localization
import Testing

@Suite("The messages between app and agent")
struct AgentMessageTests {
  static let configuration = AgentConfiguration(
    server: "https://accounts.example.org", preferences: "/p/preferences", dataDirectory: "/d",
    resources: "/r", log: "/l", trace: .init(path: "/t", start: 12), language: "ar", sequence: 3,
    followSeconds: 30)

  private static func account(_ request: AccountRequest, sequence: UInt64 = 7) -> AppMessage {
    .request(id: 4, request: .account(request: request, language: "en", sequence: sequence))
  }

  @Test(
    "Every message of the app reads as it was written",
    arguments: [
      AppMessage.configure(configuration), .cancel(id: 9),
      .request(id: 1, request: .open(language: "ar", sequence: 0)),
      .request(id: 2, request: .changed(language: "en", sequence: 7)),
      .request(id: 3, request: .language(language: "en")),
      .request(id: 4, request: .observed(language: "ar", sequence: 8)),
      account(.synchronize, sequence: .max),
      account(.signIn(login: "ana", password: "a \u{0627}\n")),
      account(.signOut), account(.switchProfile(2)),
      account(.changeMarket(.world)),
      account(.setNote("tea\n\u{0634}\u{0627}\u{064A}")),
      account(.setPrivacy(analytics: true, diagnostics: false)),
      .request(id: 11, request: .status),
    ])
  func appMessages(_ message: AppMessage) throws {
    let json = message.json()
    #expect(!json.contains(UInt8(ascii: "\n")))
    #expect(try AppMessage(json: json, limit: Bounds.packet) == message)
  }

  @Test(
    "Every report of the agent reads as it was written",
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
      .finished(id: 3, failure: nil),
      .finished(id: 4, failure: AccountFailure(.serverError, status: 503)),
    ])
  func agentReports(_ report: AgentReport) throws {
    #expect(try AgentReport(json: report.json(), limit: Bounds.packet) == report)
  }

  @Test(
    "A message that is none, or has a field out of its bounds, is refused",
    arguments: [
      "{}", "[]", "null", #"{"request":{"id":1}}"#, #"{"request":{"id":1,"request":{}}}"#,
      #"{"request":{"id":1,"request":{"open":{}}}}"#,
      #"{"request":{"id":1,"request":{"open":{"language":"en_US; x","sequence":1}}}}"#,
      #"{"request":{"id":1,"request":{"open":{"language":"en","sequence":-1}}}}"#,
      #"{"cancel":{"id":1},"request":{"id":1,"request":{"status":{}}}}"#,
    ])
  func malformed(_ text: String) {
    #expect(throws: MessageError.self) { try AppMessage(json: Array(text.utf8)) }
  }

  @Test(
    "A request of a person is refused with the field that is out of its bounds",
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
