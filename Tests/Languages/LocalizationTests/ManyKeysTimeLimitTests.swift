import Localization
import TestFolders
import Testing

@Suite("Time limits of catalogs with very many keys", .serialized)
struct ManyKeysTimeLimitTests {
  #if DEBUG
    // Without optimization, each step takes longer; the number of steps is what is limited.
    private static let limit = Duration.seconds(60)
  #else
    private static let limit = Duration.seconds(1)
  #endif
  private static let count = 200_000

  @Test("200,000 keys that the source lacks are reported within a second")
  func unusedKeys() throws {
    let scratch = try TestFolder()
    try scratch.write("\"a\" = \"a\";\n", to: "en.lproj/Localizable.strings")
    var text = "\"a\" = \"b\";\n"
    for number in 0..<Self.count { text += "\"key \(number)\" = \"text\";\n" }
    try scratch.write(text, to: "de.lproj/Localizable.strings")
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    let clock = ContinuousClock()
    var diagnostics: [CatalogDiagnostic] = []
    let time = clock.measure { diagnostics = checker.check(scratch.path) }
    let unused = diagnostics.filter { $0.code == "unused-key" }
    #expect(unused.count == Self.count)
    #expect(unused.last?.line == Self.count + 1)
    #expect(time < Self.limit, "\(time)")
  }

  @Test("20,000 plural texts that the source lacks are reported within ten seconds")
  func unusedPlurals() throws {
    let scratch = try TestFolder()
    var source = ""
    for number in 0..<Self.count { source += "\"key \(number)\" = \"text\";\n" }
    try scratch.write(source, to: "en.lproj/Localizable.strings")
    try scratch.write(source, to: "de.lproj/Localizable.strings")
    var text = "<plist version=\"1.0\"><dict>\n"
    for number in 0..<20_000 {
      text +=
        "<key>more \(number)</key><dict><key>NSStringLocalizedFormatKey</key>"
        + "<string>x</string></dict>\n"
    }
    try scratch.write(text + "</dict></plist>\n", to: "de.lproj/Localizable.stringsdict")
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    let clock = ContinuousClock()
    var count = 0
    let time = clock.measure {
      count = checker.check(scratch.path).count { $0.code == "unused-key" }
    }
    #expect(count == 20_000)
    #expect(time < Self.limit * 10, "\(time)")
  }

  @Test("A PO file with 200,000 texts is read completely")
  func portableObject() throws {
    var text = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
    for number in 0..<Self.count { text += "msgid \"key \(number)\"\nmsgstr \"نص \(number)\"\n\n" }
    let clock = ContinuousClock()
    var read: ExchangedCatalog?
    let time = try clock.measure {
      read = try ExchangedCatalog(
        portableObject: Array(text.utf8), file: "ar.po", target: Fixtures.code("ar"))
    }
    #expect(read?.units.count == Self.count)
    #expect(read?.units.last?.target == .plain("نص \(Self.count - 1)"))
    #expect(time < Self.limit * 5, "\(time)")
  }
}
