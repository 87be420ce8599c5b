/// The 16 random bytes that identify a file, such as `6f1c09…`. They are made with it.
public struct FileIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// Bytes 0 to 7 and 8 to 15, lowest byte first.
  let low: UInt64
  let high: UInt64

  /// The empty identifier, which no file has.
  public static let none = FileIdentifier(low: 0, high: 0)

  /// A new identifier from the kernel's random number generator.
  static func random() -> FileIdentifier {
    FileIdentifier(low: .random(in: 0...UInt64.max), high: .random(in: 0...UInt64.max))
  }

  /// The 16 bytes in file order.
  public var bytes: [UInt8] {
    [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// 32 lower-case hexadecimal digits in file order.
  public var description: String {
    bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}
