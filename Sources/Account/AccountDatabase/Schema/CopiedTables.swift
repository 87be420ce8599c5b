/// A table as `lisan-server copy` carries it from one database to another.
package struct CopiedTable: Sendable {
  package let name: String
  /// The column with the account that a row belongs to; nil for tables of the whole service.
  package var account: String?
  /// The columns that order the rows, in the same way everywhere.
  package let order: String
  /// A condition for the rows that are carried; all if nil.
  package var condition: String?
}

extension Schema {
  /// The name of the setting that marks a copy as unfinished.
  package static let copyMark = "copying"

  /// All tables, parents first. A table that is not here is lost by a copy; a test compares the list
  /// with both databases.
  package static let copied = [
    CopiedTable(name: "account", account: "id", order: "id"),
    CopiedTable(name: "profile", account: "account", order: "id"),
    CopiedTable(name: "device", account: "account", order: "account, device"),
    CopiedTable(name: "session", account: "account", order: "token_hash"),
    CopiedTable(name: "device_code", order: "code_hash"),
    CopiedTable(name: "notice", account: "account", order: "account"),
    CopiedTable(name: "told", account: "account", order: "account, at"),
    CopiedTable(name: "attempt", order: "key"),
    CopiedTable(name: "market", order: "code"),
    CopiedTable(name: "flag", order: "name"),
    CopiedTable(
      name: "setting", order: "name", condition: "name NOT IN ('\(copyMark)', 'probed_at')"),
    CopiedTable(name: "audit", order: "id"),
  ]
}
