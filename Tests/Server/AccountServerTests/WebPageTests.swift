import AccountModel
import Foundation
import ServerHarness
import Testing

/// The web page for people, as a browser gets it. `BrowserTests` show it in one.
@Suite(.serialized) struct WebPageTests {
  private func started(
    users: [String] = ["ana"], options: [String] = []
  ) throws -> Server {
    let server = try Server(users: users, options: options)
    try server.start()
    return server
  }

  // MARK: Signing in

  @Test("R63: the session's cookie is kept from scripts, other sites and plain connections")
  func cookie() throws {
    let server = try started(options: ["--behind-proxy"])
    for (scheme, prefix, attributes) in [
      ("http", "", ["Path=/", "HttpOnly", "SameSite=Strict"]),
      ("https", "__Host-", ["Path=/", "HttpOnly", "SameSite=Strict", "Secure"]),
    ] {
      let browser = WebClient(server, headers: ["X-Forwarded-Proto": scheme])
      _ = try browser.get("/")
      #expect(Set(browser.cookies.keys) == ["\(prefix)lisan_visit"])
      let reply = try browser.post("/", ["login": "ana", "password": Server.password])
      #expect(reply.status == 303 && reply.headers["location"] == "account")
      #expect(reply.body.isEmpty)
      let cookie = try #require(reply.cookies.first { $0.contains("lisan_session=") })
      #expect(cookie.hasPrefix("\(prefix)lisan_session=lisan_"))
      #expect(cookie.components(separatedBy: "; ").dropFirst().sorted() == attributes.sorted())
      #expect(Set(browser.cookies.keys) == ["\(prefix)lisan_session"])
      #expect(try browser.get("/account").status == 200)
      #expect(try browser.get("/").headers["location"] == "account")
    }
  }

  @Test(
    "R63: without a session the account leads to the page to sign in, in the browser's language")
  func beforeSigningIn() throws {
    let server = try started()
    for (header, language, direction) in [
      ("ar-EG,ar;q=0.9,en;q=0.5", "ar", "rtl"), ("en-GB", "en", "ltr"), ("fr", "en", "ltr"),
    ] {
      let browser = WebClient(server, headers: ["Accept-Language": header])
      let reply = try browser.get("/account")
      #expect(reply.status == 303 && reply.headers["location"] == "./")
      let page = try browser.get("/")
      #expect(page.status == 200 && page.headers["content-language"] == language)
      #expect(page.text.contains(#"<html lang="\#(language)" dir="\#(direction)">"#))
      #expect(page.text.unicodeScalars.contains(where: isArabic) == (language == "ar"))
      // A refusal is a page as well.
      let nothing = try browser.get("/nothing")
      #expect(nothing.status == 404)
      #expect(nothing.text.contains(#"<html lang="\#(language)" dir="\#(direction)">"#))
    }
    // A program gets what it got before.
    #expect(try server.ask("GET", "/account").code == .notSignedIn)
  }

  @Test("R63: a wrong password and an unknown login stay on the page, and count as everywhere")
  func wrongPassword() throws {
    let server = try started()
    let browser = WebClient(server)
    var replies: [Client.Reply] = []
    for login in ["ana", "nobody"] {
      let reply = try browser.signIn(login, "wrong")
      #expect(reply.status == 401 && reply.headers["location"] == nil)
      #expect(reply.text.contains("The sign-in name or the password is wrong."))
      #expect(reply.text.contains(">Sign-in name</label>"))
      #expect(reply.text.contains(#"name="login" value="\#(login)""#))
      #expect(reply.text.contains(#"aria-invalid="true""#))
      #expect(!reply.text.contains("wrong\""))
      #expect(browser.cookies["lisan_session"] == nil)
      replies.append(reply)
    }
    let (known, unknown) = (replies[0].text, replies[1].text)
    #expect(known.replacing("ana", with: "") == unknown.replacing("nobody", with: ""))
    // Nine more, of which the last five come from programs: the limit is one for both.
    for _ in 0..<4 { #expect(try browser.signIn("ana", "wrong").status == 401) }
    for _ in 0..<5 { #expect(try server.trySignIn("ana", "wrong").status == 401) }
    let refused = try browser.signIn()
    #expect(refused.status == 429 && refused.text.contains("Too many attempts"))
    #expect(refused.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
    #expect(try server.trySignIn("ana").status == 429)
  }

  @Test("R63: what no login or password can be is refused like a wrong one, before any work")
  func impossibleCredentials() throws {
    let server = try started()
    let browser = WebClient(server)
    for (login, password) in [
      ("", ""), ("ana", ""), ("", "x"), ("a na", "x"), (String(repeating: "a", count: 255), "x"),
      ("ana", String(repeating: "x", count: 1025)), ("\u{1B}[2J", "x"),
    ] {
      let reply = try browser.signIn(login, password)
      #expect(reply.status == 401, "\(login.prefix(20))")
      #expect(reply.text.contains("The sign-in name or the password is wrong."))
    }
    #expect(server.sql("SELECT count(*) FROM attempt") == "0")
  }

  @Test("R63: signing in again ends the browser's former session, and signing out ends it for good")
  func signingOut() throws {
    let server = try started()
    let browser = WebClient(server)
    try browser.signIn()
    let first = browser.cookies
    let token = try #require(first["lisan_session"])
    _ = try browser.get("/account")
    #expect(try browser.change("sign_out", [:]).headers["location"] == "./")
    #expect(browser.cookies["lisan_session"] == nil)
    #expect(try server.ask("GET", "/rpc/me", token: token).code == .notSignedIn)
    try browser.signIn()
    let second = try #require(browser.cookies["lisan_session"])
    #expect(second != token)
    // The page to sign in is still open in another tab.
    let proof = WebClient(server)
    _ = try proof.get("/")
    let visit = try #require(proof.cookies["lisan_visit"])
    let reply = try WebClient(
      server, headers: ["Cookie": "lisan_visit=\(visit); lisan_session=\(second)"]
    ).post("/", ["login": "ana", "password": Server.password], proof: proof.proof)
    #expect(reply.status == 303)
    #expect(try server.ask("GET", "/rpc/me", token: second).code == .notSignedIn)
    #expect(server.sql("SELECT count(*) FROM session") == "1")
  }

  // MARK: Whose form it is

  @Test("R63: a form that is not from this session's own page changes nothing")
  func proof() throws {
    let server = try started(users: ["ana", "eve"])
    let (ana, eve) = (WebClient(server), WebClient(server))
    for (browser, login) in [(ana, "ana"), (eve, "eve")] {
      try browser.signIn(login)
      _ = try browser.get("/account")
    }
    let fields = ["form": "note", "note": "changed"]
    let proof = ana.proof
    #expect(proof.count == 64 && proof != eve.proof)
    for wrong in ["", eve.proof, String(proof.dropLast()), proof.uppercased(), proof + "0"] {
      let reply = try ana.post("/account", fields, proof: wrong)
      #expect(reply.status == 403 && reply.text.contains("open for too long"), "\(wrong)")
    }
    for site in ["cross-site", "same-site", "none"] {
      let reply = try ana.post(
        "/account", fields, proof: proof, headers: ["Sec-Fetch-Site": site])
      #expect(reply.status == 403, "\(site)")
    }
    // Of two cookies one was planted; which one, nobody can say.
    let twice = "lisan_session=\(ana.cookies["lisan_session"]!)"
    let doubled = try WebClient(server, headers: ["Cookie": "\(twice); \(twice)"])
      .post("/account", fields, proof: proof)
    #expect(doubled.status == 303 && doubled.headers["location"] == "./")
    // Without the visit's cookie or its proof nobody is signed in, not even with the password.
    let login = ["login": "ana", "password": Server.password]
    for wrong in ["", proof] {
      let stranger = WebClient(server)
      _ = try stranger.get("/")
      let reply = try stranger.post("/", login, proof: wrong)
      #expect(reply.status == 403 && stranger.cookies["lisan_session"] == nil)
      // The page that says so has a form that works.
      #expect(try stranger.post("/", login).status == 303)
    }
    #expect(server.sql("SELECT note FROM account WHERE login = 'ana'") == "")
    #expect(try ana.post("/account", fields, proof: proof).status == 303)
    #expect(server.sql("SELECT note FROM account WHERE login = 'ana'") == "changed")
  }

  @Test("R63: malformed, unknown and oversized forms are refused, and change nothing")
  func malformed() throws {
    let server = try started()
    let browser = WebClient(server)
    try browser.signIn()
    _ = try browser.get("/account")
    let form = "proof=\(browser.proof)&form="
    let start = form + "note&note="
    #expect(try browser.post("/account", body: start + "a&note=b").status == 400)
    #expect(try browser.post("/account", body: start + "%FF").status == 400)
    #expect(try browser.post("/account", body: start + "a\0").status == 400)
    let many = (0..<60).map { "&f\($0)=1" }.joined()
    #expect(try browser.post("/account", body: start + many).status == 400)
    for name in ["", "none", "language%00"] {
      #expect(try browser.post("/account", body: form + name).status == 400, "\(name)")
    }
    let large = start + String(repeating: "a", count: 40_000)
    #expect(try browser.post("/account", body: large).status == 413)
    for type in ["application/json", "text/plain", "multipart/form-data; boundary=x"] {
      let reply = try browser.post("/account", body: start + "x", headers: ["Content-Type": type])
      #expect(reply.status == 415, "\(type)")
    }
    #expect(server.sql("SELECT note FROM account") == "")
    #expect(server.text(server.complaints).isEmpty)
  }

  @Test("R63: every page forbids scripts, frames, foreign content and caching")
  func headers() throws {
    let server = try started()
    let browser = WebClient(server)
    var pages = [try browser.get("/"), try browser.signIn("ana", "wrong")]
    try browser.signIn()
    pages.append(try browser.get("/account"))
    pages.append(try browser.post("/account", ["form": "note"], proof: ""))
    pages.append(try browser.get("/nothing"))
    for page in pages {
      let policy = page.headers["content-security-policy"] ?? ""
      #expect(
        policy.components(separatedBy: "; ").sorted() == [
          "base-uri 'none'", "default-src 'none'", "form-action 'self'", "frame-ancestors 'none'",
          "style-src 'self'",
        ])
      #expect(page.headers["x-frame-options"] == "DENY")
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.headers["referrer-policy"] == "no-referrer")
      #expect(page.headers["cross-origin-opener-policy"] == "same-origin")
      #expect(page.headers["cache-control"] == "no-store")
      for markup in ["<script", "<img", "<iframe", "javascript:", " style=", " onclick"] {
        #expect(!page.text.lowercased().contains(markup), "\(markup)")
      }
    }
    let sheet = try browser.get("/style.css")
    #expect(sheet.headers["content-type"] == "text/css; charset=utf-8")
    // One sheet for both directions: nothing in it has a side.
    for word in ["left", "right", "width:", "height:", "margin-top", "padding-top"] {
      let lines = sheet.text.split(separator: "\n").filter {
        $0.contains(word) && !$0.contains("@media") && !$0.contains("line-height")
          && !$0.contains("border-width") && !$0.contains("run left to right")
          && !$0.contains("that run")
      }
      #expect(lines.isEmpty, "\(lines)")
    }
  }

  // MARK: Changes

  @Test("R63, R37: the page's choices hold by their time, with a device of each session's own")
  func language() throws {
    let server = try started()
    let token = try server.signIn(device: "a")
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    _ = try server.choose("en", sequence: 1, at: now - 60_000, token: token)
    let (first, second) = (WebClient(server), WebClient(server))
    for browser in [first, second] {
      try browser.signIn()
      _ = try browser.get("/account")
    }
    #expect(first.page.contains(#"<html lang="en" dir="ltr">"#))
    let reply = try first.change("language", ["value": "ar"])
    #expect(reply.status == 303 && reply.headers["location"] == "account?done=language")
    #expect(first.page.contains(#"<html lang="ar" dir="rtl">"#))
    #expect(first.page.contains("أصبحت هذه لغتك."))
    let account = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    #expect(account.preferredLocale == "ar")
    #expect(account.profiles.first?.languageCode == "ar")
    let change = try #require(account.lastChange)
    #expect(change.sequence == 1 && change.chosenAt >= now)
    #expect(change.device != String(repeating: "a", count: 32))
    // What the terminal chose earlier and sends only now does not hold; what it chooses later does.
    _ = try server.choose("en", sequence: 2, at: now - 30_000, token: token)
    #expect(server.sql("SELECT preferred_locale FROM account") == "ar")
    #expect(try first.change("language", ["value": "en"]).status == 303)
    #expect(try second.change("language", ["value": "ar"]).status == 303)
    #expect(server.sql("SELECT preferred_locale FROM account") == "ar")
    let later = Int64(Date().timeIntervalSince1970 * 1000) + 1
    _ = try server.choose("en", sequence: 3, at: later, token: token)
    #expect(server.sql("SELECT preferred_locale FROM account") == "en")
    #expect(server.sql("SELECT count(DISTINCT device) FROM device") == "3")
    #expect(server.sql("SELECT max(sequence) FROM device WHERE device NOT LIKE 'aaaa%'") == "2")
  }

  @Test("R63: profile, note and privacy switches are changed, each by its own form")
  func record() throws {
    let server = try started()
    #expect(try server.administer(["add-profile", "ana", "بيت", "--language", "ar"]).status == 0)
    let browser = WebClient(server)
    try browser.signIn()
    _ = try browser.get("/account")
    // Switches appear with the flags that allow them.
    #expect(!browser.page.contains("checkbox"))
    for flag in ["analytics", "diagnostics"] {
      #expect(try server.administer(["set-flag", flag, "on"]).status == 0)
    }
    _ = try browser.get("/account")
    #expect(try browser.change("privacy", ["analytics": "on"]).status == 303)
    #expect(browser.page.contains(#"name="analytics" value="on""#))
    #expect(server.sql("SELECT analytics || diagnostics FROM account") == "10")
    #expect(try browser.change("privacy", ["diagnostics": "on"]).status == 303)
    #expect(server.sql("SELECT analytics || diagnostics FROM account") == "01")
    // A switch whose flag is off keeps its value.
    #expect(try server.administer(["set-flag", "diagnostics", "off"]).status == 0)
    #expect(try browser.change("privacy", [:]).status == 303)
    #expect(server.sql("SELECT analytics || diagnostics FROM account") == "01")

    #expect(try browser.change("note", ["note": "tea\r\nقهوة\r\n"]).status == 303)
    #expect(server.sql("SELECT note FROM account") == "tea\nقهوة\n")
    #expect(browser.page.contains("The note is saved."))
    #expect(browser.page.contains(">\ntea\nقهوة\n</textarea>"))

    let second = try #require(server.sql("SELECT max(id) FROM profile"))
    #expect(try browser.change("profile", ["value": second]).status == 303)
    #expect(server.sql("SELECT active_profile FROM account") == second)
    #expect(server.sql("SELECT preferred_locale FROM account") == "ar")
    #expect(browser.page.contains(#"dir="rtl""#))
  }

  @Test(
    "R63: a note is taken up to its bound in any script, and refused beyond it with what was typed")
  func noteBounds() throws {
    let server = try started()
    let browser = WebClient(server)
    try browser.signIn()
    _ = try browser.get("/account")
    for letter in ["a", "ع", "語", "😀", "&", "<"] {
      let most = String(repeating: letter, count: 2000)
      #expect(try browser.change("note", ["note": most]).status == 303, "\(letter)")
      #expect(server.sql("SELECT note FROM account") == most)
      let reply = try browser.change("note", ["note": most + letter])
      #expect(reply.status == 422)
      #expect(reply.text.contains("A note has at most 2,000 characters"))
      #expect(reply.text.contains(#"aria-invalid="true""#))
      #expect(server.sql("SELECT note FROM account") == most)
    }
    let reply = try browser.change("note", ["note": "bell \u{7} <b>"])
    #expect(reply.status == 422 && reply.text.contains("bell \u{7} &lt;b&gt;"))
    #expect(try browser.change("note", ["note": ""]).status == 303)
    #expect(server.sql("SELECT note FROM account") == "")
  }

  @Test(
    "R63: a language that is not offered and a profile of somebody else are refused on the page")
  func refusedChoices() throws {
    let server = try started(users: ["ana", "eve"])
    let other = try #require(
      server.sql("SELECT active_profile FROM account WHERE login = 'eve'"))
    let browser = WebClient(server)
    try browser.signIn()
    _ = try browser.get("/account")
    for code in ["fr", "", "x", "<script>", String(repeating: "a", count: 100)] {
      let reply = try browser.change("language", ["value": code])
      #expect([409, 422].contains(reply.status), "\(code)")
      #expect(reply.text.contains("This language is not offered."))
    }
    for profile in [other, "0", "-1", "", "one", "99999999999999999999"] {
      let reply = try browser.change("profile", ["value": profile])
      #expect([404, 422].contains(reply.status), "\(profile)")
      #expect(reply.text.contains("There is no such profile."))
    }
    #expect(server.sql("SELECT preferred_locale FROM account WHERE login = 'ana'") == "en")
  }

  @Test("R63: a new password needs the current one, ends all other sessions, and keeps this one")
  func password() throws {
    let server = try started()
    let token = try server.signIn(device: "a")
    let (browser, other) = (WebClient(server), WebClient(server))
    try browser.signIn()
    try other.signIn()
    _ = try browser.get("/account")
    let former = try #require(browser.cookies["lisan_session"])
    let new = "a new password"
    for (current, first, again, field, text) in [
      ("wrong", new, new, "current", "The current password is wrong."),
      (Server.password, "short", "short", "new", "A password has at least 8 characters"),
      (Server.password, new, new + "x", "again", "The two passwords differ."),
    ] {
      let reply = try browser.change(
        "password", ["current": current, "new": first, "again": again])
      #expect(reply.status == 422 && reply.text.contains(text))
      #expect(reply.text.contains("id=\"\(field)-error\""))
      #expect(!reply.text.contains(new) && !reply.text.contains(Server.password))
    }
    #expect(try server.ask("GET", "/rpc/me", token: token).status == 200)
    let reply = try browser.change(
      "password", ["current": Server.password, "new": new, "again": new])
    #expect(reply.headers["location"] == "account?done=password")
    #expect(browser.page.contains("The password is changed"))
    #expect(browser.cookies["lisan_session"] != former)
    for gone in [token, former] {
      #expect(try server.ask("GET", "/rpc/me", token: gone).code == .notSignedIn)
    }
    #expect(try other.get("/account").headers["location"] == "./")
    #expect(try server.trySignIn("ana", Server.password).status == 401)
    #expect(try server.trySignIn("ana", new).status == 200)
  }

  @Test("R63: guessing the current password counts towards the same limit as signing in")
  func guessedPassword() throws {
    let server = try started()
    let browser = WebClient(server)
    try browser.signIn()
    _ = try browser.get("/account")
    let fields = ["current": "wrong", "new": "a new password", "again": "a new password"]
    for _ in 0..<10 { #expect(try browser.change("password", fields).status == 422) }
    let reply = try browser.change("password", fields)
    #expect(reply.status == 429 && reply.headers["retry-after"] != nil)
    #expect(try server.trySignIn("ana").status == 429)
  }

  @Test("R63: the page lists the sessions, and ends one or all others; this one stays")
  func sessions() throws {
    let server = try started(users: ["ana", "eve"])
    let tokens = try ["a", "b"].map { try server.signIn(device: Character($0)) }
    let (browser, other) = (WebClient(server), WebClient(server))
    try browser.signIn()
    try other.signIn()
    _ = try browser.get("/account")
    let names = browser.page.matches(of: /<button[^>]*name="session" value="([0-9a-f]{64})"/)
      .map { String($0.1) }
    #expect(Set(names).count == 3)
    for (text, count) in [("This browser", 1), ("Another browser", 1), ("The app", 2)] {
      #expect(browser.page.components(separatedBy: text).count - 1 == count, "\(text)")
    }
    func isUsable() throws -> [Bool] {
      try tokens.map { try server.ask("GET", "/rpc/me", token: $0).status == 200 }
        + [try other.get("/account").status == 200]
    }
    #expect(try isUsable() == [true, true, true])
    // One of them, once or twice.
    for _ in 0..<2 { #expect(try browser.change("sessions", ["session": names[0]]).status == 303) }
    #expect(browser.page.contains("The session has ended."))
    #expect(try isUsable().filter { $0 }.count == 2)
    // Nobody ends a session of somebody else, or what is none.
    let eve = try server.signIn("eve")
    let foreign = try #require(
      server.sql("SELECT hex(token_hash) FROM session WHERE account = 2")
    ).lowercased()
    #expect(try browser.change("sessions", ["session": foreign]).status == 303)
    #expect(try server.ask("GET", "/rpc/me", token: eve).status == 200)
    for wrong in ["", "x", String(repeating: "0", count: 63), String(repeating: "g", count: 64)] {
      #expect(try browser.change("sessions", ["session": wrong]).status == 400)
      _ = try browser.get("/account")
    }
    #expect(try browser.change("sessions", ["session": "others"]).status == 303)
    #expect(browser.page.contains("All other sessions have ended."))
    #expect(try isUsable() == [false, false, false])
    #expect(try browser.get("/account").status == 200)
    #expect(try server.ask("GET", "/rpc/me", token: eve).status == 200)
  }

  @Test("R63, R26: what people wrote is text on the page, wherever it stands")
  func hostile() throws {
    let hostile = PageAndMailTests.hostile
    let server = try Server(users: [])
    try server.addUser("eve", "--name", hostile, "--email", "eve@example.org")
    #expect(try server.administer(["add-profile", "eve", hostile, "--language", "ar"]).status == 0)
    try server.start()
    let browser = WebClient(server)
    try browser.signIn("eve")
    _ = try browser.get("/account")
    try browser.change("note", ["note": "</textarea>\(hostile)"])
    for text in [browser.page, try browser.signIn("\"><script>x", "wrong").text] {
      #expect(!text.contains("<script") && !text.contains("</textarea><"))
    }
    #expect(browser.page.contains("&quot;&gt;&lt;script&gt;x"))
    #expect(try browser.get("/account?done=%3Cscript%3E").text.contains("<script") == false)
  }
}
