import BidiRepair
import ControlSequences

/// Translates a person's input on a row that is shown in order: a pointer's column to the column
/// where the program wrote the cell there, and Left and Right in right-to-left paragraphs (mode
/// 1243). All other keys are unchanged, and so are sequences that arrive in pieces.
struct KeyTranslation {
  /// Returns the bytes for the program.
  static func translated(_ bytes: ArraySlice<UInt8>, by repair: borrowing TextRepair) -> [UInt8] {
    let swapsArrows = repair.hasSeenRightToLeft && repair.shown.swapsArrowsHere
    let hasPointer = repair.hasSeenRightToLeft && repair.shown.reportsPointer
    guard swapsArrows || hasPointer, bytes.contains(0x1B) else { return Array(bytes) }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      var length = 1
      if byte == 0x1B, let (element, whole) = SequenceParser.first(in: rest.prefix(longest)) {
        if swapsArrows, let arrow = swapped(element) {
          result += rest.prefix(whole - 1)
          result.append(arrow)
          length = whole
        } else if hasPointer, let report = PointerReport(element, rest.prefix(whole)) {
          result += report.bytes(
            column: repair.shown.writtenColumn(row: report.row - 1, shown: report.column - 1) + 1)
          length = whole
        }
      }
      if length == 1 { result.append(byte) }
      rest = rest.dropFirst(length)
    }
    return result
  }

  /// Longer than any pointer report.
  private static let longest = 24

  /// The other final byte for Left or Right: `ESC [ C`, `ESC O C`, or with modifiers `ESC [ 1 ; 5 C`.
  private static func swapped(_ element: SequenceParser.Element) -> UInt8? {
    let final: Unicode.Scalar
    switch element {
    case .escape("O", let last): final = last
    case .sequence(let key) where key.prefix == "\0" && key.intermediate == "\0":
      guard key.values.isEmpty || key.values.count == 2 && key.values[0] == 1 else { return nil }
      final = key.final
    default: return nil
    }
    return final == "C" ? UInt8(ascii: "D") : final == "D" ? UInt8(ascii: "C") : nil
  }
}

/// A pointer report in the encoding of mode 1006, `ESC [ < b ; x ; y M`, or in that of mode 1000
/// alone, `ESC [ M b x y`.
private struct PointerReport {
  /// Counted from 1.
  let row: Int
  let column: Int
  private let button: Int
  /// `M` or `m`; nil in the encoding of mode 1000.
  private let final: Unicode.Scalar?

  init?(_ element: SequenceParser.Element, _ bytes: ArraySlice<UInt8>) {
    guard case .sequence(let report) = element, report.prefix == "<", report.values.count == 3,
      report.final == "M" || report.final == "m", report.intermediate == "\0"
    else { return nil }
    let isOld = !bytes.dropFirst(2).starts(with: "<".utf8)
    (button, column, row) = (report.values[0], report.values[1], report.values[2])
    final = isOld ? nil : report.final
    if isOld, button < 0 || column < 1 || row < 1 { return nil }
  }

  /// The report with another column.
  func bytes(column: Int) -> [UInt8] {
    guard let final else {
      return Array("\u{1B}[M".utf8) + [button, column, row].map { UInt8($0 + 32) }
    }
    return Array("\u{1B}[<\(button);\(column);\(row)\(final)".utf8)
  }
}
