import SystemCalls

/// The ancestor programs of a process, nearest first: `["bash", "qterminal"]`.
///
/// Only Linux reports them (`/proc`); elsewhere the list is empty. A name is truncated to 15 bytes.
public enum ProgramAncestry {
  /// More than the nesting of terminal windows, shells and wrappers.
  private static let limit = 32

  /// - Parameter process: the process to start with; its name comes first.
  public static func names(of process: Int32) -> [String] {
    var names: [String] = []
    var process = process
    while process > 1, names.count < limit, let fields = ProcessFields(of: process) {
      names.append(fields.name)
      process = fields[4].flatMap { Int32($0) } ?? 0
    }
    return names
  }
}
