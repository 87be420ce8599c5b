import AccountDatabase
import AccountDatabasePostgreSQL
import CommandLineTool
import ServerTexts

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
    let (from, to) = try opened()
    do throws(AccountCopy.Failure) {
      let copy = AccountCopy(from: from, to: to) { count in
        console.note(.copied, String(count))
      }
      for (table, rows) in try copy.run() { console.say("\(table)\t\(rows)") }
      console.say(.done)
    } catch {
      switch error {
      case .database(let error): throw Failure(error)
      case .inUse: throw Failure(.copyTargetInUse, target.place.description)
      case .differs(let table): throw Failure(.copyDiffers, table)
      }
    }
  }

  private func opened() throws(Failure) -> (AccountDatabase, PostgreSQLConnection) {
    do throws(DatabaseError) {
      let from = try AccountDatabase(
        path: source, ifMissing: .refuse, ifDamaged: .refuse, verification: .whole)
      try target.migrate()
      return (from, try target.connectForCopy())
    } catch {
      throw Failure(error)
    }
  }
}
