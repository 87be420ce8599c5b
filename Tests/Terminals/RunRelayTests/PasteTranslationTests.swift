import BidiRepair
import Recordings
import RunRelay
import TerminalEmulator
import Testing

/// Pastes on their way to the program.
@Suite struct PasteTranslationTests {
  /// A terminal that was asked, with two words on it.
  private static let repair: TextRepair = {
    var repair = TextRepair(size: .standard, options: RepairOptions())
    var output: [UInt8] = []
    Array("ab بيت אבגדהו\r\n".utf8)
      .withUnsafeBufferPointer { repair.take($0, into: &output) }
    repair.take(.place(row: 0, column: 0), into: &output)
    repair.take(.ordered, into: &output)
    return repair
  }()

  private static let shown = "\u{FE96}\u{FEF4}\u{FE91}"
  private static let written = "بيت"

  private static func taken(_ pieces: [[UInt8]], by repair: TextRepair = repair) -> String {
    var paste = PasteTranslation()
    var result: [UInt8] = []
    for piece in pieces { result += paste.take(piece, at: .now, on: repair) }
    return String(decoding: result + paste.release(), as: UTF8.self)
  }

  @Test("R79: only between the brackets of a paste is text replaced")
  func brackets() {
    #expect(
      Self.taken([Array("\(Self.shown)\u{1B}[200~\(Self.shown)\u{1B}[201~\(Self.shown)".utf8)])
        == "\(Self.shown)\u{1B}[200~\(Self.written)\u{1B}[201~\(Self.shown)")
    #expect(
      Self.taken([Array("\u{1B}[200~a\r\(Self.shown)\n\r\n\u{1B}[201~\u{1B}[A".utf8)])
        == "\u{1B}[200~a\r\(Self.written)\n\r\n\u{1B}[201~\u{1B}[A")
    #expect(
      Self.taken([Array("\u{1B}[200~\u{1B}[201~\u{1B}[200~\(Self.shown)\u{1B}[201~".utf8)])
        == "\u{1B}[200~\u{1B}[201~\u{1B}[200~\(Self.written)\u{1B}[201~")
  }

  @Test("R79: wherever the bytes of a paste are cut, the program gets the same")
  func cuts() {
    let text =
      "x\u{1B}\u{1B}[200~\u{1B}[20\(Self.shown)\rוהדגבא "
      + "\(Self.shown)\u{FF}\n\(Self.shown)\u{1B}[201\u{1B}[201~\u{1B}[200~\(Self.shown)\u{1B}[201~y"
    let bytes = Array(text.utf8) + [0xD7]
    let whole = Self.taken([bytes])
    #expect(whole.unicodeScalars.count { $0 == "ي" } == 2)
    for cut in bytes.indices {
      #expect(Self.taken([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "\(cut)")
    }
    #expect(Self.taken(bytes.map { [$0] }) == whole)
  }

  @Test("R79: no byte is lost, whatever the input is")
  func noLoss() {
    var random = SeededGenerator(state: 1)
    let parts = [
      "\u{1B}[200~", "\u{1B}[201~", "\u{1B}", "a", "\r", "א", "ا", "[20", "~",
      String(repeating: "z", count: 9_000),
    ].map { Array($0.utf8) }
    for _ in 0..<500 {
      let pieces = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        parts.randomElement(using: &random)!
      }
      #expect(Self.taken(pieces) == String(decoding: pieces.flatMap(\.self), as: UTF8.self))
    }
  }

  @Test("R79: a paste that stops is passed on, and its rest is not turned by itself")
  func pause() {
    var paste = PasteTranslation()
    #expect(paste.pauseEnd == nil)
    var result = paste.take(
      Array("\u{1B}[200~\(Self.shown)\r\(Self.shown)".utf8), at: .now, on: Self.repair)
    #expect(String(decoding: result, as: UTF8.self) == "\u{1B}[200~\(Self.written)\r")
    #expect(paste.pauseEnd != nil)
    #expect(paste.release() == Array(Self.shown.utf8))
    #expect(paste.pauseEnd == nil)
    result = paste.take(
      Array("\(Self.shown)\r\(Self.shown)\u{1B}[2".utf8), at: .now, on: Self.repair)
    result += paste.release()
    result += paste.take(Array("01~\u{1B}".utf8), at: .now, on: Self.repair)
    #expect(
      String(decoding: result, as: UTF8.self)
        == "\(Self.shown)\r\(Self.shown)\u{1B}[201~\u{1B}")
    #expect(paste.pauseEnd == nil)
  }

  @Test("R79: on a terminal that orders text itself nothing is replaced")
  func declined() {
    var repair = TextRepair(size: .standard, options: RepairOptions())
    var output: [UInt8] = []
    repair.take(.declined, into: &output)
    let text = "\u{1B}[200~\(Self.shown)\u{1B}[201~"
    #expect(Self.taken([Array(text.utf8)], by: repair) == text)
    #expect(
      Self.taken([Array(text.utf8)], by: TextRepair(size: .standard, options: RepairOptions()))
        == "\u{1B}[200~\(Self.written)\u{1B}[201~")
  }
}
