import ControlSequences

extension Emulator {
  /// SGR; returns false if any parameter is unknown.
  mutating func setStyle(_ sequence: ControlSequence) -> Bool {
    if sequence.values.isEmpty { return style.obey(0) }
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
        if end - index > 1 || !style.obey(number) { known = false }
      }
      index = end
    }
    return known
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

extension CellStyle {
  /// Obeys a number of SGR alone; returns false if it is unknown.
  mutating func obey(_ number: Int) -> Bool {
    switch number {
    case 0:
      let wasProtected = isProtected
      self = .plain
      isProtected = wasProtected
    case 1: bold = true
    case 2: dim = true
    case 3: italic = true
    case 4: underline = .single
    case 5, 6: blink = true
    case 7: reverse = true
    case 8: conceal = true
    case 9: strikethrough = true
    // The primary font, the only one supported.
    case 10: break
    case 21: underline = .double
    case 22:
      bold = false
      dim = false
    case 23: italic = false
    case 24: underline = .none
    case 25: blink = false
    case 27: reverse = false
    case 28: conceal = false
    case 29: strikethrough = false
    case 30...37: foreground = .indexed(UInt8(number - 30))
    case 39: foreground = .default
    case 40...47: background = .indexed(UInt8(number - 40))
    case 49: background = .default
    case 53: overline = true
    case 55: overline = false
    case 59: underlineColor = .default
    case 90...97: foreground = .indexed(UInt8(number - 90 + 8))
    case 100...107: background = .indexed(UInt8(number - 100 + 8))
    default: return false
    }
    return true
  }
}
