/// What a follower is told.
package enum Followed: Sendable {
  case news(AccountView)
  /// Nothing changed while the client preferred to wait.
  case unchanged(AccountVersion)
}

/// A request that waits until its account differs from what its client knows.
struct Follower: Sendable {
  let service: Service
  let account: Int64
  let tokenHash: [UInt8]
  /// What the client knows.
  let known: AccountVersion
  /// How long the client prefers to wait, in seconds.
  let seconds: Int64
  let tell: Answer<Followed, Refused>.Tell

  /// The answer if there is news: the account if it has changed, or a refusal if the session has
  /// ended.
  var news: Result<Followed, Refused>? {
    do throws(Refused) {
      let view = try service.sessionView(tokenHash: tokenHash).view
      return view.version == known ? nil : .success(.news(view))
    } catch {
      // If the database is away for a moment, so is the news.
      return error.code == .unavailable ? nil : .failure(error)
    }
  }
}
