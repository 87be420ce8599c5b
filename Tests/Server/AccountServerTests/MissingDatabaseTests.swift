import Foundation
import PostgreSQLCluster
import SQLiteShell
import ServerHarness
import TestFolders
import Testing

@testable import AccountAdministration

/// A place without a database, or with one of another program: nothing makes or changes anything there
/// but `lisan-server init`.
@Suite(.serialized) struct MissingDatabaseTests {
  /// What is at a place instead of a database of this program.
  enum Kind: String, CaseIterable {
    case missing, empty, foreign
    case emptyPostgreSQL = "empty PostgreSQL"
    case foreignPostgreSQL = "foreign PostgreSQL"

    var isForeign: Bool { self == .foreign || self == .foreignPostgreSQL }
  }

  /// A place of one kind, in a folder or on the cluster; gone with its last reference.
  private final class Place {
    let database: String
    let folder: TestFolder
    private let name: String?

    init(_ kind: Kind) throws {
      folder = try TestFolder()
      let file = "\(folder.path)/accounts.db"
      switch kind {
      case .missing: (database, name) = (file, nil)
      case .empty:
        (database, name) = (file, nil)
        try folder.write([], to: "accounts.db")
      case .foreign:
        (database, name) = (file, nil)
        runSQL("CREATE TABLE account (id INTEGER)", in: file)
      case .emptyPostgreSQL, .foreignPostgreSQL:
        let new = PostgreSQLCluster.shared.newDatabase()
        (database, name) = (PostgreSQLCluster.shared.address(new), new)
        if kind == .foreignPostgreSQL {
          PostgreSQLShell.run("CREATE TABLE invoice (id BIGINT)", at: database)
        }
      }
    }

    deinit {
      if let name { PostgreSQLCluster.shared.dropDatabase(name) }
    }

    /// All that is there: files with their contents and times, or tables.
    var contents: String {
      if name != nil {
        let tables = "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class"
        return PostgreSQLShell.run(
          "\(tables) WHERE relnamespace = 'public'::regnamespace", at: database) ?? "no answer"
      }
      return folder.names.map { name in
        var status = stat()
        stat("\(folder.path)/\(name)", &status)
        let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data()
        return
          "\(name) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(bytes.base64EncodedString())"
      }.joined(separator: "\n")
    }
  }

  /// Words for the parameters of a command.
  private static func arguments(_ command: ServerCommand, _ folder: String) -> [String] {
    let words = command.syntax.parameters.filter { !$0.hasPrefix("[") }.map { parameter in
      switch parameter {
      case "on|off": "on"
      case "FILE": command.syntax.name == "import-users" ? "/dev/null" : "\(folder)/copy.db"
      case "ADDRESS": "192.0.2.7"
      case "language|market": "market"
      case "CODE": "EG"
      case "LANGUAGE", "LANGUAGE...": "ar"
      case "NUMBER", "SECONDS": "5"
      default: "ana"
      }
    }
    return [command.syntax.name] + words
  }

  @Test(
    "R45: no command but `init` makes a database, or changes another program's; one line names the place",
    arguments: Kind.allCases)
  func commands(_ kind: Kind) throws {
    let place = try Place(kind)
    let runner = try Server(users: [], makesDatabase: false)
    let source = try Server(users: [])
    let before = place.contents
    let target = PostgreSQLCluster.shared.newDatabase()
    defer { PostgreSQLCluster.shared.dropDatabase(target) }
    for command in ServerCommand.all where command.action != nil {
      var arguments = Self.arguments(command, place.folder.path)
      switch command.syntax.name {
      case "init" where !kind.isForeign, "migrate" where kind == .emptyPostgreSQL: continue
      case "copy" where kind == .foreignPostgreSQL:
        arguments += ["--from", source.database, "--to", place.database]
      case "copy" where kind == .emptyPostgreSQL: continue
      case "copy":
        arguments += ["--from", place.database, "--to", PostgreSQLCluster.shared.address(target)]
      default: arguments += ["--database", place.database]
      }
      let result = try runner.administer(
        arguments, input: Server.password + "\n", withDatabase: false)
      #expect(result.status == 1, "\(arguments): \(result.output)")
      #expect(result.output.isEmpty, "\(arguments): \(result.output)")
      let lines = result.error.split(separator: "\n")
      let name = place.database.split(separator: "?")[0].split(separator: "/").last!
      #expect(lines.count == 1 && result.error.contains(name), "\(arguments): \(result.error)")
      #expect(
        result.error.contains(kind.isForeign ? "another program" : "lisan-server init"),
        "\(arguments): \(result.error)")
      #expect(place.contents == before, "\(arguments)")
    }
  }

  @Test(
    "R45: a server refuses to start without its database, names place and command, and makes nothing",
    arguments: Kind.allCases)
  func start(_ kind: Kind) throws {
    let place = try Place(kind)
    let server = try Server(users: [], database: place.database, makesDatabase: false)
    let before = place.contents
    for options in [[], ["--start-empty"]] {
      #expect(throws: Client.Failure.self, "\(options)") { try server.start(options) }
      #expect(server.wait() == 1, "\(options)")
      let said = server.text(server.complaints)
      let name = place.database.split(separator: "?")[0].split(separator: "/").last!
      #expect(said.split(separator: "\n").count == 1 && said.contains(name), "\(said)")
      #expect(said.contains(kind.isForeign ? "another program" : "lisan-server init"), "\(said)")
      #expect(place.contents == before, "\(options)")
    }
  }

  @Test(
    "R45: `init` makes a database once, and then says that there is one and changes nothing",
    arguments: Kind.allCases.filter { !$0.isForeign })
  func makes(_ kind: Kind) throws {
    let place = try Place(kind)
    let server = try Server(users: [], database: place.database, makesDatabase: false)
    let made = try server.administer(["init"])
    #expect(made.status == 0 && made.output.contains("is made"), "\(made)")
    try server.addUser("ana")
    let before = place.contents
    let again = try server.administer(["init"])
    #expect(again.status == 0 && again.output.contains("already"), "\(again)")
    #expect(place.contents == before)
    try server.start()
    #expect(try server.trySignIn("ana").status == 200)
  }

  @Test("R45: `init` leaves a damaged database where it is")
  func damaged() throws {
    let place = try Place(.missing)
    try place.folder.write(Array("no database, but long enough to look".utf8), to: "accounts.db")
    let before = place.contents
    let server = try Server(users: [], database: place.database, makesDatabase: false)
    let result = try server.administer(["init"])
    #expect(result.status == 1 && !result.error.isEmpty)
    #expect(place.contents == before)
  }

  @Test("R45: tables of an extension in PostgreSQL do not make a database another program's")
  func extensions() throws {
    let place = try Place(.emptyPostgreSQL)
    PostgreSQLShell.run("CREATE TABLE spatial_ref_sys (id BIGINT)", at: place.database)
    PostgreSQLShell.run("ALTER EXTENSION plpgsql ADD TABLE spatial_ref_sys", at: place.database)
    let server = try Server(users: [], database: place.database, makesDatabase: false)
    let made = try server.administer(["init"])
    #expect(made.status == 0, "\(made.error)")
  }
}
