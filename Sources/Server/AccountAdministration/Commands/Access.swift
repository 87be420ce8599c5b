import AccountDatabase
import AccountService
import Glibc
import ServerTexts

/// Commands about who may sign in, and who is signed in.
extension Administration {
  /// Ends the session with a number of `list-sessions`, or all sessions of the account.
  func revoke() throws(Failure) {
    let (database, id) = try account(login)
    guard let number = words.dropFirst().first else {
      return try endSessions(in: database, account: id, login)
    }
    let isEnded = try change(
      database, login, database.removeSession(number: number, account: id)
    ) { $0 ? "session=\(number)" : nil }
    guard isEnded else { throw Failure(.noSuchSession, number) }
    announce(.changed([id]), in: database)
    console.say(.sessionsEnded, "1")
  }

  func revokeAll() throws(Failure) { try endSessions(in: try open(), account: nil, "all") }

  private func endSessions(
    in database: AccountDatabase, account: Int64?, _ subject: String
  ) throws(Failure) {
    let count = try change(database, subject, database.removeSessions(account: account)) {
      "sessions=\($0)"
    }
    announce(account.map { .changed([$0]) } ?? .unknown, in: database)
    console.say(.sessionsEnded, String(count))
  }

  /// Clears the failures that are counted for a network address.
  func unlockAddress() throws(Failure) {
    let text = words[0]
    guard let address = ClientAddress(forwarded: text) else {
      throw .usage(.networkAddressInvalid, text)
    }
    let database = try open()
    try change(
      database, address.network.description,
      database.forgetFailures(AttemptKey.network(of: address)))
    console.say(.done)
  }
}
