import BidiRepair
import Cells
import Foundation
import MirrorLayout
import Recordings
import TerminalEmulator
import TestEffort
import Testing

/// Random rows as programs write them, and pieces of them as a person selects them on the terminal.
private struct Page {
  private static let words = [
    "العربية لغة الملف الدالة مجلد إلى لا الإصدار سلام؟ مُحَمَّدٌ «نعم» ثمّ،".split(separator: " "),
    "می‌خواهم پرونده تازه است گفت‌وگو کارساز نسخهٔ چگونه؟ «آری» ژاله".split(separator: " "),
    "שלום עולם הקובץ נמצא בתיקייה בְּרֵאשִׁית ארוכה מאוד שורות, גרסה".split(separator: " "),
    "README.md parse() git (main) C++ `make` **bold** a/b x=1 error: the -l".split(separator: " "),
    "42 3.14 2026-11-24 ١٢٣ ۴۵ 50% 7:30 1,024 - * # > 1. [x]".split(separator: " "),
  ]

  var sitting: Sitting
  var random: SeededGenerator
  private var lines = 0
  /// The text of each character that was written, with its marks.
  private var written: [String: String] = [:]

  init(seed: UInt64, isAlternate: Bool = false, _ options: RepairOptions = RepairOptions()) {
    random = SeededGenerator(state: seed)
    sitting = Sitting(columns: 60, rows: 20, options)
    if isAlternate { sitting.write("\u{1B}[?1049h\u{1B}[H") }
  }

  /// A line of a language with English, digits and Markdown in it.
  mutating func line(words count: Int = 7, language: Int? = nil) -> String {
    let language = language ?? Int.random(in: 0...2, using: &random)
    return (0..<Int.random(in: 1...count, using: &random)).map { _ in
      let isForeign = Int.random(in: 0..<4, using: &random) == 0
      let kind = isForeign ? Int.random(in: 3...4, using: &random) : language
      return String(Self.words[kind].randomElement(using: &random)!)
    }.joined(separator: " ")
  }

  /// Writes a text. Each of its characters is a link of its own, so that it is known again on the
  /// terminal whatever its place and form are.
  mutating func write(_ text: String) {
    var output = ""
    var column = 0
    for character in text.unicodeScalars {
      let isMark = ShownText.isMark(character)
      if !isMark { column += 1 }
      let name = "u:\(lines):\(column)"
      written[name, default: ""].unicodeScalars.append(character)
      output += isMark ? String(character) : "\u{1B}]8;;\(name)\u{1B}\\\(character)"
    }
    lines += 1
    sitting.write(output + "\u{1B}]8;;\u{1B}\\\r\n")
  }

  /// Selects cells of rows one below the other, as xterm does: what is copied, and what was written
  /// there. Nil if too little is right-to-left.
  mutating func selection(rows count: Int = 1) -> (copied: String, written: String)? {
    let screen = sitting.terminal.screen
    let first = Int.random(in: 0...(screen.grid.count - count), using: &random)
    var copied: [String] = []
    var cells: [String] = []
    var isWrapped = false
    for row in first..<(first + count) {
      let all = screen.grid[row].cells
      guard let end = all.lastIndex(where: { $0.text != " " }) else { return nil }
      let low = row == first ? Int.random(in: 0...end, using: &random) : 0
      let high =
        row == first + count - 1
        ? Int.random(in: low...end, using: &random)
        : screen.grid[row].isWrapped ? all.count - 1 : end
      let part = all[low...high].filter { !$0.text.isEmpty }
      let text = part.map(\.text).joined()
      if isWrapped { copied[copied.count - 1] += text } else { copied.append(text) }
      let names = part.compactMap(\.link).sorted {
        Self.place($0).lexicographicallyPrecedes(Self.place($1))
      }
      let original = names.map { written[$0]! }.joined()
      if isWrapped { cells[cells.count - 1] += original } else { cells.append(original) }
      isWrapped = screen.grid[row].isWrapped
    }
    for line in copied where !Self.isRecognizable(line) { return nil }
    return (copied.joined(separator: "\r"), cells.joined(separator: "\r"))
  }

  private static func place(_ name: String) -> [Int] {
    name.split(separator: ":").compactMap { Int($0) }
  }

  /// Three letters, or six if none of them is a form: fewer are on a screen by chance.
  private static func isRecognizable(_ line: String) -> Bool {
    let scalars = line.unicodeScalars
    let forms = scalars.count { (0xFB50...0xFEFC).contains($0.value) }
    let letters = scalars.count { (0x5D0...0x5EA).contains($0.value) }
    return forms + letters >= (forms > 0 ? 3 : 6)
  }
}

/// A blank beside a word may be one that the program wrote, or one that it did not.
private func trimmed(_ text: String) -> [String] {
  text.split(separator: "\r", omittingEmptySubsequences: false).map { line in
    line.trimmingCharacters(in: .whitespaces)
  }
}

extension TextRepair {
  fileprivate func pasted(_ text: String) -> String { Memory(self).pasted(text) }
}

/// Any number of pastes on one screen.
private struct Memory {
  private let paste: PastedText

  init(_ repair: TextRepair) {
    var paste = PastedText(on: repair)
    // The rows are looked at for the first right-to-left letter.
    _ = paste.written(Array("א".utf8), endsRow: false)
    self.paste = paste
  }

  func pasted(_ text: String) -> String {
    var paste = paste
    let lines = text.split(separator: "\r", omittingEmptySubsequences: false)
    return lines.enumerated().map { number, line in
      let written = paste.written(Array(line.utf8), endsRow: number < lines.count - 1)
      return String(decoding: written, as: UTF8.self)
    }.joined(separator: "\r")
  }
}

@Suite struct PastedTextTests {
  /// Bytes.
  private static let longPaste = Effort.rounds(short: 1 << 16, long: 1 << 20)

  @Test(
    "R79: hundreds of pieces of shown rows become what the program wrote",
    arguments: [false, true])
  func pieces(isAlternate: Bool) {
    var count = 0
    var seed = Effort.seed
    while count < Effort.rounds(short: 200, long: 1_000) {
      var page = Page(seed: seed, isAlternate: isAlternate)
      for _ in 0..<19 { page.write(page.line()) }
      let memory = Memory(page.sitting.repair)
      for _ in 0..<60 {
        guard
          let (copied, written) = page.selection(rows: Int.random(in: 1...3, using: &page.random))
        else { continue }
        count += 1
        let pasted = memory.pasted(copied)
        #expect(
          trimmed(pasted) == trimmed(written),
          "\(seed): \(copied.unicodeScalars.map { String($0.value, radix: 16) })"
        )
      }
      seed += 1
    }
  }

  @Test("R79: rows that a terminal joins are found, and rows that have left the screen")
  func rowsElsewhere() {
    var counts = [0, 0]
    for seed in 0..<UInt64(20) {
      var page = Page(seed: seed)
      for _ in 0..<5 { page.write(page.line(words: 60, language: Int(seed % 3))) }
      let memory = Memory(page.sitting.repair)
      var gone: [(copied: String, written: String)] = []
      for number in 0..<40 {
        guard let selection = page.selection(rows: 1 + number % 2) else { continue }
        counts[number % 2] += 1
        if number % 2 == 0 {
          gone.append(selection)
        } else {
          #expect(trimmed(memory.pasted(selection.copied)) == trimmed(selection.written), "\(seed)")
        }
      }
      page.sitting.write("\u{1B}[2J\u{1B}[Hplain\r\n")
      let later = Memory(page.sitting.repair)
      for (copied, written) in gone {
        #expect(trimmed(later.pasted(copied)) == trimmed(written), "\(seed)")
      }
    }
    #expect(counts.allSatisfy { $0 > 100 }, "\(counts)")
  }

  @Test("R79: text in logical order is unchanged, whatever is on the screen")
  func logicalOrder() {
    for seed in 0..<UInt64(Effort.rounds(short: 20, long: 200)) {
      var page = Page(seed: seed)
      let lines = (0..<19).map { _ in page.line() }
      for line in lines { page.write(line) }
      let memory = Memory(page.sitting.repair)
      for line in lines + (0..<40).map({ _ in page.line(words: 3) }) {
        #expect(memory.pasted(line) == line, "\(seed)")
      }
    }
  }

  @Test(
    "R79: these texts are unchanged",
    arguments: [
      "", "plain", "בא", "דגב",
      // Words that are other words backwards: on the screen is one of them, within a word.
      "ערב",
      // Keyboards have a key for lam and alef.
      "\u{FEFB}", "\u{FEFB} 5", "اب \u{FEFB}", "ا\u{FE8E}", "١٢",
      // Controls, and other signs of compatibility.
      "\u{1B}[31m\u{FE91}\u{FE8E}", "\u{FDFA}", "\u{FB01}",
    ])
  func unchanged(_ text: String) {
    var sitting = Sitting()
    sitting.write("אברעג\r\n")
    #expect(sitting.repair.pasted(text) == text)
  }

  @Test("R79: a short Hebrew word is turned if it is a word on the screen")
  func shortWord() {
    var sitting = Sitting()
    sitting.write("אברעג דהז")
    #expect(sitting.repair.pasted("זהד") == "דהז")
    // It is there in both orders, so nothing says which is meant.
    sitting.write("\r\nזהד")
    #expect(sitting.repair.pasted("זהד") == "זהד")
    #expect(sitting.repair.pasted("ערב") == "ערב")
  }

  @Test(
    "R79: what is sent in another order, or with marks for the terminal, is found as well",
    arguments: RowEncoding.allCases)
  func encodings(_ encoding: RowEncoding) {
    for seed in 5..<UInt64(10) {
      var page = Page(seed: seed, RepairOptions(encoding: encoding))
      for _ in 0..<19 { page.write(page.line()) }
      let memory = Memory(page.sitting.repair)
      for _ in 0..<20 {
        guard let (copied, written) = page.selection() else { continue }
        #expect(trimmed(memory.pasted(copied)) == trimmed(written), "\(seed)")
      }
    }
  }

  @Test("R79: forms that were never shown here become a text that is shown like them")
  func otherForms() {
    var (found, alike) = (0, 0)
    var count = 0
    for seed in 0..<UInt64(Effort.rounds(short: 20, long: 200)) {
      var page = Page(seed: seed)
      var lines: [String] = []
      for _ in 0..<19 {
        lines.append(page.line(language: Int.random(in: 0...1, using: &page.random)))
        page.write(lines[lines.count - 1])
      }
      let fresh = Memory(
        TextRepair(size: TerminalSize(columns: 60, rows: 20), options: RepairOptions()))
      for (line, row) in zip(lines, page.sitting.rows) {
        guard row.unicodeScalars.contains(where: { (0xFB50...0xFEFC).contains($0.value) }) else {
          continue
        }
        count += 1
        let pasted = fresh.pasted(row)
        if pasted == line { found += 1 }
        var other = Sitting(columns: 60, rows: 20)
        other.write(pasted + "\r\n")
        if trimmed(other.rows[0]) == trimmed(row) { alike += 1 }
        if pasted == row { continue }
        #expect(letters(pasted) == letters(line), "\(seed)")
      }
    }
    #expect(found > count * 8 / 10)
    #expect(alike > count * 19 / 20)
  }

  private func letters(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != " " }.map { min($0, $0.bidiMirrored ?? $0) }.sorted()
  }

  @Test(
    "R79: long pastes of any text end in bounded time",
    .timeLimit(.minutes(5)),
    arguments: [
      "\u{FEE1}\u{FEFC}\u{FEB3} \u{FE94}\u{FED0}\u{FEDF} abc 12\r", "\u{FE8D}", "אב\r",
      "\u{FE8D}\u{FE8D}\u{FE8D}\u{FE8D}\u{FE8D}\u{FE8F}\r",
      "\u{FEE1} (\u{FE8D}[\r", "א",
    ])
  func megabyte(_ piece: String) {
    var page = Page(seed: 1)
    for _ in 0..<300 { page.write(page.line()) }
    for _ in 0..<200 { page.sitting.write(String(repeating: "ا", count: 60) + "\r\n") }
    var paste = PastedText(on: page.sitting.repair)
    let text = Array(String(repeating: piece, count: Self.longPaste / piece.utf8.count).utf8)
    var count = 0
    for line in text.split(separator: 0x0D, omittingEmptySubsequences: false) {
      count +=
        String(decoding: paste.written(Array(line), endsRow: true), as: UTF8.self).unicodeScalars
        .count + 1
    }
    #expect(count > text.count / 4)
  }
}
