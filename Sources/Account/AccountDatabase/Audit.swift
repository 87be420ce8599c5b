/// An entry in the log of administration: who did what, to what, and when.
public struct AuditEntry: Hashable, Sendable {
  public let number: Int64
  /// Milliseconds since 1970.
  public let at: Int64
  public let actor: String
  /// A command's name, such as `set-password`.
  public let action: String
  /// A login, a region, a file.
  public let subject: String
  public let detail: String
}

extension AccountDatabase {
  /// The maximum number of entries. The oldest are removed first, and counted
  /// (`removedAuditEntries`).
  static let auditLimit: Int64 = 100_000
  private static let auditRemoved = "audit_removed"

  /// Adds an entry. Call it in the transaction of the change that it describes, so that neither
  /// exists without the other.
  public func record(
    _ action: String, _ subject: String, _ detail: String = "", by actor: String
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      let number = try connection.number(
        """
        INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)
        RETURNING id
        """, .integer(now()), .text(actor), .text(action), .text(subject), .text(detail))
      let removed = try connection.run(
        "DELETE FROM audit WHERE id <= ?", .integer((number ?? 0) - Self.auditLimit))
      guard removed > 0 else { return }
      try connection.run(
        """
        INSERT INTO setting (name, value) VALUES (?1, CAST(?2 AS TEXT))
        ON CONFLICT (name) DO UPDATE
        SET value = CAST(CAST(setting.value AS BIGINT) + CAST(excluded.value AS BIGINT) AS TEXT)
        """, .text(Self.auditRemoved), .integer(Int64(removed)))
    }
  }

  /// The entries after a number, oldest first, whose actor, action or subject contains a text.
  public func audit(
    after number: Int64 = 0, limit: Int, containing text: String = ""
  ) throws(DatabaseError) -> [AuditEntry] {
    try connection.all(
      """
      SELECT id, at, actor, action, subject, detail FROM audit
      WHERE id > ?1 AND (\(contains("?2", "actor", "action", "subject")))
      ORDER BY id LIMIT ?3
      """, .integer(number), .text(pattern(containing: text)), .integer(Int64(limit))
    ) {
      AuditEntry(
        number: $0.integer(0), at: $0.integer(1), actor: $0.text(2), action: $0.text(3),
        subject: $0.text(4), detail: $0.text(5))
    }
  }

  /// How many entries were removed because there were too many.
  public func removedAuditEntries() throws(DatabaseError) -> Int64 {
    try setting(Self.auditRemoved).flatMap { Int64($0) } ?? 0
  }
}

/// The condition that one of some columns contains a text, whose pattern is a parameter
/// (`pattern(containing:)`). Upper and lower case of ASCII letters are equal.
func contains(_ parameter: String, _ columns: String...) -> String {
  columns.map { "lower(\($0)) LIKE lower(CAST(\(parameter) AS TEXT)) ESCAPE '!'" }
    .joined(separator: " OR ")
}

/// A pattern for LIKE with the escape character `!` that finds a text anywhere.
func pattern(containing text: String) -> String {
  var pattern = "%"
  for character in text.unicodeScalars {
    if "!%_".unicodeScalars.contains(character) { pattern += "!" }
    pattern.unicodeScalars.append(character)
  }
  return pattern + "%"
}
