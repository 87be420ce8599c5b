import AccountDatabase
import AccountModel
import AccountProtocol

extension Route {
  /// `GET /rpc/me`: the account.
  static let me: Handler = { service, request throws(Refused) in
    try service.accountView(of: request)
  }

  /// `PATCH /rpc/me`: applies a language choice and other fields. It answers with the resulting
  /// account, even if a later choice superseded this one.
  static let changeMe: Handler = { service, request throws(Refused) in
    let session = try service.session(of: request)
    let change = try service.message(AccountChange.self, in: request)
    return try service.change(
      for: request, of: session.account, isRepeatable: true, isWhole: change.isChoiceAlone
    ) { database throws(DatabaseError) in
      if let choice = change.choice, change.isChoiceAlone {
        let result = try database.apply(
          choice, session: session.tokenHash, account: session.account)
        return (result.account, result.outcome)
      }
      if let choice = change.choice {
        try database.speak(for: choice.origin.device, tokenHash: session.tokenHash)
      }
      try database.setFields(of: change, account: session.account)
      let outcome = try change.choice.map { choice throws(DatabaseError) in
        try database.apply(choice, account: session.account)
      }
      return (try database.account(session.account), outcome)
    } then: { account, outcome in
      service.changed(account, session, change.choice, outcome)
    }
  }

  /// `POST /rpc/set_active_profile`: activates another profile and answers with the account.
  static let setActiveProfile: Handler = { service, request throws(Refused) in
    let session = try service.session(of: request)
    let change = try service.message(ProfileChange.self, in: request)
    guard change.accountID == session.account else { throw Refused(.forbidden) }
    return try service.change(for: request, of: session.account, isRepeatable: change.choice != nil)
    {
      database throws(DatabaseError) in
      if let choice = change.choice {
        try database.speak(for: choice.origin.device, tokenHash: session.tokenHash)
      }
      let outcome = try database.setActiveProfile(
        change.profileID, choice: change.choice, account: session.account)
      return (try database.account(session.account), outcome)
    } then: { account, outcome in
      service.changed(account, session, change.choice, outcome)
    }
  }

  /// `GET /rpc/app_config`: public, because the sign-in screen needs it.
  static let appConfiguration: Handler = { service, request throws(Refused) in
    let configuration = try service.read { database throws(DatabaseError) in
      try database.configuration()
    }
    guard let configuration else { throw Refused(.unavailable) }
    return .now(Response(json: configuration))
  }
}

extension AccountChange {
  /// Whether it chooses a language and changes nothing else, as nearly all changes do.
  fileprivate var isChoiceAlone: Bool {
    choice != nil && note == nil && analytics == nil && diagnostics == nil
  }
}

extension Service {
  /// Answers a change, logs it, and triggers the outbox.
  fileprivate func changed(
    _ account: Account, _ session: LiveSession, _ choice: Choice?, _ outcome: ChoiceOutcome?
  ) -> Response {
    let device = choice?.origin.device ?? session.device
    var response = Response(json: session.view(of: account, device: device))
    response.notes.account = account.accountID
    response.notes.language = choice?.language
    response.notes.device = choice?.origin.device
    response.notes.sequence = choice?.origin.sequence
    response.notes.outcome = outcome?.rawValue
    if outcome != nil { outbox?.deliver() }
    return response
  }
}
