import AccountDatabase
import Localization

extension Route {
  /// `GET /device`: the page for the code that a device shows (R64).
  static let devicePage: Handler = { service, request throws(Refused) in
    let query = Form(request.query) ?? .empty
    let code = UserCode(query["code"])
    guard let reader = try service.reader(of: request) else {
      let code = code.map { "&code=\($0.text)" } ?? ""
      return .now(.seeOther("./?next=device\(code)"))
    }
    var page = try service.devicePage(reader)
    page.typed = code?.text ?? ""
    page.news = DevicePage.News(rawValue: query["done"])
    return .now(page.response())
  }

  /// `POST /device`: a code, and then the decision about it.
  static let decideOnDevicePage: Handler = { service, request throws(Refused) in
    let form = try Form(request)
    let reader = try service.webSession(of: request)
    try request.requireProof(form["proof"], for: reader.token)
    let page = try service.devicePage(reader)
    let account = reader.session.account
    let limits = service.limits(AttemptKey.codes(account), request.address)
    // As with passwords: every attempt is in at least one of the two counts.
    let pending = service.attempts.begin(limits)
    do throws(Refused) {
      try service.admit(limits, pending)
    } catch {
      service.attempts.end(limits)
      throw error
    }
    let (typed, decision) = (form["code"], form["decision"])
    return .later { answer in
      service.submit(of: nil) { database throws(DatabaseError) in
        let found = try UserCode(typed).flatMap { code throws(DatabaseError) in
          try database.decide(decision, code, reader.session)
        }
        if found == nil { try database.countFailure(limits) }
        return found
      } then: { result in
        service.attempts.end(limits)
        var page = page
        page.typed = typed
        switch result {
        case .failure(let refused): answer(service.refuse(refused, to: request))
        case .success(.decided(let news)):
          var response = Response.seeOther("device?done=\(news.rawValue)")
          response.notes.account = account
          answer(response)
        case .success(.asked(let code, let device)):
          page.question = (code, device)
          answer(page.response())
        case .success(nil):
          page.complaint = .codeUnknown
          answer(page.response())
        }
      }
    }
  }
}

/// What became of a typed code.
private enum CodeOutcome: Sendable {
  case asked(UserCode, DeviceRequest)
  case decided(DevicePage.News)
}

extension AccountDatabase {
  /// Decides about a code, or without a decision says what there is to decide; nil if the code is
  /// not valid.
  fileprivate func decide(
    _ decision: String, _ code: UserCode, _ session: LiveSession
  ) throws(DatabaseError) -> CodeOutcome? {
    switch decision {
    case "allow":
      try allowDevice(
        userCodeHash: code.hash, account: session.account, by: session.tokenHash)
        ? .decided(.allowed) : nil
    case "refuse": try refuseDevice(userCodeHash: code.hash) ? .decided(.refused) : nil
    default: try deviceRequest(userCodeHash: code.hash).map { .asked(code, $0) }
    }
  }
}

extension Service {
  /// The session of a browser; nil if there is none.
  fileprivate func reader(of request: Request) throws(Refused) -> WebSession? {
    do throws(Refused) {
      return try webSession(of: request)
    } catch {
      guard error.code.status == 401 else { throw error }
      return nil
    }
  }

  fileprivate func devicePage(_ reader: WebSession) throws(Refused) -> DevicePage {
    let language = try read { database throws(DatabaseError) in
      try database.account(reader.session.account).preferredLocale
    }
    return DevicePage(reader: reader, catalog: texts.catalog(language))
  }
}

/// The page on which a person lets a device sign in: asks for its code, then shows what asks, and
/// only then lets decide, so that nobody allows a device that somebody else started (RFC 8628,
/// section 5.4).
struct DevicePage: Sendable {
  enum News: String, Sendable {
    case allowed
    case refused
  }

  let reader: WebSession
  let catalog: Catalog<ServerMessage>
  var typed = ""
  var complaint: ServerMessage?
  var news: News?
  /// What there is to decide.
  var question: (code: UserCode, device: DeviceRequest)?

  init(reader: WebSession, catalog: Catalog<ServerMessage>) {
    self.reader = reader
    self.catalog = catalog
  }

  func response() -> Response {
    var page = Page(.deviceTitle, catalog, content: content)
    page.isError = complaint != nil
    var response = page.response(complaint == nil ? 200 : 422)
    response.notes.account = reader.session.account
    return response
  }

  private var content: HTML {
    switch news {
    case .allowed: "<p class=\"news\" role=\"status\">\(text(.deviceAllowed))</p>\(back)"
    case .refused: "<p class=\"news\" role=\"status\">\(text(.deviceRefused))</p>\(back)"
    case nil: question.map { decision($0.code, $0.device) } ?? entry
    }
  }

  private var entry: HTML {
    let fault: HTML =
      complaint == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"error\""
    return """
      <p>\(text(.deviceLead))</p>
      \(complaint.map { "<p class=\"error\" role=\"alert\" id=\"error\">\(text($0))</p>" })
      <form method="post" action="device" class="card">
      \(proof)
      <p class="field"><label for="code">\(text(.deviceCode))</label>
      <input id="code" name="code" class="code" value="\(typed)" dir="ltr" autocomplete="off" \
      autocapitalize="characters" spellcheck="false" required maxlength="40" autofocus\(fault)></p>
      <p><button>\(text(.continueOn))</button></p>
      </form>
      \(back)
      """
  }

  private func decision(_ code: UserCode, _ device: DeviceRequest) -> HTML {
    let time = UniversalTime(device.createdAt)
    return """
      <form method="post" action="device" class="card">
      \(proof)
      <input type="hidden" name="code" value="\(code.text)">
      <p>\(text(.deviceQuestion))</p>
      <p class="code">\(HTML.identifier(code.text))</p>
      <dl>
      <div><dt>\(text(.deviceAskedAt))</dt>\
      <dd><time datetime="\(time.machineReadable)" dir="ltr">\(time.readable)</time></dd></div>
      <div><dt>\(text(.deviceAddress))</dt><dd>\(HTML.identifier(device.address))</dd></div>
      </dl>
      <p>\(text(.deviceWarning))</p>
      <p class="actions"><button name="decision" value="allow">\(text(.allowDevice))</button>
      <button name="decision" value="refuse" class="quiet">\(text(.refuseDevice))</button></p>
      </form>
      """
  }

  private var proof: HTML {
    "<input type=\"hidden\" name=\"proof\" value=\"\(reader.token.proof)\">"
  }

  private var back: HTML { "<p><a href=\"account\">\(text(.toAccount))</a></p>" }

  private func text(_ message: ServerMessage) -> String { catalog.text(message) }
}
