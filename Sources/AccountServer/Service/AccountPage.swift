import AccountDatabase
import AccountModel
import Localization

extension Route {
  /// `GET /account`: the account as an HTML page in the account's language (R46).
  static let accountPage: Handler = { service, request throws(Refused) in
    let id = try service.session(of: request).account
    let account = try service.read { database throws(DatabaseError) in try database.account(id) }
    let page = AccountPage(account: account, texts: service.texts)
    var response = Response(status: 200)
    response.contentType = "text/html; charset=utf-8"
    response.headers = [
      ("Content-Language", page.catalog.language.code.rawValue),
      ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    ]
    response.body = Array(page.html.utf8)
    response.notes.account = id
    return .now(response)
  }
}

/// The account page: plain HTML without styles, scripts or external content.
struct AccountPage {
  let account: Account
  let texts: Texts
  let catalog: Catalog<ServerMessage>

  init(account: Account, texts: Texts) {
    self.account = account
    self.texts = texts
    catalog = texts.catalog(account.preferredLocale)
  }

  var html: String {
    let language = catalog.language
    let direction = language.direction == .rightToLeft ? "rtl" : "ltr"
    var rows = [
      row(.name, person(account.name)), row(.login, identifier(account.login)),
      row(.language, person(texts.name(ofLanguage: account.preferredLocale))),
    ]
    if let email = account.email { rows.append(row(.email, identifier(email))) }
    if let phone = account.phone { rows.append(row(.phone, identifier(phone))) }
    if !account.note.isEmpty { rows.append(row(.note, person(account.note))) }
    let profiles = account.profiles.map { profile in
      let name = person(profile.name)
      let language = person(texts.name(ofLanguage: profile.languageCode))
      let active = profile.profileID == account.activeProfileID
      return "<li>\(name) · \(language)" + (active ? " · \(text(.activeProfile))" : "") + "</li>"
    }
    return """
      <!DOCTYPE html>
      <html lang="\(language.code.rawValue)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(text(.account))</title>
      </head>
      <body>
      <h1>\(text(.account))</h1>
      <dl>
      \(rows.joined(separator: "\n"))
      </dl>
      <h2>\(text(.profiles))</h2>
      <ul>
      \(profiles.joined(separator: "\n"))
      </ul>
      </body>
      </html>

      """
  }

  private func row(_ label: ServerMessage, _ value: String) -> String {
    "<dt>\(text(label))</dt><dd>\(value)</dd>"
  }

  private func text(_ message: ServerMessage) -> String { escaped(catalog.text(message)) }

  /// Text from users, isolated, with the direction of its first strong letter (R26).
  private func person(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

  /// An identifier, always left to right (R27).
  private func identifier(_ text: String) -> String { "<bdi dir=\"ltr\">\(escaped(text))</bdi>" }
}

/// Escapes a text for HTML elements and quoted attributes.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
