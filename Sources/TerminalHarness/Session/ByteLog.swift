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
}
