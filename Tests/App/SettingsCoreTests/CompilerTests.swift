import BuiltPrograms
import Foundation
import Testing

/// Code that the compiler must refuse, and the accepted replacement.
struct CompilerTests {
  /// Views as others might be written beside those of `Settings`; a line that ends in `// error`
  /// shows a bare string.
  private static let views = """
    import Forms
    import Localization

    func views(_ state: SettingsState, _ name: String) -> [Any] {
      let title: Text = "Sign in"  // error
      let made = Text("Sign in")  // error
      let word = Text.message("Sign in")  // error
      let named = Text.message(name)  // error
      let value = Text.message(.restartPending, name)  // error
      let count = Text.count("%d languages", 2)  // error
      let place = Text.identifier("Sign in")  // error
      let other = Text.identifier(Identifier(text: name))  // error
      let part = SectionPart.paragraph("Sign in")  // error
      let option = SectionPart.action("Sign in", id: .signOut)  // error
      let card = SectionCard("Sign in", [])  // error
      let mode = Part<Text, BidiChoice>.button("Sign in", id: .automatic)  // error
      let toast = Toast(id: 1, text: name, isWarning: false)  // error
      return [title, made, word, named, value, count, place, other, part, option, card, mode, toast]
    }

    """

  /// The same where each text is what it may be.
  private static let siblings = """
    import Forms
    import Localization

    func views(_ state: SettingsState, _ name: String) -> [Any] {
      let title: Text = .message(.signIn)
      let word = Text.message(.signIn)
      let value = Text.message(.restartPending, .person(name))
      let count = Text.count(.languageCount, 2)
      let place = Text.path(name)
      let part = SectionPart.paragraph(.message(.signIn))
      let option = SectionPart.action(.message(.signIn), id: .signOut)
      let card = SectionCard(.message(.signIn), [])
      let mode = Part<Text, BidiChoice>.button(.message(.signIn), id: .automatic)
      let toast = Toast(id: 1, text: .person(name), isWarning: false)
      return [title, word, value, count, place, part, option, card, mode, toast]
    }

    """

  /// Type-checks a view as a source of the module `Settings` itself, where all that is internal is
  /// within its reach.
  ///
  /// - Returns: whether the compiler takes it, and the lines, from 1, with errors.
  private func check(_ view: String) throws -> (isTaken: Bool, lines: Set<Int>, said: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "OtherView.swift").path(percentEncoded: false)
    try view.write(toFile: file, atomically: true, encoding: .utf8)
    let sources = sourceFolder("SettingsCore").path(percentEncoded: false)
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".swift") }.map { "\(sources)/\($0)" }
    #expect(files.count > 30)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-frontend", "-typecheck", "-module-name", "SettingsCore", "-swift-version", "6",
        "-package-name", "Lisan", "-I", builtModules(), "-diagnostic-style", "llvm",
        // Localization is built on this module of C.
        "-Xcc", "-fmodule-map-file=\(builtModules())/../CSystem.build/module.modulemap",
      ] + files + ["-primary-file", file]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = said.matches(of: /OtherView\.swift:(\d+):\d+: error:/).compactMap { Int($0.1) }
    return (process.terminationStatus == 0, Set(lines), said)
  }

  @Test("R48: the compiler refuses every bare string in a view")
  func refused() throws {
    let lines = Self.views.split(separator: "\n", omittingEmptySubsequences: false)
    let wrong = Set(lines.indices.filter { lines[$0].hasSuffix("// error") }.map { $0 + 1 })
    let found = try check(Self.views)
    #expect(!found.isTaken)
    #expect(found.lines == wrong, "\(found.said)")
  }

  @Test("R48: the compiler accepts a message, a value, a person's text and an identifier instead")
  func taken() throws {
    let found = try check(Self.siblings)
    #expect(found.isTaken && found.lines == [], "\(found.said)")
  }
}
