import AccountDatabase
import AccountDatabasePostgreSQL
import CommandLineTool
import ServerTexts

/// The command `lisan-server copy --from FILE --to ADDRESS`, the only one without `--database`.
enum Copying {
  /// Runs the command; false if the command line has another one.
  static func run(_ console: Console, _ invocation: Invocation) throws(Failure) -> Bool {
    guard invocation.arguments.first == "copy" else { return false }
    guard invocation.arguments.count == 1 else {
      throw .usage(.wrongArguments, invocation.arguments.joined(separator: " "))
    }
    guard let source = invocation.value(.from) else { throw .usage(.optionNeedsValue, "--from") }
    guard let target = invocation.value(.to) else { throw .usage(.optionNeedsValue, "--to") }
    guard case .server(let server) = try DatabasePlace(target) else {
      throw .usage(.wrongArguments, "--to \(target)")
    }
    let copy = try failing { () throws(DatabaseError) in
      let file = try AccountDatabase(
        path: source, ifMissing: .refuse, ifDamaged: .refuse, verification: .whole)
      try server.migrate()
      return try AccountCopy(from: file, to: server) { console.note(.copied, String($0)) }
    }
    for (table, rows) in try copy.run() { console.say("\(table)\t\(rows)") }
    console.say(.done)
    return true
  }
}
