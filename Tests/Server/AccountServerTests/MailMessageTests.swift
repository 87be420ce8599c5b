import Foundation
import ServerHarness
import Testing

@testable import AccountAdministration

struct MailMessageTests {
  @Test("R65: a message is read as it was written, whatever its texts hold")
  func oracle() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "message-\(UUID())")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let texts = [
      "Hello.\n", "\n.\n..\nFrom here\nFrom\n", "a=b = c\t \n \ntrailing \n",
      String(repeating: "x", count: 200) + "\n", String(repeating: "é ", count: 90) + "\n",
      "\u{2068}Ana\u{2069}, the language is now \u{2068}English\u{2069}, as you wanted it.\n",
      "تغيرت لغة حسابك إلى العربية.\n\nمرحبا\n", String(repeating: "العربية ", count: 60) + "\n",
      String(repeating: "=", count: 75) + "\n" + String(repeating: "=", count: 76) + "\n",
    ]
    for text in texts {
      let message = MailMessage(
        fields: [
          ("From", "a@example.org"), ("Subject", MailMessage.encodedWords(text, in: "Subject")),
        ], text: text, html: "<p>\(text)</p>\n", language: "ar", boundary: "=_1.2")
      try Data(message.bytes).write(to: URL(filePath: path))
      let mail = try MailReader(path)
      #expect(mail.defects.isEmpty && mail.isASCII && mail.longestLine <= 78, "\(text)")
      #expect(mail.parts.map(\.type) == ["text/plain", "text/html"])
      #expect(mail.plain?.text == text)
      #expect(mail.html?.text == "<p>\(text)</p>\n")
      for part in mail.parts {
        #expect(part.charset == "utf-8" && part.language == "ar")
        let isMostlyASCII = text.utf8.count { $0 >= 0x80 } * 6 <= text.utf8.count
        #expect(
          part.type == "text/html"
            || part.encoding == (isMostlyASCII ? "quoted-printable" : "base64"))
      }
    }
  }

  @Test(
    "R65: the address of a mail server is a host and a port, and TLS is required but on loopback")
  func settings() {
    func settings(_ url: String, _ authority: String? = nil, _ file: String? = nil) -> SMTPSettings?
    {
      SMTPSettings(url, authority: authority, credentialsFile: file)
    }
    for url in [
      "", "host", "http://host", "smtp://", "smtp://user@host", "smtp://u:p@host:25",
      "smtp://host/path", "smtp://host?x", "smtp://host#x", "smtp://host:0x", "smtp://host:70000",
      "smtp://ho st", "smtp://host\r\nQUIT", "file:///etc/passwd",
    ] {
      #expect(settings(url) == nil, "\(url)")
    }
    #expect(settings("smtp://mail.example.org")?.url == "smtp://mail.example.org:587")
    #expect(settings("smtps://mail.example.org")?.url == "smtps://mail.example.org:465")
    #expect(settings("SMTP://[2001:db8::1]:25")?.url == "smtp://[2001:db8::1]:25")
    for (host, isLoopback) in [
      ("localhost", true), ("127.0.0.1", true), ("127.9.9.9", true), ("[::1]", true),
      ("128.0.0.1", false), ("[::2]", false), ("mail.example.org", false),
      ("127.0.0.1.example.org", false), ("localhost.example.org", false),
    ] {
      #expect(settings("smtp://\(host):25")?.requiresTLS == !isLoopback, "\(host)")
      #expect(settings("smtp://\(host):25", "/ca.pem")?.requiresTLS == true)
      #expect(settings("smtp://\(host):25", nil, "/auth")?.requiresTLS == true)
    }
  }

  @Test("R65: the password's file is one's own, and nobody else can read it")
  func credentials() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "auth-\(UUID())")
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/auth"
    func read(_ text: String, mode: Int = 0o600, at place: String? = nil) throws -> String? {
      try Data(text.utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let settings = try #require(
        SMTPSettings("smtp://localhost", authority: nil, credentialsFile: place ?? path))
      let credentials = try? settings.credentials()
      return credentials.map { "\($0.user)|\($0.password)" }
    }
    for text in [
      "lisan\na secret\n", "lisan\r\na secret\r\n", "lisan\na secret", "lisan\na secret\n\n",
    ] {
      #expect(try read(text) == "lisan|a secret")
    }
    #expect(try read("lisan\nx\n", mode: 0o400) == "lisan|x")
    for text in ["", "lisan", "lisan\n", "\nx\n", "lisan\nx\nmore\n", "lisan\n\u{0}\n"] {
      #expect(try read(text) == nil, "\(text)")
    }
    for mode in [0o640, 0o604, 0o660, 0o620] {
      #expect(try read("lisan\nx\n", mode: mode) == nil, "\(mode)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: path)
    #expect(try read("lisan\nx\n", at: "\(folder)/link") == nil)
    #expect(try read("lisan\nx\n", at: folder) == nil)
    #expect(try read("lisan\nx\n", at: "\(folder)/none") == nil)
    #expect(mkfifo("\(folder)/fifo", 0o600) == 0)
    #expect(try read("lisan\nx\n", at: "\(folder)/fifo") == nil)
  }

  @Test("Pauses double up to their maximum, less a random third")
  func pauses() {
    for failures in Int64(0)...40 {
      let whole = min(5000 << min(failures, 20), 3_600_000)
      let pauses = (0..<50).map { _ in randomPause(5000, failures, most: 3_600_000) }
      #expect(pauses.allSatisfy { $0 <= whole && $0 > whole * 2 / 3 - 1 })
      #expect(Set(pauses).count > 10)
    }
  }
}
