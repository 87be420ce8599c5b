import Glibc
import SystemCalls

/// What a running process has used so far, by the kernel's account (`/proc`).
public struct ProcessUsage: Hashable, Sendable {
  /// Most memory ever held at once, file pages included, in bytes (`VmHWM`).
  public let peakMemory: Int
  /// Memory of its own now, no file behind it, in bytes (`RssAnon`).
  public let anonymousMemory: Int
  /// Processor time, to 10 ms.
  public let processorTime: Duration

  /// Reads the account of a process; nil if it has ended.
  init?(process: pid_t) {
    guard let status = contents(of: "/proc/\(process)/status"),
      let times = contents(of: "/proc/\(process)/stat"),
      let peak = Self.kilobytes("VmHWM:", in: status),
      let anonymous = Self.kilobytes("RssAnon:", in: status)
    else { return nil }
    peakMemory = peak * 1024
    anonymousMemory = anonymous * 1024
    // The name in brackets may itself hold blanks and brackets.
    guard let end = times.lastIndex(of: ")") else { return nil }
    let fields = times[times.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      return nil
    }
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    processorTime = .microseconds((user + system) * 1_000_000 / ticks)
  }

  private static func kilobytes(_ name: String, in status: String) -> Int? {
    for line in status.split(separator: "\n") where line.hasPrefix(name) {
      let digits = line.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) }
      return Int(digits)
    }
    return nil
  }
}

/// Reads a file of `/proc`, whose size is not known before.
private func contents(of path: String) -> String? {
  guard let file = try? OwnedDescriptor(opening: path, O_RDONLY),
    let bytes = try? readAll(from: file.number, limit: 1 << 20)
  else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
