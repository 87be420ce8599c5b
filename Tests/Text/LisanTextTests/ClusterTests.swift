import BidiSamples
import CLisanText
import Glibc
import TestEffort
import Testing

/// With `LISAN_TEXT_LIBRARY` these are the functions of a built library.
struct ClusterTests {
  @Test(
    "R74: in random lines with emoji no function splits a user-perceived character or loses a part of one"
  )
  func clusters() throws {
    let path = getenv("LISAN_TEXT_LIBRARY").map { String(cString: $0) }
    let functions = try path.map { try #require(Functions(library: $0)) } ?? Functions()
    var lines = RandomLines(.clusters, seed: Effort.seed)
    var generator = SeededGenerator(seed: Effort.seed)
    for round in 0..<Effort.rounds(short: 200, long: 20_000, "LISAN_FUZZ_LINES") {
      let scalars = lines.next()
      // Joined and not, with both widths, and without what is invisible.
      let flags = [0, LISAN_SEPARATE_LETTERS, LISAN_GLIBC_WIDTHS, LISAN_VISIBLE_ONLY][round / 4 % 4]
      let text = ClusterText(scalars, Int32(round % 4), UInt32(flags), functions)
      let violation = text.violation(
        width: 1 + round % 12, cut: Int.random(in: 0...scalars.count, using: &generator))
      if let violation {
        let points = scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        Issue.record(
          "\(violation): \(points), direction \(round % 4), flags \(flags), seed \(Effort.seed)")
        return
      }
    }
  }
}

/// A text in the functions of lisantext.h, and what must hold for its user-perceived characters.
private struct ClusterText {
  let scalars: [Unicode.Scalar]
  let utf8: [CChar]
  let direction: Int32
  let flags: UInt32
  let functions: Functions
  /// Where user-perceived characters begin, and the end.
  let starts: Set<Int>
  /// The byte of each position.
  let bytes: [Int]

  init(_ scalars: [Unicode.Scalar], _ direction: Int32, _ flags: UInt32, _ functions: Functions) {
    self.scalars = scalars
    (self.direction, self.flags, self.functions) = (direction, flags, functions)
    utf8 = String(String.UnicodeScalarView(scalars)).utf8.map { CChar(bitPattern: $0) }
    let text = functions.newText(utf8, utf8.count, direction, flags)
    defer { functions.freeText(text) }
    let boundaries = Answers.array(UInt8(0)) { functions.boundaries(text, $0, $1) }
    starts = Set(boundaries.indices.filter { boundaries[$0] & 1 != 0 } + [scalars.count])
    bytes = Answers.array(0) { functions.bytes(text, $0, $1) }
  }

  /// - Parameter cut: the position at which a piece of the row ends.
  func violation(width: Int, cut: Int) -> String? {
    let text = functions.newText(utf8, utf8.count, direction, flags)
    defer { functions.freeText(text) }
    for range in Answers.array(lisan_range(), { functions.wrap(text, width, $0, $1) }) {
      if !starts.contains(range.start) || !starts.contains(range.end) {
        return "a wrapped line splits one"
      }
      if let violation = violation(
        of: functions.newLine(text, range.start, range.end), range.start, range.end)
      {
        return "\(violation) in the line from \(range.start) to \(range.end)"
      }
    }
    let truncated = functions.truncated(text, width)
    let left = functions.order(truncated, nil, 0)
    functions.freeLine(truncated)
    if left > 0, left != scalars.count, !starts.contains(left - 1) {
      return "the ellipsis splits one"
    }
    return violation(of: functions.newLine(text, 0, -1), 0, scalars.count)
      ?? violation(rowCutAt: cut)
  }

  /// Frees the line.
  private func violation(of line: OpaquePointer?, _ start: Int, _ end: Int) -> String? {
    defer { functions.freeLine(line) }
    let row = Self.row(of: line, LISAN_VISUAL, functions)
    let counts = Answers.array(0) { functions.characters(line, $0, $1) }
    let positions = Answers.array(0) { functions.positions(line, $0, $1) }
    if counts.reduce(0, +) != row.count { return "columns do not have all of the row" }
    // What is drawn in the columns of each caret position, which are side by side.
    var drawn: [Int: [Unicode.Scalar]] = [:]
    var next = 0
    var glyphs: [[Unicode.Scalar]] = []
    for (column, position) in positions.enumerated() {
      if column == 0 || positions[column - 1] != position,
        drawn.updateValue([], forKey: position) != nil
      {
        return "one in two places"
      }
      let glyph = Array(row[next..<next + counts[column]])
      if !glyph.isEmpty { glyphs.append(glyph) }
      drawn[position, default: []] += glyph
      next += counts[column]
    }
    let carets = drawn.keys.sorted() + [end]
    if let first = drawn.keys.min(), first != start { return "the first position is not the start" }
    for (caret, after) in zip(carets, carets.dropFirst()) {
      if !starts.contains(caret) { return "a caret in one" }
      if flags & 8 == 0,
        !Self.isSame(scalars[caret..<after], drawn[caret] ?? [], isFirst: caret == start)
      {
        return "\(scalars[caret..<after]) became \(drawn[caret] ?? [])"
      }
    }
    return violation(of: line, glyphs) ?? violation(ofRuns: line, start, end)
      ?? violation(ofCarets: line, carets)
  }

  /// In each order for terminals, what is in a column stays together.
  private func violation(of line: OpaquePointer?, _ glyphs: [[Unicode.Scalar]]) -> String? {
    func kept(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      scalars.filter { ![0x200C, 0x200D].contains($0.value) && !Self.isFormatting($0) }
    }
    let expected = kept(glyphs.flatMap { $0 }).map(Self.unmirrored).sorted()
    for encoding in Answers.encodings {
      let row = Self.row(of: line, encoding, functions)
      if kept(row).map(Self.unmirrored).sorted() != expected {
        return "order \(encoding) is \(row)"
      }
      let shown = kept(row).map(Self.unmirrored)
      for glyph in glyphs where glyph.count > 1 {
        let glyph = kept(glyph).map(Self.unmirrored)
        let isWhole = shown.indices.contains { shown[$0...].starts(with: glyph) }
        if !isWhole { return "order \(encoding) splits \(glyph)" }
      }
    }
    return nil
  }

  private func violation(ofRuns line: OpaquePointer?, _ start: Int, _ end: Int) -> String? {
    let runs = Answers.array(lisan_run()) { functions.runs(line, $0, $1) }.sorted {
      $0.start < $1.start
    }
    var next = start
    for run in runs {
      if run.start != next || run.end <= run.start { return "runs leave something out" }
      if !starts.contains(run.start) { return "a run from \(run.start) splits one" }
      next = run.end
    }
    return next == end ? nil : "runs leave out the end"
  }

  /// - Parameter carets: the positions, ascending, and the end.
  private func violation(ofCarets line: OpaquePointer?, _ carets: [Int]) -> String? {
    guard let first = carets.first, let last = carets.last, first < last else { return nil }
    for position in first...last {
      let index = carets.lastIndex { $0 <= position } ?? 0
      let place = carets[index]
      if functions.column(line, position) != functions.column(line, place) {
        return "a caret at \(position) is not on its character"
      }
      for step in Int32(0)...5 where !carets.contains(functions.step(line, position, step)) {
        return "step \(step) from \(position) ends in one"
      }
      if functions.step(line, position, Int32(LISAN_NEXT))
        != carets[min(index + 1, carets.count - 1)]
      {
        return "the next position after \(position) is another"
      }
      let before = place < position ? place : carets[max(index - 1, 0)]
      if functions.step(line, position, Int32(LISAN_PREVIOUS)) != before {
        return "the one before \(position) is another"
      }
      // What is selected up to the position is all before it.
      let selected = Answers.array(lisan_range()) {
        functions.selection(line, first, position, $0, $1)
      }
      let expected = Set(carets[..<index].map { functions.column(line, $0) })
      let columns = Set(selected.flatMap { Array($0.start..<$0.end) })
      if !expected.isSubset(of: columns) || columns.contains(functions.column(line, place)) {
        return "a selection up to \(position) has other columns"
      }
    }
    return nil
  }

  /// A row of two pieces: its parts are all of it, and what one piece has is drawn in its parts.
  private func violation(rowCutAt cut: Int) -> String? {
    let ends = [bytes[cut], utf8.count]
    let rows = functions.newRows(
      utf8, utf8.count, direction, flags, Int32(LISAN_VISUAL), 0, ends, 2)
    defer { functions.freeRows(rows) }
    var count = 0
    let utf8 = UnsafeBufferPointer(start: functions.rows(rows, &count), count: count)
    let text = functions.newText(self.utf8, self.utf8.count, direction, flags)
    let line = functions.newLine(text, 0, -1)
    defer {
      functions.freeLine(line)
      functions.freeText(text)
    }
    if Array(utf8) != Answers.utf8({ functions.utf8(line, Int32(LISAN_VISUAL), $0, $1) }) {
      return "a row is not its line"
    }
    var owners: [Int] = []
    for part in Answers.array(lisan_part(), { functions.parts(rows, $0, $1) }) {
      if part.start != owners.count || part.row != 0 { return "parts are not side by side" }
      owners += repeatElement(part.piece, count: part.end - part.start)
    }
    if owners.count != count { return "parts leave something out" }
    var byte = 0
    let counts = Answers.array(0) { functions.characters(line, $0, $1) }
    let positions = Answers.array(0) { functions.positions(line, $0, $1) }
    for (column, position) in positions.enumerated() {
      let start = byte
      for _ in 0..<counts[column] {
        byte += 1
        while byte < count, UInt8(bitPattern: utf8[byte]) & 0xC0 == 0x80 { byte += 1 }
      }
      guard Set(owners[start..<byte]).count <= 1 else { return "a column of two pieces" }
      // A character in which the first piece ends may have parts of both.
      let next = positions.filter { $0 > position }.min() ?? scalars.count
      if start < byte, cut <= position || cut >= next, owners[start] != (cut <= position ? 1 : 0) {
        return "column \(column) is drawn as of another piece, cut at \(cut)"
      }
    }
    return nil
  }

  private static func row(of line: OpaquePointer?, _ encoding: Int, _ functions: Functions)
    -> [Unicode.Scalar]
  {
    let bytes = Answers.utf8 { functions.utf8(line, Int32(encoding), $0, $1) }
    return Array(
      String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self).unicodeScalars)
  }

  /// Whether what is drawn is the text, but for the forms of letters, images of brackets, blanks for controls and for
  /// what has no letter, and directional formatting. What has no column at the start of a line is drawn behind its
  /// first character.
  private static func isSame(
    _ text: ArraySlice<Unicode.Scalar>, _ drawn: [Unicode.Scalar], isFirst: Bool
  ) -> Bool {
    let kept = text.filter { !isFormatting($0) }.map { $0 == "\t" ? " " : unmirrored($0) }
    let hasLigature = drawn.contains { 0xFEF5...0xFEFC ~= $0.value }
    let letters = drawn.flatMap { letter(of: $0) }.map(unmirrored)
    // Blanks are added, and never lost.
    let (shown, written) = (letters.filter { $0 != " " }, kept.filter { $0 != " " })
    if letters.count - shown.count < kept.count - written.count { return false }
    return hasLigature || isFirst ? shown.sorted() == written.sorted() : shown == written
  }

  private static func isFormatting(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// With one bracket and one blank: terminals that order rows get blanks that are no white space.
  private static func unmirrored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == ")" ? "(" : scalar == "\u{2800}" ? " " : scalar
  }

  /// The letters of the forms that the samples' letters take.
  private static func letter(of form: Unicode.Scalar) -> [Unicode.Scalar] {
    switch form.value {
    case 0xFE8D...0xFE8E: ["\u{627}"]
    case 0xFE8F...0xFE92: ["\u{628}"]
    case 0xFEDD...0xFEE0: ["\u{644}"]
    case 0xFEFB...0xFEFC: ["\u{644}", "\u{627}"]
    default: [form]
    }
  }
}
