import Glibc
import Localization

/// Greets somebody in the language of the environment, with as many new messages as are told.
///
///     swift run greetings Omar 3
///     LANG=ar_EG.UTF-8 swift run greetings Omar 3
let arguments = CommandLine.arguments.dropFirst()
let name = arguments.first ?? "Omar"
let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 3

// The catalogs lie beside this file: a real program would install them.
let folder = #filePath.split(separator: "/").dropLast(3)
let resources = "/" + folder.joined(separator: "/") + "/Resources"

let languages = try LanguageList(directory: resources)
let system = SystemLanguage.preferred { name in getenv(name).map { String(cString: $0) } }
let code = LanguageResolution.resolve(
  .system, system: system, supported: languages.codes, available: languages.codes)

// A catalog is loaded as a whole or not at all: a missing text or plural form is an error here.
let catalog = try Catalog<Greeting>.load(language: languages[code]!, from: resources)
print(catalog.text(.welcome, [name]))
print(catalog.text(.unread, count: count))
