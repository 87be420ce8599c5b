import AccountDatabase
import CommandLineTool
import ServerTexts
import StrictJSON
import SystemCalls

/// The lists of accounts, sessions and changes. They are read in pages, so that a list of any length
/// takes little memory, and one that ends early says where it goes on.
extension Administration {
  private static let page = 1000

  func listUsers() throws(Failure) {
    let database = try open()
    try list { after, limit, text throws(DatabaseError) in
      try database.accounts(after: after, limit: limit, containing: text)
    } number: {
      $0.accountID
    } columns: { user in
      [
        String(user.accountID), user.login, user.name, user.preferredLocale,
        user.isDeveloper ? "developer" : "",
      ]
    } json: { user in
      .members([
        "account_id": .number(user.accountID), "login": .string(user.login),
        "name": .string(user.name), "email": user.email.map { .string($0) },
        "phone": user.phone.map { .string($0) }, "language": .string(user.preferredLocale),
        "developer": .bool(user.isDeveloper), "has_password": .bool(user.hasPassword),
        "sessions": .number(user.sessions),
      ])
    }
  }

  /// The log of administration, oldest first.
  func listAudit() throws(Failure) {
    let database = try open()
    let removed = try perform(database.removedAuditEntries())
    if removed > 0 { console.complain(.auditRemoved, String(removed)) }
    try list { after, limit, text throws(DatabaseError) in
      try database.audit(after: after, limit: limit, containing: text)
    } number: {
      $0.number
    } columns: { entry in
      [
        String(entry.number), timestamp(entry.at), entry.actor, entry.action, entry.subject,
        entry.detail,
      ]
    } json: { entry in
      .members([
        "number": .number(entry.number), "time": .string(timestamp(entry.at)),
        "actor": .string(entry.actor), "action": .string(entry.action),
        "subject": .string(entry.subject), "detail": .string(entry.detail),
      ])
    }
  }

  func listSessions() throws(Failure) {
    let (database, id) = try account(login)
    for session in try perform(on: login, database.sessions(account: id)) {
      let (start, end) = (timestamp(session.createdAt), timestamp(session.expiresAt))
      show(
        [session.number, session.device ?? "", start, end],
        .members([
          "session": .string(session.number), "device": session.device.map { .string($0) },
          "created_at": .string(start), "expires_at": .string(end),
        ]))
    }
  }

  /// Prints a line of a list: its columns, or as JSON.
  private func show(_ columns: @autoclosure () -> [String], _ json: @autoclosure () -> JSON) {
    console.say(invocation.has(.json) ? json().text : columns().joined(separator: "\t"))
  }

  /// Prints a list from the number of `--after` on, up to `--limit` rows, those that contain the text
  /// of `--match`.
  func list<Entry>(
    _ read: (Int64, Int, String) throws(DatabaseError) -> [Entry], number: (Entry) -> Int64,
    columns: (Entry) -> [String], json: (Entry) -> JSON
  ) throws(Failure) {
    var after = try invocation.number(.after, 0...Int64.max) ?? 0
    var room = try invocation.number(.limit, 1...Int64.max) ?? .max
    let text = invocation.value(.match) ?? ""
    while StandardStreams.isHeard {
      // One more than there is room for shows whether there are more.
      let limit = room < Int64(Self.page) ? Int(room) + 1 : Self.page
      let entries = try perform(read(after, limit, text))
      for entry in entries {
        guard room > 0 else { return console.complain(.more, String(after)) }
        show(columns(entry), json(entry))
        after = number(entry)
        room -= 1
      }
      guard entries.count == limit else { return }
    }
  }
}

/// A time in milliseconds since 1970 as `2025-06-01T12:00:00Z`.
func timestamp(_ milliseconds: Int64) -> String {
  UTCTime.text(millisecondsSince1970: milliseconds)
}
