import Glibc
import SystemCalls

/// What this process may use of the machine: the processors of its affinity (such as `taskset`
/// sets), and what its control groups allow (version 2: `cpu.max` and `memory.max`, such as
/// `CPUQuota=` and `MemoryMax=` of systemd and the limits of a container).
package struct ProcessLimits: Sendable {
  /// How many processors it may keep busy; at least 1.
  package let processors: Int
  /// How much memory it may use, in bytes; that of the machine if there is no lower limit.
  package let memory: Int

  package init(processors: Int, memory: Int) {
    self.processors = processors
    self.memory = memory
  }

  /// The limits of this process.
  ///
  /// - Parameters:
  ///   - process: the folder in which the kernel tells about the process (`status`, `cgroup`).
  ///   - groups: where the control groups are mounted.
  package init(process: String = "/proc/self", groups: String = "/sys/fs/cgroup") {
    var processors = Self.affinity("\(process)/status")
    var memory = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    for folder in Self.folders("\(process)/cgroup", groups) {
      if let quota = Self.words("\(folder)/cpu.max"), quota.count == 2, let time = Int(quota[0]),
        let period = Int(quota[1]), time > 0, period > 0
      {
        processors = min(processors, (time + period - 1) / period)
      }
      if let limit = Self.words("\(folder)/memory.max")?.first.flatMap({ Int($0) }), limit > 0 {
        memory = min(memory, limit)
      }
    }
    self.processors = max(1, processors)
    self.memory = memory
  }

  /// The number of processors in the affinity of the process: the bits of a number in hexadecimal
  /// digits, with a comma after every eight (proc(5)). glibc hides sched_getaffinity from Swift.
  private static func affinity(_ status: String) -> Int {
    let mask = text(status)?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    return mask?.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } ?? 1
  }

  /// The folder of this process's group and those above it: the limits of all of them hold.
  private static func folders(_ membership: String, _ groups: String) -> [String] {
    // The line of version 2 is `0::/path`.
    guard let line = text(membership)?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return [] }
    var folders = [groups]
    for name in line.dropFirst(4).split(separator: "/") {
      folders.append("\(folders.last!)/\(name)")
    }
    return folders
  }

  private static func words(_ path: String) -> [Substring]? {
    text(path)?.split { $0 == " " || $0 == "\n" }
  }

  /// Nil if there is no such file, as in the root group.
  private static func text(_ path: String) -> String? {
    guard let file = try? OwnedDescriptor(opening: path, O_RDONLY),
      let bytes = try? readAll(from: file.number, limit: 1 << 16)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
