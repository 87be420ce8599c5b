import AccountHTTP
import AccountService
import CSodium

// How a request of a browser proves whose it is: by a cookie, and where it changes something, by a
// field that only a page of this server can contain.

/// The cookies of the web page.
enum Cookie: String {
  /// The session's token.
  case session = "lisan_session"
  /// A random token of a browser that is not signed in, for the form with the password.
  case visit = "lisan_visit"

  /// With the prefix `__Host-`, a browser accepts a cookie only from this host itself, over TLS.
  func name(_ request: Request) -> String { (request.isEncrypted ? "__Host-" : "") + rawValue }

  /// The header that sets the cookie until the browser is closed.
  func header(_ token: Token, _ request: Request) -> (name: String, value: String) {
    ("Set-Cookie", "\(name(request))=\(token.text)\(Self.attributes(request))")
  }

  /// The header that removes the cookie.
  func removal(_ request: Request) -> (name: String, value: String) {
    ("Set-Cookie", "\(name(request))=; Max-Age=0\(Self.attributes(request))")
  }

  private static func attributes(_ request: Request) -> String {
    "; Path=/; HttpOnly; SameSite=Strict" + (request.isEncrypted ? "; Secure" : "")
  }
}

extension Request {
  /// The token in a cookie. Nil also if there are several, because one of them is not ours.
  func token(_ cookie: Cookie) -> Token? {
    let name = cookie.name(self)
    let values = (cookies ?? "").split(separator: ";").compactMap { item -> Substring? in
      let item = item.drop { $0 == " " }
      guard item.hasPrefix("\(name)=") else { return nil }
      return item.dropFirst(name.count + 1)
    }
    return values.count == 1 ? Token(String(values[0])) : nil
  }

  /// Throws unless a form comes from a page with the proof for a token.
  func requireProof(_ proof: String, for token: Token?) throws(Refused) {
    // Browsers state where a request comes from, on encrypted connections and on loopback.
    if let site = fetchSite, site != "same-origin" { throw Refused(.staleForm) }
    guard let token else { throw Refused(.staleForm) }
    let (sent, expected) = (Array(proof.utf8), Array(token.proof.utf8))
    guard sent.count == expected.count, sodium_memcmp(sent, expected, expected.count) == 0 else {
      throw Refused(.staleForm)
    }
  }
}

extension Token {
  /// What a form contains to prove that it is from a page that this server gave the token's owner.
  /// It follows from the token, but the token does not follow from it.
  var proof: String { hexadecimal(digest(of: "form \(text)")) }
}

/// A browser's session.
struct WebSession: Sendable {
  let token: Token
  let session: LiveSession
}

extension Site {
  /// The session of a browser's cookie.
  func webSession(of request: Request) throws(Refused) -> WebSession {
    guard let token = request.token(.session) else { throw Refused(.notSignedIn) }
    return WebSession(token: token, session: try service.session(of: token))
  }
}
