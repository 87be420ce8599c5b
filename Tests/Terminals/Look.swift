import Cells
import Terminal

/// How a terminal is told to draw a cell (SGR).
struct Look: Hashable {
  var codes: [String]
  var isBold: Bool

  /// As the default theme has it for a style, on a terminal with so many colours.
  init(of style: Style, colors: Int) {
    let look = Theme(.standard).look(of: style)
    isBold = look.attributes.contains(.bold)
    codes = []
    if look.attributes.contains(.underline) { codes.append("4") }
    if look.attributes.contains(.reverse) { codes.append("7") }
    func add(_ ink: Ink?, plain: Int, bright: Int) {
      switch ink?.number(ofColors: colors) ?? -1 {
      case ..<0: break
      case let number where number < 8: codes.append(String(plain + number))
      case let number where number < 16: codes.append(String(bright + number - 8))
      case let number: codes.append("\(plain + 8);5;\(number)")
      }
    }
    add(look.ink, plain: 30, bright: 90)
    add(look.paper, plain: 40, bright: 100)
  }

  /// The same in the other weight.
  var otherWeight: Look {
    var look = self
    look.isBold.toggle()
    return look
  }

  var sequence: String {
    "\u{1B}[\((["0"] + (isBold ? ["1"] : []) + codes).joined(separator: ";"))m"
  }
}
