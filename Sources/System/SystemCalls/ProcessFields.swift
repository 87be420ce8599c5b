import Glibc

/// The kernel's fields of a process: `/proc/PID/stat` (proc(5)), `4711 (bash) S 4710 …`.
public struct ProcessFields {
  /// The name of its program: at most 15 bytes, of any value.
  public let name: String
  /// The fields after the name, each preceded by a blank.
  private let rest: ArraySlice<UInt8>

  /// nil if there is no such process.
  public init?(of process: pid_t) {
    guard let file = try? OwnedDescriptor(opening: "/proc/\(process)/stat", O_RDONLY),
      let bytes = try? readAll(from: file.number, limit: 4096, expected: 511),
      let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    rest = bytes[(close + 1)...]
  }

  /// A field by its number in proc(5), from 3 on: 4 is the parent.
  public subscript(number: Int) -> String? {
    var found = 2
    var start: Int?
    for place in rest.indices where rest[place] == 0x20 || rest[place] == 0x0A {
      if let start { return String(decoding: rest[start..<place], as: UTF8.self) }
      found += 1
      if found == number { start = place + 1 }
    }
    return nil
  }
}
