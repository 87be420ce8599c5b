import Glibc
import SystemCalls

/// Recognizes programs that order right-to-left text themselves without saying so (BDSM). Their
/// text would be ordered twice. All of them draw on the alternate screen.
struct OrderingPrograms {
  /// The time between two searches, unless another program has the terminal.
  private static let interval = Duration.milliseconds(2)
  /// More processes than are ever in the foreground together.
  private static let mostProcesses = 64

  private let names: ProgramNames
  private var group: pid_t = 0
  private var looked: ContinuousClock.Instant?
  private var arePresent = false

  init(_ names: ProgramNames) { self.names = names }

  /// Examines the processes in the terminal's foreground.
  ///
  /// - Parameter terminal: the master's descriptor.
  mutating func arePresent(at terminal: Int32) -> Bool {
    let group = tcgetpgrp(terminal)
    let now = ContinuousClock.now
    if group == self.group, let looked, looked + Self.interval > now { return arePresent }
    (self.group, looked) = (group, now)
    arePresent = group > 0 && isAny(in: group)
    return arePresent
  }

  /// Whether the leader of a group or a descendant of it is such a program: a script that calls
  /// whiptail leads its group.
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

  /// The text of a file; empty if there is none.
  private static func text(of path: String) -> String {
    guard let file = try? OwnedDescriptor(opening: path, O_RDONLY),
      let bytes = try? readAll(from: file.number, limit: 1 << 16)
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
