// The samples of Localization's documentation, one after the other.
import Glibc
import Localization

enum Greeting: String, CaseIterable, MessageKey {
  case welcome = "Welcome, %@"
  case unread = "You have %d new messages"

  var isPlural: Bool { self == .unread }
  var singular: String? { self == .unread ? "You have %d new message" : nil }
}

let languages = try LanguageList(directory: "Resources")
let wanted = SystemLanguage.preferred { name in getenv(name).map { String(cString: $0) } }
let code = LanguageResolution.resolve(
  .system, system: wanted, supported: languages.codes, available: languages.codes)
if let language = languages[code] {
  let catalog = try Catalog<Greeting>.load(language: language, from: "Resources")
  print(catalog.text(.welcome, ["Omar"]))
  print(catalog.text(.unread, count: 3))
}

do {
  let urdu = try Language(LanguageCode(rawValue: "ur")!, in: "Resources")
  let catalog = try Catalog<Greeting>.load(language: urdu, from: "Resources")
  print(catalog.text(.welcome, ["Omar"]))
} catch {
  print(error.file, error.line, error.kind.code)
}

let checker = try CatalogChecker(source: .english, in: "Resources")
for diagnostic in checker.check("Resources") { print(diagnostic) }

let arabic = PluralRules(language: LanguageCode(rawValue: "ar")!)
let eleven = arabic?.category(for: 11)  // .many
let decimal = arabic?.category(for: PluralOperands("1.0")!)  // .one

let arabicCode = LanguageCode(rawValue: "ar")!
let exchanged = try ExchangedCatalog(source: .english, target: arabicCode, in: "Resources")
let po = exchanged.portableObject
let back = try ExchangedCatalog(portableObject: Array(po.utf8), file: "ar.po", target: arabicCode)
for file in back.files { print(file.name, file.text.utf8.count) }
