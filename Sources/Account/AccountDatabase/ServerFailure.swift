/// A failure of a database server.
public struct ServerFailure: Hashable, Sendable, CustomStringConvertible {
  /// The SQLSTATE of five characters; nil if the connection failed.
  public let state: String?
  public let message: String
  /// Whether the commit was under way: its changes may be there, or be there on one machine only.
  public let isUncertain: Bool

  public init(state: String?, message: String, isUncertain: Bool = false) {
    self.state = state
    self.message = message
    self.isUncertain = isUncertain
  }

  public var description: String {
    let addition = isUncertain ? " (the change may have been made)" : ""
    return "PostgreSQL \(state ?? "connection"): \(message)\(addition)"
  }

  /// Whether rights, tables, columns or functions are missing (42501, 3F000, 42P01, 42703, 42883).
  var isUnusable: Bool {
    state.map { ["42501", "3F000", "42P01", "42703", "42883"].contains($0) } ?? false
  }

  /// Whether the same may succeed later, on this server or on the one that takes its place.
  ///
  /// So may what became unknown. The classes are those of PostgreSQL's appendix A: 08 connection, 25006 a server that has become
  /// read-only, 40 rolled back, 53 out of resources, 55P03 locked, 57 stopped or cancelled, 58 the
  /// system.
  public var isTemporary: Bool {
    guard let state, !isUncertain else { return true }
    return ["08", "40", "53", "57", "58"].contains { state.hasPrefix($0) }
      || ["25006", "55P03"].contains(state)
  }
}
