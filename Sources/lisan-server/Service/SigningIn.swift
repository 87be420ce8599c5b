import AccountDatabase
import AccountProtocol

extension Route {
  /// `POST /rpc/sign_in`: the attempt is counted, the password checked whether the login is known
  /// or not, and only then is anything told (R45).
  static let signIn: Handler = { service, request throws(Refused) in
    let message = try service.message(SignIn.self, in: request)
    let limits = service.limits(login: message.login, address: request.address)
    return .later { answer in
      service.writer.submit { database throws(DatabaseError) in
        let wait = try database.countAttempt(limits)
        return (wait, try database.credentials(login: message.login))
      } then: { result in
        switch result {
        case .failure(let error):
          answer(service.refuse(service.refused(error), to: request))
        case .success((let wait?, _)):
          let seconds = (wait + 999) / 1000
          answer(service.refuse(Refused(.tooManyAttempts, retryAfter: seconds), to: request))
        case .success((nil, let credentials)):
          let isTaken = service.passwords.check(
            message.password, against: credentials?.passwordHash
          ) { isRight in
            if isRight, let credentials {
              service.beginSession(credentials.account, limits, request, answer)
            } else {
              answer(service.refuse(.invalidCredentials, to: request))
            }
          }
          if !isTaken { answer(service.refuse(.unavailable, to: request)) }
        }
      }
    }
  }

  /// `POST /rpc/sign_out`: ends the session of the token.
  static let signOut: Handler = { service, request throws(Refused) in
    let account = try service.account(of: request)
    let token = Token(authorization: request.authorization)
    return service.change(for: request) { database throws(DatabaseError) in
      if let token { try database.removeSession(tokenHash: token.hash) }
    } then: {
      var response = Response.nothing
      response.notes.account = account
      return response
    }
  }
}

extension Service {
  fileprivate func limits(login: String, address: String) -> [AttemptLimit] {
    [
      AttemptLimit(
        key: digest(of: "login \(login)"), count: settings.attemptsForLogin,
        window: settings.attemptWindow),
      AttemptLimit(
        key: digest(of: "address \(network(of: address))"), count: settings.attemptsForAddress,
        window: settings.attemptWindow),
    ]
  }

  /// An IPv6 customer has a whole /64.
  private func network(of address: String) -> String {
    let groups = address.split(separator: ":", omittingEmptySubsequences: false)
    return groups.count < 4 ? address : groups.prefix(4).joined(separator: ":")
  }

  fileprivate func beginSession(
    _ account: Int64, _ limits: [AttemptLimit], _ request: Request,
    _ answer: @escaping @Sendable (Response) -> Void
  ) {
    let token = Token.random()
    let end = millisecondsSince1970() + settings.sessionLength
    writer.submit { database throws(DatabaseError) in
      try database.forgetAttempt(limits)
      try database.addSession(tokenHash: token.hash, account: account, expiresAt: end)
    } then: { [self] result in
      switch result {
      case .failure(let error): answer(refuse(refused(error), to: request))
      case .success:
        var response = Response(
          json: SignedIn(token: token.text, accountID: account, expiresAt: end))
        response.notes.account = account
        answer(response)
      }
    }
  }
}
