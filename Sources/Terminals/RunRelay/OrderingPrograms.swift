import Glibc
import SystemCalls

/// Tells whether a program writes to a terminal that orders right-to-left text itself and does not say
/// so (BDSM). Its text would be ordered twice. All of them draw on the alternate screen.
struct OrderingPrograms {
  /// Within this time a program is not looked for again, unless another one has the terminal.
  private static let interval = Duration.milliseconds(2)
  /// More than are ever in the foreground together.
  private static let mostProcesses = 64

  private let names: ProgramNames
  private var group: pid_t = 0
  private var looked: ContinuousClock.Instant?
  private var arePresent = false

  init(_ names: ProgramNames) { self.names = names }

  /// Looks at the processes in the terminal's foreground.
  ///
  /// - Parameter terminal: the master's side of it.
  mutating func arePresent(at terminal: Int32) -> Bool {
    let group = tcgetpgrp(terminal)
    let now = ContinuousClock.now
    if group == self.group, let looked, looked + Self.interval > now { return arePresent }
    (self.group, looked) = (group, now)
    arePresent = group > 0 && isAny(in: group)
    return arePresent
  }

  /// Whether one is the leader of a group or comes from it: a script that calls whiptail leads its
  /// group.
  private func isAny(in group: pid_t) -> Bool {
    var processes = [group]
    var next = 0
    while next < processes.count, next < Self.mostProcesses {
      let process = processes[next]
      next += 1
      guard getpgid(process) == group else { continue }
      let name = Self.text(of: "/proc/\(process)/comm")
      if names.contains(String(name.prefix { $0 != "\n" })) { return true }
      processes += Self.text(of: "/proc/\(process)/task/\(process)/children")
        .split(separator: " ").compactMap { pid_t($0) }
    }
    return false
  }

  /// The text of a file; empty where there is none.
  private static func text(of path: String) -> String {
    guard let file = try? OwnedDescriptor(opening: path, O_RDONLY),
      let bytes = try? readAll(from: file.number, limit: 1 << 16)
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
