/// Divides text that arrives in pieces of any size into lines. A line is held back until its end has
/// arrived, unless it is longer than any of a screen.
package struct HeldLines: Sendable {
  /// A line, or a part of one that is too long or arrived too slowly.
  package struct Piece {
    fileprivate let bytes: [UInt8]
    fileprivate var isLine: Bool
    /// CR, LF or nothing.
    fileprivate var end: [UInt8] = []

    /// The line's translation and its end; the bytes themselves if they are not a whole line.
    ///
    /// - Parameter translate: takes the line, and whether an end follows.
    package func translated(by translate: ([UInt8], Bool) -> [UInt8]) -> [UInt8] {
      (isLine && !bytes.isEmpty ? translate(bytes, !end.isEmpty) : bytes) + end
    }
  }

  private static let longestLine = 1 << 14

  /// The bytes of the last line that were not passed on.
  private var held: [UInt8] = []
  /// Whether the beginning of that line was passed on.
  private var hasPassed = false

  package init() {}

  /// Whether bytes are held back.
  package var isHolding: Bool { !held.isEmpty }

  /// Takes a byte; returns what it completes.
  package mutating func take(_ byte: UInt8) -> Piece? {
    if byte == 0x0D || byte == 0x0A {
      var piece = end()
      piece.end = [byte]
      return piece
    }
    held.append(byte)
    return held.count > Self.longestLine ? Piece(bytes: release(), isLine: false) : nil
  }

  /// Ends the last line.
  package mutating func end() -> Piece {
    let isLine = !hasPassed
    let bytes = release()
    hasPassed = false
    return Piece(bytes: bytes, isLine: isLine)
  }

  /// Returns the held bytes as they are.
  package mutating func release() -> [UInt8] {
    defer { held.removeAll(keepingCapacity: true) }
    hasPassed = true
    return held
  }

  /// Removes the last bytes that are held, up to a number of them.
  package mutating func removeLast(_ count: Int) -> [UInt8] {
    let removed = Array(held.suffix(count))
    held.removeLast(removed.count)
    return removed
  }
}
