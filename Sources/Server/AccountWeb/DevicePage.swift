import AccountDatabase
import AccountHTTP
import AccountService
import Localization
import ServerTexts

extension Route {
  /// `GET /device`: the page for the code that a device shows (R64).
  static let devicePage: Handler = { site, request throws(Refused) in
    let query = Form(request.query) ?? .empty
    let code = UserCode(query["code"])
    guard let reader = try site.reader(of: request) else {
      let code = code.map { "&code=\($0.text)" } ?? ""
      return .now(.success(.seeOther("./?next=device\(code)")))
    }
    var page = try site.devicePage(reader)
    page.typed = code?.text ?? ""
    page.news = DevicePage.News(rawValue: query["done"])
    return .now(.success(page.response()))
  }

  /// `POST /device`: a code, and then the decision about it.
  static let decideOnDevicePage: Handler = { site, request throws(Refused) in
    let form = try Form(request)
    let reader = try site.webSession(of: request)
    try request.requireProof(form["proof"], for: reader.token)
    var page = try site.devicePage(reader)
    page.typed = form["code"]
    return try site.service.decide(
      DeviceDecision(rawValue: form["decision"]), UserCode(form["code"]), by: reader.session,
      from: request.address
    ).map { [page] outcome in
      var page = page
      switch outcome {
      case .decided(let decision):
        let news = decision == .allow ? DevicePage.News.allowed : .refused
        return .seeOther("device?done=\(news.rawValue)").about(reader.session.account)
      case .asked(let code, let device): page.question = (code, device)
      case nil: page.complaint = .codeUnknown
      }
      return page.response()
    }
  }
}

extension Site {
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
    let language = try service.read { database throws(DatabaseError) in
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

  func response() -> Response {
    Response.page(.deviceTitle, catalog, status: complaint == nil ? 200 : 422, content: content)
      .about(reader.session.account)
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
    """
    <form method="post" action="device" class="card">
    \(proof)
    <input type="hidden" name="code" value="\(code.text)">
    <p>\(text(.deviceQuestion))</p>
    <p class="code">\(HTML.identifier(code.text))</p>
    <dl>
    <div><dt>\(text(.deviceAskedAt))</dt><dd>\(HTML.time(device.createdAt))</dd></div>
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
