import BuiltPrograms
import Foundation
import ServerHarness
import Testing

@testable import AccountAdministration

@Suite(
  .serialized,
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: MailServer.program), "exim is not installed"))
struct SMTPTests {
  /// A server with accounts that have an address each, and sends by SMTP.
  private final class Sender {
    let server: Server
    private var sequence: Int64 = 0
    private var tokens: [String: String] = [:]

    init(_ options: [String], people: [String: String] = ["eve": "eve@example.org"]) throws {
      server = try Server(
        users: [],
        options: options + ["--notice-seconds", "0", "--mail-from", "accounts@example.org"])
      for (login, email) in people {
        try server.addUser(login, "--name", PageAndMailTests.hostile, "--email", email)
      }
    }

    func choose(_ language: String, _ login: String = "eve") throws {
      let token = try tokens[login] ?? server.signIn(login)
      tokens[login] = token
      sequence += 1
      let reply = try server.choose(language, sequence: sequence, at: sequence, token: token)
      #expect(reply.status == 200)
    }

    var queued: String? { server.sql("SELECT count(*) FROM notice") }

    func notices() throws -> [[String: Any]] {
      try server.administer(["list-notices", "--json"]).output.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }

    /// The problem of the only notice in the list, once there is one.
    func problem() throws -> String {
      var problem: String?
      _ = try eventually {
        problem = try notices().first?["problem"] as? String
        return problem != nil
      }
      return problem ?? ""
    }
  }

  private func credentials(in folder: String, _ password: String = MailServer.password) throws
    -> String
  {
    let path = "\(folder)/auth-\(password.count)"
    try Data("\(MailServer.user)\n\(password)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  private func options(_ mail: MailServer, tls: Bool = false) throws -> [String] {
    [
      "--smtp", tls ? "smtps://localhost:\(mail.tlsPort)" : "smtp://localhost:\(mail.port)",
      "--smtp-auth", try credentials(in: mail.directory), "--smtp-ca", mail.certificate,
    ]
  }

  @Test(
    "R65: a notice goes out once by SMTP, with STARTTLS or TLS, in plain text and HTML",
    arguments: [false, true])
  func delivery(tls: Bool) throws {
    let mail = try MailServer()
    let sender = try Sender(options(mail, tls: tls))
    try sender.server.start()
    try sender.choose("ar")
    #expect(eventually { mail.messages.count == 1 && sender.queued == "0" }, "\(mail.log)")
    try sender.choose("en")
    #expect(eventually { mail.messages.count == 2 && sender.queued == "0" })
    #expect(mail.log.contains("P=esmtpsa"))
    #expect(mail.log.contains("A=plain:\(MailServer.user)"))
    for (path, language, direction) in zip(
      mail.messages, [("ar", "rtl"), ("en", "ltr")]
    ).map({ ($0, $1.0, $1.1) }) {
      let message = try MailReader(path)
      #expect(message.defects.isEmpty && message.isASCII)
      #expect(message["Envelope-to"] == "eve@example.org")
      #expect(message["Return-path"] == "<accounts@example.org>")
      #expect(message["From"] == "accounts@example.org")
      #expect(message["To"]?.hasSuffix("<eve@example.org>") == true)
      #expect(message["Content-Language"] == language)
      #expect(message["Subject"]?.unicodeScalars.contains(where: isArabic) == (language == "ar"))
      #expect(message.parts.map(\.type) == ["text/plain", "text/html"])
      let (plain, html) = (try #require(message.plain), try #require(message.html))
      #expect(plain.language == language && html.language == language)
      #expect(plain.encoding == (language == "ar" ? "base64" : "quoted-printable"))
      #expect(html.text.contains(#"<html lang="\#(language)" dir="\#(direction)">"#))
      #expect(html.text.contains(#"<div lang="\#(language)" dir="\#(direction)">"#))
      #expect(html.text.contains("&lt;script&gt;") && !html.text.contains("<script"))
      // A name turns nothing around.
      for text in [plain.text, html.text, message["To"] ?? ""] {
        #expect(
          !text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2067}"))
      }
      #expect(plain.text.contains("eve") && plain.text.contains("<script>"))
    }
    #expect(Set(try mail.messages.map { try MailReader($0)["Message-ID"] }).count == 2)
    #expect(!sender.server.text(sender.server.log).contains("outbox"))
    #expect(!sender.server.text(sender.server.log).contains(MailServer.password))
  }

  @Test("R65, R76: a notice is in the language that was chosen, also in an added one")
  func addedLanguages() throws {
    let mail = try MailServer()
    let resources = "\(mail.directory)/resources"
    try linkEveryLanguage(to: resources)
    let sender = try Sender(options(mail) + ["--resources", resources])
    let names = ["he": "עברית", "fa": "فارسی", "ur": "اردو"]
    let languages = names.keys.sorted()
    let set = try sender.server.administer(
      ["set-languages", "en", "ar"] + languages + ["--resources", resources])
    #expect(set.status == 0, "\(set.error)")
    try sender.server.start()
    for (count, language) in languages.enumerated() {
      try sender.choose(language)
      #expect(
        eventually { mail.messages.count == count + 1 && sender.queued == "0" }, "\(mail.log)")
    }
    for (path, language) in zip(mail.messages, languages) {
      let message = try MailReader(path)
      #expect(message.defects.isEmpty && message["Content-Language"] == language)
      // The name of the language in itself, isolated as its catalog asks.
      let name = try #require(names[language])
      #expect(message["Subject"]?.contains("\u{2068}\(name)\u{2069}") == true)
      let (plain, html) = (try #require(message.plain), try #require(message.html))
      #expect(plain.language == language && html.language == language)
      #expect(html.text.contains(#"<html lang="\#(language)" dir="rtl">"#))
      #expect(plain.text.contains(name) && plain.text.contains("eve"))
    }
  }

  @Test(
    "R65: a wrong password, a wrong certificate, a wrong name in it: kept, said, and sent later")
  func distrust() throws {
    let mail = try MailServer()
    let other = try MailServer(certificateFor: "mail.example.org")
    let right = try options(mail)
    let wrongPassword = right + ["--smtp-auth", try credentials(in: mail.directory, "wrong")]
    // Of options that are repeated the last one counts.
    let sender = try Sender(right)
    for (more, reason) in [
      (Array(wrongPassword.suffix(2)), "535"), (["--smtp-ca", other.certificate], "ertificate"),
      (
        ["--smtp", "smtps://localhost:\(mail.tlsPort)", "--smtp-ca", other.certificate],
        "ertificate"
      ),
      (["--smtp", "smtp://localhost:\(other.port)", "--smtp-ca", other.certificate], "ertificate"),
    ] {
      let server = sender.server
      server.sql("UPDATE notice SET problem = NULL")
      try server.start(more)
      if sender.queued == "0" { try sender.choose("ar") }
      #expect(try sender.problem().contains(reason), "\(more)")
      #expect(try sender.notices().first?["state"] as? String == "waiting")
      // It is nobody's fault but the operator's.
      #expect(try sender.notices().first?["attempts"] as? Int == 0)
      #expect(eventually { server.text(server.log).contains("outbox.error") })
      server.kill(SIGKILL)
    }
    #expect(mail.messages.isEmpty && other.messages.isEmpty)
    try sender.server.start([])
    #expect(eventually { mail.messages.count == 1 && sender.queued == "0" }, "\(mail.log)")
  }

  @Test("R65: what is refused for now is sent later, what is refused for good is kept and listed")
  func refusals() throws {
    let mail = try MailServer()
    let sender = try Sender(
      options(mail), people: ["eve": "eve@example.org", "bob": "nobody@example.org"])
    let server = sender.server
    try server.start()
    try mail.setDeferring(true)
    try sender.choose("ar")
    #expect(try sender.problem().contains("451"))
    var notice = try #require(try sender.notices().first)
    #expect(notice["state"] as? String == "waiting" && notice["attempts"] as? Int == 1)
    try mail.setDeferring(false)
    // An operator need not wait; the next change makes the server look.
    #expect(
      try server.administer(["retry-notices", "eve"]).output == "Notices to be sent again: 1\n")
    try sender.choose("ar", "bob")
    #expect(eventually { mail.messages.count == 1 })
    #expect(
      try eventually { try sender.notices().map { $0["state"] as? String } == ["undeliverable"] })
    notice = try #require(try sender.notices().first)
    #expect(
      notice["login"] as? String == "bob" && notice["email"] as? String == "nobody@example.org")
    #expect((notice["problem"] as? String)?.contains("550") == true)
    #expect(eventually { server.text(server.log).contains("outbox.undeliverable") })
    // It stays so over a restart, and nothing is tried.
    try server.restart(after: SIGTERM)
    try sender.choose("en")
    #expect(eventually { mail.messages.count == 2 })
    #expect(try sender.notices().map { $0["state"] as? String } == ["undeliverable"])
    // A later change is a new notice, which is tried again.
    server.sql("UPDATE account SET email = 'bob@example.org' WHERE login = 'bob'")
    #expect(try server.administer(["retry-notices"]).output == "Notices to be sent again: 1\n")
    try sender.choose("ar")
    #expect(eventually { mail.messages.count == 4 && sender.queued == "0" }, "\(mail.log)")
    // Others are dropped.
    server.sql("UPDATE account SET email = 'nobody@example.org' WHERE login = 'bob'")
    try sender.choose("en", "bob")
    #expect(
      try eventually { try sender.notices().map { $0["state"] as? String } == ["undeliverable"] })
    #expect(try server.administer(["drop-notices"]).output == "Notices dropped: 1\n")
    #expect(sender.queued == "0")
    let audit = try server.administer(["audit"]).output
    #expect(audit.contains("retry-notices") && audit.contains("drop-notices"))
  }

  @Test("R65: an address that would inject a command reaches no mail server")
  func injection() throws {
    let mail = try MailServer()
    let sender = try Sender(options(mail))
    let server = sender.server
    for address in [
      "a@example.org\r\nRCPT TO:<evil@example.org>", "a@b>\r\nRCPT TO:<evil@b", "a b@c",
    ] {
      #expect(try server.administer(["add-user", "x", "--email", address]).status == 2)
    }
    // One that others wrote into the database.
    server.sql(
      "UPDATE account SET email = 'a@example.org>' || char(13, 10) || 'RCPT TO:<evil@example.org'")
    try server.start()
    try sender.choose("ar")
    #expect(
      try eventually { try sender.notices().map { $0["state"] as? String } == ["undeliverable"] })
    #expect(!mail.log.contains("evil") && mail.messages.isEmpty)
    let sent = try server.administer([
      "--listen", "127.0.0.1:0", "--smtp", "smtp://localhost", "--mail-from", "a@b\r\nQUIT",
    ])
    #expect(sent.status == 2 && sent.error.contains("--mail-from"))
  }

  @Test("R65: a mail server that is down gets its mail when it is back, each message once")
  func down() throws {
    let mail = try MailServer()
    let people = Dictionary(uniqueKeysWithValues: (0..<12).map { ("p\($0)", "p\($0)@example.org") })
    let sender = try Sender(options(mail), people: people)
    mail.stop()
    try sender.server.start()
    for login in people.keys { try sender.choose("ar", login) }
    #expect(eventually { sender.server.text(sender.server.log).contains("outbox.error") })
    #expect(sender.queued == "12")
    try mail.start()
    // The first pause is five seconds at most.
    #expect(eventually { sender.queued == "0" })
    #expect(eventually { mail.messages.count >= 12 })
    let recipients = try mail.messages.map { try MailReader($0)["Envelope-to"] }
    #expect(recipients.count == 12 && Set(recipients).count == 12)
  }

  @Test("R65: a mail server that falls silent in the middle of a message does not hold up the end")
  func silentAfterData() throws {
    let stalled = StalledServer()
    let sender = try Sender(["--smtp", "smtp://127.0.0.1:\(stalled.port)"])
    try sender.server.start()
    try sender.choose("ar")
    #expect(stalled.takeUpToData())
    let start = Date()
    sender.server.signal(SIGTERM)
    #expect(sender.server.wait() == 0)
    let taken = Date().timeIntervalSince(start)
    #expect(taken <= 5, "\(taken) s")
    #expect(try sender.notices().first?["state"] as? String == "waiting")
  }

  @Test("R65: a mail server that does not answer holds up neither requests nor the end")
  func stalled() throws {
    let stalled = StalledServer()
    let sender = try Sender(["--smtp", "smtp://127.0.0.1:\(stalled.port)"])
    try sender.server.start()
    try sender.choose("ar")
    #expect(stalled.waitForConnection())
    var start = Date()
    #expect(try sender.server.trySignIn("eve").status == 200)
    #expect(Date().timeIntervalSince(start) < 5)
    #expect(try sender.notices().first?["state"] as? String == "sending")
    start = Date()
    sender.server.signal(SIGTERM)
    #expect(sender.server.wait() == 0)
    let taken = Date().timeIntervalSince(start)
    #expect(taken <= 5, "\(taken) s")
    // It was given back, for whichever server comes next.
    #expect(try sender.notices().first?["state"] as? String == "waiting")
  }

  @Test(
    "R65: two servers on one database send each notice once; a lease that ran out is taken over")
  func twoServers() throws {
    let mail = try MailServer()
    let people = Dictionary(uniqueKeysWithValues: (0..<30).map { ("p\($0)", "p\($0)@example.org") })
    let sender = try Sender(options(mail), people: people)
    let server = sender.server
    server.sql(
      """
      INSERT INTO notice (account, former, language, first_at, created_at, due_at)
      SELECT id, 'en', 'ar', id, id, id FROM account
      """)
    // A server that died with a lease, and one that holds one still.
    server.sql("UPDATE notice SET lease = 'dead', taken_until = 1 WHERE account = 1")
    server.sql(
      """
      UPDATE notice SET lease = 'alive', taken_until = (unixepoch() + 100) * 1000
      WHERE account = 2
      """)
    server.sql("UPDATE account SET preferred_locale = 'ar'")
    let second = try Server(
      users: [],
      options: options(mail) + ["--notice-seconds", "0", "--mail-from", "accounts@example.org"],
      in: server.directory)
    try server.start()
    try second.start("--log", "\(server.directory)/log2")
    #expect(eventually { sender.queued == "1" })
    #expect(eventually { mail.messages.count >= 29 })
    let recipients = try mail.messages.map { try MailReader($0)["Envelope-to"] }
    #expect(recipients.count == 29 && Set(recipients).count == 29)
    #expect(try sender.notices().map { $0["state"] as? String } == ["sending"])
  }

  @Test("R57: options for mail that do not fit are refused at the start")
  func usage() throws {
    let server = try Server(users: [])
    let folder = server.directory
    let auth = try credentials(in: folder)
    let open = "\(folder)/open"
    try Data("a\nb\n".utf8).write(to: URL(filePath: open))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
    for (options, status) in [
      (["--smtp", "http://x"], 2), (["--smtp", "smtp://u:p@x"], 2),
      (["--smtp", "smtp://x", "--outbox", folder], 2), (["--smtp-auth", auth], 2),
      (["--smtp-ca", "/x"], 2), (["--smtp", "smtp://x", "--smtp-auth", open], 1),
      (["--smtp", "smtp://x", "--smtp-auth", "\(folder)/none"], 1),
      (["--smtp", "smtp://x", "--smtp-ca", "\(folder)/none"], 1),
    ] as [([String], Int32)] {
      for language in ["C.UTF-8", "ar_EG.UTF-8"] {
        let result = try server.administer(
          ["--listen", "127.0.0.1:0"] + options, language: language)
        #expect(result.status == status, "\(options): \(result.error)")
        #expect(
          result.error.unicodeScalars.contains(where: isArabic) == (language != "C.UTF-8"),
          "\(options): \(result.error)")
      }
    }
  }

  @Test("R65: a mail server that is too slow is given up after a time")
  func slow() throws {
    let stalled = StalledServer()
    let settings = try #require(
      SMTPSettings("smtp://127.0.0.1:\(stalled.port)", authority: nil, credentialsFile: nil))
    let transport = SMTPTransport(settings, host: "localhost", limit: 700)
    let start = Date()
    let mail = OutgoingMail(
      name: "1", sender: "a@example.org", recipient: "b@example.org", message: [])
    #expect(throws: DeliveryFailure.self) { try transport.deliver(mail) }
    #expect((0.5..<5).contains(Date().timeIntervalSince(start)))
  }
}
