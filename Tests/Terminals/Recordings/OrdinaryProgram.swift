import Foundation

/// An ordinary program with right-to-left text, recorded in several languages and widths; `ordinary.py` makes them.
public struct OrdinaryProgram: Sendable, CustomStringConvertible {
  /// One session on a terminal.
  public struct Recording: Decodable, Sendable {
    public let language: String
    public let columns: Int
    public let rows: Int
    /// A key, and what the program wrote after it; the first key is empty.
    public let steps: [[String]]
    /// The rows of the last screen with right-to-left text.
    public let judged: [JudgedRow]
  }

  /// A row and the order in which it should be read.
  public struct JudgedRow: Decodable, Sendable {
    public let row: Int
    /// Whether UAX #9 for the row alone shows what is wanted.
    public let alone: Bool
    public let pieces: [Piece]
  }

  /// What a program wrote for itself in some columns of a row.
  public struct Piece: Decodable, Sendable {
    public let kind: String
    public let columns: Range<Int>
    /// Its characters without blanks from left to right.
    public let order: String

    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      kind = try list.decode(String.self)
      let first = try list.decode(Int.self)
      columns = first..<(try list.decode(Int.self))
      order = try list.decode(String.self)
    }
  }

  public let name: String
  private let file: URL

  public var description: String { name }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("ordinary")

  /// How many rows of each program are right at least, and how many are harmed at most: `NAME ROWS RIGHT HARMED`.
  public static let figures = folder.appendingPathComponent("figures")

  /// All programs, in the order of their names.
  public static let all: [OrdinaryProgram] =
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
    ?? [])
    .filter { $0.pathExtension == "gz" }
    .map { OrdinaryProgram(name: String($0.lastPathComponent.split(separator: ".")[0]), file: $0) }
    .sorted { $0.name < $1.name }

  public func recordings() throws -> [Recording] {
    try bytesOfGzip(file).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Recording.self, from: Data($0))
    }
  }
}
