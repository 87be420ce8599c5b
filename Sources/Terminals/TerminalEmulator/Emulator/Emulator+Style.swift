import ControlSequences

extension Emulator {
  /// SGR; returns false if any parameter is unknown.
  mutating func setStyle(_ sequence: ControlSequence) -> Bool {
    if sequence.values.isEmpty { return setAttribute(0) }
    var known = true
    var index = 0
    while index < sequence.values.count {
      // The values after colons belong to the one before them.
      var end = index + 1
      if sequence.colons != 0 {
        while end < sequence.values.count, sequence.colons >> UInt64(end) & 1 == 1 { end += 1 }
      }
      let number = max(sequence.values[index], 0)
      switch number {
      case 38, 48, 58:
        if let (color, next) = color(in: sequence, after: index, groupEnd: end) {
          set(color, for: number)
          end = next
        } else {
          // The following parameters cannot be distinguished from the colour's.
          return false
        }
      case 4 where end - index == 2:
        if let kind = UInt8(exactly: sequence.value(index + 1)).flatMap(Underline.init(rawValue:)) {
          style.underline = kind
        } else {
          known = false
        }
      default:
        if end - index > 1 || !setAttribute(number) { known = false }
      }
      index = end
    }
    return known
  }

  private mutating func setAttribute(_ number: Int) -> Bool {
    switch number {
    case 0:
      let isProtected = style.isProtected
      style = .plain
      style.isProtected = isProtected
    case 1: style.bold = true
    case 2: style.dim = true
    case 3: style.italic = true
    case 4: style.underline = .single
    case 5, 6: style.blink = true
    case 7: style.reverse = true
    case 8: style.conceal = true
    case 9: style.strikethrough = true
    // The primary font, the only one supported.
    case 10: break
    case 21: style.underline = .double
    case 22:
      style.bold = false
      style.dim = false
    case 23: style.italic = false
    case 24: style.underline = .none
    case 25: style.blink = false
    case 27: style.reverse = false
    case 28: style.conceal = false
    case 29: style.strikethrough = false
    case 30...37: style.foreground = .indexed(UInt8(number - 30))
    case 39: style.foreground = .default
    case 40...47: style.background = .indexed(UInt8(number - 40))
    case 49: style.background = .default
    case 53: style.overline = true
    case 55: style.overline = false
    case 59: style.underlineColor = .default
    case 90...97: style.foreground = .indexed(UInt8(number - 90 + 8))
    case 100...107: style.background = .indexed(UInt8(number - 100 + 8))
    default: return false
    }
    return true
  }

  private mutating func set(_ color: TerminalColor, for number: Int) {
    switch number {
    case 38: style.foreground = color
    case 48: style.background = color
    default: style.underlineColor = color
    }
  }

  /// Parses `38:5:n`, `38:2:r:g:b`, `38:2:space:r:g:b`, `38;5;n` and `38;2;r;g;b`, of which the first
  /// number is at `index`; returns the place after the colour.
  private func color(
    in sequence: ControlSequence, after index: Int, groupEnd: Int
  ) -> (color: TerminalColor, next: Int)? {
    let isOneGroup = groupEnd > index + 1
    let start = index + 1
    let count = (isOneGroup ? groupEnd : sequence.values.count) - start
    func channel(_ offset: Int) -> UInt8? { UInt8(exactly: sequence.value(start + offset)) }
    switch sequence.value(start) {
    case 5 where count >= 2:
      guard let index = channel(1) else { return nil }
      return (.indexed(index), isOneGroup ? groupEnd : start + 2)
    case 2 where count >= 4:
      // In ITU T.416, the number of the colour space precedes the colours.
      let first = isOneGroup && count >= 5 ? 2 : 1
      guard let red = channel(first), let green = channel(first + 1), let blue = channel(first + 2)
      else { return nil }
      return (.rgb(red, green, blue), isOneGroup ? groupEnd : start + 4)
    default: return nil
    }
  }
}
