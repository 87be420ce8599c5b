/// Every byte that went between a program and its terminal, with its time.
///
/// ```swift
/// let start = session.log.end
/// session.press(.down)
/// …
/// #expect(session.log.output(since: start).count <= 250)
/// ```
public struct ByteLog: Sendable {
  /// What one read or write carried.
  public struct Chunk: Hashable, Sendable {
    /// Since the program was started.
    public let time: Duration
    /// Whether the program wrote it; else it was sent to the program.
    public let isOutput: Bool
    public let bytes: [UInt8]
  }

  /// A place in the log, between two chunks.
  public struct Mark: Hashable, Sendable {
    let chunk: Int
  }

  public internal(set) var chunks: [Chunk] = []

  /// The place after all that is there.
  public var end: Mark { Mark(chunk: chunks.count) }

  /// The log's beginning.
  public var start: Mark { Mark(chunk: 0) }

  /// All that the program wrote.
  public var output: [UInt8] { output(since: start) }

  /// What the program wrote after a mark.
  public func output(since mark: Mark) -> [UInt8] {
    chunks[mark.chunk...].lazy.filter(\.isOutput).flatMap(\.bytes)
  }

  /// What was sent to the program after a mark: keys and the terminal's own answers.
  public func input(since mark: Mark) -> [UInt8] {
    chunks[mark.chunk...].lazy.filter { !$0.isOutput }.flatMap(\.bytes)
  }

  /// A place in the output where some bytes stand.
  public struct Occurrence: Hashable, Sendable {
    /// Bytes of output before it.
    public let offset: Int
    /// When its first byte was read, since the program was started.
    public let time: Duration
  }

  /// Every place in the output where a text stands, however many reads it came in:
  /// `log.occurrences(of: "\u{1B}[8l").first`.
  public func occurrences(of text: String) -> [Occurrence] {
    let wanted = Array(text.utf8)
    let output = output
    guard let first = wanted.first, output.count >= wanted.count else { return [] }
    return (0...(output.count - wanted.count)).lazy
      .filter { output[$0] == first && output[$0...].starts(with: wanted) }
      .map { Occurrence(offset: $0, time: time(ofOutput: $0)) }
  }

  /// Whether these texts stand in the output in this order, each the first one behind the one
  /// before it: `log.holds(inOrder: "\u{1B}[?1049h", "\u{1B}[8l", "\u{1B}[2J")`.
  public func holds(inOrder texts: String...) -> Bool {
    var rest = output[...]
    for text in texts {
      guard let found = rest.firstRange(of: Array(text.utf8)) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  private func time(ofOutput offset: Int) -> Duration {
    var remaining = offset
    for chunk in chunks where chunk.isOutput {
      if remaining < chunk.bytes.count { return chunk.time }
      remaining -= chunk.bytes.count
    }
    return .zero
  }
}
