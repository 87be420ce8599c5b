import AccountDatabase
import AccountModel
import AccountProtocol
import CSodium
import Localization

extension Route {
  /// `GET /`: the page to sign in. Who is signed in sees the account instead.
  static let signInPage: Handler = { service, request throws(Refused) in
    var page = SignInPage(service, request)
    do throws(Refused) {
      _ = try service.webSession(of: request)
      return .now(.seeOther(page.next.place))
    } catch {
      if error.code == .sessionExpired { page.complaint = error }
      guard error.code.status == 401 else { throw error }
    }
    return .now(page.response())
  }

  /// `POST /`: begins a session for this browser.
  static let signInOnPage: Handler = { service, request throws(Refused) in
    let form = try Form(request)
    var page = SignInPage(service, request)
    page.next = NextPage(form)
    page.login = form["login"]
    do throws(Refused) {
      try request.requireProof(form["proof"], for: request.token(.visit))
    } catch {
      page.complaint = error
      return .now(page.response())
    }
    var message = SignIn(
      login: form["login"], password: form["password"], device: DeviceIdentifier.random())
    do throws(InvalidField) {
      try message.validate()
    } catch {
      // What no login and no password can be is as wrong as another one.
      page.complaint = Refused(.invalidCredentials)
      return .now(page.response())
    }
    let former = request.token(.session)
    return service.signIn(message, .browser, replacing: former, for: request) { [page] result in
      var page = page
      switch result {
      case .success(let session):
        var response = Response.seeOther(
          page.next.place,
          [Cookie.session.header(session.token, request), Cookie.visit.removal(request)])
        response.notes.account = session.account
        return response
      case .failure(let refused):
        page.complaint = refused
        return page.response()
      }
    }
  }
}

/// The device that a browser's session stands for.
enum DeviceIdentifier {
  /// 32 random hexadecimal digits.
  static func random() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&bytes, bytes.count)
    return hexadecimal(bytes)
  }
}

/// Where a person goes after signing in.
enum NextPage: Sendable {
  case account
  /// The page for a device's code, with the code if it was in the address.
  case device(UserCode?)

  init(_ form: Form) {
    self = form["next"] == "device" ? .device(UserCode(form["code"])) : .account
  }

  var place: String {
    switch self {
    case .account: "account"
    case .device(let code): "device" + (code.map { "?code=\($0.text)" } ?? "")
    }
  }

  /// Hidden fields from which `init` reads this again.
  var fields: HTML {
    switch self {
    case .account: ""
    case .device(let code):
      """
      <input type="hidden" name="next" value="device">
      <input type="hidden" name="code" value="\(code?.text ?? "")">
      """
    }
  }
}

/// The page to sign in, in the language that the browser prefers.
struct SignInPage: Sendable {
  let request: Request
  let catalog: Catalog<ServerMessage>
  var next: NextPage
  /// What was typed before.
  var login = ""
  var complaint: Refused?

  init(_ service: Service, _ request: Request) {
    self.request = request
    catalog = service.texts.catalog(acceptLanguage: request.acceptLanguage)
    next = NextPage(Form(request.query) ?? .empty)
  }

  func response() -> Response {
    let visit = request.token(.visit) ?? .random()
    var page = Page(.signIn, catalog, content: content(visit))
    page.isError = complaint != nil
    var response = page.response(complaint?.code.status ?? 200)
    response.headers.append(Cookie.visit.header(visit, request))
    response.notes.code = complaint?.code.rawValue
    if let complaint, complaint.code.isTemporary {
      response.headers.append(("Retry-After", String(complaint.retryAfter)))
    }
    return response
  }

  private func content(_ visit: Token) -> HTML {
    let isInvalid = complaint?.code == .invalidCredentials
    let fault: HTML = isInvalid ? " aria-invalid=\"true\" aria-describedby=\"error\"" : ""
    let isLoginFirst = login.isEmpty
    return """
      <p>\(catalog.text(.signInLead))</p>
      \(complaint.map { "<p class=\"error\" role=\"alert\" id=\"error\">\(catalog.text($0))</p>" })
      <form method="post" action="./" class="card">
      <input type="hidden" name="proof" value="\(visit.proof)">
      \(next.fields)
      <p class="field"><label for="login">\(catalog.text(.login))</label>
      <input id="login" name="login" value="\(login)" dir="ltr" autocomplete="username" \
      autocapitalize="none" spellcheck="false" required maxlength="\(Bounds.login)"\(fault)\
      \(isLoginFirst ? " autofocus" : HTML.nothing)></p>
      <p class="field"><label for="password">\(catalog.text(.password))</label>
      <input id="password" name="password" type="password" dir="ltr" \
      autocomplete="current-password" required maxlength="\(Bounds.password)"\(fault)\
      \(isLoginFirst ? HTML.nothing : " autofocus")></p>
      <p><button>\(catalog.text(.signIn))</button></p>
      </form>
      """
  }
}
