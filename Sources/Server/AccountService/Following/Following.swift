import AccountDatabase

extension Route {
  /// The only route whose requests wait on purpose; its times say nothing about the server.
  static let followPath = "/rpc/follow"

  /// `GET /rpc/follow`: the account, as soon as it differs from the version in `If-None-Match`; 304
  /// if it did not change while the client preferred to wait (R62).
  static let follow: Handler = { service, request throws(Refused) in
    let (session, view) = try service.sessionView(of: request)
    guard let known = AccountVersion(ifNoneMatch: request.ifNoneMatch), known == view.version
    else { return .now(view.response) }
    let seconds = WaitPreference(prefer: request.prefer).seconds
    guard seconds > 0 else { return .now(.unchanged(known)) }
    return .held { answer in
      service.hold(
        Follower(
          service: service, account: session.account, tokenHash: session.tokenHash, known: known,
          seconds: seconds, acceptLanguage: request.acceptLanguage, answer: answer))
    }
  }
}

extension Service {
  /// How long a client that cannot wait here should wait before it asks again, in seconds.
  private static let pause: Int64 = 60

  /// Begins to wake followers for what others change in the database.
  func beginFollowing() {
    feed?.start { [followers] in
      followers.count > 0
    } tell: { [followers] news in
      followers.changed(news)
    }
  }

  /// Wakes the followers of an account, here and at other servers, after a commit of this server.
  func committed(_ account: Int64) {
    followers.changed(.changed([account]))
    feed?.publish(account)
  }

  /// Ends all requests that wait, because the server stops.
  func endFollowing() {
    feed?.stop()
    followers.stop { $0.refuse(Refused(.unavailable)) }
  }

  fileprivate func hold(_ follower: Follower) {
    do throws(Followers.Refusal) {
      for displaced in try followers.add(follower) {
        displaced.refuse(Refused(.tooManyAttempts, retryAfter: Self.pause))
      }
    } catch {
      follower.refuse(Refused(.unavailable, retryAfter: error == .full ? Self.pause : 1))
    }
  }
}
