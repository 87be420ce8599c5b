import CommandLineTool
import Foundation
import Localization
import PackageVersion
import SettingsCore
import TestCrowd
import Testing

/// Each command, option and exit code in both languages: the status, standard output and standard
/// error as wholes.
@Suite(.few)
struct OutcomeTests {
  @Test(
    "R57: success ends with 0, with only the answer on standard output", arguments: try Speech.all)
  func done(speech: Speech) throws {
    let installation = try Installation()
    let code = speech.language.code.rawValue
    func expect(_ arguments: [String], _ output: String, _ place: SourceLocation = #_sourceLocation)
      throws
    {
      let result = try installation.runAll(arguments, environment: speech.environment)
      #expect(result == (0, output, ""), "\(arguments)", sourceLocation: place)
    }
    try expect(["get"], "\(code)\n")
    try expect(["get", "--preference"], "system\n")
    let lines = try Speech.all.map {
      let (language, isCurrent) = ($0.language, $0.language == speech.language)
      let direction = language.direction == .rightToLeft ? "rtl" : "ltr"
      return
        "\(language.code)\t\(language.nativeName!)\t\(direction)\t\(isCurrent ? "current" : "")"
    }
    try expect(["list"], lines.joined(separator: "\n") + "\n")
    let objects = try Speech.all.map {
      let (language, isCurrent) = ($0.language, $0.language == speech.language)
      return #"{"code":"\#(language.code)","name":"\#(language.nativeName!)","direction":"#
        + #""\#(language.direction == .rightToLeft ? "rtl" : "ltr")","current":\#(isCurrent)}"#
    }
    try expect(["list", "--json"], "[\(objects.joined(separator: ","))]\n")
    let memory = "LISAN_BEFORE_LANGUAGE"
    let export = "export LANGUAGE='\(code)'\nexport \(memory)='\(code)=\(code)'\n"
    try expect(["env"], export)
    try expect(["env", "--shell", "sh"], export)
    try expect(
      ["--shell=fish", "env"], "set -gx LANGUAGE '\(code)'\nset -gx \(memory) '\(code)=\(code)'\n")
    try expect(["check"], "")
    try expect(["check", installation.resources], "")
    try expect(["check", "--json"], "[]\n")
    for version in ["--version", "-V", "version"] {
      try expect([version], "lisan \(packageVersion)\n")
    }
    for shell in ["bash", "zsh"] { try expect(["env", "--shell", shell], export) }
    // R5: what the system comes to as well becomes the person's own choice.
    try expect(["set", code], "")
    try expect(["get", "--preference"], "\(code)\n")
    let other = try Speech.all.first { $0.language != speech.language }!.language.code.rawValue
    try expect(["set", other], "")
    try expect(["get", "--preference"], "\(other)\n")
    try expect(["set", "system"], "")
    try expect(["get", "--preference"], "system\n")
    try expect(["store", "verify"], "")
    try expect(["store", "verify", installation.preferences], "")
    for arguments in [["store", "dump"], ["--json", "store", "dump", installation.preferences]] {
      let result = try installation.runAll(arguments, environment: speech.environment)
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.output.contains("primary"))
    }
  }

  @Test(
    "R57: names of languages and regions are accepted, and the nearest is suggested",
    arguments: try Speech.all)
  func names(speech: Speech) throws {
    let installation = try Installation()
    func hint(_ words: String...) throws -> String {
      let result = try installation.runAll(words, environment: speech.environment)
      #expect(result.status == 2 && result.output.isEmpty, "\(words): \(result)")
      // The word that is asked for is in the first line, behind the complaint.
      return String(result.errors.split(separator: "\n").first ?? "")
    }
    func meant(_ word: String, _ line: String) -> Bool {
      let asked = speech.text(.didYouMean, ["\u{0}", word]).split(separator: "\u{0}").last ?? ""
      return line.hasSuffix(asked)
    }
    for (typed, name) in [
      ("arabik", "Arabic"), ("عربي", "العربية"), ("Englsh", "English"), ("them", "theme"),
    ] {
      let line = try hint("set", typed)
      #expect(meant(name, line), "\(typed): \(line)")
    }
    for word in ["ar", "en", "Arabic", "العربية"] {
      let line = try hint(word)
      #expect(meant("lisan set \(word)", line), "\(word): \(line)")
    }
    // As Find takes them, and with what comes along with copied text.
    for typed in [
      "العربيه", "ar ", " \u{2068}العربية\u{2069}", "\u{200F}ar_EG.UTF-8\u{FEFF}",
    ] {
      #expect(
        try installation.runAll(["set", typed], environment: speech.environment) == (0, "", ""),
        "\(typed)")
      #expect(try installation.run("get").output == "ar\n")
      #expect(try installation.run("reset", "language").status == 0)
    }
    for (name, code) in [("Egypt", "EG"), ("egypt", "EG"), ("ae", "AE")] {
      let set = try installation.runAll(["set", "market", name], environment: speech.environment)
      #expect(set == (0, "", ""), "\(name)")
      #expect(try installation.run("get", "market").output == "\(code)\n")
    }
    let line = try hint("set", "market", "Egipt")
    #expect(meant("Egypt", line), "\(line)")
    if speech.language.direction == .rightToLeft {
      #expect(
        try installation.runAll(["set", "market", "مصر"], environment: speech.environment)
          == (0, "", ""))
      #expect(try installation.run("get", "market").output == "EG\n")
    }
  }

  @Test("R57: a failure ends with 1 and the reason on standard error", arguments: try Speech.all)
  func failed(speech: Speech) throws {
    let installation = try Installation()
    func expect(
      _ arguments: [String], output: String = "", _ errors: String,
      _ place: SourceLocation = #_sourceLocation
    ) throws {
      let result = try installation.runAll(arguments, environment: speech.environment)
      #expect(result == (1, output, errors), "\(arguments)", sourceLocation: place)
    }
    let absent = "\(installation.home)/absent"
    try expect(["store", "verify", absent], speech.complaint(.preferenceFileAbsent, absent))
    try expect(["store", "dump", absent], speech.complaint(.preferenceFileAbsent, absent))
    try expect(
      ["store", "dump", installation.home],
      speech.complaint(
        .preferenceFileUnreadable, "\(installation.home): \(speech.text(.isDirectory))"))
    try expect(
      ["get", "--trace", "\(absent)/trace"],
      speech.complaint(.logUnavailable, "\(absent)/trace", speech.text(.systemNoFile)))
    try "no preferences".write(toFile: absent, atomically: true, encoding: .utf8)
    let verified = try installation.run("store", "verify", absent, environment: speech.environment)
    #expect(verified.status == 1 && verified.errors.isEmpty)
    #expect(verified.output.hasPrefix("\(absent): "))
    try FileManager.default.removeItem(
      atPath: "\(installation.resources)/ar.lproj/Localizable.strings")
    let checked = try installation.run("check", environment: ["LANG": "C.UTF-8"])
    #expect(checked.status == 1 && checked.errors.isEmpty)
    #expect(checked.output.contains("ar.lproj/Localizable.strings:1:1: error: "))
  }

  @Test("R57: an answer that cannot be written ends with 1")
  func output() throws {
    let installation = try Installation()
    let speech = try Speech.all[1]
    for command in [
      "get", "list", "env", "config", "watch", "--help", "--version", "--plain </dev/null",
      "logical </etc/passwd",
    ] {
      for (target, reason) in [
        ("> /dev/full", Message.systemDiskFull), (">&-", .systemClosed),
      ] {
        let result = try installation.run(
          "-c", "lisan() { '\(Installation.program)' \"$@\"; }; lisan \(command) \(target)",
          environment: speech.environment, program: "/bin/sh")
        #expect(
          result == (1, "", speech.complaint(.outputNotWritten, speech.text(reason))), "\(command)")
      }
    }
    let trace = try String(contentsOfFile: installation.trace, encoding: .utf8)
    #expect(trace.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"t\":") })
  }

  @Test("R12, R57: a choice that cannot be written ends with 1", arguments: try Speech.all)
  func unwritable(speech: Speech) throws {
    let installation = try Installation()
    let target = try Speech.all.first { $0.language != speech.language }!
    let result = try installation.run(
      "set", target.language.code.rawValue, "--preferences", "/proc/lisan/preferences",
      environment: speech.environment)
    #expect(result.status == 1 && result.output.isEmpty)
    // The change is made (R12), so it is reported in the new language.
    let text = target.text(.preferenceNotWritten, ["/proc/lisan/preferences", "\u{0}"])
    #expect(result.errors.hasPrefix("lisan: " + text.prefix { $0 != "\u{0}" }.prefix(30)))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "R57: wrong usage ends with 2, the reason and the usage line on standard error",
    arguments: try Speech.all)
  func wrongUsage(speech: Speech) throws {
    let installation = try Installation()
    let help = try HelpPage(installation)
    // The synopsis of a command with many options has none of them.
    let json = help.commands.filter {
      $0.synopsis.contains("[--json]") || ["shell", "system"].contains($0.name)
    }.map(\.name)
      .joined(separator: ", ")
    let general = "[options] [command]"
    func expect(
      _ arguments: [String], _ complaint: String, _ synopsis: String? = nil,
      _ place: SourceLocation = #_sourceLocation
    ) throws {
      let result = try installation.runAll(arguments, environment: speech.environment)
      let errors = complaint + speech.usage(synopsis ?? general)
      #expect(result == (2, "", errors), "\(arguments)", sourceLocation: place)
    }
    try expect(["frobnicate"], speech.complaint(.unknownCommand, "frobnicate"))
    try expect(["--nope"], speech.complaint(.unknownOption, "--nope"))
    try expect(["--trace"], speech.complaint(.optionNeedsValue, "--trace"))
    try expect(["--help=yes"], speech.complaint(.optionTakesNoValue, "--help=yes"))
    try expect(
      ["--json"], speech.complaint(.optionNotTaken, "--json", json))
    let (get, set) = ("get [--preference] [NAME]", "set NAME|CODE|system [VALUE]")
    try expect(
      ["get", "--shell", "sh"], speech.complaint(.optionNotTaken, "--shell", "env, shell"), get)
    let shells = "sh, bash, zsh, fish"
    let env = "env [--shell sh|bash|zsh|fish]"
    try expect(
      ["env", "--shell", "tcl"], speech.complaint(.invalidValue, "--shell", "tcl", shells), env)
    try expect(["set"], speech.complaint(.commandNeedsArgument, "set"), set)
    try expect(
      ["set", "theme", "dark", "en"], speech.complaint(.argumentNotTaken, "set", "en"), set)
    try expect(
      ["set", "xx"], speech.complaint(.unknownLanguage, "xx", "system, en, ar"), set)
    let names = "language, languages, market, layout, theme, bidi, plain, previews, program.NAME"
    try expect(
      ["set", "colour", "dark"], speech.complaint(.unknownSetting, "colour", names), set)
    try expect(["get", "now"], speech.complaint(.unknownSetting, "now", names), get)
    try expect(["reset", "now"], speech.complaint(.unknownSetting, "now", names), "reset NAME")
    try expect(
      ["list-settings", "now"], speech.complaint(.unknownSetting, "now", names),
      "list-settings [--json] [NAME]")
    try expect(
      ["set", "layout"],
      speech.complaint(.settingNeedsValue, "layout", "after-restart, at-once"), set)
    try expect(
      ["set", "layout", "now"],
      speech.complaint(.invalidValue, "layout", "now", "after-restart, at-once"), set)
    // The probable meaning is printed as well.
    func suggested(_ word: String, _ message: Message, _ arguments: String...) -> String {
      "lisan: " + speech.text(.didYouMean, [speech.text(message, arguments), word]) + "\n"
    }
    try expect(["lsit"], suggested("list", .unknownCommand, "lsit"))
    try expect(["--pluin", "get"], suggested("--plain", .unknownOption, "--pluin"), get)
    try expect(
      ["env", "--shell", "csh"], suggested("sh", .invalidValue, "--shell", "csh", shells), env)
    try expect(["get", "them"], suggested("theme", .unknownSetting, "them", names), get)
    try expect(["help", "lsit"], suggested("list", .unknownCommand, "lsit"), "help [TOPIC]")
    try expect(
      ["--theme", "drak"],
      suggested(
        "dark", .invalidValue, "--theme", "drak",
        ThemeName.allCases.map(\.rawValue).joined(separator: ", ")))
    try expect(["list", "x"], speech.complaint(.argumentNotTaken, "list", "x"), "list [--json]")
    try expect(["watch", "x"], speech.complaint(.argumentNotTaken, "watch", "x"), "watch")
    try expect(
      ["env", "x"], speech.complaint(.argumentNotTaken, "env", "x"), env)
    try expect(
      ["check", "a", "b"], speech.complaint(.argumentNotTaken, "check", "b"),
      "check [--json] [--source CODE] [DIR]")
    let store = "store [--json] dump|verify [FILE]"
    try expect(["store"], speech.complaint(.commandNeedsArgument, "store"), store)
    try expect(["store", "mend"], speech.complaint(.argumentNotTaken, "store", "mend"), store)
    try expect(
      ["store", "dump", "a", "b"], speech.complaint(.argumentNotTaken, "store", "b"), store)
    try expect(
      ["config", "x"], speech.complaint(.argumentNotTaken, "config", "x"), "config [--json]")
    // After `--`, a word that begins with a hyphen is an argument.
    try expect(["--", "-get"], suggested("get", .unknownCommand, "-get"))
  }

  @Test("R57: a resource that is missing or invalid ends with 4", arguments: try Speech.all)
  func resources(speech: Speech) throws {
    let installation = try Installation()
    let english = try Speech.all[0]
    let absent = "\(installation.home)/absent"
    for arguments in [["get"], ["list"], ["watch"], ["env"], ["set", "ar"]] {
      let result = try installation.runAll(
        arguments, environment: ["LISAN_RESOURCES": absent])
      #expect(result.status == 4 && result.output.isEmpty, "\(arguments)")
      #expect(
        result.errors
          == english.complaint(
            .languagesUnavailable,
            "\(absent)/Languages.strings: No such file or directory"))
    }
    let target = try Speech.all.first { $0.language != speech.language }!.language.code.rawValue
    let path = "\(installation.resources)/\(target).lproj/Localizable.strings"
    try "no catalog".write(toFile: path, atomically: true, encoding: .utf8)
    let result = try installation.run("set", target, environment: speech.environment)
    #expect(result.status == 4 && result.output.isEmpty)
    let reason = speech.text(
      .reasonFault, ["\(path):1:1", "lisan check \(installation.resources)"])
    #expect(result.errors == speech.complaint(.catalogUnavailable, target, reason))
    #expect(!FileManager.default.fileExists(atPath: installation.preferences))
  }

  @Test("R57: without a terminal the screen ends with 5", arguments: try Speech.all)
  func noTerminal(speech: Speech) throws {
    let installation = try Installation()
    let result = try installation.runAll([], environment: speech.environment)
    #expect(result == (5, "", speech.complaint(.notATerminal)))
  }

  @Test(
    "R58: --help lists every command and option in the user's language, in plain letters",
    arguments: try Speech.all)
  func help(speech: Speech) throws {
    let installation = try Installation()
    let help = try HelpPage(installation, environment: speech.environment)
    #expect(help.commands.map(\.name).contains("env"))
    for (name, text) in [
      ("get [--preference] [NAME]", Message.helpCommandGet),
      ("set NAME|CODE|system [VALUE]", .helpCommandSet),
      ("config [--json]", .helpCommandConfig),
    ] {
      #expect(help.commands.contains { $0.synopsis == name && $0.text == speech.text(text) })
    }
    for (name, text) in [
      ("--help", Message.helpOptionHelp), ("--resources DIR", .helpOptionResources),
      ("--pseudo accented|rtl", .helpOptionPseudo),
    ] {
      #expect(help.options.contains { $0.synopsis == name && $0.text == speech.text(text) })
    }
    // Neither presentation forms nor directional characters.
    #expect(
      !help.text.unicodeScalars.contains {
        (0xFB50...0xFEFC).contains($0.value) || (0x2066...0x2069).contains($0.value)
          || (0x200E...0x200F).contains($0.value)
      })
    // A command's help has its arguments, and its options first.
    for command in help.commands {
      let own = try HelpPage(installation, of: command.name, environment: speech.environment)
      // The usage may need two lines.
      let usage = own.text.split(separator: "\n\n")[0].replacing("\n", with: " ")
      #expect(usage == speech.text(.usage, ["lisan \(command.synopsis)"]))
      #expect(own.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(own.options.suffix(help.options.count) == help.options[...])
      #expect(own.commands.isEmpty)
      let inBrackets = own.options.dropLast(help.options.count).map { "[\($0.synopsis)]" }
      #expect(inBrackets.count > 2 || inBrackets.allSatisfy { command.synopsis.contains($0) })
    }
  }
}

/// The help as a table: what the completions, the man pages and the documents are held against.
struct HelpPage {
  struct Entry: Equatable {
    let synopsis: String
    let text: String

    var name: String { String(synopsis.prefix { $0 != " " }) }
  }

  let text: String
  let commands: [Entry]
  let options: [Entry]

  init(
    _ installation: Installation, of command: String? = nil,
    environment: [String: String?] = [:], program: String = Installation.program
  ) throws {
    let result = try installation.runAll(
      (command.map { [$0] } ?? []) + ["--help"], environment: environment, program: program)
    try #require(result.status == 0, "\(result)")
    text = result.output
    // A description continues in the lines below, after more than two spaces.
    var entries: [Entry] = []
    for line in result.output.split(separator: "\n") where line.hasPrefix("  ") {
      let isContinued = line.hasPrefix("   ")
      let parts = line.dropFirst(2).split(separator: "  ", maxSplits: 1)
      let text = isContinued ? String(line) : parts.count > 1 ? String(parts[1]) : ""
      let trimmed = text.trimmingCharacters(in: .whitespaces)
      if isContinued, let last = entries.popLast() {
        entries.append(
          Entry(
            synopsis: last.synopsis, text: last.text.isEmpty ? trimmed : "\(last.text) \(trimmed)"))
      } else {
        entries.append(Entry(synopsis: String(parts[0]), text: trimmed))
      }
    }
    commands = entries.filter { !$0.synopsis.hasPrefix("--") && !$0.synopsis.hasPrefix("$ ") }
    options = entries.filter { $0.synopsis.hasPrefix("--") }
  }
}
