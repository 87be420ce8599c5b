import Cells

/// The attributes and colours of a cell, as sent to a terminal (SGR).
struct Look: Hashable {
  private var codes: [String] = []
  private var isBold = false

  /// No attributes, and the terminal's own colours.
  static let plain = Look([0, -1, -1])

  /// A style as written in the trace: attributes, ink and paper, where -1 is the terminal's own
  /// colour.
  init(_ numbers: [Int]) {
    precondition(numbers.count == 3, "a style in the trace is three numbers")
    let attributes = Style.Attributes(rawValue: UInt8(truncatingIfNeeded: numbers[0]))
    isBold = attributes.contains(.bold)
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.reverse) { codes.append("7") }
    add(numbers[1], plain: 30, bright: 90)
    add(numbers[2], plain: 40, bright: 100)
  }

  private mutating func add(_ color: Int, plain: Int, bright: Int) {
    switch color {
    case ..<0: break
    case ..<8: codes.append(String(plain + color))
    case ..<16: codes.append(String(bright + color - 8))
    default: codes.append("\(plain + 8);5;\(color)")
    }
  }

  /// The same look in the other weight.
  var otherWeight: Look {
    var look = self
    look.isBold.toggle()
    return look
  }

  /// The parameters of SGR, such as `0;1;38;5;63`.
  var parameters: String { (["0"] + (isBold ? ["1"] : []) + codes).joined(separator: ";") }

  var sequence: String { "\u{1B}[\(parameters)m" }
}
