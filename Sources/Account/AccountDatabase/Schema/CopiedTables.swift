/// A table as `lisan-server copy` carries it from one database to another.
package struct CopiedTable: Sendable {
  package enum Kind: Sendable {
    case integer
    case text
    case blob
    case flag
  }

  package let name: String
  package let columns: [(name: String, kind: Kind)]
  /// The column with the account that a row belongs to; nil for tables of the whole service.
  package let account: String?
  /// The columns that order the rows, in the same way everywhere.
  package let order: String
  /// A condition for the rows that are carried; all if nil.
  package let condition: String?

  init(
    _ name: String, of account: String? = nil, order: String, where condition: String? = nil,
    _ columns: (String, Kind)...
  ) {
    self.name = name
    self.account = account
    self.order = order
    self.condition = condition
    self.columns = columns.map { (name: $0.0, kind: $0.1) }
  }

  package var list: String { columns.map(\.name).joined(separator: ", ") }

  /// The values of a row that was selected with `list`.
  package func values(_ row: any Row) -> [StoredValue] {
    columns.indices.map { index in
      let column = Int32(index)
      if row.isNull(column) { return .null }
      return switch columns[index].kind {
      case .integer: .integer(row.integer(column))
      case .text: .text(row.text(column))
      case .blob: .blob(row.blob(column))
      case .flag: .flag(row.flag(column))
      }
    }
  }
}

extension Schema {
  /// The name of the setting that marks a copy as unfinished.
  package static let copyMark = "copying"

  /// All tables, parents first. A table that is not here is lost by a copy; a test compares the list
  /// with both databases.
  package static let copied: [CopiedTable] = [
    CopiedTable(
      "account", of: "id", order: "id",
      ("id", .integer), ("login", .text), ("name", .text), ("email", .text), ("phone", .text),
      ("note", .text), ("password_hash", .text), ("is_developer", .flag), ("analytics", .flag),
      ("diagnostics", .flag), ("preferred_locale", .text), ("choice_device", .text),
      ("choice_sequence", .integer), ("choice_at", .integer), ("active_profile", .integer)),
    CopiedTable(
      "profile", of: "account", order: "id",
      ("id", .integer), ("account", .integer), ("name", .text), ("language_code", .text)),
    CopiedTable(
      "device", of: "account", order: "account, device",
      ("account", .integer), ("device", .text), ("sequence", .integer), ("seen_at", .integer),
      ("language", .text), ("chosen_at", .integer)),
    CopiedTable(
      "session", of: "account", order: "token_hash",
      ("token_hash", .blob), ("account", .integer), ("created_at", .integer),
      ("expires_at", .integer), ("device", .text), ("kind", .text)),
    CopiedTable(
      "device_code", order: "code_hash",
      ("code_hash", .blob), ("user_code_hash", .blob), ("device", .text), ("network", .blob),
      ("address", .text), ("created_at", .integer), ("expires_at", .integer),
      ("pause", .integer), ("polled_at", .integer), ("is_refused", .flag),
      ("account", .integer), ("allowed_by", .blob)),
    CopiedTable(
      "notice", of: "account", order: "account",
      ("account", .integer), ("former", .text), ("language", .text), ("first_at", .integer),
      ("created_at", .integer), ("due_at", .integer), ("lease", .text), ("taken_until", .integer),
      ("attempts", .integer), ("problem", .text), ("given_up_at", .integer)),
    CopiedTable(
      "told", of: "account", order: "account, at", ("account", .integer), ("at", .integer)),
    CopiedTable(
      "attempt", order: "key", ("key", .blob), ("count", .integer), ("since", .integer)),
    CopiedTable(
      "market", order: "code",
      ("code", .text), ("position", .integer), ("languages", .text)),
    CopiedTable("flag", order: "name", ("name", .text), ("is_on", .flag)),
    CopiedTable(
      "setting", order: "name", where: "name NOT IN ('\(copyMark)', 'probed_at')",
      ("name", .text), ("value", .text)),
    CopiedTable(
      "audit", order: "id",
      ("id", .integer), ("at", .integer), ("actor", .text), ("action", .text),
      ("subject", .text), ("detail", .text)),
  ]
}
