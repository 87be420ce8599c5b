import AccountDatabase
import AccountModel
import AccountProtocol
import BuiltPrograms
import CommandLineTool
import Foundation
import Localization
import ServerHarness
import TestFolders
import Testing

@testable import AccountAdministration
@testable import AccountService
@testable import ServerTexts

struct ServerCommandLineTests {
  /// A database in a folder that is removed with it.
  private final class Scratch {
    private let files: TestFolder
    var folder: String { files.path }
    var path: String { "\(folder)/accounts.db" }

    init() throws { files = try TestFolder() }

    func open() throws -> AccountDatabase { try AccountDatabase(path: path, ifDamaged: .refuse) }

    /// Runs a command; what went wrong, if anything did.
    func run(_ words: String...) throws -> Failure? { try run(words) }

    func run(_ words: [String]) throws -> Failure? {
      let resources = packagePath("Resources")
      let invocation = try parse(words + ["--database", path])
      let command = try CommandLineSyntax.lisanServer.command(of: invocation)
      let action = try #require(ServerCommand.all.first { $0.syntax == command }?.action)
      do throws(Failure) {
        try action.run(
          Administration(
            console: Console(texts: .builtIn), invocation: invocation, resources: resources))()
        return nil
      } catch {
        return error
      }
    }
  }

  private static func parse(_ words: [String]) throws -> Invocation {
    try CommandLineSyntax.lisanServer.parse(["lisan-server"] + words)
  }

  private static func failure(_ body: () throws -> Void) -> Failure? {
    do {
      try body()
      return nil
    } catch {
      return error as? Failure
    }
  }

  @Test("Every command and option has one name and a text in the help")
  func help() {
    let lines = ServerProgram.help(.builtIn())
    let syntax = CommandLineSyntax.lisanServer
    #expect(Set(syntax.commands.map(\.name)).count == syntax.commands.count)
    for command in ServerCommand.all {
      let synopsis = syntax.synopsis(of: command.syntax)
      // The text of a long name is in the line below.
      let place = lines.firstIndex { $0 == "  \(synopsis)" || $0.hasPrefix("  \(synopsis)  ") }
      #expect(place.map { lines[$0...].prefix(2).joined().count > synopsis.count + 8 } == true)
    }
    for option in Option.allCases {
      let synopsis = option.syntax.synopsis
      let places =
        !option.syntax.isOfCommands
        ? [lines]
        : syntax.commands.filter { $0.takes(option.syntax) }.map { command in
          ServerProgram.help(.builtIn(), for: command)
        }
      #expect(!places.isEmpty)
      for lines in places {
        // The text of a long name is in the line below.
        let place = lines.firstIndex { $0 == "  \(synopsis)" || $0.hasPrefix("  \(synopsis)  ") }
        #expect(place.map { lines[$0...].prefix(2).joined().count > synopsis.count + 8 } == true)
      }
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
    let general = Option.allCases.filter { !$0.syntax.isOfCommands }
    #expect(lines.count >= 6 + ServerCommand.all.count + 1 + general.count)
  }

  @Test("R57: wrong usage ends with 2 and names what is wrong")
  func usage() throws {
    let scratch = try Scratch()
    func expect(
      _ words: String..., message: ServerMessage, _ argument: String,
      place: SourceLocation = #_sourceLocation
    ) throws {
      let failure = try scratch.run(words)
      #expect(failure?.message == message, "\(words)", sourceLocation: place)
      #expect(failure?.arguments == [argument], "\(words)", sourceLocation: place)
      #expect(failure?.exitCode == .wrongUsage, sourceLocation: place)
    }
    try expect("set-market", "E/G", "ar", message: .marketInvalid, "E/G")
    try expect("set-cooldown", "86401", message: .cooldownInvalid, "86401")
    try expect("set-cooldown", "x", message: .cooldownInvalid, "x")
    try expect("set-name", "market", "E/G", "en", "x", message: .invalidField, "names.markets")
    try expect(
      "set-name", "language", "fa", "en", "a\nb", message: .invalidField, "names.languages")
    // Nothing of that was done.
    #expect(
      try scratch.open().configuration()?.markets.contains { $0.code.rawValue == "E/G" } != true)
  }

  @Test(
    "R57, R101: without a database too, the command line is checked first; the usage is the command's",
    arguments: try [Texts.builtIn, Texts(resources: packagePath("Resources"))])
  func commandLine(texts: Texts) throws {
    let server = try Server(users: [], makesDatabase: false)
    let language = texts.languages.count > 1 ? "ar_EG.UTF-8" : "C.UTF-8"
    let catalog =
      texts.languages.count > 1
      ? texts.catalog(SystemLanguage.preferred { _ in language }) : .builtIn()
    func expect(
      _ words: [String], _ complaint: String, usage: String,
      place: SourceLocation = #_sourceLocation
    ) throws {
      let result = try server.administer(words, language: language, withDatabase: false)
      #expect(result.status == 2 && result.output.isEmpty, "\(words)", sourceLocation: place)
      let lines = [complaint, catalog.text(.usage, ["lisan-server \(usage)"])]
      let expected = lines.map { StandardStreams.filtered("lisan-server: \($0)\n") }.joined()
      #expect(result.error == expected, "\(words)", sourceLocation: place)
    }
    func meaning(_ word: String, _ complaint: String) -> String {
      catalog.text(.didYouMean, [complaint, word])
    }
    let program = "--database FILE [--listen ADDRESS:PORT] [options] [command]"
    try expect(["frob"], catalog.text(.unknownCommand, ["frob"]), usage: program)
    try expect(
      ["add-usr"], meaning("add-user", catalog.text(.unknownCommand, ["add-usr"])), usage: program)
    try expect(
      ["--lsten", "x"], meaning("--listen", catalog.text(.unknownOption, ["--lsten"])),
      usage: program)
    try expect(
      ["add-user"], catalog.text(.commandNeedsArgument, ["add-user"]),
      usage: "add-user LOGIN --database FILE")
    try expect(
      ["add-user", "ana"], catalog.text(.optionNeedsValue, ["--database"]),
      usage: "add-user LOGIN --database FILE")
    try expect(
      ["list-users", "x"], catalog.text(.argumentNotTaken, ["list-users", "x"]),
      usage: "list-users --database FILE")
    try expect(
      ["set-flag", "analytics", "of"],
      meaning("off", catalog.text(.argumentNotTaken, ["set-flag", "of"])),
      usage: "set-flag NAME on|off --database FILE")
    try expect(
      ["unlock", "ana", "--json"],
      catalog.text(
        .optionNotTaken, ["--json", "list-users, list-sessions, list-notices, audit"]),
      usage: "unlock LOGIN --database FILE")
    try expect(
      ["copy", "--from", "a"], catalog.text(.optionNeedsValue, ["--to"]),
      usage: "copy --from FILE --to ADDRESS")
    try expect(
      ["help", "backpu"], meaning("backup", catalog.text(.unknownCommand, ["backpu"])),
      usage: "help [TOPIC]")
    try expect([], catalog.text(.optionNeedsValue, ["--database"]), usage: program)
    for words in [["version"], ["--version"]] {
      let result = try server.administer(words, language: language, withDatabase: false)
      #expect(
        result.status == 0 && result.error.isEmpty && result.output.hasPrefix("lisan-server "))
    }
    let help = try server.administer(["help", "add-user"], language: language, withDatabase: false)
    #expect(help.status == 0 && help.error.isEmpty)
    let own = try server.administer(["add-user", "-h"], language: language, withDatabase: false)
    #expect(help.output == own.output && own.output.contains("--email ADDRESS"))
  }

  @Test("R45: the commands change the database")
  func commands() throws {
    let scratch = try Scratch()
    let id = try scratch.open().addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
    func succeed(_ words: String..., place: SourceLocation = #_sourceLocation) throws {
      let failure = try scratch.run(words)
      #expect(failure == nil, "\(words): \(String(describing: failure))", sourceLocation: place)
    }
    try succeed("add-profile", "ana", "Work", "--language", "ar")
    #expect(try scratch.open().account(id).profiles.map(\.languageCode) == ["en", "ar"])
    try succeed("set-developer", "ana", "on")
    #expect(try scratch.open().account(id).isDeveloper)
    try succeed("set-developer", "ana", "off")
    #expect(try !scratch.open().account(id).isDeveloper)
    try succeed("set-flag", "analytics", "on")
    #expect(try scratch.open().configuration()?.featureFlags["analytics"] == true)
    try succeed("set-market", "XY", "ar", "en")
    let markets = try #require(try scratch.open().configuration()).markets
    let code = try #require(MarketCode(rawValue: "XY"))
    #expect(markets.contains(AccountModel.Market(code: code, languages: ["ar", "en"])))
    try succeed("remove-market", "XY")
    try succeed("set-cooldown", "86400")
    #expect(try scratch.open().configuration()?.cooldowns.syncSeconds == 86_400)
    try succeed("set-name", "language", "fa", "en", "Farsi")
    try succeed("set-name", "market", "EG", "ar", "ديار مصر")
    let names = try #require(try scratch.open().configuration()?.names)
    #expect(names[.language, "fa", in: "en"] == "Farsi" && names.all.count == 2)
    #expect(names[.market, "EG", in: "ar"] == "ديار مصر")
    try succeed("set-name", "language", "fa", "en")
    try succeed("set-name", "market", "EG", "ar")
    #expect(try scratch.open().configuration()?.names == nil)
    try succeed("set-default-language", "ar")
    #expect(try scratch.open().configuration()?.defaultLanguageCode == "ar")
    try succeed("unlock", "ana")
    try succeed("revoke", "ana")
    try succeed("revoke-all")
    try succeed("backup", "\(scratch.folder)/copy.db")
    try succeed("remove-user", "ana")
    #expect(try scratch.open().accounts(limit: 1).isEmpty)
    for words in [["remove-user", "ana"], ["unlock", "ana"], ["list-profiles", "ana"]] {
      #expect(try scratch.run(words)?.message == .noSuchUser)
    }
    #expect(try scratch.run("remove-market", "XY")?.message == .noSuchMarket)
    #expect(try scratch.run("backup", "\(scratch.folder)/copy.db")?.exitCode == .failed)
  }

  @Test(
    "The numbers of the command line have their bounds",
    arguments: [
      (Option.sessionDays, 1, 3650), (.requestSeconds, 1, 3600), (.connections, 1, 1000),
      (.noticeSeconds, 0, 86_400), (.requests, 0, 1_000_000), (.hashMemory, 19, 1024),
    ])
  func numbers(option: Option, least: Int, most: Int) throws {
    func failure(_ text: String) -> Failure? {
      Self.failure {
        let invocation = try Self.parse(["\(option.syntax.flag)=\(text)"])
        _ = try ServiceSettings(invocation)
        _ = try NoticeTiming(invocation)
        _ = try PasswordCost(invocation)
      }
    }
    for text in ["\(least)", "\(most)", "\((least + most) / 2)"] {
      #expect(failure(text) == nil, "\(text)")
    }
    for text in [
      "\(least - 1)", "\(most + 1)", "", " ", "x", "1.5", "0x1", "99999999999999999999",
      "١",
    ] {
      #expect(failure(text)?.message == .numberNotTaken, "\(text)")
      #expect(failure(text)?.arguments == [option.syntax.flag, "\(least)", "\(most)", text])
      #expect(failure(text)?.exitCode == .wrongUsage)
    }
  }

  @Test("What the command line says reaches the service, and the rest has its default")
  func settings() throws {
    let settings = try ServiceSettings(
      Self.parse([
        "--session-days", "2", "--request-seconds", "3", "--connections-per-address", "4",
        "--behind-proxy", "--requests-per-minute", "7",
      ]))
    #expect(settings.sessionLength == 2 * 86_400_000 && settings.requestSeconds == 3)
    #expect(settings.connectionsForAddress == 4 && settings.isBehindProxy)
    #expect(settings.requestsPerMinute == 7)
    #expect(try ServiceSettings(Self.parse(["--requests-per-minute=0"])).requestsPerMinute == nil)
    #expect(try PasswordCost(Self.parse(["--hash-memory", "20"])).memory == 20 << 10)
    #expect(try PasswordCost(Self.parse([])) == .standard)
    #expect(try NoticeTiming(Self.parse(["--notice-seconds", "5"])).quiet == 5000)
    let standard = try ServiceSettings(Self.parse([]))
    #expect(standard.sessionLength == 30 * 86_400_000 && standard.requestSeconds == 15)
    #expect(standard.connectionsForAddress == 200 && !standard.isBehindProxy)
    #expect(standard.requestsPerMinute == 600)
    #expect(try NoticeTiming(Self.parse([])).quiet == 60_000)
  }

  @Test("R57: what serving needs is asked for before anything is opened")
  func serving() throws {
    let scratch = try Scratch()
    func failure(_ words: String...) -> Failure? {
      Self.failure {
        try Serving(
          console: Console(texts: .builtIn), invocation: Self.parse(words),
          place: .file(scratch.path),
          resources: "/nonexistent"
        ).run()
      }
    }
    #expect(failure()?.message == .optionNeedsValue)
    #expect(failure()?.arguments == ["--listen"])
    #expect(failure("--listen", "127.0.0.1:0", "--session-days", "0")?.message == .numberNotTaken)
    #expect(!FileManager.default.fileExists(atPath: scratch.path))
  }
}
