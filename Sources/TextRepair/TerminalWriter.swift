import MirrorLayout
import TerminalEmulator

/// Writes cells to a terminal whose pen is known.
struct TerminalWriter {
  var bytes: [UInt8] = []
  /// What the terminal's next character gets.
  private(set) var pen: CellStyle
  private(set) var link: String?

  init(pen: CellStyle, link: String?) {
    (self.pen, self.link) = (pen, link)
  }

  mutating func send(_ text: String) { bytes += text.utf8 }

  /// CUP, from 0.
  mutating func move(_ row: Int, _ column: Int) {
    send("\u{1B}[")
    send(number: row + 1)
    bytes.append(UInt8(ascii: ";"))
    send(number: column + 1)
    bytes.append(UInt8(ascii: "H"))
  }

  mutating func use(_ style: CellStyle, _ link: String?) {
    if link != self.link {
      self.link = link
      send("\u{1B}]8;;\(link ?? "")\u{1B}\\")
    }
    if style != pen {
      pen = style
      send(style.sequence)
    }
  }

  mutating func write(_ scalar: UInt32) {
    if scalar < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: scalar))
    } else if let scalar = Unicode.Scalar(scalar) {
      bytes += UTF8.encode(scalar).unsafelyUnwrapped
    }
  }

  private mutating func send(number: Int) {
    if number >= 10 { send(number: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

extension CellStyle {
  /// What sets exactly this style (SGR).
  var sequence: String {
    var numbers = "0"
    func add(_ isSet: Bool, _ number: String) { if isSet { numbers += ";" + number } }
    add(bold, "1")
    add(dim, "2")
    add(italic, "3")
    switch underline {
    case .none: break
    case .single: numbers += ";4"
    case .double: numbers += ";21"
    case .curly, .dotted, .dashed: numbers += ";4:\(underline.rawValue)"
    }
    add(blink, "5")
    add(reverse, "7")
    add(conceal, "8")
    add(strikethrough, "9")
    add(overline, "53")
    numbers += foreground.parameters(plain: 30, bright: 90, other: "38", separator: ";")
    numbers += background.parameters(plain: 40, bright: 100, other: "48", separator: ";")
    // Who knows colours of underlines knows colons; others would take the numbers for attributes.
    numbers += underlineColor.parameters(plain: nil, bright: 0, other: "58", separator: ":")
    return "\u{1B}[\(numbers)m"
  }
}

extension TerminalColor {
  fileprivate func parameters(
    plain: Int?, bright: Int, other: String, separator: String
  ) -> String {
    switch self {
    case .default: return ""
    case .indexed(let index):
      if let plain, index < 8 { return ";\(plain + Int(index))" }
      if plain != nil, index < 16 { return ";\(bright + Int(index) - 8)" }
      return ";" + [other, "5", "\(index)"].joined(separator: separator)
    case .rgb(let red, let green, let blue):
      let space = separator == ":" ? [other, "2", ""] : [other, "2"]
      return ";" + (space + ["\(red)", "\(green)", "\(blue)"]).joined(separator: separator)
    }
  }
}
