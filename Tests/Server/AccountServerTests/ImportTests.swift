import Foundation
import ServerHarness
import ServerTexts
import TestEffort
import Testing

@testable import AccountAdministration
@testable import AccountService

struct ImportFileTests {
  private func read(_ text: String) -> ImportFile {
    ImportFile(Array(text.utf8), languages: ["en", "ar"], defaultLanguage: "en")
  }

  @Test("CSV is read as Python's csv module writes it, whatever the cells hold")
  func oracle() throws {
    let script = #"""
      import csv, io, json, random
      random.seed(7)
      for separator in ',;\t':
        for ending in ('\n', '\r\n'):
          for _ in range(60):
            rows = [[''.join(random.choice('ab,;\t"\n \u0644\u00e9') for _ in range(random.randrange(6)))
                     for _ in range(3)] for _ in range(random.randrange(1, 6))]
            rows.insert(0, ['x', 'y', 'z'])
            out = io.StringIO()
            csv.writer(out, delimiter=separator, lineterminator=ending).writerows(rows)
            print(json.dumps([out.getvalue(), rows]))
      """#
    let output = try runProgram("/usr/bin/python3", ["-c", script]).output
    let samples = output.split(separator: "\n")
    #expect(samples.count == 360)
    for sample in samples {
      let pair = try #require(
        try JSONSerialization.jsonObject(with: Data(sample.utf8)) as? [Any])
      let (text, rows) = (try #require(pair[0] as? String), try #require(pair[1] as? [[String]]))
      var reader = CSVReader(Array(text.utf8))
      var read: [[String]] = []
      while let record = reader.nextRecord() {
        #expect(record.isValid, "\(sample)")
        read.append(record.fields)
      }
      #expect(read == rows, "\(sample)")
    }
  }

  @Test("Each line of CSV that cannot be used is named, with the reason")
  func csvFaults() {
    let file = read(
      "\u{FEFF}login,name,email,language,developer\r\n"
        + "ana,Ana,ana@example.org,ar,true\r\n"
        + "bob,\"Bob\nthe \"\"Builder\"\"\",,,\r\n"
        + "eve,Eve\r\n"
        + "a b,,,,\r\n"
        + "cid,,no address,,\r\n"
        + "dan,,,vi,\r\n"
        + "dot,,,,yes\r\n"
        + "ANA,,,,\r\n"
        + "\r\n"
        + "fay,\"Fay\"x,,,\r\n"
        + ",,,,\r\n"
        + "zoe,\"Zoe,,,")
    // A name has one line: the record that begins in line 3 ends in line 4.
    #expect(
      file.faults == [
        .init(line: 3, .importField, "name"), .init(line: 5, .importBroken),
        .init(line: 6, .importField, "login"), .init(line: 7, .importField, "email"),
        .init(line: 8, .importField, "language"), .init(line: 9, .importField, "developer"),
        .init(line: 10, .importSameLogin, "ana", "2"), .init(line: 12, .importBroken),
        .init(line: 13, .importField, "login"), .init(line: 14, .importBroken),
      ])
    #expect(file.accounts.map(\.login) == ["ana"])
    let ana = file.accounts.first
    #expect(ana?.language == "ar" && ana?.isDeveloper == true && ana?.email == "ana@example.org")
    #expect(read("login;frob\nana;1").faults == [.init(line: 1, .importUnknownField, "frob")])
    #expect(read("login,login\na,b").faults == [.init(line: 1, .importUnknownField, "login")])
    #expect(read("name\nAna").faults == [.init(line: 1, .importField, "login")])
    #expect(read("login\nana\n\nbob").accounts.map(\.name) == ["ana", "bob"])
    #expect(read("").accounts.isEmpty && read("").faults.isEmpty)
    var broken = CSVReader([0x61, 0xFF, 0x0A, 0x62])
    #expect(broken.nextRecord()?.isValid == false)
    #expect(broken.nextRecord()?.fields == ["b"])
  }

  @Test("Each JSON line that cannot be used is named, with the reason")
  func jsonFaults() throws {
    let hash = try #require(Passwords.hash("correct horse", .random))
    let file = read(
      """

      {"login": "ana", "name": "أنا", "developer": true, "email": null, "password_hash": "\(hash)"}
      {"login": "bob", "frob": 1}
      {"login": 7}
      ["cid"]
      {"login": "dan", "password_hash": "secret"}
      {"login": "eve", "password_hash": "\(hash.replacing("t=1", with: "t=99999"))"}
      {"login": "fay", "password_hash": "\(hash.replacing("m=8", with: "m=99999999"))"}
      {"login": "ana"}
      {"login": "gus\\u0000"}
      {"login":
      """)
    #expect(
      file.faults == [
        .init(line: 3, .importUnknownField, "frob"), .init(line: 4, .importField, "login"),
        .init(line: 5, .importBroken), .init(line: 6, .importField, "password_hash"),
        .init(line: 7, .importField, "password_hash"),
        .init(line: 8, .importField, "password_hash"),
        .init(line: 9, .importSameLogin, "ana", "2"),
        .init(line: 10, .importBroken), .init(line: 11, .importBroken),
      ])
    #expect(file.accounts.first?.name == "أنا")
    #expect(file.accounts.first?.passwordHash == hash && file.lines == [2])
  }
}

@Suite(.serialized) struct ImportTests {
  @Test("R45: an import adds all accounts or none, and says which lines are why")
  func allOrNone() throws {
    let server = try Server(users: ["ana"])
    let hash = try #require(Passwords.hash(Server.password))
    let passwords = "\(server.directory)/passwords"
    func run(_ text: String, _ options: String..., language: String = "C.UTF-8") throws
      -> Server.Result
    {
      try server.administer(["import-users", "-"] + options, input: text, language: language)
    }
    let lines = "login,password_hash\nbob,\"\(hash)\"\nana,\nx y,\neve,\n"
    let refused = try run(lines, "--initial-passwords", passwords)
    #expect(refused.status == 1)
    #expect(refused.error.contains("Line 4: the field login is missing or not valid"))
    #expect(refused.error.contains("Nothing was added. Lines that cannot be used: 1"))
    let taken = try run(lines.replacing("x y", with: "xy"), "--initial-passwords", passwords)
    #expect(taken.status == 1 && taken.error.contains("Line 3: the login is taken: ana"))
    #expect(server.sql("SELECT count(*) FROM account") == "1")
    #expect(!FileManager.default.fileExists(atPath: passwords))
    let arabic = try run(lines, language: "ar_EG.UTF-8")
    #expect(arabic.error.contains("السطر"))

    let done = try run(
      lines.replacing("x y", with: "xy"), "--initial-passwords", passwords, "--skip-existing")
    #expect(done.status == 0, "\(done.error)")
    #expect(done.output.contains("Accounts added: 3") && done.output.contains("taken: 1"))
    #expect(
      server.sql("SELECT count(*) FROM account JOIN profile ON profile.id = active_profile") == "4")
    // Nothing of another file is overwritten.
    let again = try run("login\nfay\n", "--initial-passwords", passwords)
    #expect(again.status == 1)
    #expect(server.sql("SELECT count(*) FROM account") == "4")

    var status = stat()
    #expect(stat(passwords, &status) == 0 && status.st_mode & 0o777 == 0o600)
    var initial: [String: String] = [:]
    for line in server.text(passwords).split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      initial[parts[0]] = parts[1]
    }
    #expect(Set(initial.keys) == ["xy", "eve"] && Set(initial.values).count == 2)
    try server.start()
    #expect(try server.trySignIn("bob").status == 200)
    let before = server.sql("SELECT password_hash FROM account WHERE login = 'eve'") ?? ""
    #expect(before.contains("m=8,t=1"))
    #expect(try server.trySignIn("eve", "wrong").status == 401)
    let eve = try #require(initial["eve"])
    #expect(try server.trySignIn("eve", eve).status == 200)
    // The first sign-in replaces the cheap hash.
    let after = server.sql("SELECT password_hash FROM account WHERE login = 'eve'") ?? ""
    #expect(after.contains(Effort.isLong ? "m=65536,t=2" : "m=19456,t=2"))
    #expect(try server.trySignIn("eve", eve).status == 200)
  }

  @Test("An account whose hash is cheap is not found by the time that a wrong password takes")
  func noOracle() throws {
    let server = try Server(users: [])
    let passwords = "\(server.directory)/passwords"
    let result = try server.administer(
      ["import-users", "-", "--initial-passwords", passwords], input: "login\neve\n")
    #expect(result.status == 0, "\(result.error)")
    try server.start()
    func fastest(_ login: String) throws -> Double {
      try (0..<4).map { _ in
        let start = Date()
        let status = try server.trySignIn(login, "wrong").status
        #expect(status == 401)
        return Date().timeIntervalSince(start)
      }.min() ?? 0
    }
    let (known, unknown) = (try fastest("eve"), try fastest("nobody"))
    #expect(known > unknown / 2, "\(known) of \(unknown)")
  }

  @Test("R47: an import that is killed adds nothing")
  func killed() throws {
    let server = try Server(users: [])
    let file = "\(server.directory)/people.csv"
    try Data(("login\n" + (0..<60_000).map { "person\($0)\n" }.joined()).utf8)
      .write(to: URL(filePath: file))
    let process = Process()
    process.executableURL = URL(filePath: Server.program)
    process.arguments = ["import-users", file, "--database", server.database]
    try process.run()
    let hasBegun = eventually {
      var status = stat()
      return stat("\(server.database)-wal", &status) == 0 && status.st_size > 500_000
    }
    #expect(hasBegun && process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(server.sql("SELECT count(*) FROM account") == "0")
    let again = try server.administer(["import-users", file])
    #expect(again.output.contains("Accounts added: 60000"), "\(again.error)")
  }
}
