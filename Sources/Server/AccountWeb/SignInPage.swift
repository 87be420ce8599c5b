import AccountHTTP
import AccountModel
import AccountProtocol
import AccountService
import Localization
import ServerTexts

extension Route {
  /// `GET /`: the page to sign in. Who is signed in sees the account instead.
  static let signInPage: Handler = { site, request throws(Refused) in
    var page = SignInPage(site, request)
    do throws(Refused) {
      _ = try site.webSession(of: request)
      return .now(.success(.seeOther(page.next.place)))
    } catch {
      if error.code == .sessionExpired { page.complaint = error }
      guard error.code.status == 401 else { throw error }
    }
    return .now(.success(page.response()))
  }

  /// `POST /`: begins a session for this browser.
  static let signInOnPage: Handler = { site, request throws(Refused) in
    let form = try Form(request)
    var page = SignInPage(site, request)
    page.next = NextPage(form)
    page.login = form["login"]
    do throws(Refused) {
      try request.requireProof(form["proof"], for: request.token(.visit))
    } catch {
      page.complaint = error
      return .now(.success(page.response()))
    }
    var message = SignIn(
      login: form["login"], password: form["password"], device: randomIdentifier())
    do throws(InvalidField) {
      try message.validate()
    } catch {
      // What no login and no password can be is as wrong as another one.
      page.complaint = Refused(.invalidCredentials)
      return .now(.success(page.response()))
    }
    let former = request.token(.session)
    return site.service.signIn(message, .browser, replacing: former, from: request.address)
      .mapResult { [page] result in
        var page = page
        switch result {
        case .success(let session):
          let cookies = [
            Cookie.session.header(session.token, request), Cookie.visit.removal(request),
          ]
          return .success(.seeOther(page.next.place, cookies).about(session.account))
        case .failure(let refused):
          page.complaint = refused
          return .success(page.response())
        }
      }
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

  init(_ site: Site, _ request: Request) {
    self.request = request
    catalog = site.texts.catalog(acceptLanguage: request.acceptLanguage)
    next = NextPage(Form(request.query) ?? .empty)
  }

  func response() -> Response {
    let visit = request.token(.visit) ?? .random()
    var response = Response.page(
      .signIn, catalog, status: complaint?.code.status ?? 200, content: content(visit))
    response.headers.append(Cookie.visit.header(visit, request))
    return complaint.map { response.noting($0) } ?? response
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
