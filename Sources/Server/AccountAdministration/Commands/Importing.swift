import AccountDatabase
import AccountService
import Glibc
import ServerTexts
import SystemCalls

extension Administration {
  /// Adds the accounts of a file in one transaction: all of them, or none if a line cannot be used.
  /// Then each such line is named on standard error.
  func importUsers() throws(Failure) {
    let path = words[0]
    let bytes = try contents(path)
    let database = try open()
    let configuration = try perform(database.configuration())
    let file = ImportFile(
      bytes, languages: configuration?.languages ?? [],
      defaultLanguage: try language(in: database))
    guard file.faults.isEmpty else { throw refuse(file.faults) }

    var (accounts, lines) = (file.accounts, file.lines)
    if invocation.has(.skipExisting) {
      let isTaken = try perform(
        on: path,
        accounts.map { account throws(DatabaseError) in
          try database.account(login: account.login) != nil
        })
      accounts = zip(accounts, isTaken).filter { !$1 }.map(\.0)
      lines = zip(lines, isTaken).filter { !$1 }.map(\.0)
    }
    let passwords = try invocation.value(.initialPasswords).map { path throws(Failure) in
      try InitialPasswords(path, for: &accounts)
    }
    let taken: [Int]
    do throws(Failure) {
      taken = try perform(
        on: path,
        database.addAccounts(accounts) { () throws(DatabaseError) in
          try record(in: database, path, "accounts=\(accounts.count)")
        })
    } catch {
      passwords?.remove()
      throw error
    }
    guard taken.isEmpty else {
      passwords?.remove()
      throw refuse(
        taken.map {
          ImportFile.Fault(line: lines[$0], .importTaken, accounts[$0].login)
        })
    }
    console.say(.imported, String(accounts.count))
    let skipped = file.accounts.count - accounts.count
    if skipped > 0 { console.say(.importSkipped, String(skipped)) }
  }

  private func contents(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      if path == "-" { return try readAll(from: STDIN_FILENO, limit: ImportFile.limit) }
      let file = try OwnedDescriptor(opening: path, O_RDONLY)
      return try readAll(from: file.number, limit: ImportFile.limit)
    } catch {
      throw Failure(.cannotOpenFile, path, error.description)
    }
  }

  private func refuse(_ faults: [ImportFile.Fault]) -> Failure {
    for fault in faults {
      console.complain(console.catalog.text(fault.message, fault.arguments))
    }
    return Failure(.importRefused, String(faults.count))
  }
}

/// The passwords generated for imported accounts, in a new file for the administrator.
///
/// A password is 80 random bits, so its hash need not be slow; hashing 100,000 passwords that people
/// chose would take an hour. The first sign-in replaces the hash by one of the usual cost.
private struct InitialPasswords {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

  let path: String

  /// Gives a password to each account without one, and writes them to a new file with mode 0600,
  /// one line for each: the login, a tab and the password. It is on disk when this returns.
  init(_ path: String, for accounts: inout [NewAccount]) throws(Failure) {
    self.path = path
    var lines: [UInt8] = []
    for place in accounts.indices where accounts[place].passwordHash == nil {
      let password = Self.random()
      guard let hash = Passwords.hash(password, .random) else { throw Failure(.noMemory) }
      accounts[place].passwordHash = hash
      lines += Array("\(accounts[place].login)\t\(password)\n".utf8)
    }
    do throws(SystemError) {
      let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      do throws(SystemError) {
        try writeAll(lines, to: file.number)
        guard fsync(file.number) == 0 else { throw .last }
        try syncDirectory(parentDirectory(of: path))
      } catch {
        remove()
        throw error
      }
    } catch {
      throw Failure(.cannotOpenFile, path, error.description)
    }
  }

  func remove() { unlink(path) }

  /// Four groups of four letters and digits that are not mistaken for each other.
  private static func random() -> String {
    var text: [UInt8] = []
    for (place, byte) in randomBytes(16).enumerated() {
      if place > 0, place % 4 == 0 { text.append(UInt8(ascii: "-")) }
      text.append(letters[Int(byte) % letters.count])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
