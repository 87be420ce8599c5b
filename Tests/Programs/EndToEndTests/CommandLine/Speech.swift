import BuiltPrograms
import Foundation
import Localization
import SettingsCore
import Testing

/// The program's texts in a shipped language, so that a test can expect whole lines.
struct Speech: Sendable, CustomTestStringConvertible {
  let language: Language
  let catalog: Catalog<Message>

  var testDescription: String { language.code.rawValue }

  /// The shipped languages.
  static var all: [Speech] {
    get throws {
      let resources = packagePath("Resources")
      return try LanguageList(directory: resources).languages.map {
        Speech(language: $0, catalog: try Catalog<Message>.load(language: $0, from: resources))
      }
    }
  }

  /// An environment whose system language this is.
  var environment: [String: String?] {
    ["LANG": "C.UTF-8", "LANGUAGE": language.code.rawValue]
  }

  /// A line of standard error.
  func complaint(_ message: Message, _ values: String...) -> String {
    "lisan: \(text(message, values))\n"
  }

  /// The line that follows wrong usage.
  func usage(_ synopsis: String) -> String { complaint(.usage, "lisan \(synopsis)") }

  /// No message of the command line holds a date, a region or a big number.
  private var wording: Wording { Wording(catalog: catalog, secondsFromUTC: { _ in 0 }) }

  func text(_ message: Message, _ values: [String] = []) -> String {
    Text.message(message, values.map { .argument($0) }).plain(in: wording)
  }
}
