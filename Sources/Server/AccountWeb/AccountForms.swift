import AccountDatabase
import AccountModel
import CSodium
import Localization

/// The forms of the account page.
enum AccountForm: String, Sendable {
  case language
  case profile
  case note
  case privacy
  case password
  case sessions
  case signOut = "sign_out"
}

extension Route {
  /// `GET /account`: the account as a page in the account's language (R46, R63).
  static let accountPage: Handler = { service, request throws(Refused) in
    if request.authorization != nil {
      let session = try service.session(of: request)
      return .now(try service.accountPage(session, reader: nil).response())
    }
    let reader = try service.webSession(of: request)
    var page = try service.accountPage(reader.session, reader: reader)
    let done = Form(request.query)?["done"] ?? ""
    page.news = Done(rawValue: done)?.message
    return .now(page.response())
  }

  /// `POST /account`: one of the page's forms.
  static let changeOnPage: Handler = { service, request throws(Refused) in
    let form = try Form(request)
    let reader = try service.webSession(of: request)
    try request.requireProof(form["proof"], for: reader.token)
    guard let name = AccountForm(rawValue: form["form"]) else { throw Refused(.badRequest) }
    let change = AccountFormChange(service: service, request: request, form: form, reader: reader)
    switch name {
    case .language: return try change.language()
    case .profile: return try change.profile()
    case .note: return try change.note()
    case .privacy: return try change.privacy()
    case .password: return try change.password()
    case .sessions: return try change.sessions()
    case .signOut: return try change.signOut()
    }
  }
}

/// What the page says was done, after the browser was sent back to it.
private enum Done: String {
  case language
  case superseded
  case profile
  case note
  case privacy
  case password
  case session
  case sessions

  var message: ServerMessage {
    switch self {
    case .language: .languageChanged
    case .superseded: .languageSuperseded
    case .profile: .profileSwitched
    case .note: .noteSaved
    case .privacy: .privacySaved
    case .password: .passwordChanged
    case .session: .sessionEnded
    case .sessions: .otherSessionsEnded
    }
  }

  var place: String { "account?done=\(rawValue)" }
}

extension Service {
  /// The page of a session's account as it is now.
  fileprivate func accountPage(
    _ session: LiveSession, reader: WebSession?
  ) throws(Refused) -> AccountPage {
    let (account, configuration, sessions) = try read { database throws(DatabaseError) in
      (
        try database.account(session.account), try database.configuration(),
        try database.sessions(account: session.account)
      )
    }
    return AccountPage(account, configuration, sessions, reader: reader, texts: texts)
  }
}

/// A submitted form of the account page, from a browser that has proved whose it is.
private struct AccountFormChange: Sendable {
  let service: Service
  let request: Request
  let form: Form
  let reader: WebSession

  private var account: Int64 { reader.session.account }

  /// A choice like any other, with this browser as its device.
  func language() throws(Refused) -> Answer {
    let language: String
    do throws(InvalidField) {
      language = try FieldRules.language(form["value"])
    } catch {
      return .now(try complain(.language, .languageNotOffered))
    }
    return try change { [reader, account] database throws(DatabaseError) in
      let device = reader.session.device ?? DeviceIdentifier.random()
      try database.speak(for: device, tokenHash: reader.session.tokenHash)
      return (device, try database.choose(language, device: device, account: account))
    } then: { device, outcome in
      var response = Response.seeOther(
        (outcome == .applied ? Done.language : .superseded).place)
      response.notes.language = language
      response.notes.device = device
      response.notes.outcome = outcome.rawValue
      service.outbox?.deliver()
      return response
    } otherwise: { refused in
      refused.code == .languageNotOffered ? (.language, .languageNotOffered, 409) : nil
    }
  }

  func profile() throws(Refused) -> Answer {
    guard let profile = Int64(form["value"]) else {
      return .now(try complain(.profile, .noProfile))
    }
    return try change { [account] database throws(DatabaseError) in
      try database.setActiveProfile(profile, account: account)
    } then: { _ in
      service.outbox?.deliver()
      return .seeOther(Done.profile.place)
    } otherwise: { refused in
      refused.code == .notFound ? (.profile, .noProfile, 404) : nil
    }
  }

  func note() throws(Refused) -> Answer {
    // A form ends each line with CR LF.
    let typed = String(form["note"].map { $0 == "\r\n" ? "\n" : $0 })
    let note: String
    do throws(InvalidField) {
      note = try FieldRules.note(typed)
    } catch {
      return .now(try complain(.note, .noteInvalid, field: "note", note: typed))
    }
    return try set(AccountChange(note: note), .note)
  }

  func privacy() throws(Refused) -> Answer {
    let configuration = try service.read { database throws(DatabaseError) in
      try database.configuration()
    }
    let flags = configuration?.featureFlags ?? [:]
    // What the page does not show is not switched off by its absence.
    return try set(
      AccountChange(
        analytics: flags["analytics"] == true ? form["analytics"] == "on" : nil,
        diagnostics: flags["diagnostics"] == true ? form["diagnostics"] == "on" : nil), .privacy)
  }

  private func set(_ fields: AccountChange, _ done: Done) throws(Refused) -> Answer {
    try change { [account] database throws(DatabaseError) in
      try database.setFields(of: fields, account: account)
    } then: {
      .seeOther(done.place)
    }
  }

  /// A new password ends all sessions; this browser gets a new one.
  func password() throws(Refused) -> Answer {
    let new = form["new"]
    do throws(InvalidField) {
      _ = try FieldRules.newPassword(new)
    } catch {
      return .now(try complain(.password, .passwordUnusable, field: "new"))
    }
    guard new == form["again"] else {
      return .now(try complain(.password, .passwordsDiffer, field: "again"))
    }
    let login = try service.read { [account] database throws(DatabaseError) in
      try database.account(account).login
    }
    return .later { [self] answer in
      service.judge(login, form["current"], from: request.address) { verdict in
        switch verdict {
        case .failure(let refused): answer(refuse(refused))
        case .success(let check):
          guard let hash = Passwords.hash(Credentials.password(new)) else {
            return answer(refuse(Refused(.unavailable)))
          }
          replace(check, by: hash, login, answer)
        }
      }
    }
  }

  private func replace(
    _ check: PasswordCheck, by hash: String, _ login: String,
    _ answer: @escaping @Sendable (Response) -> Void
  ) {
    let session = service.newSession(
      account: account, device: reader.session.device, .browser)
    service.submit(of: account) { database throws(DatabaseError) in
      try database.requirePasswordHash(check.hash, account: session.account)
      try database.forgetFailures(AttemptKey.login(login))
      try database.setPasswordHash(hash, account: session.account)
      return try database.addSession(session)
    } then: { result in
      switch result {
      case .success(let session):
        var response = Response.seeOther(
          Done.password.place, [Cookie.session.header(session.token, request)])
        response.notes.account = session.account
        answer(response)
      case .failure(let refused): answer(refuse(refused))
      }
    }
  }

  /// A refusal of the form with the passwords.
  private func refuse(_ refused: Refused) -> Response {
    let isWrong = refused.code == .invalidCredentials
    do throws(Refused) {
      var response = try complain(
        .password, isWrong ? .passwordWrong : refused.code.message,
        field: isWrong ? "current" : nil, status: isWrong ? 422 : refused.code.status)
      if refused.code.isTemporary {
        response.headers.append(("Retry-After", String(refused.retryAfter)))
      }
      return response
    } catch {
      return service.refuse(error, to: request)
    }
  }

  func sessions() throws(Refused) -> Answer {
    let own = reader.session.tokenHash
    let name = form["session"]
    if name == "others" {
      return try change { [account] database throws(DatabaseError) in
        try database.removeSessions(account: account, except: own)
      } then: {
        .seeOther(Done.sessions.place)
      }
    }
    guard let hash = bytes(hexadecimal: name), hash != own else { throw Refused(.badRequest) }
    // A session that has ended meanwhile is what was asked for.
    return try change { [account] database throws(DatabaseError) in
      try database.removeSession(tokenHash: hash, account: account)
    } then: { _ in
      .seeOther(Done.session.place)
    }
  }

  func signOut() throws(Refused) -> Answer {
    try change { [reader] database throws(DatabaseError) in
      try database.removeSession(tokenHash: reader.session.tokenHash)
    } then: {
      .seeOther("./", [Cookie.session.removal(request)])
    }
  }

  // MARK: Answers

  /// Changes the database; shows the page again where `otherwise` names a complaint for a refusal.
  private func change<Value: Sendable>(
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then respond: @escaping @Sendable (Value) -> Response,
    otherwise: @escaping @Sendable (Refused) -> (AccountForm, ServerMessage, Int)? = { _ in nil }
  ) throws(Refused) -> Answer {
    .later { [self] answer in
      service.submit(of: account, body) { result in
        switch result {
        case .success(let value):
          var response = respond(value)
          response.notes.account = account
          answer(response)
        case .failure(let refused):
          let refusal = service.refuse(refused, to: request)
          guard let (form, reason, status) = otherwise(refused) else { return answer(refusal) }
          // The thread that reports changes must not wait for what the page reads.
          let isTaken = service.storage?.dispatch {
            answer((try? complain(form, reason, status: status)) ?? refusal)
          }
          if isTaken != true { answer(refusal) }
        }
      }
    }
  }

  /// The page with a complaint about a form.
  private func complain(
    _ form: AccountForm, _ reason: ServerMessage, field: String? = nil, note: String? = nil,
    status: Int = 422
  ) throws(Refused) -> Response {
    var page = try service.accountPage(reader.session, reader: reader)
    page.complaint = AccountPage.Complaint(
      form: form, reason: reason, field: field, note: note, status: status)
    return page.response()
  }
}

/// The bytes of a text of hexadecimal digits (sodium_hex2bin); nil for any other text.
private func bytes(hexadecimal text: String) -> [UInt8]? {
  guard text.utf8.count == 64 else { return nil }
  var bytes = [UInt8](repeating: 0, count: 32)
  var count = 0
  guard sodium_hex2bin(&bytes, bytes.count, text, text.utf8.count, nil, &count, nil) == 0,
    count == bytes.count
  else { return nil }
  return bytes
}
