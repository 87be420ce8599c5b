public import CSystem

/// A new pseudo-terminal: the master's side, and the path of the other one.
public struct PseudoTerminal: ~Copyable {
  /// Non-blocking; closed on exec.
  public let master: OwnedDescriptor
  private let path: [CChar]

  public init(rows: UInt16, columns: UInt16) throws(SystemError) {
    var path = [CChar](repeating: 0, count: 128)
    master = try OwnedDescriptor(checking: cs_pty_open(rows, columns, &path, path.count))
    self.path = path
  }

  /// Gives up the path: no more programs are started.
  public consuming func release() -> OwnedDescriptor { OwnedDescriptor(owning: master.release()) }

  /// Starts a program on the terminal, in a session of its own.
  ///
  /// - Parameters:
  ///   - program: the path of its file.
  ///   - arguments: with the name by which it is called.
  ///   - environment: `NAME=value`.
  ///   - directory: the working directory; nil for that of this process.
  ///   - ignored: the signals that it ignores at the start, bit n for signal n.
  public borrowing func start(
    _ program: String, _ arguments: [String], environment: [String], directory: String? = nil,
    ignoring ignored: UInt64 = 0
  ) throws(SystemError) -> cs_pty_process {
    var process = cs_pty_process()
    let result = withCStrings([program] + (directory.map { [$0] } ?? [])) { paths in
      withCStrings(arguments) { arguments in
        withCStrings(environment) { environment in
          path.withUnsafeBufferPointer { terminal in
            var called = cs_pty_program(
              path: paths[0], arguments: arguments, environment: environment, directory: paths[1],
              terminal: terminal.baseAddress, ignored: ignored)
            return cs_pty_spawn(&called, &process)
          }
        }
      }
    }
    try SystemError.check(result)
    return process
  }
}
