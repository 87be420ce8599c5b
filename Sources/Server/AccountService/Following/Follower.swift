/// A request that waits until its account differs from what its client knows.
struct Follower: Sendable {
  let service: Service
  let account: Int64
  let tokenHash: [UInt8]
  /// What the client knows.
  let known: AccountVersion
  /// How long the client prefers to wait, in seconds.
  let seconds: Int64
  let acceptLanguage: String?
  let answer: @Sendable (Response) -> Void

  /// The answer if there is news: the account if it has changed, or a refusal if the session has
  /// ended.
  var news: Response? {
    do throws(Refused) {
      let view = try service.sessionView(tokenHash: tokenHash).view
      return view.version == known ? nil : view.response
    } catch {
      // If the database is away for a moment, so is the news.
      return error.code == .unavailable ? nil : service.refuse(error, in: acceptLanguage)
    }
  }

  /// The answer if there was no news.
  var unchanged: Response { .unchanged(known) }

  func refuse(_ refused: Refused) { answer(service.refuse(refused, in: acceptLanguage)) }
}
