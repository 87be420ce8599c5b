import Glibc
import SystemCalls

/// The resources used by a running process, from `/proc`.
public struct ProcessUsage: Hashable, Sendable {
  /// The peak resident memory, including file pages, in bytes (`VmHWM`).
  public let peakMemory: Int
  /// The current anonymous memory, in bytes (`RssAnon`).
  public let anonymousMemory: Int
  /// The processor time, to 10 ms.
  public let processorTime: Duration

  /// Reads the resources of a process; nil if it has ended.
  init?(process: pid_t) {
    guard let status = Self.status(of: process), let fields = ProcessFields(of: process),
      let peak = Self.kilobytes("VmHWM:", in: status),
      let anonymous = Self.kilobytes("RssAnon:", in: status),
      let user = fields[14].flatMap({ Int($0) }), let system = fields[15].flatMap({ Int($0) })
    else { return nil }
    peakMemory = peak * 1024
    anonymousMemory = anonymous * 1024
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    processorTime = .microseconds((user + system) * 1_000_000 / ticks)
  }

  private static func kilobytes(_ name: String, in status: String) -> Int? {
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  private static func status(of process: pid_t) -> String? {
    guard let file = try? OwnedDescriptor(opening: "/proc/\(process)/status", O_RDONLY),
      let bytes = try? readAll(from: file.number, limit: 1 << 20)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
