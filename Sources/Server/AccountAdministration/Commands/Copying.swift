import AccountDatabase
import AccountDatabasePostgreSQL
import CommandLineTool

/// The command `lisan-server copy --from FILE --to ADDRESS`, the only one without `--database`.
struct Copying {
  private let console: Console
  private let source: String
  private let target: PostgreSQLDatabase

  /// Nil if the command line has another command.
  init?(console: Console, invocation: Invocation) throws(Failure) {
    guard invocation.arguments.first == "copy" else { return nil }
    guard invocation.arguments.count == 1 else {
      throw .usage(.wrongArguments, invocation.arguments.joined(separator: " "))
    }
    guard let source = invocation.value(.from) else { throw .usage(.optionNeedsValue, "--from") }
    guard let target = invocation.value(.to) else { throw .usage(.optionNeedsValue, "--to") }
    guard case .server(let server) = try DatabasePlace(target) else {
      throw .usage(.wrongArguments, "--to \(target)")
    }
    self.console = console
    self.source = source
    self.target = server
  }

  func run() throws(Failure) {
    let copy = try failing { () throws(DatabaseError) in
      let source = try AccountDatabase(
        path: source, ifMissing: .refuse, ifDamaged: .refuse, verification: .whole)
      try target.migrate()
      return try AccountCopy(from: source, to: target) { count in
        console.note(.copied, String(count))
      }
    }
    for (table, rows) in try copy.run() { console.say("\(table)\t\(rows)") }
    console.say(.done)
  }
}
