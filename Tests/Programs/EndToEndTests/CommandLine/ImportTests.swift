import Foundation
import TestCrowd
import Testing

/// `lisan import` into a folder that has texts.
@Suite(.few, .timeLimit(.minutes(20)))
struct ImportTests {
  private static let header = """
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;\\n"


    """

  private static func plural(_ form: String) -> String {
    """

    msgid "%d language"
    msgid_plural "%d languages"

    """ + (0..<6).map { "msgstr[\($0)] \"\(form) %d\"\n" }.joined()
  }

  /// The files of Arabic but for the compiled one, by name.
  private func files(_ installation: Installation) throws -> [String: String] {
    let folder = "\(installation.resources)/ar.lproj"
    return Dictionary(
      uniqueKeysWithValues: try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !$0.hasSuffix(".compiled") }.map {
          ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
        })
  }

  private func write(_ text: String, _ name: String, _ installation: Installation) throws {
    try text.write(toFile: "\(installation.home)/\(name)", atomically: true, encoding: .utf8)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }
  }

  @Test(
    "A file with some of the texts changes only these, and reports how many, in each format",
    arguments: ["po", "xliff", "xcstrings"])
  func merge(format: String) throws {
    let installation = try Installation()
    let text =
      switch format {
      case "po":
        Self.header + """
          msgid "Language"
          msgstr "لسان القوم"

          msgid "About"
          msgstr "حول لسان"

          #, fuzzy
          msgid "Account"
          msgstr "دفتر"

          msgid "Region"
          msgstr ""

          """
      case "xliff":
        """
        <xliff version="1.2"><file source-language="en" target-language="ar"><body>
        <trans-unit id="Language"><source>Language</source><target>لسان القوم</target></trans-unit>
        <trans-unit id="About"><source>About</source><target>حول لسان</target></trans-unit>
        <trans-unit id="Account"><source>Account</source></trans-unit>
        <trans-unit id="Region"><source>Region</source><target></target></trans-unit>
        </body></file></xliff>
        """
      default:
        """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "Language": {"localizations": {"ar": {"stringUnit": {"state": "translated", "value": "لسان القوم"}}}},
          "About": {"localizations": {"ar": {"stringUnit": {"state": "translated", "value": "حول لسان"}}}},
          "Account": {"localizations": {"ar": {"stringUnit": {"state": "new", "value": "Account"}}}},
          "Region": {}}}
        """
      }
    try write(text, "some.\(format)", installation)
    let before = try files(installation)
    let result = try installation.run("import", "ar", "some.\(format)", installation.resources)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    let former = "\(installation.resources)/ar.lproj/Localizable.strings~"
    #expect(
      lines(result.output) == [
        "0 new texts", "1 changed text", "1 text as it was",
        "2 texts left alone, because their translations are unfinished or empty",
        "0 texts without a translation", "The former file is now \(former)",
      ])
    var expected = before
    let sound = try #require(before["Localizable.strings"])
    expected["Localizable.strings"] = sound.replacingOccurrences(
      of: "\"Language\" = \"اللغة\";", with: "\"Language\" = \"لسان القوم\";")
    expected["Localizable.strings~"] = sound
    #expect(expected["Localizable.strings"] != sound)
    #expect(try files(installation) == expected)
  }

  @Test("Counts of an import have the plural forms of the user's language")
  func counts() throws {
    let installation = try Installation()
    try write(Self.header + "msgid \"Language\"\nmsgstr \"لسان\"\n", "one.po", installation)
    _ = try installation.run("set", "ar")
    let result = try installation.run("import", "ar", "one.po", installation.resources)
    #expect(
      lines(result.output).prefix(3) == [
        "لا نصوص جديدة", "نص متغير واحد", "لا نصوص باقية كما كانت",
      ])
  }

  @Test(
    "An import whose result would have an error is refused and changes nothing, with --replace as well"
  )
  func refused() throws {
    let installation = try Installation()
    try write(
      Self.header + "msgid \"The system language is %@.\"\nmsgstr \"لغة النظام\"\n", "wrong.po",
      installation)
    try write(
      Self.header + "msgid \"No such text\"\nmsgstr \"لا نص\"\n", "unknown.po", installation)
    try write(Self.header + "msgid \"Language\"\nmsgstr \"لسان\"\n", "one.po", installation)
    let before = try files(installation)
    for (arguments, code) in [
      (["wrong.po"], "different-placeholders"), (["unknown.po"], "unused-key"),
      (["--replace", "one.po"], "missing-key"),
    ] {
      let result = try installation.runAll(
        ["import", "ar"] + arguments + [installation.resources])
      #expect(result.status == 1 && result.output.contains("[\(code)]"), "\(result)")
      #expect(result.errors.hasPrefix("lisan: Nothing was changed, because the result would have"))
      #expect(try files(installation) == before)
    }
    // A language that is not finished does not begin to exist.
    let result = try installation.run("import", "pl", "one.po", installation.resources)
    #expect(result.status == 1 && result.output.contains("[missing-key]"), "\(result)")
    #expect(
      !FileManager.default.fileExists(atPath: "\(installation.resources)/pl.lproj"))
  }

  @Test(
    "With --replace, texts and comments missing in the file are removed, and former files stay")
  func replace() throws {
    let installation = try Installation()
    #expect(try installation.run("export", "ar", "ar.po", installation.resources).status == 0)
    let before = try files(installation)
    #expect(
      try installation.run("import", "--replace", "ar", "ar.po", installation.resources).status == 0
    )
    let after = try files(installation)
    #expect(after["Localizable.strings~"] == before["Localizable.strings"])
    #expect(after["Localizable.stringsdict~"] == before["Localizable.stringsdict"])
    #expect(
      try installation.run("check", installation.resources).output.split(separator: "\n")
        .allSatisfy { !$0.contains("error:") })
  }

  @Test("Each import keeps the former file under a new name, so that it can be undone")
  func formerFiles() throws {
    let installation = try Installation()
    let before = try files(installation)
    let folder = "\(installation.resources)/ar.lproj"
    for word in ["لسان", "كلام", "لهجة"] {
      try write(Self.header + "msgid \"Language\"\nmsgstr \"\(word)\"\n", "one.po", installation)
      #expect(try installation.run("import", "ar", "one.po", installation.resources).status == 0)
    }
    let after = try files(installation)
    #expect(after["Localizable.strings~"] == before["Localizable.strings"])
    #expect(after["Localizable.strings~2"]?.contains("\"Language\" = \"لسان\";") == true)
    #expect(after["Localizable.strings~3"]?.contains("\"Language\" = \"كلام\";") == true)
    #expect(after["Localizable.strings"]?.contains("\"Language\" = \"لهجة\";") == true)
    #expect(after["Localizable.stringsdict"] == before["Localizable.stringsdict"])
    #expect(rename("\(folder)/Localizable.strings~", "\(folder)/Localizable.strings") == 0)
    #expect(try files(installation)["Localizable.strings"] == before["Localizable.strings"])
  }

  @Test(
    "R94: an import that a full disk stops at any step says so and leaves everything as it was",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
  func fullDisk() throws {
    let installation = try Installation()
    try write(
      Self.header + "msgid \"Language\"\nmsgstr \"لسان\"\n" + Self.plural("لغات"), "both.po",
      installation)
    let before = try files(installation)
    // Of the calls that need room on the disk, the first, the second and so on fails.
    for (calls, steps) in [("fsync", 2...9), ("rename,renameat,renameat2", 1...6)] {
      for step in steps {
        let result = try installation.runAll(
          [
            "-f", "-o", "/dev/null", "-e", "trace=\(calls)",
            "-e", "inject=\(calls):error=ENOSPC:when=\(step)", Installation.program, "import", "ar",
            "both.po", installation.resources,
          ], program: "/usr/bin/strace")
        if result.status == 0 {
          #expect(calls == "fsync" && step > 8, "\(calls) \(step)")
          return
        }
        #expect(result.status == 1, "\(result)")
        #expect(result.errors.contains("No space left on device"), "\(result)")
        #expect(try files(installation) == before, "\(calls) \(step)")
      }
    }
  }

  @Test(
    "An import killed at any moment changes nothing or both files, or the next one completes it",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
  func killed() throws {
    let installation = try Installation()
    try write(
      Self.header + "msgid \"Language\"\nmsgstr \"لسان\"\n" + Self.plural("لغات"), "both.po",
      installation)
    let old = try files(installation)
    let names = ["Localizable.strings", "Localizable.stringsdict"]
    #expect(try installation.run("import", "ar", "both.po", installation.resources).status == 0)
    let new = try files(installation)
    #expect(names.allSatisfy { new[$0] != old[$0] })
    let folder = "\(installation.resources)/ar.lproj"
    var kills = 0
    var mixed = 0
    while true {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where name.hasPrefix("Localizable.") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      for name in names {
        try #require(old[name]).write(
          toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      let renames = "rename,renameat,renameat2"
      let ended = try installation.runAll(
        [
          "-f", "-o", "/dev/null", "-e", "trace=\(renames)",
          "-e", "inject=\(renames):signal=SIGKILL:when=\(kills + 1)", Installation.program,
          "import", "ar", "both.po", installation.resources,
        ], program: "/usr/bin/strace")
      let left = try files(installation)
      let isNew = names.map { left[$0] == new[$0] }
      for (name, isNew) in zip(names, isNew) where !isNew { #expect(left[name] == old[name]) }
      if isNew[0] != isNew[1] { mixed += 1 }
      let again = try installation.run("import", "ar", "both.po", installation.resources)
      #expect(again.status == 0, "\(again)")
      let whole = try files(installation)
      #expect(names.allSatisfy { whole[$0] == new[$0] }, "after \(kills) renames")
      #expect(!whole.keys.contains { $0.hasSuffix(".import") })
      if isNew == [true, false] {
        // It was ended before anything was compared, so nothing was left to change.
        #expect(lines(again.output).contains("2 texts as they were"), "\(again)")
      }
      if ended.status == 0 { break }
      kills += 1
      try #require(kills < 30)
    }
    #expect(kills >= 6 && mixed == 1, "\(kills) kills, \(mixed) between the two files")
  }
}
