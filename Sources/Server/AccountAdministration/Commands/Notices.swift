import AccountDatabase
import ServerTexts
import StrictJSON

/// Commands about notices that are not sent yet, and those that cannot be delivered.
extension Administration {
  func listNotices() throws(Failure) {
    let database = try open()
    try list { after, limit, text throws(DatabaseError) in
      try database.notices(after: after, limit: limit, containing: text)
    } number: {
      $0.account
    } columns: { notice in
      [
        String(notice.account), notice.login, notice.email ?? "", notice.language,
        notice.state.rawValue, timestamp(notice.createdAt), timestamp(notice.dueAt),
        String(notice.attempts), notice.problem ?? "",
      ]
    } json: { notice in
      .members([
        "account_id": .number(notice.account), "login": .string(notice.login),
        "email": notice.email.map { .string($0) }, "language": .string(notice.language),
        "state": .string(notice.state.rawValue),
        "created_at": .string(timestamp(notice.createdAt)),
        "due_at": .string(timestamp(notice.dueAt)), "attempts": .number(notice.attempts),
        "problem": notice.problem.map { .string($0) },
      ])
    }
  }

  /// Makes the notice of an account due, or all undeliverable ones.
  func retryNotices() throws(Failure) {
    try changeNotices(words.first, .noticesRetried) { database, account throws(DatabaseError) in
      try database.retryNotices(account: account)
    }
  }

  /// Removes the notice of an account, or all undeliverable ones.
  func dropNotices() throws(Failure) {
    try changeNotices(words.first, .noticesDropped) { database, account throws(DatabaseError) in
      try database.dropNotices(account: account)
    }
  }

  private func changeNotices(
    _ login: String?, _ result: ServerMessage,
    _ body: (AccountDatabase, Int64?) throws(DatabaseError) -> Int
  ) throws(Failure) {
    let (database, id): (AccountDatabase, Int64?) =
      if let login { try account(login) } else { (try open(), nil) }
    let count = try change(database, login ?? "undeliverable", body(database, id)) {
      "notices=\($0)"
    }
    console.say(result, String(count))
  }
}
