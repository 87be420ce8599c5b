import AccountDatabase
import AccountHTTP
import AccountModel
import AccountProtocol
import AccountService
import CSodium
import ServerTexts

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
  static let accountPage: Handler = { site, request throws(Refused) in
    if request.authorization != nil {
      let session = try site.session(of: request)
      return .now(.success(try site.accountPage(session, reader: nil).response()))
    }
    let reader = try site.webSession(of: request)
    var page = try site.accountPage(reader.session, reader: reader)
    let done = Form(request.query)?["done"] ?? ""
    page.news = Done(rawValue: done)?.message
    return .now(.success(page.response()))
  }

  /// `POST /account`: one of the page's forms.
  static let changeOnPage: Handler = { site, request throws(Refused) in
    let form = try Form(request)
    let reader = try site.webSession(of: request)
    try request.requireProof(form["proof"], for: reader.token)
    guard let name = AccountForm(rawValue: form["form"]) else { throw Refused(.badRequest) }
    let change = AccountFormChange(site: site, request: request, form: form, reader: reader)
    switch name {
    case .language: return try change.language()
    case .profile: return try change.profile()
    case .note: return try change.note()
    case .privacy: return try change.privacy()
    case .password: return try change.password()
    case .sessions: return try change.sessions()
    case .signOut: return change.signOut()
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

extension Site {
  /// The page of a session's account as it is now.
  fileprivate func accountPage(
    _ session: LiveSession, reader: WebSession?
  ) throws(Refused) -> AccountPage {
    let (account, configuration, sessions) = try service.read { database throws(DatabaseError) in
      (
        try database.account(session.account), try database.configuration(),
        try database.sessions(account: session.account)
      )
    }
    return AccountPage(
      account: account, configuration: configuration, sessions: sessions, reader: reader,
      texts: texts, catalog: texts.catalog(account.preferredLocale))
  }
}

/// A submitted form of the account page, from a browser that has proved whose it is.
private struct AccountFormChange: Sendable {
  typealias Complaint = AccountPage.Complaint

  let site: Site
  let request: Request
  let form: Form
  let reader: WebSession

  private var service: Service { site.service }
  private var account: Int64 { reader.session.account }

  /// A choice like any other, with this browser as its device.
  func language() throws(Refused) -> Answer<Response, Refused> {
    var complaint = Complaint(reason: .languageNotOffered)
    guard let language = try? FieldRules.language(form["value"]) else {
      return .now(.success(try page(with: complaint)))
    }
    complaint.status = RefusalCode.languageNotOffered.status
    return change(unless: complaint) { [reader, account] database throws(DatabaseError) in
      let device = reader.session.device ?? randomIdentifier()
      try database.speak(for: device, tokenHash: reader.session.tokenHash)
      return (device, try database.choose(language, device: device, account: account))
    } then: { device, outcome in
      var response = Response.seeOther(
        (outcome == .applied ? Done.language : .superseded).place)
      response.notes.language = language
      response.notes.device = device
      response.notes.outcome = outcome.rawValue
      service.noticeQueued()
      return response
    }
  }

  func profile() throws(Refused) -> Answer<Response, Refused> {
    var complaint = Complaint(reason: .noProfile)
    guard let profile = Int64(form["value"]) else {
      return .now(.success(try page(with: complaint)))
    }
    complaint.status = RefusalCode.notFound.status
    return change(unless: complaint) { [account] database throws(DatabaseError) in
      try database.setActiveProfile(profile, account: account)
    } then: { _ in
      service.noticeQueued()
      return .seeOther(Done.profile.place)
    }
  }

  func note() throws(Refused) -> Answer<Response, Refused> {
    // A form ends each line with CR LF.
    let typed = String(form["note"].map { $0 == "\r\n" ? "\n" : $0 })
    guard let note = try? FieldRules.note(typed) else {
      let complaint = Complaint(reason: .noteInvalid, field: "note", note: typed)
      return .now(.success(try page(with: complaint)))
    }
    return set(AccountChange(note: note), .note)
  }

  func privacy() throws(Refused) -> Answer<Response, Refused> {
    let configuration = try service.read { database throws(DatabaseError) in
      try database.configuration()
    }
    let flags = configuration?.featureFlags ?? [:]
    // What the page does not show is not switched off by its absence.
    return set(
      AccountChange(
        analytics: flags["analytics"] == true ? form["analytics"] == "on" : nil,
        diagnostics: flags["diagnostics"] == true ? form["diagnostics"] == "on" : nil), .privacy)
  }

  private func set(_ fields: AccountChange, _ done: Done) -> Answer<Response, Refused> {
    change { [account] database throws(DatabaseError) in
      try database.setFields(of: fields, account: account)
    } then: {
      .seeOther(done.place)
    }
  }

  /// A new password ends all sessions; this browser gets a new one.
  func password() throws(Refused) -> Answer<Response, Refused> {
    let new = form["new"]
    guard (try? FieldRules.newPassword(new)) != nil else {
      return .now(.success(try page(with: Complaint(reason: .passwordUnusable, field: "new"))))
    }
    guard new == form["again"] else {
      return .now(.success(try page(with: Complaint(reason: .passwordsDiffer, field: "again"))))
    }
    return try service.changePassword(
      from: form["current"], to: new, by: reader.session, at: request.address
    ).mapResult { [self] result in
      Result { () throws(Refused) in
        switch result {
        case .success(let session):
          let cookie = Cookie.session.header(session.token, request)
          return .seeOther(Done.password.place, [cookie]).about(session.account)
        case .failure(let refused): return try page(with: refused)
        }
      }
    }
  }

  /// The page with a refusal of the form with the passwords.
  private func page(with refused: Refused) throws(Refused) -> Response {
    guard refused.code != .invalidCredentials else {
      return try page(with: Complaint(reason: .passwordWrong, field: "current"))
    }
    var response = try page(
      with: Complaint(reason: refused.code.message, status: refused.code.status))
    if refused.code.isTemporary {
      response.headers.append(("Retry-After", String(refused.retryAfter)))
    }
    return response
  }

  func sessions() throws(Refused) -> Answer<Response, Refused> {
    let own = reader.session.tokenHash
    let name = form["session"]
    if name == "others" {
      return change { [account] database throws(DatabaseError) in
        try database.removeSessions(account: account, except: own)
      } then: {
        .seeOther(Done.sessions.place)
      }
    }
    guard let hash = bytes(hexadecimal: name), hash != own else { throw Refused(.badRequest) }
    // A session that has ended meanwhile is what was asked for.
    return change { [account] database throws(DatabaseError) in
      try database.removeSession(tokenHash: hash, account: account)
    } then: { _ in
      .seeOther(Done.session.place)
    }
  }

  func signOut() -> Answer<Response, Refused> {
    change { [reader] database throws(DatabaseError) in
      try database.removeSession(tokenHash: reader.session.tokenHash)
    } then: {
      .seeOther("./", [Cookie.session.removal(request)])
    }
  }

  // MARK: Answers

  /// Changes the database; shows the page again with the complaint if the refusal has its status.
  private func change<Value: Sendable>(
    unless complaint: Complaint? = nil,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then respond: @escaping @Sendable (Value) -> Response
  ) -> Answer<Response, Refused> {
    .later { [self] tell in
      service.submit(of: account, body) { result in
        switch result {
        case .success(let value): tell(.success(respond(value).about(account)))
        case .failure(let refused):
          guard let complaint, complaint.status == refused.code.status else {
            return tell(.failure(refused))
          }
          // The thread that reports changes must not wait for what the page reads.
          let isTaken = service.storage?.dispatch {
            tell((try? page(with: complaint)).map { .success($0) } ?? .failure(refused))
          }
          if isTaken != true { tell(.failure(refused)) }
        }
      }
    }
  }

  /// The page with a complaint about a form.
  private func page(with complaint: Complaint) throws(Refused) -> Response {
    var page = try site.accountPage(reader.session, reader: reader)
    page.complaint = complaint
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
