import AccountDatabase
import AccountWeb
import BidiText
import Localization
import ServerTexts
import SystemCalls

/// The e-mail that notifies a user of a language change, in the new language (R46): as plain text,
/// and as HTML with the direction of its language.
struct NoticeMail {
  let notice: Notice
  let texts: Texts
  let from: String
  /// This machine's name, for the `Message-ID`.
  let host: String

  /// The whole message with its head.
  var bytes: [UInt8] {
    let catalog = texts.catalog(notice.language)
    let language = texts.name(ofLanguage: notice.language)
    // Names are people's own: no character of theirs may turn the text around them.
    let name = ForeignText.filtered(notice.name)
    let login = ForeignText.filtered(notice.login)
    let subject = catalog.text(.noticeSubject, [language])
    let paragraphs = [
      catalog.text(.noticeGreeting, [name]), catalog.text(.noticeText, [login, language]),
      catalog.text(.noticeAdvice),
    ]
    return MailMessage(
      fields: [
        ("From", from),
        ("To", "\(MailMessage.encodedWords(name, in: "To"))\n <\(notice.email)>"),
        ("Subject", MailMessage.encodedWords(subject, in: "Subject")),
        ("Date", UTCTime.mailText(millisecondsSince1970: notice.createdAt)),
        ("Message-ID", "<\(notice.account).\(notice.createdAt)@\(host)>"),
        ("Auto-Submitted", "auto-generated"),
      ], text: paragraphs.joined(separator: "\n\n") + "\n",
      html: html(subject, paragraphs, catalog.language).markup,
      language: catalog.language.code.rawValue,
      boundary: "=_\(notice.account).\(notice.createdAt)"
    ).bytes
  }

  private func html(_ subject: String, _ paragraphs: [String], _ language: Language) -> HTML {
    let direction = language.direction == .rightToLeft ? "rtl" : "ltr"
    // Mail programs drop the document's own attributes, so the text has them too.
    let place: HTML = "lang=\"\(language.code.rawValue)\" dir=\"\(direction)\""
    let content = paragraphs.map { "<p>\($0)</p>\n" as HTML }
    return """
      <!DOCTYPE html>
      <html \(place)>
      <head>
      <meta charset="utf-8">
      <title>\(subject)</title>
      </head>
      <body>
      <div \(place)>
      \(content)</div>
      </body>
      </html>

      """
  }
}
