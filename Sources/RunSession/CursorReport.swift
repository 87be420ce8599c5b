/// Takes the terminal's answer to `CSI 6 n` out of what is typed. It is used only while that answer
/// is awaited, and an answer may come in any parts.
struct CursorReport {
  /// What has come of a sequence that may be the answer.
  private(set) var held: [UInt8] = []

  /// Takes what came from the terminal; returns what is no answer, and the answer: row and column
  /// from 1.
  mutating func take(
    _ bytes: some Sequence<UInt8>
  ) -> (rest: [UInt8], place: (row: Int, column: Int)?) {
    var rest: [UInt8] = []
    var place: (row: Int, column: Int)?
    for byte in bytes {
      if place != nil {
        rest.append(byte)
        continue
      }
      held.append(byte)
      switch Self.judge(held) {
      case .whole(let row, let column):
        place = (row, column)
        held = []
      case .begun: break
      case .other:
        rest += held
        held = []
        // An ESC begins anew.
        if byte == 0x1B, rest.count > 1 {
          rest.removeLast()
          held = [byte]
        }
      }
    }
    return (rest, place)
  }

  /// No answer is awaited any more: returns what was held back.
  mutating func giveUp() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private enum Judgement {
    case whole(row: Int, column: Int)
    case begun, other
  }

  /// `ESC [ row ; column R`.
  private static func judge(_ bytes: [UInt8]) -> Judgement {
    let opening: [UInt8] = [0x1B, UInt8(ascii: "[")]
    if bytes.count <= 2 { return opening.starts(with: bytes) ? .begun : .other }
    guard bytes.starts(with: opening), bytes.count < 16 else { return .other }
    let body = bytes.dropFirst(2)
    let isWhole = body.last == UInt8(ascii: "R")
    let fields = (isWhole ? body.dropLast() : body).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count <= 2,
      fields.joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return .other }
    guard isWhole else { return .begun }
    let numbers = fields.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return .other }
    return .whole(row: numbers[0], column: numbers[1])
  }
}
