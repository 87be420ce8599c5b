import AccountModel
import Foundation
import ServerHarness
import Testing

@Suite(.serialized) struct PageAndMailTests {
  /// Markup, quotes, an entity, and characters that would turn the rest of the page around.
  static let hostile = "<script>alert(1)</script>\"'&amp;\u{202E}\u{2067}ل"

  @Test("R46: the account page speaks the record's language and shows hostile names as text")
  func page() throws {
    let server = try Server(users: [])
    try server.addUser("eve", "--name", Self.hostile, "--email", "eve@example.org")
    try server.start()
    let token = try server.signIn("eve")
    _ = try server.ask("PATCH", "/rpc/me", token: token, #"{"note":"</dd><img src=x onerror=y>"}"#)
    for (sequence, language, direction) in [(1, "en", "ltr"), (2, "ar", "rtl")] {
      _ = try server.choose(language, sequence: Int64(sequence), at: 1, token: token)
      let reply = try server.ask(
        "GET", "/account", token: token, headers: ["Accept-Language": "en"])
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
      #expect(reply.headers["content-language"] == language)
      #expect(reply.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      #expect(reply.text.contains(#"<html lang="\#(language)" dir="\#(direction)">"#))
      #expect(
        reply.text.contains(
          "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;\u{202E}\u{2067}ل</bdi>"
        ))
      for markup in ["<script", "<img", "</dd><i"] { #expect(!reply.text.contains(markup)) }
      #expect(reply.text.contains("<h1>Account</h1>") == (language == "en"))
      let heading = reply.text.split(separator: "<h1>").last?.split(separator: "<").first
      #expect(heading?.unicodeScalars.contains(where: isArabic) == (language == "ar"))
    }
    #expect(try server.ask("GET", "/account").code == .notSignedIn)
    #expect(server.text(server.complaints).isEmpty)
  }

  @Test("R46: a change of the language is told by one mail in the new language")
  func mail() throws {
    let (server, token) = try withOutbox()
    _ = try server.choose("ar", sequence: 1, at: 1, token: token)
    _ = try server.choose("ar", sequence: 1, at: 1, token: token)
    _ = try server.choose("ar", sequence: 2, at: 2, token: token)
    #expect(eventually { server.names("\(server.outbox)/new").count == 1 })
    _ = try server.choose("en", sequence: 3, at: 3, token: token)
    #expect(eventually { server.names("\(server.outbox)/new").count == 2 })
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    #expect(server.names("\(server.outbox)/tmp").isEmpty)
    #expect(server.sql("SELECT count(*) FROM notice") == "0")

    let mails = try server.names("\(server.outbox)/new").map { name in
      try MailReader("\(server.outbox)/new/\(name)")
    }
    #expect(Set(mails.map { $0["Content-Language"] }) == ["ar", "en"])
    #expect(Set(mails.map { $0["Message-ID"] }).count == 2)
    for mail in mails {
      #expect(mail.defects.isEmpty && mail.isASCII && mail.longestLine <= 78)
      #expect(mail["To"]?.hasSuffix("<eve@example.org>") == true)
      #expect(mail["From"] == "accounts@example.org")
      #expect(mail["MIME-Version"] == "1.0")
      #expect(mail.parts.map(\.type) == ["text/plain", "text/html"])
      let date = try #require(mail["Date"])
      #expect(
        date.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000/) != nil, "\(date)")
      let isInArabic = mail["Content-Language"] == "ar"
      #expect(mail["Subject"]?.unicodeScalars.contains(where: isArabic) == isInArabic)
      #expect(mail.plain?.text.contains("eve") == true)
      if !isInArabic { #expect(mail["Subject"] == "Your language is now English") }
    }
  }

  @Test("R46: a notice that could not be delivered waits, also over kill -9, and comes once")
  func waitingNotice() throws {
    let (server, token) = try withOutbox()
    // A file where the folder was: root could write in spite of any mode.
    try FileManager.default.removeItem(atPath: "\(server.outbox)/new")
    #expect(FileManager.default.createFile(atPath: "\(server.outbox)/new", contents: nil))
    #expect(try server.choose("ar", sequence: 1, at: 1, token: token).status == 200)
    #expect(eventually { server.text(server.log).contains("outbox.error") })
    server.kill(SIGKILL)
    #expect(server.sql("SELECT count(*) FROM notice") == "1")
    try FileManager.default.removeItem(atPath: "\(server.outbox)/new")
    try server.start()
    #expect(eventually { server.sql("SELECT count(*) FROM notice") == "0" })
    #expect(server.names("\(server.outbox)/new").count == 1)
  }

  @Test(
    "Many changes at once are told by one mail, and a change that was undone by none")
  func throttled() throws {
    let (server, token) = try withOutbox(quietSeconds: 2)
    for sequence in Int64(1)...51 {
      let language = sequence % 2 == 0 ? "en" : "ar"
      let reply = try server.choose(language, sequence: sequence, at: sequence, token: token)
      #expect(reply.status == 200)
    }
    #expect(server.sql("SELECT count(*) FROM notice") == "1")
    #expect(server.names("\(server.outbox)/new").isEmpty)
    #expect(eventually { server.sql("SELECT count(*) FROM notice") == "0" })
    let names = server.names("\(server.outbox)/new")
    #expect(names.count == 1)
    let mail = try MailReader("\(server.outbox)/new/\(names.first ?? "")")
    #expect(mail["Content-Language"] == "ar")
    // There and back again is nothing to tell.
    for (sequence, language) in [(Int64(60), "en"), (61, "ar")] {
      _ = try server.choose(language, sequence: sequence, at: sequence, token: token)
    }
    #expect(server.sql("SELECT count(*) FROM notice") == "0")
  }

  private func withOutbox(quietSeconds: Int = 0) throws -> (Server, String) {
    let server = try Server(
      users: [], options: ["--notice-seconds", "\(quietSeconds)"], hasOutbox: true)
    try server.addUser("eve", "--name", Self.hostile, "--email", "eve@example.org")
    try server.start()
    return (server, try server.signIn("eve"))
  }
}
