import AccountModel
import BuiltPrograms
import CommandLineTool
import LocaleValues
import Localization
import RunRelay
import SettingsCore
import Testing

@testable import LisanApp

struct CommandLineTests {
  private let syntax = CommandLineSyntax.lisan

  private func parse(_ words: String...) throws -> Invocation {
    try syntax.parse(["lisan"] + words)
  }

  @Test("Every option and command has one name, which is the variable's and the key's")
  func names() {
    let names = syntax.options.map(\.name)
    #expect(names == LisanOption.allCases.map(\.rawValue) && Set(names).count == names.count)
    let commands = syntax.commands.map(\.name)
    #expect(Set(commands).count == commands.count)
    for option in LisanOption.settings {
      #expect(
        syntax.variable(of: option.syntax) == "LISAN_"
          + option.rawValue.uppercased().replacing("-", with: "_"))
    }
    for option in syntax.options {
      #expect(syntax.commands.contains { $0.takes(option) }, "\(option.name)")
    }
  }

  @Test("R57: each command accepts the arguments in its usage line")
  func commands() throws {
    for line in [
      "get", "get --preference", "set ar", "set system", "get theme", "set theme dark",
      "reset theme", "list-settings", "list-settings theme --json", "list --json", "watch",
      "env --shell fish", "sync", "logical", "system", "system ar --generate --dry-run", "sign-in",
      "sign-in ana", "sign-out", "status --json", "check", "check DIR --json", "store dump",
      "store verify file", "config --json", "terminal", "open", "preview ar", "run", "run ls -l",
      "--log x", "--plain", "",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let command = words.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      let request = try syntax.request(of: syntax.parse(["lisan"] + words))
      #expect(request == .command(syntax.commands.first { $0.name == command }), "\(line)")
    }
    let usages = syntax.commands.map { syntax.usage(of: $0) }
    #expect(usages.contains("lisan store [--json] dump|verify [FILE]"))
    #expect(usages.contains("lisan env [--shell sh|bash|zsh|fish]"))
  }

  @Test("Only the screen must not wait for other writers: which commands open it")
  func screens() throws {
    for (line, opens) in [
      ("open", true), ("open language", true), ("open --list", false), ("preview ar", true),
      ("get", false), ("run", false),
    ] {
      let invocation = try syntax.parse(["lisan"] + line.split(separator: " ").map(String.init))
      let command = LisanCommand.all.first { $0.syntax.name == invocation.arguments[0] }
      #expect(command?.action?(invocation).opensScreen == opens, "\(line)")
    }
  }

  @Test(
    "R57: a language is named as people type it: like Find, and between blanks or marks",
    arguments: [
      ("العربيه", "ar"), ("العَرَبِيّة", "ar"), ("ar ", "ar"), (" ARABIC\n", "ar"), ("فارسي", "fa"),
      ("\u{2067}العربية\u{2069}", "ar"), ("\u{200F}ar\u{200F}", "ar"), ("ar_EG.UTF-8", "ar"),
      ("System", "system"), ("arabe", nil), ("", nil), ("\u{200F}", nil),
    ] as [(String, String?)])
  func languageNames(name: String, code: String?) throws {
    let languages = try LanguageList(
      directory: packagePath("Resources"), dropInsIn: [packagePath("Resources/lisan-languages")]
    ).languages
    let names = LanguageNames(
      languages: languages, shown: .english, given: LocalizedNames()
    ) { _, _ in FormattedTexts() }
    #expect(names.preference(named: name)?.name == code)
  }

  @Test("R57: the error in a command line is reported, with the accepted words")
  func usageErrors() throws {
    func text(_ error: UsageError) -> String { error.text.plain(in: english) }
    let english = Wording(catalog: .builtIn(), secondsFromUTC: { _ in 0 })
    func expect(_ words: [String], _ parts: String..., place: SourceLocation = #_sourceLocation) {
      do throws(UsageError) {
        _ = try syntax.command(of: try syntax.parse(["lisan"] + words))
        Issue.record("understood: \(words)", sourceLocation: place)
      } catch {
        for part in parts { #expect(text(error).contains(part), sourceLocation: place) }
      }
    }
    expect(["--nope"], "--nope")
    expect(["--log"], "--log")
    expect(["--plain=yes"], "--plain=yes")
    expect(["--pseudo", "x"], "--pseudo", "x", "accented, rtl")
    expect(["--json"], "--json", "list-settings, list, shell, system, status, check, store, config")
    expect(["frob"], "frob")
    expect(["lsit"], "lsit", "Did you mean list?")
    expect(["--thme=dark"], "--thme=dark", "Did you mean --theme?")
    expect(["--theme", "drak"], "drak", "Did you mean dark?")
    expect(["store", "dmup"], "dmup", "Did you mean dump?")
    expect(["set"], "set")
    expect(["store", "mend"], "store", "mend")
    expect(["list", "x"], "list", "x")
  }

  @Test("R56: a setting accepts the values in its help")
  func values() {
    for (option, good, bad) in [
      (.server, ["https://a.example", "http://127.0.0.1:8480"], ["", "ftp://a", "a.example"]),
      (.market, ["EG", "001"], ["", "E G", "x/y"]),
      (.pseudo, ["accented", "rtl"], ["", "RTL", "accented|rtl"]),
      (.theme, ThemeName.allCases.map(\.rawValue), ["", "pink"]),
      (.plain, ["on", "off"], ["", "1", "true"]),
      (.keepTerminalName, ["on", "off"], ["", "1", "lisan"]),
      (.promptMarks, ["on", "off"], ["", "1", "auto"]),
      (.bidi, ["auto", "visual", "logical"], ["", "up"]),
      (.log, ["", "/x", "ل"], []),
      (
        .selfOrdering,
        ["none", ProgramNames.knownText, "*", "a-name-that-the-kernel-cuts", "ل"],
        ["", ",", "a,,b", "a,", "a b", "/bin/a", "a\tb", String(repeating: "a,", count: 64) + "a"]
      ),
    ] as [(LisanOption, [String], [String])] {
      for value in good { #expect(option.takes(value), "\(option): \(value)") }
      for value in bad { #expect(!option.takes(value), "\(option): \(value)") }
    }
  }
}

@MainActor
struct HelpTests {
  @Test("Every option and command has its purpose in the help")
  func whole() {
    let catalog = Catalog<Message>.builtIn()
    let lines = Help.lines(for: nil, in: catalog)
    #expect(lines.allSatisfy { StandardStreams.filtered($0.plain).count <= 80 })
    #expect(lines.prefix(4).contains { $0.name.hasPrefix("$ lisan ") })
    #expect(lines.last?.text.contains("man lisan") == true)
    for command in LisanCommand.all {
      let synopsis = CommandLineSyntax.lisan.synopsis(of: command.syntax)
      let place = lines.firstIndex { $0.name == synopsis }
      #expect(place.map { !lines[$0].text.isEmpty || !lines[$0 + 1].text.isEmpty } == true)
      let own = Help.lines(for: command.syntax, in: catalog)
      #expect(own.allSatisfy { StandardStreams.filtered($0.plain).count <= 80 })
      for option in LisanOption.allCases {
        let isTaken = command.syntax.takes(option.syntax)
        #expect(own.contains { $0.name == option.syntax.synopsis } == isTaken)
      }
    }
  }
}

@MainActor
struct ConsoleTests {
  @Test("R28: nothing reaches a terminal that could reorder its text or drive it")
  func filtered() {
    #expect(StandardStreams.filtered("a\tb\nc\n") == "a\tb\nc\n")
    #expect(StandardStreams.filtered("لا\ta\n") == "لا\ta\n")
    let filtered = StandardStreams.filtered("\u{1B}[31m\u{202E}x\u{7}\n\u{2067}y\u{2069}\u{9B}1m")
    for scalar in filtered.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
      #expect(!(0x202A...0x202E).contains(scalar.value))
      #expect(!(0x2066...0x2069).contains(scalar.value))
    }
    #expect(filtered.contains("x") && filtered.contains("y"))
  }
}
