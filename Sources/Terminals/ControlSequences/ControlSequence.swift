/// A control sequence from `CSI` to its final byte: `␛[1;31m` has the parameters 1 and 31 and the
/// final byte `m` (ECMA-48, 5.4).
public struct ControlSequence: Sendable {
  /// `<`, `=`, `>` or `?` before the parameters, else U+0000.
  public private(set) var prefix: Unicode.Scalar = "\0"
  /// The intermediate byte, such as the `$` of `␛[8$p`, else U+0000.
  public private(set) var intermediate: Unicode.Scalar = "\0"
  /// The final byte; U+0000 until it arrives.
  public private(set) var final: Unicode.Scalar = "\0"
  /// The parameters, up to 65,535; -1 for an omitted one.
  public private(set) var values: [Int] = []
  /// Bit n is set if value n follows a colon and so belongs to the value before it.
  public private(set) var colons: UInt64 = 0

  /// The length of the longest sequence.
  static let longest = 256

  package init() {}

  /// The sequence in some bytes, complete or not; nil if they violate its grammar or exceed it.
  public init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.starts(with: "\u{1B}[".utf8),
      bytes.withUnsafeBufferPointer({ read($0, from: 0) }) == bytes.count
    else { return nil }
  }

  /// A sequence that a terminal sends with further bytes that violate the grammar: `␛[M` and the
  /// button, column and row of a pointer, each plus 32, equivalent to `␛[<0;1;1M`, or `␛[[A`, a
  /// function key of the Linux console.
  init(payload bytes: [UInt8]) {
    if bytes[2] == UInt8(ascii: "M") {
      (prefix, final) = ("<", "M")
      values = bytes[3...].map { Int($0) - 32 }
    } else {
      (prefix, final) = (Unicode.Scalar(bytes[2]), Unicode.Scalar(bytes[3]))
    }
  }

  /// Reads the sequence at a place, if all of it is there and valid; returns its length, or 0. The memory of
  /// `values` is reused.
  package mutating func readWhole(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard start + 2 < bytes.count, bytes[start] == 0x1B, bytes[start + 1] == UInt8(ascii: "[")
    else {
      return 0
    }
    let end = min(bytes.count, start + Self.longest)
    let next = read(UnsafeBufferPointer(rebasing: bytes[..<end]), from: start)
    return final == "\0" ? 0 : next - start
  }

  /// Reads the sequence whose `ESC [` is at `start`, as far as it is present and valid; returns the
  /// place after that. The memory of `values` is reused.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    prefix = "\0"
    intermediate = "\0"
    final = "\0"
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
    colons = 0
    var place = start + 2
    if place < bytes.count, (0x3C...0x3F).contains(bytes[place]) {
      prefix = Unicode.Scalar(bytes[place])
      place += 1
    }
    var value = -1
    var between: UInt8 = 0
    reading: while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case 0x40...0x7E: final = Unicode.Scalar(byte)
      case 0x20...0x2F where between == 0: between = byte
      // Nothing but a final byte comes after an intermediate one.
      case _ where between != 0: break reading
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = min(max(value, 0) * 10 + Int(byte - UInt8(ascii: "0")), 65_535)
      case UInt8(ascii: ":") where values.count < 63, UInt8(ascii: ";") where values.count < 63:
        values.append(value)
        value = -1
        if byte == UInt8(ascii: ":") { colons |= 1 << UInt64(values.count) }
      default: break reading
      }
      place += 1
      if final != "\0" { break }
    }
    intermediate = Unicode.Scalar(between)
    if value >= 0 || !values.isEmpty { values.append(value) }
    return place
  }

  /// The parameter at `index`, or `standard` if it is omitted.
  @inlinable public func value(_ index: Int, _ standard: Int = 0) -> Int {
    index < values.count && values[index] >= 0 ? values[index] : standard
  }

  /// A count: at least 1, and 1 if omitted.
  @inlinable public func count(_ index: Int = 0) -> Int { max(1, value(index, 1)) }
}
