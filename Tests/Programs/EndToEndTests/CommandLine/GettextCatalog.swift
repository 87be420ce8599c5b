import Foundation
import Testing

/// A gettext catalog in Arabic, for programs of a shell to speak from: `gettext Hello`.
struct GettextCatalog {
  /// The catalog's text for `Hello`.
  static let greeting = "مرحبا"

  /// Where a program looks for it.
  let environment: [String: String?]

  init(in installation: Installation) throws {
    let folder = "\(installation.home)/texts"
    environment = ["TEXTDOMAIN": "greeting", "TEXTDOMAINDIR": folder]
    let messages = "\(folder)/ar/LC_MESSAGES"
    try FileManager.default.createDirectory(
      atPath: messages, withIntermediateDirectories: true)
    let source = """
      msgid ""
      msgstr "Content-Type: text/plain; charset=UTF-8\\n"
      msgid "Hello"
      msgstr "\(Self.greeting)"
      """
    try source.write(toFile: "\(folder)/greeting.po", atomically: true, encoding: .utf8)
    let compiled = try installation.run(
      "-o", "\(messages)/greeting.mo", "\(folder)/greeting.po", program: "/usr/bin/msgfmt")
    try #require(compiled.status == 0, "\(compiled.errors)")
  }
}
