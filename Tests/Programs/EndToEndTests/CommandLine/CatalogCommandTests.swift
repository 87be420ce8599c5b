import BuiltPrograms
import Foundation
import TestCrowd
import Testing

/// `lisan compile`, `export` and `import`.
@Suite(.few, .timeLimit(.minutes(20)))
struct CatalogCommandTests {
  /// Whether the last catalog that a program loaded was a compiled one, by the trace.
  private func lastLoadIsCompiled(_ installation: Installation) throws -> Bool {
    try #require(installation.events().last { $0.name == "catalog.load" }).isTrue("compiled")
  }

  @Test(
    "R69: compiled texts are used at the start, until a source is edited or the file is damaged")
  func compile() throws {
    let installation = try Installation()
    let folder = "\(installation.resources)/ar.lproj"
    // `make test` has compiled them.
    try? FileManager.default.removeItem(atPath: "\(folder)/Localizable.compiled")
    _ = try installation.run("set", "ar")
    func help() throws -> String { try installation.run("--help").output }
    let expected = try help()
    #expect(try !lastLoadIsCompiled(installation))
    #expect(try installation.run("compile", installation.resources) == (0, "", ""))
    #expect(try help() == expected)
    #expect(try lastLoadIsCompiled(installation))
    #expect(!installation.logText.contains("Localizable.compiled"))

    // An edit that keeps the size: two letters are exchanged.
    let source = "\(folder)/Localizable.strings"
    let sound = try String(contentsOfFile: source, encoding: .utf8)
    let edited = sound.replacingOccurrences(of: "\"الأوامر:\"", with: "\"األوامر:\"")
    #expect(edited != sound)
    try edited.write(toFile: source, atomically: false, encoding: .utf8)
    #expect(try help().contains("األوامر:"))
    #expect(try !lastLoadIsCompiled(installation))
    try sound.write(toFile: source, atomically: false, encoding: .utf8)
    #expect(try help() == expected)
    #expect(try lastLoadIsCompiled(installation), "the digests are right again")

    var bytes = try Data(contentsOf: URL(filePath: "\(folder)/Localizable.compiled"))
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(filePath: "\(folder)/Localizable.compiled"))
    #expect(try help() == expected)
    #expect(try !lastLoadIsCompiled(installation))
    #expect(
      installation.logText.contains(
        "ar.lproj/Localizable.compiled:1:1: error: its texts are damaged"))

    try (sound + "x").write(toFile: source, atomically: false, encoding: .utf8)
    let refused = try installation.run("compile", installation.resources)
    #expect(refused.status == 1 && refused.output.contains("ar.lproj/Localizable.strings:"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/Localizable.compiled"))
  }

  @Test(
    "R77, R81: msgfmt and msgmerge accept exported texts, with fuzzy marks for changed ones, and an import takes what msgmerge kept"
  )
  func msgmerge() throws {
    let installation = try Installation()
    let folder = "\(installation.home)/greetings"
    try FileManager.default.copyItem(
      atPath: packagePath("docs/examples/Greetings/Resources"), toPath: folder)
    func gettext(_ program: String, _ arguments: String...) throws {
      let result = try installation.runAll(arguments, program: "/usr/bin/\(program)")
      #expect(result.status == 0, "\(program): \(result.errors)")
    }
    #expect(try installation.run("export", "ar", "old.po", folder) == (0, "", ""))
    try gettext("msgfmt", "--check", "-o", "/dev/null", "old.po")
    let old = try String(contentsOfFile: "\(installation.home)/old.po", encoding: .utf8)
    #expect(old.contains("#: en.lproj/Localizable.strings:1\n"), "\(old)")
    #expect(old.contains("#: en.lproj/Localizable.stringsdict:5\n"), "\(old)")
    #expect(!old.contains("DTD"), "an address in the document type is no comment")
    // The next version changes one text, and another one is gone.
    try "\"Goodbye\" = \"وداعا\";\n\"Welcome, %@\" = \"مرحبا يا %@\";\n".write(
      toFile: "\(folder)/ar.lproj/Localizable.strings", atomically: true, encoding: .utf8)
    try "\"Welcome back, %@\" = \"Welcome back, %@\";\n".write(
      toFile: "\(folder)/en.lproj/Localizable.strings", atomically: true, encoding: .utf8)
    #expect(try installation.run("export", "ar", "new.po", folder) == (0, "", ""))
    let new = try String(contentsOfFile: "\(installation.home)/new.po", encoding: .utf8)
    #expect(
      new.contains(
        "#, fuzzy, objc-format\n#| msgid \"Welcome, %@\"\nmsgid \"Welcome back, %@\"\nmsgstr \"مرحبا"
      ),
      "\(new)")
    #expect(!new.contains("Goodbye"))
    try gettext("msgfmt", "--check", "-o", "/dev/null", "new.po")
    try gettext("msgmerge", "--quiet", "-o", "merged.po", "old.po", "new.po")
    try gettext("msgfmt", "--check-format", "-o", "/dev/null", "merged.po")
    let merged = try String(contentsOfFile: "\(installation.home)/merged.po", encoding: .utf8)
    #expect(merged.contains("#, fuzzy, objc-format\nmsgid \"Welcome back, %@\""), "\(merged)")
    // A translation that nobody has confirmed is not taken, and the catalog would lack it.
    let refused = try installation.run("import", "--replace", "ar", "merged.po", folder)
    #expect(refused.status == 1 && refused.output.contains("[missing-key]"), "\(refused)")
    try gettext("msgattrib", "--clear-fuzzy", "--no-obsolete", "-o", "done.po", "merged.po")
    let result = try installation.run("import", "--replace", "ar", "done.po", folder)
    #expect(result.status == 0, "\(result)")
    let check = try installation.run("check", "--source", "en", folder)
    #expect(check == (0, "", ""))
    #expect(
      try String(contentsOfFile: "\(folder)/ar.lproj/Localizable.stringsdict", encoding: .utf8)
        .contains("<key>zero</key>"))
  }

  @Test("The texts of a language go through PO and XLIFF by the command line and load as before")
  func exchange() throws {
    let installation = try Installation()
    let resources = installation.resources
    let strings = "\(resources)/ar.lproj/Localizable.strings"
    _ = try installation.run("set", "ar")
    let help = try installation.run("--help").output
    let before = try String(contentsOfFile: strings, encoding: .utf8)
    for name in ["ar.po", "ar.xliff"] {
      #expect(try installation.run("export", "ar", name, resources) == (0, "", ""), "\(name)")
      let text = try String(contentsOfFile: "\(installation.home)/\(name)", encoding: .utf8)
      #expect(text.contains("print the version") && text.contains("عرض رقم الإصدار"))
      let result = try installation.run("import", "ar", name, resources)
      #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result)")
      #expect(try String(contentsOfFile: strings, encoding: .utf8) == before, "\(name)")
      #expect(try installation.run("--help").output == help)
      #expect(
        try installation.run("check", resources).output.split(separator: "\n")
          .allSatisfy { !$0.contains("error:") })
    }
  }

  @Test(
    "R77: a translator's texts of lisan-server are checked, exported and imported without English ones beside them"
  )
  func serverTexts() throws {
    let installation = try Installation()
    let folder = "\(installation.home)/languages"
    for program in ["", "/server"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)\(program)", withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: packagePath("Resources/lisan-languages\(program)/he.lproj"),
        toPath: "\(folder)\(program)/he.lproj")
    }
    try FileManager.default.copyItem(
      atPath: packagePath("Resources/lisan-languages/he.strings"), toPath: "\(folder)/he.strings")
    let server = "\(folder)/server"
    let english = packagePath("Resources")
    func lisan(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
      try installation.runAll(words, environment: ["LISAN_RESOURCES": english])
    }
    let sound = try lisan("check", folder)
    #expect(sound.status == 0 && !sound.output.contains("error:"), "\(sound)")
    let exported = try lisan("export", "he", "server.po", server)
    #expect(exported == (0, "", ""), "\(exported)")
    let file = "\(installation.home)/server.po"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let entry = try #require(text.firstMatch(of: /msgid "Error: %@"\nmsgstr "[^"]*"/))
    try text.replacing(entry.output, with: "msgid \"Error: %@\"\nmsgstr \"x\"")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let refused = try lisan("import", "he", "server.po", server)
    #expect(
      refused.status == 1 && refused.output.contains("[different-placeholders]"), "\(refused)")
    let strings = "\(server)/he.lproj/Localizable.strings"
    let texts = try String(contentsOfFile: strings, encoding: .utf8)
    try texts.replacing(/"Error: %@" = "[^"]*"/, with: "\"Error: %@\" = \"x\"")
      .write(toFile: strings, atomically: true, encoding: .utf8)
    let found = try lisan("check", folder)
    #expect(
      found.status == 1 && found.output.contains("/server/he.lproj/Localizable.strings:"),
      "\(found)")
  }

  @Test(
    "R57: a failed exchange prints one line in the user's language, and writes nothing",
    arguments: [
      (["export", "ar", "ar.txt"], 2, "one of: .po, .pot, .xliff, .xlf", "يجب أن ينتهي اسمه"),
      (["export", "ar", "a.xcstrings"], 2, "one of: .po, .pot, .xliff, .xlf", "يجب أن ينتهي اسمه"),
      (["export", "x y", "ar.po"], 2, "CODE cannot be x y", "CODE"),
      (["export", "ar", "absent/ar.po"], 1, "No such file", "تعذرت الكتابة في الملف"),
      (["export", "--source", "fa", "ar", "a.po"], 4, "The texts of fa", "استخدام نصوص اللغة fa"),
      (["import", "ar", "ar.txt"], 2, ".xlf, .xcstrings", "يجب أن ينتهي اسمه"),
      (
        ["import", "ar", "missing.po"], 1, "The file missing.po cannot be read: No such file",
        "تعذرت قراءة الملف"
      ),
      (["import", "ar", "folder.po"], 1, "not a regular file", "ليس ملفا عاديا"),
      (["import", "ar", "large.po"], 1, "larger than 16 MiB", "حجمه أكبر من 16 MiB"),
      (["import", "ar", "broken.po"], 1, "expected here: ", "المتوقع في هذا الموضع"),
      (["import", "ar", "bytes.po"], 1, "not in UTF-8", "ليس بترميز UTF-8"),
      (["import", "ar", "plural.po"], 1, "its Plural-Forms do not fit", "قاعدة الجمع فيه"),
      (["import", "fa", "other.xliff"], 1, "no texts in fa", "لا نصوص فيه باللغة fa"),
    ])
  func refused(arguments: [String], status: Int, english: String, arabic: String) throws {
    let installation = try Installation()
    let home = installation.home
    try FileManager.default.createDirectory(
      atPath: "\(home)/folder.po", withIntermediateDirectories: false)
    for (name, text) in [
      ("broken.po", "msgid \"a"),
      ("plural.po", "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n+;\\n\"\n"),
      ("other.xliff", "<file source-language='en' target-language='ar'></file>"),
    ] {
      try text.write(toFile: "\(home)/\(name)", atomically: true, encoding: .utf8)
    }
    try Data([0xFF]).write(to: URL(filePath: "\(home)/bytes.po"))
    try Data().write(to: URL(filePath: "\(home)/large.po"))
    #expect(truncate("\(home)/large.po", (16 << 20) + 1) == 0)
    let before = try FileManager.default.subpathsOfDirectory(atPath: installation.resources)
    for (language, said) in [("en", english), ("ar", arabic)] {
      _ = try installation.run("set", language)
      let result = try installation.runAll(arguments)
      #expect(Int(result.status) == status && result.output.isEmpty, "\(result)")
      #expect(
        result.errors.hasPrefix("lisan: ") && result.errors.split(separator: "\n").count == 1)
      let line = result.errors.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
      #expect(line.contains(said), "\(line)")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: installation.resources) == before)
  }
}
