import Foundation
import Localization
import TestEffort
import Testing

/// Babel's plural rules, which it reads from CLDR by itself.
@Suite("Plural rules compared with Babel's")
struct BabelTests {
  private static let program = """
    import sys
    from babel import Locale
    from babel.localedata import locale_identifiers
    for name in sorted(locale_identifiers()):
        if name == 'root': continue
        form = Locale.parse(name).plural_form
        print(name.replace('_', '-'), ' '.join(form(number) for number in \(numbers)))
    """
  private static let numbers =
    Array(0...(Effort.isLong ? 1000 : 200))
    + [1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_234_567, 2_000_000]

  private static func run(_ program: String) -> (output: String, status: Int32)? {
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", program]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = try? output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return (String(decoding: bytes ?? Data(), as: UTF8.self), process.terminationStatus)
  }

  /// The program that `BABEL_PYTHON` names, for another Babel than Debian's.
  static let python = URL(
    filePath: ProcessInfo.processInfo.environment["BABEL_PYTHON"] ?? "/usr/bin/python3")
  private static let isInstalled = run("import babel")?.status == 0
  /// Whether it has the data from which the table is made.
  static let isOfToday =
    run("import babel, sys; sys.exit(babel.__version__ != '2.19.0')")?.status == 0
  /// The languages of which Babel says something else: Vietnamese counts as Hindi in Babel 2.19, but not
  /// in CLDR 48; of an older Babel, those that have changed.
  private static let excepted: Set =
    isOfToday ? ["vi"] : CLDRPlurals.changed.union(["blo", "csw", "cv", "ie", "lld", "sgs"])

  @Test(
    "R49: every locale that Babel knows has the same form for the same number",
    .enabled(if: isInstalled, "needs python3-babel"))
  func everyLocale() throws {
    let answer = try #require(Self.run(Self.program))
    try #require(answer.status == 0)
    var locales = 0
    for line in answer.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      let name = String(words[0])
      if Self.excepted.contains(String(name.prefix { $0 != "-" })) { continue }
      guard let code = LanguageCode(rawValue: name), let rules = PluralRules(language: code) else {
        // CLDR has no rules for it, and Babel calls every number `other`.
        #expect(Set(words.dropFirst()) == ["other"], "\(name)")
        continue
      }
      locales += 1
      let expected = words.dropFirst().map(String.init)
      let found = Self.numbers.map { rules.category(for: $0).rawValue }
      #expect(found == expected, "\(name)")
    }
    #expect(locales > 600)
  }
}
