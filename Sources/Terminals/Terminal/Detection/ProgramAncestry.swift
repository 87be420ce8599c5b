import Glibc
import SystemCalls

/// The ancestor programs of a process, nearest first: `["bash", "qterminal"]`.
///
/// Only Linux reports them (`/proc`); elsewhere the list is empty. A name is truncated to 15 bytes.
public enum ProgramAncestry {
  /// More than the nesting of terminal windows, shells and wrappers.
  private static let limit = 32

  /// - Parameter process: the process to start with; its own name comes first.
  public static func names(of process: Int32) -> [String] {
    var names: [String] = []
    var process = process
    while process > 1, names.count < limit, let status = status(of: process) {
      names.append(status.name)
      process = status.parent
    }
    return names
  }

  /// Parses `/proc/PID/stat`: `4711 (bash) S 4710 …`. A name may contain brackets and blanks.
  private static func status(of process: Int32) -> (name: String, parent: Int32)? {
    guard let file = try? OwnedDescriptor(opening: "/proc/\(process)/stat", O_RDONLY) else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(file.number, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let bytes = buffer[..<count]
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = bytes[(close + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let parent = Int32(String(decoding: fields[1], as: UTF8.self)) else {
      return nil
    }
    return (String(decoding: bytes[(open + 1)..<close], as: UTF8.self), parent)
  }
}
