import BidiSamples
import BidiText
import CLisanText
import Foundation
import LisanText
import MirrorLayout
import TestEffort
import Testing

struct InterfaceTests {
  private static let directions: [ParagraphDirection] = [
    .leftToRight, .rightToLeft, .firstStrong(fallback: .leftToRight),
    .firstStrong(fallback: .rightToLeft),
  ]

  @Test("R74: for random lines the functions for C give what BidiText and MirrorLayout give")
  func sameAsSwift() {
    var lines = [RandomLines.Kind.everything, .clusters].map { RandomLines($0, seed: Effort.seed) }
    let drawings = 5 + Answers.encodings.count
    for round in 0..<Effort.lines {
      let scalars = lines[round % 2].next()
      let direction = round / 2 % 4
      let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
      let flags = [0, LISAN_GLIBC_WIDTHS, LISAN_VISIBLE_ONLY][round / 8 % 3]
      let answers = Answers(
        bytes, direction: Int32(direction), flags: UInt32(flags), width: 7, by: Functions())
      let paragraph = Paragraph(
        scalars: scalars, direction: Self.directions[direction],
        widths: flags == 0 ? .clusters : .characters)
      func drawing(of line: TextLine, start: Int) -> [[Int]] {
        self.drawing(of: line, start: start, keepsInvisible: flags != LISAN_VISIBLE_ONLY)
      }
      #expect(answers.text[0] == paragraph.levels.map { Int($0) })
      var expected: [[Int]] = []
      for range in paragraph.lineRanges(width: 7) {
        expected += drawing(of: paragraph.line(range), start: range.lowerBound)
      }
      expected += drawing(of: paragraph.line, start: 0)
      expected += drawing(of: paragraph.truncated(to: 7), start: 0)
      let perLine = answers.lines.count / (expected.count / drawings)
      let found = answers.lines.indices.filter { $0 % perLine < drawings }.map { answers.lines[$0] }
      #expect(found == expected)
    }
  }

  /// The order, the positions of the columns, the cells with the number of their characters, and the row in
  /// every encoding.
  private func drawing(of line: TextLine, start: Int, keepsInvisible: Bool) -> [[Int]] {
    let levels = LineOrder.levels(
      ofLine: line.scalars, line.levels, paragraphLevel: line.paragraphLevel)
    let carets = CaretMap(line)
    let drawn = line.drawn(keepsInvisible: keepsInvisible)
    var row: [Cell] = []
    for glyph in drawn.glyphs {
      row.append(Cell(glyph))
      if glyph.width == 2 { row.append(.continuation(.plain)) }
    }
    let order: [Int] = LineOrder.visualToLogical(levels).map { start + $0 }
    let positions: [Int] = (0..<line.width).map { start + carets.position(at: $0) }
    var cells: [Int] = []
    for cell in row {
      let marks = drawn.withoutTail(cell.glyph).marks.scalars.map { Int($0.value) }
      cells.append(Int(cell.glyph.base.value))
      cells.append(contentsOf: marks)
      cells.append(contentsOf: repeatElement(0, count: 4 - marks.count))
    }
    let counts = row.map { $0.isContinuation ? 0 : drawn.scalars($0.glyph).count }
    var result = [order, positions, cells, counts]
    // C has no `logical`: it gets cells, in which there are no letters.
    for encoding in RowEncoding.allCases where encoding != .logical {
      var text = String.UnicodeScalarView()
      for cell in encoding.encoded(encoding == .visual ? row : withoutJoiners(row)).cells
      where !cell.isContinuation { text.append(contentsOf: drawn.scalars(cell.glyph)) }
      result.append(String(text).utf8.map { Int(Int8(bitPattern: $0)) })
    }
    var breaker = GraphemeBreaker()
    var whole = levels
    for (place, scalar) in line.scalars.enumerated() where !breaker.isBoundary(before: scalar) {
      whole[place] = whole[place - 1]
    }
    result.append(
      LineOrder.visualRuns(whole).flatMap {
        [start + $0.range.lowerBound, start + $0.range.upperBound, Int($0.level)]
      })
    return result
  }

  /// A row for a terminal that reorders: no U+200C and U+200D on right-to-left letters.
  private func withoutJoiners(_ row: [Cell]) -> [Cell] {
    row.map { cell in
      guard cell.glyph.base.isRightToLeft, cell.glyph.marks.fourth.value < 0x10_0000 else {
        return cell
      }
      var cell = cell
      cell.glyph.marks = Marks(
        cell.glyph.marks.scalars.filter { $0 != "\u{200C}" && $0 != "\u{200D}" })
      return cell
    }
  }

  @Test("R74: NULL is an empty text and an empty line, and an array without room")
  func null() {
    lisan_text_free(nil)
    lisan_line_free(nil)
    #expect(lisan_line_new(nil, 0, 1) == nil && lisan_line_new_truncated(nil, 1) == nil)
    #expect(lisan_text_count(nil) == 0 && lisan_text_width(nil) == 0 && lisan_text_is_rtl(nil) == 0)
    #expect(lisan_text_byte(nil, 3) == 0 && lisan_text_bytes(nil, nil, 1) == 0)
    #expect(lisan_text_wrap(nil, 3, nil, 3) == 1 && lisan_text_wrap(nil, 0, nil, 3) == 0)
    #expect(lisan_line_count(nil) == 0 && lisan_line_width(nil) == 0)
    #expect(lisan_line_column(nil, 1) == 0 && lisan_line_position(nil, 1) == 0)
    #expect(lisan_line_step(nil, 1, 0) == 0 && lisan_line_selection(nil, 0, 1, nil, 1) == 0)
    #expect(lisan_line_utf8(nil, 0, nil, 9) == 0 && lisan_cells_utf8(nil, 9, 0, nil, 9) == 0)
    #expect(lisan_line_runs(nil, nil, 3) == 0 && lisan_line_characters(nil, nil, 3) == 0)
    let string = lisan_line_string(nil, 0)
    #expect(string?.pointee == 0)
    free(string)
    var bytes = 7
    #expect(lisan_rows_utf8(nil, &bytes) == nil && bytes == 0 && lisan_rows_parts(nil, nil, 1) == 0)
    lisan_rows_free(nil)
    let text = lisan_text_new(nil, 5, 0, 0)
    #expect(text != nil && lisan_text_count(text) == 0)
    lisan_text_free(text)
  }

  @Test(
    "R74: UTF-8 without enough room ends with a zero byte between two characters, as snprintf does",
    arguments: 0...13)
  func noRoom(capacity: Int) {
    // Of one to four bytes, and a mark.
    let bytes = Array("aא\u{5B8}\u{4E2D}\u{1F44D}".utf8)
    let text = bytes.withUnsafeBytes {
      lisan_text_new($0.bindMemory(to: CChar.self).baseAddress, $0.count, 0, 0)
    }
    let line = lisan_line_new(text, 0, -1)
    var cells = [lisan_cell](repeating: lisan_cell(), count: lisan_line_width(line))
    _ = lisan_line_cells(line, &cells, cells.count)
    let rows: [(UnsafeMutablePointer<CChar>?, Int) -> Int] = [
      { lisan_line_utf8(line, 0, $0, $1) }, { lisan_cells_utf8(cells, cells.count, 0, $0, $1) },
    ]
    // What fits beside a zero byte.
    let fitting = [0, 1, 3, 5, 8, 12].last { $0 < max(capacity, 1) } ?? 0
    for row in rows {
      var room = [CChar](repeating: 0x55, count: 16)
      #expect(row(&room, capacity) == bytes.count)
      #expect(
        room.prefix(fitting).elementsEqual(bytes.prefix(fitting).map { CChar(bitPattern: $0) }))
      #expect(capacity == 0 ? room[0] == 0x55 : room[fitting] == 0)
      #expect(room.dropFirst(max(fitting + 1, capacity)).allSatisfy { $0 == 0x55 })
    }
    lisan_line_free(line)
    lisan_text_free(text)
  }

  @Test("R74: rows in one call are those of lines, with the parts of their pieces")
  func rows() throws {
    var samples = RandomLines(.clusters, seed: Effort.seed)
    for round in 0..<200 {
      let texts = (0..<3).map { _ in
        Array(String(String.UnicodeScalarView(samples.next().filter { $0 != "\n" })).utf8)
      }
      let encoding = Int32(Answers.encodings[round % Answers.encodings.count])
      let expected = texts.map { bytes in
        let text = bytes.withUnsafeBytes {
          lisan_text_new($0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count, 2, 0)
        }
        let line = lisan_line_new(text, 0, -1)
        defer {
          lisan_line_free(line)
          lisan_text_free(text)
        }
        return Answers.utf8 { lisan_line_utf8(line, encoding, $0, $1) }
      }
      let bytes = Array(texts.joined(separator: [0x0A]))
      let ends = [texts[0].count, texts[0].count + 1 + texts[1].count / 2, bytes.count]
      let rows = bytes.withUnsafeBytes {
        lisan_rows_new(
          $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count, 2, 0, encoding, 0, ends, 3)
      }
      defer { lisan_rows_free(rows) }
      var count = 0
      let drawn = UnsafeBufferPointer(start: lisan_rows_utf8(rows, &count), count: count)
      #expect(Array(drawn) == Array(expected.joined(separator: [0x0A])))
      let parts = Answers.array(lisan_part()) { lisan_rows_parts(rows, $0, $1) }
      // Side by side they are all of the rows, and each piece is in its rows.
      #expect(parts.reduce(0) { $0 + $1.end - $1.start } == count - 2)
      for part in parts {
        #expect([[0], [1], [1, 2]][part.piece].contains(part.row))
      }
    }
    let padded = lisan_rows_new("ab\n\nabcd", 8, 0, 0, 0, 3, nil, 0)
    #expect(String(cString: try #require(lisan_rows_utf8(padded, nil))) == "ab \n\nabcd")
    lisan_rows_free(padded)
  }

  @Test("R74: a text of 2 GiB or more is NULL")
  func tooLong() {
    let byte: [CChar] = [65]
    #expect(lisan_text_new(byte, 1 << 31, 0, 0) == nil)
    #expect(lisan_text_new(byte, -1, 0, 0) == nil)
  }

  #if DEBUG
    @Test("R74: a debug build ends where a handle is freed twice, or used after it was freed")
    func freedTwice() async throws {
      let twice = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let text = lisan_text_new(nil, 0, 0, 0)
        lisan_text_free(text)
        lisan_text_free(text)
      }
      let used = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let text = lisan_text_new(nil, 0, 0, 0)
        let line = lisan_line_new(text, 0, 0)
        lisan_text_free(text)
        _ = lisan_line_count(line)
        lisan_line_free(line)
        _ = lisan_line_count(line)
      }
      for (ended, reason) in [(twice, "is freed twice"), (used, "is used after it was freed")] {
        let message = String(decoding: try #require(ended).standardErrorContent, as: UTF8.self)
        #expect(message.contains("a handle of liblisantext \(reason)"))
      }
    }
  #endif

  @Test("R74: arguments of any size change nothing outside the arrays")
  func hostileArguments() {
    var generator = SeededGenerator(seed: Effort.seed)
    let numbers = [0, 1, 2, 3, 7, 100, -1, -2, .max, .min, .max - 1, 1 << 31, 1 << 32]
    for _ in 0..<Effort.rounds(short: 2_000, long: 60_000) {
      let bytes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        CChar.random(in: .min ... .max, using: &generator)
      }
      func number() -> Int { numbers.randomElement(using: &generator) ?? 0 }
      let text = lisan_text_new(
        bytes, bytes.count, Int32(truncatingIfNeeded: number()),
        UInt32(truncatingIfNeeded: number()))
      let line =
        Bool.random(using: &generator)
        ? lisan_line_new(text, number(), number()) : lisan_line_new_truncated(text, number())
      let count = lisan_text_count(text)
      #expect(count <= bytes.count && lisan_text_byte(text, number()) <= bytes.count)
      for capacity in [0, 1, 3] {
        #expect(Guarded.isKept(capacity, lisan_range()) { lisan_text_wrap(text, number(), $0, $1) })
        #expect(Guarded.isKept(capacity, UInt8(0)) { lisan_text_boundaries(text, $0, $1) })
        #expect(Guarded.isKept(capacity, 0) { lisan_text_bytes(text, $0, $1) })
        #expect(Guarded.isKept(capacity, lisan_cell()) { lisan_line_cells(line, $0, $1) })
        #expect(Guarded.isKept(capacity, 0) { lisan_line_order(line, $0, $1) })
        #expect(
          Guarded.isKept(capacity, CChar(0)) {
            lisan_line_utf8(line, Int32(truncatingIfNeeded: number()), $0, $1)
          })
        #expect(
          Guarded.isKept(capacity, lisan_range()) {
            lisan_line_selection(line, number(), number(), $0, $1)
          })
      }
      let step = lisan_line_step(
        line, number(), Int32.random(in: -1...7, using: &generator))
      #expect(0...bytes.count + 1 ~= step)
      #expect(-1...lisan_line_width(line) ~= lisan_line_column(line, number()))
      #expect(0...bytes.count + 1 ~= lisan_line_position(line, number()))
      let ends = (0..<3).map { _ in number() }
      let rows = lisan_rows_new(
        bytes, bytes.count, Int32(truncatingIfNeeded: number()),
        UInt32(truncatingIfNeeded: number()), Int32(truncatingIfNeeded: number()), number() & 0xFF,
        ends, ends.count)
      #expect(
        Answers.array(lisan_part()) { lisan_rows_parts(rows, $0, $1) }.allSatisfy { $0.piece < 3 })
      lisan_rows_free(rows)
      lisan_line_free(line)
      lisan_text_free(text)
    }
  }

  @Test("R74: cells with numbers that are no characters become UTF-8")
  func hostileCells() {
    let numbers: [UInt32] = [0, 0x1B, 0x41, 0x5D0, 0xD800, 0x110000, .max, 0x4E2D, 0x100000]
    var generator = SeededGenerator(seed: Effort.seed)
    for _ in 0..<2_000 {
      func number() -> UInt32 { numbers.randomElement(using: &generator) ?? 0 }
      let cells = (0..<6).map { _ in
        lisan_cell(base: number(), marks: (number(), number(), number(), number()))
      }
      for encoding in Int32(-1)...7 {
        let bytes = Answers.utf8 {
          lisan_cells_utf8(cells, cells.count, encoding, $0, $1)
        }
        let text = String(validating: bytes, as: UTF8.self)
        #expect(text != nil && text?.unicodeScalars.contains("\0") == false)
      }
    }
  }

  @Test("R74: eight threads use one text and one line")
  func threads() async {
    let text = Array("abc אב (لا) 12".utf8)
    let handle = Shared(
      text.withUnsafeBytes { bytes in
        lisan_text_new(
          bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, 2, 0)
      })
    let line = Shared(lisan_line_new(handle.pointer, 0, -1))
    let columns = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0...lisan_text_count(handle.pointer)).map { lisan_line_column(line.pointer, $0) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(columns).count == 1 && columns.count == 8)
    // A line outlives its text.
    lisan_text_free(handle.pointer)
    #expect(lisan_line_column(line.pointer, 4) == columns[0][4])
    lisan_line_free(line.pointer)
  }
}

/// A handle, which any thread may use.
private struct Shared: @unchecked Sendable {
  let pointer: OpaquePointer?
  init(_ pointer: OpaquePointer?) { self.pointer = pointer }
}

/// Arrays with bytes behind them that must not change.
private enum Guarded {
  static func isKept<Element>(
    _ capacity: Int, _ element: Element, _ call: (UnsafeMutablePointer<Element>?, Int) -> Int
  ) -> Bool {
    let size = MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (capacity + 2) * size, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: (capacity + 2) * size)
    _ = call(memory.assumingMemoryBound(to: Element.self), capacity)
    let rest = UnsafeRawBufferPointer(start: memory + capacity * size, count: 2 * size)
    return rest.allSatisfy { $0 == 0xA5 }
  }
}
