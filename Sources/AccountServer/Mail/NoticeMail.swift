import AccountDatabase
import FoundationEssentials
import Glibc
import Localization

/// The e-mail that notifies a user of a language change, in the new language (R46).
struct NoticeMail {
  let notice: Notice
  let texts: Texts
  let from: String
  /// This machine's name, for the `Message-ID`.
  let host: String

  /// The whole message with its headers (RFC 5322, RFC 2045, RFC 2047).
  var bytes: [UInt8] {
    let catalog = texts.catalog(notice.language)
    let language = texts.name(ofLanguage: notice.language)
    let subject = catalog.text(.noticeSubject, [language])
    let body = [
      catalog.text(.noticeGreeting, [notice.name]), "",
      catalog.text(.noticeText, [notice.login, language]), "", catalog.text(.noticeAdvice), "",
    ].joined(separator: "\n")
    let lines =
      [
        "From: \(from)", "To: \(encodedWords("To", notice.name))\n <\(notice.email)>",
        "Subject: \(encodedWords("Subject", subject))", "Date: \(date)",
        "Message-ID: <\(notice.account).\(notice.createdAt)@\(host)>",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
        "Content-Language: \(catalog.language.code)", "Content-Transfer-Encoding: base64", "",
      ] + base64Lines(body)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private var date: String {
    var seconds = time_t(notice.createdAt / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    // Without setlocale, the names are the English ones of RFC 5322.
    let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S +0000", &parts)
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Folded encoded words of at most 75 characters that do not split a scalar.
private func encodedWords(_ header: String, _ text: String) -> String {
  let most = 45
  var words: [[UInt8]] = [[]]
  for scalar in text.unicodeScalars {
    let bytes = Array(String(scalar).utf8)
    // The first line also holds the header's name.
    let room = words.count == 1 ? most - header.utf8.count : most
    if words[words.count - 1].count + bytes.count > room { words.append([]) }
    words[words.count - 1] += bytes
  }
  return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\n ")
}

/// A body in base64 with 76 characters per line, with CR LF line endings as MIME requires.
private func base64Lines(_ body: String) -> [String] {
  let wire = body.utf8.flatMap { $0 == UInt8(ascii: "\n") ? [0x0D, 0x0A] : [$0] }
  let encoded = Array(Data(wire).base64EncodedString().utf8)
  return stride(from: 0, to: encoded.count, by: 76).map {
    String(decoding: encoded[$0..<min($0 + 76, encoded.count)], as: UTF8.self)
  }
}
