import AccountDatabase
import AccountService
import Glibc
import ServerTexts

/// Commands about who may sign in, and who is signed in.
extension Administration {
  /// Ends the session with a number of `list-sessions`, or all sessions of the account.
  func revoke(_ login: String, session number: String?) throws(Failure) {
    let (database, id) = try account(login)
    let count: Int
    if let number {
      let isEnded = try perform(on: login) { () throws(DatabaseError) in
        try database.transaction { () throws(DatabaseError) in
          guard try database.removeSession(number: number, account: id) else { return false }
          try record(in: database, login, "session=\(number)")
          return true
        }
      }
      guard isEnded else { throw Failure(.noSuchSession, number) }
      announce(.changed([id]), in: database)
      count = 1
    } else {
      count = try endSessions(in: database, account: id, login)
    }
    console.say(.sessionsEnded, String(count))
  }

  func revokeAll() throws(Failure) {
    console.say(.sessionsEnded, String(try endSessions(in: try open(), account: nil, "all")))
  }

  private func endSessions(
    in database: AccountDatabase, account: Int64?, _ subject: String
  ) throws(Failure) -> Int {
    let count = try perform(on: subject) { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        let count = try database.removeSessions(account: account)
        try record(in: database, subject, "sessions=\(count)")
        return count
      }
    }
    announce(account.map { .changed([$0]) } ?? .unknown, in: database)
    return count
  }

  /// Clears the failures that are counted for a network address.
  func unlockAddress(_ text: String) throws(Failure) {
    guard let address = ClientAddress(forwarded: text) else {
      throw .usage(.networkAddressInvalid, text)
    }
    let database = try open()
    try change(database, address.network.description) { () throws(DatabaseError) in
      try database.forgetFailures(AttemptKey.network(of: address))
    }
    console.say(.done)
  }
}
