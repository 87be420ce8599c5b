import BuiltPrograms
import Foundation
import LisanPreferences
import SettingsCore
import TestCrowd
import Testing

/// `lisan env`, in the shells that it is for and before programs that speak by gettext.
@Suite(.few, .timeLimit(.minutes(20)))
struct EnvironmentTests {
  /// An installation with a gettext catalog in Arabic and a `locale` that lists what a test wants.
  private struct Place {
    let installation: Installation
    let catalog: GettextCatalog

    var bin: String { "\(installation.home)/bin" }

    init(locales: [String]) throws {
      installation = try Installation()
      catalog = try GettextCatalog(in: installation)
      try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
      let lister =
        "#!/bin/sh\n[ \"$1\" = -a ] && cat <<'END'\n\(locales.joined(separator: "\n"))\nEND\n"
      try lister.write(toFile: "\(bin)/locale", atomically: true, encoding: .utf8)
      try makeExecutable("\(bin)/locale")
      try FileManager.default.createSymbolicLink(
        atPath: "\(bin)/lisan", withDestinationPath: Installation.program)
    }

    func environment(_ more: [String: String?]) -> [String: String?] {
      ["LANG": nil, "PATH": "\(bin):/usr/bin:/bin"].merging(catalog.environment) { $1 }
        .merging(more) { $1 }
    }

    func lines(_ more: [String: String?] = [:]) throws -> [String] {
      let result = try installation.run("env", environment: environment(more))
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      return result.output.split(separator: "\n").map(String.init)
        .filter { !$0.contains("LISAN_BEFORE_") }
    }
  }

  private static let installed = ["C", "C.utf8", "POSIX"]

  @Test(
    "A shell that evaluates lisan env starts programs in Arabic, and in English again",
    arguments: ["sh", "bash", "zsh", "fish"], [nil, "C", "C.UTF-8", "xx_XX.UTF-8"])
  func shells(shell: String, lang: String?) throws {
    let place = try Place(locales: Self.installed)
    let evaluation = shell == "fish" ? "lisan env --shell fish | source" : "eval \"$(lisan env)\""
    // fish sets LC_CTYPE by itself, to a locale that need not be there.
    let script = """
      \(shell == "fish" ? "set --erase LC_CTYPE" : ":")
      lisan set ar
      \(evaluation)
      gettext Hello; echo
      lisan set en
      \(evaluation)
      gettext Hello; echo
      """
    let result = try place.installation.run(
      "-c", script, environment: place.environment(["LANG": lang]), program: "/usr/bin/\(shell)")
    #expect(result == (0, "\(GettextCatalog.greeting)\nHello\n", ""))
  }

  @Test("LANG is set only to an installed locale, first to one of the user's country")
  func locales() throws {
    let place = try Place(
      locales: Self.installed + ["ar_AE.utf8", "ar_EG", "ar_EG.utf8", "ar_SA.utf8@modern"])
    _ = try place.installation.run("set", "ar")
    let language = "export LANGUAGE='ar'"
    #expect(try place.lines() == [language, "export LANG='ar_AE.UTF-8'"])
    #expect(try place.lines(["LANG": "en_EG.UTF-8"]) == [language, "export LANG='ar_EG.UTF-8'"])
    #expect(try place.lines(["LANG": "en_SA"]).last == "export LANG='ar_SA.UTF-8@modern'")
    _ = try PreferenceFile(path: place.installation.preferences).commit(
      PreferenceChanges(market: "EG"))
    #expect(try place.lines() == [language, "export LANG='ar_EG.UTF-8'"])

    // Without a locale of the language, LANG changes only where LANGUAGE would not count.
    let other = try Place(locales: Self.installed + ["en_US.utf8", "ar_EG", "arn_CL.utf8"])
    _ = try other.installation.run("set", "ar")
    for silenced in [nil, "", "C", "POSIX", "ar_EG.UTF-8", "xx_XX.UTF-8"] {
      #expect(try other.lines(["LANG": silenced]) == [language, "export LANG='C.UTF-8'"])
    }
    for heard in ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_US.utf-8"] {
      #expect(try other.lines(["LANG": heard]) == [language])
    }
    let none = try Place(locales: [])
    _ = try none.installation.run("set", "ar")
    #expect(try none.lines() == [language])
  }

  @Test("A locale of the language makes gettext speak it as well")
  func realLocale() throws {
    let place = try Place(locales: Self.installed + ["ar_EG.utf8"])
    let folder = "\(place.installation.home)/locales"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let made = try place.installation.run(
      "-i", "ar_EG", "-f", "UTF-8", "\(folder)/ar_EG.UTF-8", program: "/usr/bin/localedef")
    try #require(made.status == 0, "\(made.errors)")
    let result = try place.installation.run(
      "-c", "lisan set ar; eval \"$(lisan env)\"; unset LANGUAGE; gettext Hello",
      environment: place.environment(["LOCPATH": folder]), program: "/bin/sh")
    #expect(result == (0, GettextCatalog.greeting, ""))
  }

  @Test(
    "A variable that disables LANGUAGE, above LANG, is reported, and the lines stay fit for eval",
    arguments: try Speech.all)
  func obstacles(speech: Speech) throws {
    let place = try Place(locales: Self.installed)
    let code = speech.language.code.rawValue
    _ = try place.installation.run("set", code)
    for (name, value) in [
      ("LC_ALL", "C"), ("LC_ALL", "xx_XX"), ("LC_MESSAGES", "POSIX"), ("LC_CTYPE", "C"),
      ("LC_CTYPE", "xx_XX.UTF-8"), ("LC_TIME", "xx_XX"),
    ] {
      let result = try place.installation.run("env", environment: place.environment([name: value]))
      #expect(
        result == (
          0,
          "export LANGUAGE='\(code)'\nexport LANG='C.UTF-8'\n"
            + "export LISAN_BEFORE_LANGUAGE='\(code)='\nexport LISAN_BEFORE_LANG='C.UTF-8='\n",
          speech.complaint(.environmentOverridden, name, value)
        ))
    }
    #expect(try place.lines(["LC_ALL": "C.UTF-8", "LC_TIME": "xx_XX"]).count == 1)
    #expect(try place.lines(["LC_TIME": "C", "LC_CTYPE": ""]).count == 2)
  }

  @Test(
    "After eval of lisan env, the system language is still the system's",
    arguments: ["sh", "bash", "zsh", "fish"])
  func systemAfterwards(shell: String) throws {
    let place = try Place(locales: Self.installed + ["en_US.utf8", "ar_EG.utf8"])
    let evaluation = shell == "fish" ? "lisan env --shell fish | source" : "eval \"$(lisan env)\""
    let script = """
      lisan set ar
      \(evaluation)
      \(evaluation)
      printf '%s\\n' "$LANGUAGE $LANG"
      lisan set system
      lisan get
      \(evaluation)
      printf '%s\\n' "$LANGUAGE $LANG"
      \(shell == "fish" ? "set -gx LANG ar_EG.UTF-8; set -e LANGUAGE" : "unset LANGUAGE; LANG=ar_EG.UTF-8")
      lisan get
      """
    let result = try place.installation.run(
      "-c", script, environment: place.environment(["LANG": "en_US.UTF-8", "LC_CTYPE": nil]),
      program: "/usr/bin/\(shell)")
    #expect(result.errors == "")
    #expect(
      result.output.split(separator: "\n") == [
        "ar ar_EG.UTF-8", "en", "en en_US.UTF-8", "ar",
      ])
  }

  @Test("A variable that only an earlier lisan env set has the system's value again")
  func givenBack() throws {
    let place = try Place(locales: Self.installed + ["ar_EG.utf8", "fr_FR.utf8"])
    let script = """
      lisan set ar; eval "$(lisan env)"; echo "$LANG"
      lisan set en; eval "$(lisan env)"; echo "$LANG ${LISAN_BEFORE_LANG-none}"
      """
    let result = try place.installation.run(
      "-c", script, environment: place.environment(["LANG": "fr_FR.UTF-8"]), program: "/bin/sh")
    #expect(result == (0, "ar_EG.UTF-8\nfr_FR.UTF-8 none\n", ""))
  }

  @Test("A locale of any name is one word to every shell")
  func quoting() throws {
    let hostile = "ar_EG.utf8@'; touch stolen; echo '\\\\$(touch stolen)`touch stolen`\\"
    let place = try Place(locales: Self.installed + [hostile])
    _ = try place.installation.run("set", "ar")
    let wanted = hostile.replacing("utf8", with: "UTF-8")
    for (shell, evaluation) in [
      ("sh", "eval \"$(lisan env)\""), ("bash", "eval \"$(lisan env)\""),
      ("zsh", "eval \"$(lisan env)\""), ("fish", "lisan env --shell fish | source"),
    ] {
      let result = try place.installation.run(
        "-c", "\(evaluation); printf '%s' \"$LANG\"", environment: place.environment([:]),
        program: "/usr/bin/\(shell)")
      #expect(result.output == wanted, "\(shell)")
      #expect(!FileManager.default.fileExists(atPath: "\(place.installation.home)/stolen"))
    }
  }

  @Test("LANGUAGE has the language's name in gettext's folders")
  func gettextNames() throws {
    let place = try Place(locales: Self.installed)
    for (code, name) in [
      ("pt-BR", "pt_BR"), ("sr-Latn", "sr@latin"), ("zh-Hant-TW", "zh_TW"), ("zh-Hant", "zh_TW"),
      ("zh-Hans", "zh_CN"), ("pa-Arab", "pa_PK"),
    ] {
      let folder = "\(place.installation.resources)/\(code).lproj"
      try FileManager.default.copyItem(
        atPath: "\(place.installation.resources)/en.lproj", toPath: folder)
      let data = "\(folder)/Language.strings"
      try String(contentsOfFile: data, encoding: .utf8).replacing("\"en\"", with: "\"\(code)\"")
        .write(toFile: data, atomically: true, encoding: .utf8)
      try "\"languages\" = \"en \(code)\";".write(
        toFile: "\(place.installation.resources)/Languages.strings", atomically: true,
        encoding: .utf8)
      #expect(try place.installation.run("set", code).status == 0)
      #expect(try place.lines(["LANG": "C.UTF-8"]) == ["export LANGUAGE='\(name)'"])
    }
  }
}
