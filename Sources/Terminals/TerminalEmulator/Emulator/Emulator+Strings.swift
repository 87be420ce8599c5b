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
    switch String(decoding: number, as: UTF8.self) {
    case "0":
      screen.title = text
      screen.iconTitle = text
    case "1": screen.iconTitle = text
    case "2": screen.title = text
    // The palette: accepted but not stored.
    case "4" where !text.hasSuffix("?"), "104": break
    // The shell's directory and prompt marks.
    case "7", "133": break
    case "8":
      guard let separator = text.firstIndex(of: ";") else { return false }
      let address = text[text.index(after: separator)...]
      link = address.isEmpty ? nil : String(address)
    case "10": return obeyColor(10, text, profile.foreground)
    case "11": return obeyColor(11, text, profile.background)
    case "12": return obeyColor(12, text, profile.foreground)
    case "50":
      switch text {
      case "BidiRenderingEnabled=false": screen.modes.konsoleBidi = false
      case "BidiRenderingEnabled=true": screen.modes.konsoleBidi = true
      default: return false
      }
    case "52":
      guard let separator = text.firstIndex(of: ";") else { return false }
      let data = text[text.index(after: separator)...]
      if data != "?" { clipboard = String(data) }
    case "110", "111", "112": break
    case "5379":
      switch text {
      case "use_ctl=false": screen.modes.mltermBidi = false
      case "use_ctl=true": screen.modes.mltermBidi = true
      default: return false
      }
    default: return false
    }
    return true
  }

  /// OSC 10, 11 and 12: set a colour, which is not stored, or query it.
  private mutating func obeyColor(
    _ number: Int, _ text: String, _ color: TerminalProfile.Color?
  ) -> Bool {
    // xterm takes further fields for the colours that come next: `OSC 10 ; ? ; ? ST` asks for both.
    let fields = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    if number <= 11, fields.dropFirst(11 - number).first?.elementsEqual("?".utf8) == true {
      note(.background)
    }
    guard text == "?", let color else { return true }
    let parts = [color.red, color.green, color.blue].map { value in
      hexadecimal(value).lowercased() + hexadecimal(value).lowercased()
    }
    return answer("\u{1B}]\(number);rgb:\(parts[0])/\(parts[1])/\(parts[2])\u{1B}\\")
  }

  private mutating func obeyDeviceControl(_ body: [UInt8]) -> Bool {
    if body.starts(with: "$q".utf8) {
      return answerSetting(String(decoding: body.dropFirst(2), as: UTF8.self))
    }
    // XTGETTCAP: no capability is reported.
    if body.starts(with: "+q".utf8) { return answer("\u{1B}P0+r\u{1B}\\") }
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
