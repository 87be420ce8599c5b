import AccountDatabase
import AccountDatabasePostgreSQL
import ServerTexts

/// The value of `--database`: a file, or the address of a PostgreSQL database.
enum DatabasePlace: Sendable {
  case file(String)
  case server(PostgreSQLDatabase)

  init(_ text: String) throws(Failure) {
    guard ConnectionString.isAddress(text) else {
      self = .file(text)
      return
    }
    do throws(ConnectionString.Invalid) {
      self = .server(PostgreSQLDatabase(try ConnectionString(text)))
    } catch {
      switch error {
      case .password: throw Failure(.passwordInAddress, exitCode: .wrongUsage)
      case .syntax(let reason): throw Failure(.addressInvalid, reason, exitCode: .wrongUsage)
      }
    }
  }

  /// For people: a path, or an address without anything secret.
  var description: String {
    switch self {
    case .file(let path): path
    case .server(let server): server.place.description
    }
  }

  /// Whether there is a database; throws if it is another program's.
  func exists() throws(DatabaseError) -> Bool {
    switch self {
    case .file(let path): try AccountDatabase.exists(at: path)
    case .server(let server): try server.exists()
    }
  }

  /// Opens the database and migrates it.
  ///
  /// - Parameter verification: how thoroughly a file is checked.
  func open(
    ifMissing missing: MissingPolicy = .refuse, ifDamaged damaged: DamagePolicy = .refuse,
    verification: Verification
  ) throws(DatabaseError) -> AccountDatabase {
    switch self {
    case .file(let path):
      try AccountDatabase(
        path: path, ifMissing: missing, ifDamaged: damaged, verification: verification)
    case .server(let server): try server.open(ifMissing: missing)
    }
  }
}
