/// Reads a script's text into lines and blocks. It knows words, rows, comments, `for … end` and
/// `if … else … end`, but no other statement.
struct ScriptReader {
  let file: String
  private let lines: [Substring]
  private var index = 0
  private let firstLine: Int

  /// Reads a whole script, whose first line has this number.
  static func nodes(
    of text: String, file: String, firstLine: Int = 1
  ) throws(ScriptError) -> [ScriptNode] {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    var reader = ScriptReader(file: file, lines: lines, firstLine: firstLine)
    return try reader.block(openedBy: nil).nodes
  }

  /// The statements up to the block's end, or up to an `else` of an `if`.
  private mutating func block(
    openedBy opening: ScriptLine?, takesElse: Bool = false
  ) throws(ScriptError) -> (nodes: [ScriptNode], endsWithElse: Bool) {
    var nodes: [ScriptNode] = []
    while let line = try nextLine() {
      switch line.words[0].bareText {
      case "end", "else":
        let place = self.place(line.number, line.words[0].column)
        let isElse = line.words[0].bareText == "else"
        guard opening != nil, takesElse || !isElse else {
          throw ScriptError(place, .endWithoutFor)
        }
        if line.words.count > 1 {
          throw ScriptError(
            self.place(line.number, line.words[1].column), .nothingMore, line.words[1].written)
        }
        return (nodes, isElse)
      case "for", "if":
        if depth == 8 { throw ScriptError(place(line.number, 1), .tooDeep) }
        depth += 1
        let isChoice = line.words[0].bareText == "if"
        let (body, endsWithElse) = try block(openedBy: line, takesElse: isChoice)
        if isChoice {
          let otherwise = endsWithElse ? try block(openedBy: line).nodes : []
          nodes.append(.choice(line, then: body, otherwise: otherwise))
        } else {
          nodes.append(.repetition(line, body))
        }
        depth -= 1
      default: nodes.append(.statement(line))
      }
    }
    if let opening {
      throw ScriptError(place(opening.number, opening.words[0].column), .forWithoutEnd)
    }
    return (nodes, false)
  }

  private var depth = 0

  /// The next statement's line, with its rows.
  private mutating func nextLine() throws(ScriptError) -> ScriptLine? {
    while index < lines.count {
      let number = index + firstLine
      let text = lines[index]
      index += 1
      if Self.row(text) != nil {
        throw ScriptError(place(number, 1), .rowWithoutStatement)
      }
      let words = try words(of: text, number)
      if words.isEmpty { continue }
      var rows: [String] = []
      while index < lines.count, let row = Self.row(lines[index]) {
        rows.append(row)
        index += 1
      }
      return ScriptLine(number: number, words: words, rows: rows)
    }
    return nil
  }

  /// The text of a row: everything after a bar that only blanks precede.
  private static func row(_ line: Substring) -> String? {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    return rest.first == "|" ? String(rest.dropFirst()) : nil
  }

  // MARK: Words

  private func words(of text: Substring, _ number: Int) throws(ScriptError) -> [ScriptWord] {
    var words: [ScriptWord] = []
    let characters = Array(text)
    var at = 0
    while true {
      while at < characters.count, characters[at].isBlank { at += 1 }
      guard at < characters.count else { return words }
      // `#ff8000` is a colour.
      if characters[at] == "#",
        at + 1 == characters.count || characters[at + 1].isBlank || words.isEmpty
      {
        return words
      }
      words.append(try word(characters, &at, number))
      guard at == characters.count || characters[at].isBlank else {
        throw ScriptError(place(number, at + 1), .blankExpected)
      }
    }
  }

  private func word(
    _ characters: [Character], _ at: inout Int, _ number: Int
  ) throws(ScriptError) -> ScriptWord {
    let column = at + 1
    if characters[at] == "'" {
      let rest = characters[(at + 1)...]
      guard let end = rest.firstIndex(of: "'") else {
        throw ScriptError(place(number, column), .quoteNotClosed)
      }
      at = end + 1
      return ScriptWord(
        column: column, isQuoted: true, pieces: [.text(String(characters[(column)..<end]))])
    }
    let isQuoted = characters[at] == "\""
    if isQuoted { at += 1 }
    var pieces: [ScriptWord.Piece] = []
    var text = ""
    while true {
      guard at < characters.count else {
        if isQuoted { throw ScriptError(place(number, column), .quoteNotClosed) }
        break
      }
      let character = characters[at]
      if isQuoted, character == "\"" {
        at += 1
        break
      }
      if !isQuoted, character.isBlank { break }
      if isQuoted, character == "\\" {
        text += try escape(characters, &at, number)
      } else if character == "$" {
        let start = at + 1
        at += 1
        if at < characters.count, characters[at] == "$" {
          text += "$"
          at += 1
          continue
        }
        let name = try variable(characters, &at, number)
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.variable(name, column: start))
      } else {
        text.append(character)
        at += 1
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return ScriptWord(column: column, isQuoted: isQuoted, pieces: pieces)
  }

  /// The name after `$`, in braces or not.
  private func variable(
    _ characters: [Character], _ at: inout Int, _ number: Int
  ) throws(ScriptError) -> String {
    let start = at
    let hasBraces = at < characters.count && characters[at] == "{"
    if hasBraces { at += 1 }
    var name = ""
    while at < characters.count, characters[at].isPartOfName {
      name.append(characters[at])
      at += 1
    }
    if hasBraces {
      guard at < characters.count, characters[at] == "}" else {
        throw ScriptError(place(number, start), .variableNotSound)
      }
      at += 1
    }
    if name.isEmpty { throw ScriptError(place(number, start), .variableNotSound) }
    return name
  }

  /// `\n`, `\t`, `\r`, `\e`, `\\`, `\"`, `\$`, `\xHH` (a byte below 80), `\u{H…}`.
  private func escape(
    _ characters: [Character], _ at: inout Int, _ number: Int
  ) throws(ScriptError) -> String {
    let failure = ScriptError(place(number, at + 1), .escapeUnknown)
    guard at + 1 < characters.count else { throw failure }
    at += 2
    switch characters[at - 1] {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "e": return "\u{1B}"
    case "\\", "\"", "$": return String(characters[at - 1])
    case "x":
      let digits = String(characters[at...].prefix(2))
      guard digits.count == 2, let value = UInt8(digits, radix: 16), value < 0x80 else {
        throw failure
      }
      at += 2
      return String(Unicode.Scalar(value))
    case "u":
      let rest = characters[at...]
      guard rest.first == "{", let end = rest.firstIndex(of: "}"),
        let value = UInt32(String(rest[(at + 1)..<end]), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw failure }
      at = end + 1
      return String(scalar)
    default: throw failure
    }
  }

  private func place(_ line: Int, _ column: Int) -> ScriptPlace {
    ScriptPlace(file: file, line: line, column: column)
  }
}

extension ScriptWord {
  /// The text of a word without quotes and variables; nil for any other.
  var bareText: String? {
    guard !isQuoted, pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
    return text
  }

  /// The word for an error to show.
  var written: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .variable(let name, _): "$\(name)"
      }
    }.joined()
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }

  /// Whether a variable's name may contain it.
  var isPartOfName: Bool {
    isASCII && (isLetter || isNumber) || self == "_"
  }
}
