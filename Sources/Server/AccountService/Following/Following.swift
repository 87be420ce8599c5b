extension Service {
  /// Answers with the account as soon as it, or the server's configuration, differs from what the client
  /// knows (R62).
  ///
  /// - Parameter seconds: how long the client prefers to wait.
  package func follow(
    _ token: Token, known: AccountVersion?, seconds: Int64
  ) throws(Refused) -> Answer<Followed, Refused> {
    let (session, view) = try sessionView(of: token)
    guard let known, known == view.version else { return .now(.success(.news(view))) }
    guard seconds > 0 else { return .now(.success(.unchanged(known))) }
    return .held { [self] tell in
      followers.add(
        Follower(
          service: self, account: session.account, tokenHash: session.tokenHash, known: known,
          seconds: seconds, tell: tell))
    }
  }

  /// Begins to wake followers for what others change in the database.
  package func beginFollowing() {
    feed?.start { [followers] in
      followers.count > 0
    } tell: { [followers, weak self] news in
      if news == .unknown { self?.forgetConfiguration() }
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
    followers.stop { $0.tell(.failure(Refused(.unavailable))) }
  }
}
