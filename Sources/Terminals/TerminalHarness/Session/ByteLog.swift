import SystemCalls

/// The bytes between a program and its terminal, with their times. Keeps the last `limit` bytes, so
/// that a program that never ends fits into memory; `droppedBytes` is the number before them.
///
/// ```swift
/// let start = session.log.end
/// session.press(.down)
/// …
/// #expect(session.log.output(since: start).count <= 250)
/// ```
public struct ByteLog: Sendable {
  /// The bytes of one read or write.
  public struct Chunk: Hashable, Sendable {
    /// The time since the start of the program.
    public let time: Duration
    /// Whether the program wrote the bytes; otherwise they were sent to it.
    public let isOutput: Bool
    /// The bytes of one read.
    public let bytes: [UInt8]
  }

  /// A position in the log, between two chunks.
  public struct Mark: Hashable, Sendable {
    let chunk: Int
  }

  /// The last reads, in order.
  public private(set) var chunks: [Chunk] = []
  /// How many bytes are kept, of both directions.
  public let limit: Int
  /// How many bytes were dropped at the beginning, of both directions.
  public private(set) var droppedBytes = 0
  private var droppedChunks = 0
  private var size = 0

  /// The limit of a `TerminalSession` unless set otherwise: 64 MiB.
  public static let standardLimit = 1 << 26

  init(limit: Int = standardLimit) { self.limit = limit }

  mutating func append(_ chunk: Chunk) {
    chunks.append(chunk)
    size += chunk.bytes.count
    guard size > limit else { return }
    // Seldom, because the remaining chunks have to move.
    var count = 0
    while size > limit - limit / 4, count + 1 < chunks.count {
      size -= chunks[count].bytes.count
      droppedBytes += chunks[count].bytes.count
      count += 1
    }
    chunks.removeFirst(count)
    droppedChunks += count
  }

  /// The chunks after a mark that are still kept.
  public func chunks(since mark: Mark) -> ArraySlice<Chunk> {
    chunks[min(max(mark.chunk - droppedChunks, 0), chunks.count)...]
  }

  /// The current end of the log.
  public var end: Mark { Mark(chunk: droppedChunks + chunks.count) }

  /// The log's beginning.
  public var start: Mark { Mark(chunk: 0) }

  /// The whole output of the program.
  public var output: [UInt8] { output(since: start) }

  /// The output of the program after a mark.
  public func output(since mark: Mark) -> [UInt8] {
    chunks(since: mark).lazy.filter(\.isOutput).flatMap(\.bytes)
  }

  /// The input of the program after a mark: keys and the terminal's own answers.
  public func input(since mark: Mark) -> [UInt8] {
    chunks(since: mark).lazy.filter { !$0.isOutput }.flatMap(\.bytes)
  }

  /// A position in the output at which given bytes occur.
  public struct Occurrence: Hashable, Sendable {
    /// The number of output bytes before it.
    public let offset: Int
    /// When its first byte was read, since the start of the program.
    public let time: Duration
  }

  /// All positions of a text in the output, also across several reads:
  /// `log.occurrences(of: "\u{1B}[8l").first`.
  public func occurrences(of text: String) -> [Occurrence] {
    let wanted = Array(text.utf8)
    let output = output
    guard let first = wanted.first, output.count >= wanted.count else { return [] }
    return (0...(output.count - wanted.count)).lazy
      .filter { output[$0] == first && output[$0...].starts(with: wanted) }
      .map { Occurrence(offset: $0, time: time(ofOutput: $0)) }
  }

  /// Whether these texts occur in the output in this order, without overlap: `log.holds(inOrder:
  /// "\u{1B}[?1049h", "\u{1B}[8l", "\u{1B}[2J")`.
  public func holds(inOrder texts: String...) -> Bool {
    var rest = output[...]
    for text in texts {
      let wanted = Array(text.utf8)
      guard let place = firstPlace(of: wanted, in: rest) else { return false }
      rest = rest[(place + wanted.count)...]
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
