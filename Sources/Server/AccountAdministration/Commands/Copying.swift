import AccountDatabase
import AccountDatabasePostgreSQL
import ServerTexts

extension Administration {
  /// `lisan-server copy --from FILE --to ADDRESS`, the only command without `--database`.
  func copyAccounts() throws(Failure) {
    let (source, target) = (invocation.value(.from)!, invocation.value(.to)!)
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
  }
}
