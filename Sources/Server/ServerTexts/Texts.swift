import Glibc
import Localization

/// The server's own texts in each language of the resources.
package struct Texts: Sendable {
  package let languages: [Language]
  private let catalogs: [LanguageCode: Catalog<ServerMessage>]
  /// The faults of catalogs that English replaces.
  package let faults: [CatalogError]
}

extension Texts {
  /// The folder with the languages of the machine.
  package static let machineLanguages = "/etc/lisan/\(LanguageDropIn.folder)"

  /// The languages of a resources directory, and those that files there or of the machine add.
  package static func languageList(resources: String) throws(CatalogError) -> LanguageList {
    try LanguageList(
      directory: resources,
      dropInsIn: ["\(resources)/\(LanguageDropIn.folder)", machineLanguages])
  }

  /// Reads the languages, and the texts from the folder `server` beside each language's folder. A
  /// language that a file adds need not have any texts of the server.
  package init(resources: String) throws(CatalogError) {
    let list = try Self.languageList(resources: resources)
    languages = list.languages
    var catalogs: [LanguageCode: Catalog<ServerMessage>] = [:]
    var faults = list.faults
    for language in languages {
      do throws(CatalogError) {
        catalogs[language.code] = try .load(
          language: language, from: "\(language.directory ?? resources)/server")
      } catch {
        if language.directory != nil, error.kind == .unreadable(errno: ENOENT) { continue }
        faults.append(error)
      }
    }
    self.catalogs = catalogs
    self.faults = faults
  }

  /// Only English, which needs no file.
  package static let builtIn = Texts(languages: [.english], catalogs: [:], faults: [])

  /// The best catalog for a language code, else English.
  package func catalog(_ code: String) -> Catalog<ServerMessage> {
    catalog(LanguageCode(rawValue: code).map { [$0] } ?? [])
  }

  /// The catalog for the first language that has one.
  package func catalog(_ wanted: [LanguageCode]) -> Catalog<ServerMessage> {
    let codes = languages.map(\.code)
    for code in wanted {
      if let match = code.bestMatch(in: codes), let catalog = catalogs[match] { return catalog }
    }
    return catalogs[.english] ?? .builtIn()
  }

  /// The catalog for an `Accept-Language` header (RFC 9110, section 12.5.4).
  package func catalog(acceptLanguage header: String?) -> Catalog<ServerMessage> {
    var wanted: [(code: LanguageCode, quality: Double)] = []
    for item in (header ?? "").prefix(500).split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let name = parts.first, let code = LanguageCode(rawValue: name) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) }
      wanted.append((code, (quality ?? 1) ?? 0))
    }
    // Sorting is stable, so equal qualities keep the header's order.
    let sorted = wanted.filter { $0.quality > 0 }.sorted { $0.quality > $1.quality }
    return catalog(sorted.map(\.code))
  }

  /// A language of the resources.
  package func language(_ code: String) -> Language? {
    LanguageCode(rawValue: code).flatMap { code in languages.first { $0.code == code } }
  }

  /// A language's native name, such as `English`, or its code.
  package func name(ofLanguage code: String) -> String { language(code)?.nativeName ?? code }
}
