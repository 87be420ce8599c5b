import ControlSequences
import Recordings
import TestEffort
import Testing

struct SequenceParserTests {
  /// The elements of some bytes in readable form: byte by byte, or in pieces that end before these places.
  private func elements(
    _ bytes: [UInt8], isInput: Bool = false, cuts: [Int]? = nil
  ) -> [String] {
    var parser = SequenceParser(isInput: isInput)
    var elements: [SequenceParser.Element] = []
    guard let cuts else {
      for byte in bytes { parser.parse(byte, into: &elements) }
      return elements.map { "\($0)" }
    }
    var start = 0
    for cut in cuts + [bytes.count] {
      bytes[start..<cut].withUnsafeBufferPointer { piece in
        var place = 0
        while place < piece.count { place += parser.parse(piece, from: place, into: &elements) }
      }
      start = cut
    }
    return elements.map { "\($0)" }
  }

  private func short(_ element: SequenceParser.Element) -> String {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    switch element {
    case .character(let scalar): return "\(scalar)"
    case .control(let byte): return "control \(byte)"
    case .escape(let between, let final):
      return "escape \(between == "\0" ? "" : "\(between)")\(final)"
    case .sequence(let sequence):
      let values = sequence.values.map { "\($0)" }.joined(separator: ",")
      let marks = [sequence.prefix, sequence.intermediate, sequence.final].filter { $0 != "\0" }
      return "sequence \(values) \(marks.map { "\($0)" }.joined()) \(sequence.colons)"
    case .string(let kind, let body): return "string \(kind) \(text(body))"
    case .malformed(let bytes): return "malformed \(text(bytes.filter { $0 != 0x1B }))"
    case .replaced(let bytes): return "replaced \(bytes.count)"
    }
  }

  @Test(
    "A program's output is taken apart as a terminal obeys it",
    arguments: [
      ("aي\n", ["a", "ي", "control 10"]),
      ("\u{1B}7\u{1B}(0", ["escape 7", "escape (0"]), ("\u{1B}((0", ["malformed ((0"]),
      ("\u{1B}[m", ["sequence  m 0"]), ("\u{1B}[1;;31m", ["sequence 1,-1,31 m 0"]),
      ("\u{1B}[?25h", ["sequence 25 ?h 0"]), ("\u{1B}[?8$p", ["sequence 8 ?$p 0"]),
      ("\u{1B}[38:2::9m", ["sequence 38,2,-1,9 m 14"]),
      ("\u{1B}[99999;1H", ["sequence 65535,1 H 0"]),
      ("\u{1B}[1?m\u{1B}[ 1m\u{1B}[ $m", ["malformed [1?m", "malformed [ 1m", "malformed [ $m"]),
      // A control acts, DEL is ignored, and the sequence goes on.
      ("\u{1B}[1\n\u{7F}m", ["control 10", "sequence 1 m 0"]),
      ("\u{1B}[1\u{18}m\u{1B}\u{1A}", ["malformed [1", "m", "malformed "]),
      ("\u{1B}[1\u{1B}[2m\u{1B}[1ي", ["malformed [1", "sequence 2 m 0", "malformed [1", "ي"]),
      ("\u{1B}OA", ["escape O", "A"]), ("\u{1B}[M !!", ["sequence  M 0", " ", "!", "!"]),
      (
        "\u{1B}]0;ي\u{7}\u{1B}P\u{7}\u{1B}\\",
        ["string ] 0;ي", "string P \u{7}"]
      ),
      ("\u{1B}_a\u{1B}\\\u{1B}^b\u{1B}\\", ["string _ a", "string ^ b"]),
      ("\u{1B}Xc\u{1B}\\\u{1B}]d\u{1B}7", ["string X c", "malformed ]d", "escape 7"]),
      ("\u{1B}]e\u{18}f", ["malformed ]e", "f"]), ("\u{85}", ["malformed \u{85}"]),
    ])
  func output(text: String, expected: [String]) {
    var parser = SequenceParser()
    var elements: [SequenceParser.Element] = []
    for byte in text.utf8 { parser.parse(byte, into: &elements) }
    #expect(elements.map(short) == expected)
    #expect(parser.isBetweenSequences)
  }

  @Test(
    "What a terminal sends is taken apart as keys, which may follow at any time",
    arguments: [
      ("aي\r", ["a", "ي", "control 13"]),
      ("\u{1B}OA\u{1B}O1", ["escape OA", "malformed O", "1"]),
      ("\u{1B}(\u{1B}X\u{1B}\r", ["escape (", "escape X", "escape \r"]),
      ("\u{1B}\u{1B}[A\u{1B}\u{3}", ["malformed ", "sequence  A 0", "malformed ", "control 3"]),
      ("\u{1B}[1\n\u{1B}[1ي", ["malformed [1", "control 10", "malformed [1", "ي"]),
      ("\u{1B}[M \"!q", ["sequence 0,2,1 <M 0", "q"]), ("\u{1B}[[Aq", ["sequence  [A 0", "q"]),
      ("\u{1B}P>|a\u{7}q", ["string P >|a", "q"]),
      ("\u{1B}]a\u{1B}b\u{1B}\u{1B}\\q", ["string ] a\u{1B}b\u{1B}", "q"]),
    ])
  func input(text: String, expected: [String]) {
    var rest = Array(text.utf8)[...]
    var found: [String] = []
    while let (element, length) = SequenceParser.first(in: rest) {
      found.append(short(element))
      rest = rest.dropFirst(length)
    }
    #expect(found == expected && rest.isEmpty)
    let single = elements(Array(text.utf8), isInput: true)
    #expect(single.count == expected.count)
    #expect(elements(Array(text.utf8), isInput: true, cuts: []) == single)
  }

  @Test(
    "No element of input is complete without its last byte",
    arguments: [
      "\u{1B}OA", "\u{1B}x", "\u{1B}[1;5A", "\u{1B}[M !!", "\u{1B}[[A", "\u{1B}]11;a\u{1B}\\", "ي",
    ])
  func unfinished(text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count { #expect(SequenceParser.first(in: bytes[..<count]) == nil) }
    #expect(SequenceParser.first(in: bytes)?.length == bytes.count)
  }

  @Test("What programs wrote is the same in any pieces", arguments: ProgramRecording.all)
  func recordings(_ recording: ProgramRecording) throws {
    let bytes = Array(try recording.bytes().prefix(Effort.isLong ? 40_000 : 10_000))
    var generator = SeededGenerator(state: UInt64(bytes.count))
    let cuts = (0..<20).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
    #expect(elements(bytes, cuts: cuts) == elements(bytes))
  }

  @Test("Random bytes are the same in any pieces", arguments: [true, false])
  func random(isInput: Bool) {
    for seed in 0..<200 as Range<UInt64> {
      var stream = RandomStream(seed: seed, isRightToLeft: true)
      let bytes = (0..<40).flatMap { _ in stream.next() }
      var generator = SeededGenerator(state: seed)
      let cuts = (0..<9).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
      let whole = elements(bytes, isInput: isInput)
      #expect(elements(bytes, isInput: isInput, cuts: cuts) == whole, "seed \(seed)")
    }
  }

  @Test("A sequence and a string have a limit, and what follows counts")
  func limits() {
    func parsed(_ text: String) -> [String] {
      var parser = SequenceParser()
      var elements: [SequenceParser.Element] = []
      let bytes = Array(text.utf8)
      bytes.withUnsafeBufferPointer { bytes in
        var place = 0
        while place < bytes.count { place += parser.parse(bytes, from: place, into: &elements) }
      }
      return elements.map(short)
    }
    func digits(_ count: Int) -> String { String(repeating: "1", count: count) }
    func values(_ count: Int) -> String { String(repeating: "1;", count: count - 1) + "1" }
    #expect(parsed("\u{1B}[\(digits(253))mz") == ["sequence 65535 m 0", "z"])
    #expect(parsed("\u{1B}[\(digits(254))mz") == ["malformed [\(digits(254))", "z"])
    #expect(parsed("\u{1B}[\(values(64))mz").first?.hasPrefix("sequence 1,1") == true)
    #expect(parsed("\u{1B}[\(values(65))mz") == ["malformed [\(values(65))m", "z"])
    let longest = (1 << 20) - 2
    #expect(parsed("\u{1B}]\(digits(longest))\u{7}z").first?.utf8.count == longest + 9)
    #expect(parsed("\u{1B}]\(digits(longest + 1))\u{7}z") == ["malformed ]\(digits(254))", "z"])
  }

  @Test("A multiplexer's strings keep their escapes, and the console's palette has no end")
  func options() {
    var parser = SequenceParser()
    parser.keepsEscapes = true
    parser.hasConsolePalette = true
    var elements: [SequenceParser.Element] = []
    for byte in "\u{1B}Ptmux;\u{1B}\u{1B}[8l\u{1B}\\\u{1B}]P1234567x\u{1B}]Ry".utf8 {
      parser.parse(byte, into: &elements)
    }
    #expect(
      elements.map(short) == [
        "string P tmux;\u{1B}[8l", "string ] P1234567", "x",
        "string ] R", "y",
      ])
  }
}
