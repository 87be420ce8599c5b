import BidiRepair

/// Translates what a person does on a row that is shown in order: a pointer's column to the column
/// where the program wrote what stands there, and Left and Right in paragraphs from right to left
/// (mode 1243). All other keys stay as they come, and so do sequences that come in parts.
struct KeyTranslation {
  /// Returns the bytes for the program.
  static func translated(_ bytes: ArraySlice<UInt8>, by repair: borrowing TextRepair) -> [UInt8] {
    let swapsArrows = repair.swapsArrowsHere
    let hasPointer = repair.reportsPointer
    guard swapsArrows || hasPointer, bytes.contains(0x1B) else { return Array(bytes) }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == 0x1B, swapsArrows, let length = arrow(rest) {
        result += rest.prefix(length - 1)
        result.append(rest[rest.startIndex + length - 1] == right ? left : right)
        rest = rest.dropFirst(length)
      } else if byte == 0x1B, hasPointer, let report = PointerReport(rest) {
        result += report.bytes(
          column: repair.writtenColumn(row: report.row - 1, shown: report.column - 1) + 1)
        rest = rest.dropFirst(report.length)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static let right = UInt8(ascii: "C")
  private static let left = UInt8(ascii: "D")

  /// The length of a key Left or Right: `ESC [ C`, `ESC O C`, or with modifiers `ESC [ 1 ; 5 C`.
  private static func arrow(_ bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(bytes.prefix(6))
    guard text.count >= 3, text[1] == UInt8(ascii: "[") || text[1] == UInt8(ascii: "O") else {
      return nil
    }
    if text[2] == left || text[2] == right { return 3 }
    guard text.count == 6, text[1] == UInt8(ascii: "["), text[2] == UInt8(ascii: "1"),
      text[3] == UInt8(ascii: ";"), text[5] == left || text[5] == right
    else { return nil }
    return 6
  }
}

/// A report of the pointer in the encoding of mode 1006, `ESC [ < b ; x ; y M`, or in the one of mode
/// 1000 alone, `ESC [ M b x y`.
private struct PointerReport {
  let length: Int
  /// From 1.
  let row: Int
  let column: Int
  private let button: Int
  /// `M` or `m`; nil in the encoding of mode 1000.
  private let final: UInt8?

  init?(_ bytes: ArraySlice<UInt8>) {
    let text = Array(bytes.prefix(24))
    guard text.count >= 6, text[1] == UInt8(ascii: "[") else { return nil }
    if text[2] == UInt8(ascii: "M") {
      guard text[3] >= 32, text[4] > 32, text[5] > 32 else { return nil }
      (button, column, row) = (Int(text[3]), Int(text[4]) - 32, Int(text[5]) - 32)
      (length, final) = (6, nil)
      return
    }
    guard text[2] == UInt8(ascii: "<") else { return nil }
    var numbers = [0]
    for (place, byte) in text.enumerated().dropFirst(3) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        numbers[numbers.count - 1] = min(numbers.last! * 10 + Int(byte) - 48, 99_999)
      case UInt8(ascii: ";"): numbers.append(0)
      case UInt8(ascii: "M"), UInt8(ascii: "m"):
        guard numbers.count == 3 else { return nil }
        (button, column, row) = (numbers[0], numbers[1], numbers[2])
        (length, final) = (place + 1, byte)
        return
      default: return nil
      }
    }
    return nil
  }

  /// The same report with another column.
  func bytes(column: Int) -> [UInt8] {
    guard let final else {
      return [0x1B, 0x5B, UInt8(ascii: "M"), UInt8(button), UInt8(column + 32), UInt8(row + 32)]
    }
    return Array("\u{1B}[<\(button);\(column);\(row)".utf8) + [final]
  }
}
