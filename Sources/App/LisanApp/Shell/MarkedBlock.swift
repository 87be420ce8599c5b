import CSystem

/// Lines that Lisan keeps in a file of a person, between two marker lines.
///
/// The first marker has a checksum of what follows, so that a block that was edited by hand is
/// recognised. The last marker says what `removal` has to undo beside the block.
///
///     # >>> lisan shell 1c291ca3 >>>
///     eval "$(lisan env)"
///     # <<< lisan shell <<<
struct MarkedBlock: Equatable {
  /// What the block needed when it was inserted.
  enum Trace: String, CaseIterable {
    case nothing = ""
    /// The file did not exist.
    case newFile = ", new file"
    /// The last line before the block had no end.
    case newline = ", newline added"
  }

  /// The place of both markers and all between, in bytes.
  let range: Range<Int>
  let lines: [String]
  let trace: Trace
  /// Whether it is as Lisan wrote it.
  let isIntact: Bool

  private static let opening = "# >>> lisan shell "
  private static let closing = "# <<< lisan shell"
  private static let newline = UInt8(ascii: "\n")

  /// The block of a file; nil if there is none. A marker without its partner, or a second block,
  /// makes it one that was edited.
  init?(in bytes: [UInt8]) {
    let marks = Self.marks(in: bytes)
    guard let first = marks.first, let last = marks.last else { return nil }
    range = first.lowerBound..<last.upperBound
    let between = marks.count == 2 ? first.upperBound..<last.lowerBound : 0..<0
    lines = bytes[between].split(separator: Self.newline, omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
    let (lines, range) = (lines, range)
    let trace = Trace.allCases.first { bytes[range].elementsEqual(Self.text(lines, $0)) }
    self.trace = trace ?? .nothing
    isIntact = trace != nil
  }

  /// The lines that begin like a marker, with their ends.
  private static func marks(in bytes: [UInt8]) -> [Range<Int>] {
    fileLines(bytes).filter {
      $0.starts(with: opening.utf8) || $0.starts(with: closing.utf8)
    }.map(\.indices)
  }

  /// The bytes of a block.
  private static func text(_ lines: [String], _ trace: Trace) -> [UInt8] {
    let end = "\(closing)\(trace.rawValue) <<<\n"
    let body = Array((lines.map { $0 + "\n" }.joined() + end).utf8)
    let sum = String(cs_crc32c(body, body.count), radix: 16)
    let padded = String(repeating: "0", count: 8 - sum.utf8.count) + sum
    return Array("\(opening)\(padded) >>>\n".utf8) + body
  }

  /// A file with a block of these lines at its end, or in the place of its intact block.
  ///
  /// - Parameter bytes: the file; nil if it does not exist.
  static func insertion(of lines: [String], in bytes: [UInt8]?) -> [UInt8] {
    guard var bytes else { return text(lines, .newFile) }
    if let block = MarkedBlock(in: bytes) {
      bytes.replaceSubrange(block.range, with: text(lines, block.trace))
      return bytes
    }
    let isEnded = bytes.isEmpty || bytes.last == newline
    if !isEnded { bytes.append(newline) }
    return bytes + text(lines, isEnded ? .nothing : .newline)
  }

  /// The file as it was before its block was inserted; nil if it did not exist. What was added
  /// after the block stays.
  func removal(from bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes
    rest.removeSubrange(range)
    if trace == .newFile, rest.isEmpty { return nil }
    if trace == .newline, range.upperBound == bytes.count, rest.last == Self.newline {
      rest.removeLast()
    }
    return rest
  }
}
