import CommandLineTool
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
    #expect(syntax.commands.map(\.name) == LisanCommand.allCases.map(\.rawValue))
    for option in LisanOption.settings {
      #expect(
        syntax.variable(of: option.syntax) == "LISAN_"
          + option.rawValue.uppercased().replacing("-", with: "_"))
    }
    for option in syntax.options {
      for name in option.commands { #expect(LisanCommand(rawValue: name) != nil, "\(option.name)") }
    }
  }

  @Test("R57: each command accepts the arguments in its usage line")
  func commands() throws {
    for (line, command) in [
      ("get", .get), ("get --preference", .get), ("set ar", .set), ("set system", .set),
      ("get theme", .get), ("set theme dark", .set), ("reset theme", .reset),
      ("list-settings", .listSettings), ("list-settings theme --json", .listSettings),
      ("help", .help), ("help set", .help), ("version", .version),
      ("list --json", .list), ("watch", .watch), ("env --shell fish", .env), ("sync", .sync),
      ("logical", .logical),
      ("system", .system), ("system ar --generate --dry-run", .system),
      ("sign-in", .signIn), ("sign-in ana", .signIn), ("sign-out", .signOut),
      ("status --json", .status), ("check", .check), ("check DIR --json", .check),
      ("store dump", .store), ("store verify file", .store), ("config --json", .config),
      ("terminal", .terminal), ("--log x", nil), ("--plain", nil), ("", nil),
    ] as [(String, LisanCommand?)] {
      let words = line.split(separator: " ").map(String.init)
      #expect(
        try syntax.lisanCommand(of: syntax.parse(["lisan"] + words)) == command, "\(line)")
    }
    let usages = syntax.commands.map { syntax.usage(of: $0) }
    #expect(usages.contains("lisan store [--json] dump|verify [FILE]"))
    #expect(usages.contains("lisan env [--shell sh|bash|zsh|fish]"))
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
      (.bidi, ["auto", "visual", "logical"], ["", "up"]),
      (.log, ["", "/x", "\u{644}"], []),
      (
        .selfOrdering,
        ["none", ProgramNames.knownText, "*", "a-name-that-the-kernel-cuts", "\u{644}"],
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
    #expect(lines.allSatisfy { Console.filtered($0.plain).count <= 80 })
    #expect(lines.prefix(4).contains { $0.name.hasPrefix("$ lisan ") })
    #expect(lines.last?.text.contains("man lisan") == true)
    for command in LisanCommand.allCases {
      let synopsis = CommandLineSyntax.lisan.synopsis(of: command.syntax)
      let place = lines.firstIndex { $0.name == synopsis }
      #expect(place.map { !lines[$0].text.isEmpty || !lines[$0 + 1].text.isEmpty } == true)
      let own = Help.lines(for: command, in: catalog)
      #expect(own.allSatisfy { Console.filtered($0.plain).count <= 80 })
      for option in LisanOption.allCases {
        let isTaken =
          option.syntax.commands.isEmpty || option.syntax.commands.contains(command.rawValue)
        #expect(own.contains { $0.name == option.syntax.synopsis } == isTaken)
      }
    }
  }
}

@MainActor
struct ConsoleTests {
  @Test("R28: nothing reaches a terminal that could reorder its text or drive it")
  func filtered() {
    #expect(Console.filtered("a\tb\nc\n") == "a\tb\nc\n")
    #expect(Console.filtered("\u{644}\u{627}\ta\n") == "\u{644}\u{627}\ta\n")
    let filtered = Console.filtered("\u{1B}[31m\u{202E}x\u{7}\n\u{2067}y\u{2069}\u{9B}1m")
    for scalar in filtered.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
      #expect(!(0x202A...0x202E).contains(scalar.value))
      #expect(!(0x2066...0x2069).contains(scalar.value))
    }
    #expect(filtered.contains("x") && filtered.contains("y"))
  }
}
