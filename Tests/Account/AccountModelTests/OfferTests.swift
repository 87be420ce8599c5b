import AccountModel
import Foundation
import Localization
import Testing

/// What a server offers at all, and its default language (R20).
struct OfferTests {
  private let english = LanguageCode.english
  private let arabic = LanguageCode(rawValue: "ar")!

  private func read(_ text: String) throws -> MarketList {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "lisan-markets-\(UUID().uuidString).strings").path(percentEncoded: false)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try MarketList(contentsOf: path)
  }

  @Test("R20: a server without markets offers only the languages that it lists")
  func noMarkets() throws {
    let list = try read("\"languages\" = \"en\";\n\"default language\" = \"en\";\n")
    #expect(list.markets.isEmpty)
    #expect(list.languages(in: nil, available: [english, arabic]) == [english])
  }

  @Test("R20: the server's default language is the last step")
  func fallback() throws {
    let list = try read("\"languages\" = \"en ar\";\n\"default language\" = \"ar\";\n")
    let available = [english, arabic]
    #expect(list.fallback == arabic)
    #expect(list.languages(in: nil, available: available) == [arabic, english])
    let none = LanguageResolution.resolve(
      .system, system: [], supported: [], available: available, fallback: list.fallback)
    #expect(none == arabic)
    // A default without a catalog here is no use.
    #expect(
      LanguageResolution.resolve(
        .system, system: [], supported: [], available: [english], fallback: arabic) == english)
  }

  @Test("R20: a market of a server offers those of its languages that the server offers")
  func marketsOfServer() throws {
    let list = try read(
      "\"languages\" = \"en\";\n\"default language\" = \"en\";\n\"EG\" = \"ar en\";\n")
    let egypt = MarketCode(rawValue: "EG")
    #expect(list.languages(in: egypt, available: [english, arabic]) == [english])
  }

  @Test("A line of the list that names no language is an error", arguments: ["", "e", "en ../x"])
  func broken(_ codes: String) {
    #expect(throws: CatalogError.self) { try read("\"languages\" = \"\(codes)\";\n") }
  }
}
