// The colours that programs set and ask for. They do not change the cells, which keep what was sent.
extension Emulator {
  static let firstSpecialColor = 256
  private static let firstDynamicColor = 1_000

  /// OSC 4 and 5: pairs of a number and a colour or `?`.
  mutating func obeyColors(_ command: Int, _ text: String) -> Bool {
    let fields = text.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count % 2 == 0 else { return false }
    var isKnown = true
    for index in stride(from: 0, to: fields.count, by: 2) {
      guard let number = Int(fields[index]),
        (0..<(command == 4 ? Self.firstSpecialColor + 5 : 5)).contains(number)
      else {
        isKnown = false
        continue
      }
      let key = command == 4 ? number : number + Self.firstSpecialColor
      if !obeyColor(key, fields[index + 1], name: "\(command);\(number)") { isKnown = false }
    }
    return isKnown
  }

  /// OSC 10 to 19: each further field is for the next number.
  mutating func obeyDynamicColors(_ first: Int, _ text: String) -> Bool {
    var isKnown = true
    for (number, field) in zip(
      first..., text.split(separator: ";", omittingEmptySubsequences: false))
    {
      guard number <= 19 else { return false }
      if number == 11, field == "?" { note(.background) }
      if !obeyColor(number + Self.firstDynamicColor, field, name: "\(number)") { isKnown = false }
    }
    return isKnown
  }

  /// OSC 104 and 105: the numbers whose colours are as in a new terminal again; none means all.
  mutating func resetColors(_ command: Int, _ text: String) -> Bool {
    let isPalette = command == 104
    let all =
      isPalette ? 0..<Self.firstSpecialColor : Self.firstSpecialColor..<Self.firstSpecialColor + 5
    guard !text.isEmpty else {
      colors = colors.filter { !all.contains($0.key) }
      return true
    }
    var isKnown = true
    for field in text.split(separator: ";", omittingEmptySubsequences: false) {
      if let number = Int(field), (0..<Self.firstSpecialColor + 5).contains(number) {
        colors[isPalette ? number : number + Self.firstSpecialColor] = nil
      } else {
        isKnown = false
      }
    }
    return isKnown
  }

  /// OSC 110 to 119.
  mutating func resetDynamicColor(_ number: Int) {
    colors[number - 100 + Self.firstDynamicColor] = nil
  }

  private mutating func obeyColor(_ key: Int, _ value: Substring, name: String) -> Bool {
    if value == "?" {
      guard let color = colors[key] ?? standardColor(key) else { return true }
      let parts = [color.red, color.green, color.blue].map { channel in
        hexadecimal(channel).lowercased() + hexadecimal(channel).lowercased()
      }
      return answer("\u{1B}]\(name);rgb:\(parts[0])/\(parts[1])/\(parts[2])\u{1B}\\")
    }
    guard let color = TerminalProfile.Color(specification: value) else { return false }
    colors[key] = color
    return true
  }

  /// The colour of a new terminal; nil where the profile answers no questions for colours.
  private func standardColor(_ key: Int) -> TerminalProfile.Color? {
    guard let foreground = profile.foreground, let background = profile.background else {
      return nil
    }
    switch key {
    case 0..<Self.firstSpecialColor:
      let value = IndexedColors.value(key, named: IndexedColors.xterm)
      return TerminalProfile.Color(
        UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    // The background, the pointer's and Tek's, and that of the selection's text.
    case Self.firstDynamicColor + 11, Self.firstDynamicColor + 14, Self.firstDynamicColor + 16,
      Self.firstDynamicColor + 19:
      return background
    default: return foreground
    }
  }
}

extension TerminalProfile.Color {
  /// A colour as XParseColor reads it: `rgb:r/g/b` with one to four digits each, `#` and as many digits
  /// for each channel, or three numbers in a `ColorSpace`; nil for everything else.
  init?(specification: Substring) {
    let channels: [Substring]
    let name = specification.prefix { $0 != ":" }
    if let space = ColorSpace(rawValue: name.lowercased()) {
      let fields = specification.dropFirst(name.count + 1).split(
        separator: "/", omittingEmptySubsequences: false)
      let numbers = fields.compactMap { Double($0) }
      guard fields.count == 3, numbers.count == 3, numbers.allSatisfy(\.isFinite),
        let color = space.color(SIMD3(numbers))
      else { return nil }
      self = color
      return
    }
    let isScaled = specification.lowercased().hasPrefix("rgb:")
    if isScaled {
      channels = specification.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false)
    } else {
      guard specification.first == "#", case let digits = specification.dropFirst(),
        digits.utf8.count == digits.count, digits.count % 3 == 0
      else { return nil }
      let width = digits.count / 3
      channels = (0..<3).map { digits.dropFirst($0 * width).prefix(width) }
    }
    guard channels.count == 3 else { return nil }
    var values: [UInt8] = []
    for channel in channels {
      guard (1...4).contains(channel.utf8.count), channel.utf8.first != UInt8(ascii: "+"),
        channel.utf8.first != UInt8(ascii: "-"), let value = UInt32(channel, radix: 16)
      else { return nil }
      let bits = 4 * UInt32(channel.utf8.count)
      // `rgb:f` is white, `#f` is not quite.
      let whole = isScaled ? value * 0xFFFF / (1 << bits - 1) : value << (16 - bits)
      values.append(UInt8(whole >> 8))
    }
    self.init(values[0], values[1], values[2])
  }
}
