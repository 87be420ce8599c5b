import ControlSequences

extension Emulator {
  /// Obeys a string that the byte after ESC opened.
  mutating func obeyString(_ opening: Unicode.Scalar, _ body: [UInt8]) {
    let isKnown =
      switch opening {
      case "]": obeyCommand(body)
      case "P": obeyDeviceControl(body)
      default: false
      }
    if !isKnown { record("␛\(opening)" + readable(body)) }
  }

  /// OSC: a number, `;`, and a text.
  private mutating func obeyCommand(_ body: [UInt8]) -> Bool {
    // The console's palette: accepted but not stored.
    if profile.hasConsolePalette, let first = body.first, "PR".utf8.contains(first) { return true }
    let number = body.prefix { $0 != UInt8(ascii: ";") }
    let text = String(decoding: body.dropFirst(number.count + 1), as: UTF8.self)
    // Without signs and leading zeros.
    guard let command = Int(String(decoding: number, as: UTF8.self)),
      "\(command)".utf8.elementsEqual(number)
    else { return false }
    switch command {
    case 0, 1, 2:
      guard let title = received(text) else { return false }
      if command != 1 { screen.title = title }
      if command != 2 { screen.iconTitle = title }
    case 4, 5: return obeyColors(command, text)
    // The shell's directory.
    case 7: break
    case 133: obeyMark(text)
    case 8:
      guard let separator = text.firstIndex(of: ";") else { return false }
      let address = text[text.index(after: separator)...]
      link = address.isEmpty ? nil : String(address)
    case 10...19: return obeyDynamicColors(command, text)
    // The pointer's shape, which Textual sets. There is no pointer to see.
    case 22: break
    case 50:
      switch text {
      case "BidiRenderingEnabled=false": screen.modes.konsoleBidi = false
      case "BidiRenderingEnabled=true": screen.modes.konsoleBidi = true
      default: return false
      }
    case 52:
      guard let separator = text.firstIndex(of: ";") else { return false }
      let data = text[text.index(after: separator)...]
      if data != "?" { clipboard = String(data) }
    case 104, 105: return resetColors(command, text)
    case 110...119: resetDynamicColor(command)
    case 5379:
      switch text {
      case "use_ctl=false": screen.modes.mltermBidi = false
      case "use_ctl=true": screen.modes.mltermBidi = true
      default: return false
      }
    default: return false
    }
    return true
  }

  private mutating func obeyDeviceControl(_ body: [UInt8]) -> Bool {
    if body.starts(with: "$q".utf8) {
      return answerSetting(String(decoding: body.dropFirst(2), as: UTF8.self))
    }
    if body.starts(with: "+q".utf8) {
      return answerCapability(String(decoding: body.dropFirst(2), as: UTF8.self))
    }
    guard profile.passesThrough else { return false }
    // A multiplexer passes it to the outer terminal, which here is this emulator.
    let inner = body.starts(with: "tmux;".utf8) ? body.dropFirst(5) : body[...]
    var parser = SequenceParser()
    var elements: [SequenceParser.Element] = []
    for byte in inner { parser.parse(byte, into: &elements) }
    for element in elements {
      // A nested string could be passed on endlessly.
      if case .string("P", _) = element { return false }
      passThrough(element)
    }
    return true
  }

  /// Executes a sequence for the terminal outside a multiplexer: only its bidi mode is supported.
  private mutating func passThrough(_ element: SequenceParser.Element) {
    if case .sequence(let sequence) = element, sequence.prefix == "\0",
      sequence.intermediate == "\0", sequence.values == [8],
      sequence.final == "h" || sequence.final == "l"
    {
      screen.modes.bidi = sequence.final == "h" ? .implicit : .explicit
      applyBidiMode()
    } else {
      obey(element)
    }
  }
}
