/// A word of a script: bare (`press`), in double quotes (with escapes and variables) or in single
/// quotes (literally).
struct ScriptWord: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case text(String)
    /// A variable's name, and the column of its `$`.
    case variable(String, column: Int)
  }

  let column: Int
  let isQuoted: Bool
  let pieces: [Piece]
}

/// A statement as written: its words, and the rows of text below it that begin with `|`.
struct ScriptLine: Sendable {
  let number: Int
  let words: [ScriptWord]
  let rows: [String]
  /// The lines of the rows in the file, from 1; an empty range after the statement's line if there
  /// is none.
  var rowLines: Range<Int> { (number + 1)..<(number + 1 + rows.count) }
}

/// A statement, or a block of statements.
indirect enum ScriptNode: Sendable {
  case statement(ScriptLine)
  case repetition(ScriptLine, [ScriptNode])
  case choice(ScriptLine, then: [ScriptNode], otherwise: [ScriptNode])

  /// The statement, or the first line of the block.
  var line: ScriptLine {
    switch self {
    case .statement(let line), .repetition(let line, _), .choice(let line, _, _): line
    }
  }
}
