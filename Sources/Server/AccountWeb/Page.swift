import AccountHTTP
import AccountService
import Localization
import ServerTexts

extension Response {
  /// A page of the web interface: a document in one language, with its headers.
  ///
  /// - Parameter status: one of an error is told in the title, so that a screen reader reads it first.
  static func page(
    _ title: ServerMessage, _ catalog: Catalog<ServerMessage>, status: Int = 200, content: HTML
  ) -> Response {
    let language = catalog.language
    let direction = language.direction == .rightToLeft ? "rtl" : "ltr"
    let title = catalog.text(title)
    let heading = status < 400 ? title : catalog.text(.pageError, [title])
    let html: HTML = """
      <!DOCTYPE html>
      <html lang="\(language.code.rawValue)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(heading) – \(catalog.text(.brand))</title>
      <link rel="stylesheet" href="style.css">
      </head>
      <body>
      <header><p>\(catalog.text(.brand))</p></header>
      <main>
      <h1>\(title)</h1>
      \(content)
      </main>
      </body>
      </html>

      """
    var response = Response("text/html; charset=utf-8", Array(html.markup.utf8), status: status)
    response.headers = [("Content-Language", language.code.rawValue)] + protections
    return response
  }

  /// What a browser must not do with a page: run scripts, load anything but the style sheet, send a
  /// form elsewhere, show the page in a frame, or give it features.
  private static let protections: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; "
        + "base-uri 'none'"
    ),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Vary", "Cookie, Accept-Language"),
  ]

  /// `303 See Other`: the browser reads another page, so that a reload repeats no change. The place
  /// is relative, because a proxy may serve this server below a path.
  static func seeOther(_ place: String, _ headers: [(name: String, value: String)] = []) -> Response
  {
    var response = Response(status: 303)
    response.headers = [("Location", place)] + headers
    return response
  }
}

extension Route {
  /// The pages for people.
  package static let pages: [Route] = [
    Route("/", ("GET", signInPage), ("POST", signInOnPage)),
    Route("/account", ("GET", accountPage), ("POST", changeOnPage)),
    Route("/device", ("GET", devicePage), ("POST", decideOnDevicePage)),
  ]
}

/// A refusal as a page. Who is not signed in is sent to the page for that.
package func refusalPage(_ refused: Refused, to request: Request, _ texts: Texts) -> Response {
  switch refused.code {
  case .notSignedIn, .sessionExpired: return .seeOther("./")
  default:
    let catalog = texts.catalog(acceptLanguage: request.acceptLanguage)
    return .page(
      .notDone, catalog, status: refused.code.status,
      content: """
        <p class="error" role="alert">\(catalog.text(refused))</p>
        <p><a href="./">\(catalog.text(.toAccount))</a></p>
        """)
  }
}
