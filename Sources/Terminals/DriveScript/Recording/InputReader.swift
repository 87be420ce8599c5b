import ControlSequences
import SystemCalls
import TerminalHarness

/// Converts a terminal's input to the statements that send it: `type "ls"`, `press Enter`, `click
/// 4,10`.
enum InputReader {
  static func statements(of bytes: [UInt8]) -> [String] {
    var statements: [String] = []
    var text: [UInt8] = []
    func endText() {
      if text.isEmpty { return }
      statements.append("type \(quoted(String(decoding: text, as: UTF8.self)))")
      text = []
    }
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest[index] >= 0x20, rest[index] != 0x7F {
        text.append(rest[index])
        index += 1
        continue
      }
      endText()
      let (statement, length) = special(rest)
      index += length
      guard let statement else { continue }
      statements.append(statement)
    }
    endText()
    return merged(statements)
  }

  /// Merges `press Down` and `press Down` into `press Down 2`.
  private static func merged(_ statements: [String]) -> [String] {
    var merged: [(text: String, times: Int)] = []
    for statement in statements {
      if statement.hasPrefix("press "), merged.last?.text == statement {
        merged[merged.count - 1].times += 1
      } else {
        merged.append((statement, 1))
      }
    }
    return merged.map { $0.times == 1 ? $0.text : "\($0.text) \($0.times)" }
  }

  /// The statement for input that begins with a control character, and its length; nil for what the
  /// terminal sends unasked.
  private static func special(_ bytes: ArraySlice<UInt8>) -> (String?, Int) {
    let start = bytes.startIndex
    if let paste = pasted(bytes) { return paste }
    // ESC before one of these begins a sequence, known or not.
    let isSequence =
      bytes.first == 0x1B && bytes.count > 1 && "[O]P".utf8.contains(bytes[start + 1])
    for length in stride(from: min(8, bytes.count), through: isSequence ? 3 : 1, by: -1) {
      if let key = keys[Array(bytes[start..<(start + length)])] { return ("press \(key)", length) }
    }
    guard isSequence else {
      return ("send \(quoted(String(decoding: bytes.prefix(1), as: UTF8.self)))", 1)
    }
    let found = SequenceParser.first(in: bytes)
    let length = found?.length ?? bytes.count
    switch found?.element {
    case .sequence(let sequence):
      if let statement = pointer(sequence) { return (statement, length) }
      switch sequence.final {
      case "I": return ("focus gained", length)
      case "O": return ("focus lost", length)
      // Answers to DA, DSR, DECRQM, size and keyboard queries, and releases of the pointer.
      case "c", "R", "n", "y", "t", "u", "m", "M": return (nil, length)
      default: break
      }
    case .string: return (nil, length)
    case nil where "]P".utf8.contains(bytes[start + 1]): return (nil, length)
    default: break
    }
    return ("send \(quoted(String(decoding: bytes.prefix(length), as: UTF8.self)))", length)
  }

  private static func pasted(_ bytes: ArraySlice<UInt8>) -> (String?, Int)? {
    let opening = Array("\u{1B}[200~".utf8)
    let closing = Array("\u{1B}[201~".utf8)
    guard bytes.starts(with: opening) else { return nil }
    let body = bytes.dropFirst(opening.count)
    let end = firstPlace(of: closing, in: body) ?? body.endIndex
    let text = body[..<end].map { $0 == 0x0D ? 0x0A : $0 }
    let length = min(end + closing.count, bytes.endIndex) - bytes.startIndex
    return ("paste \(quoted(String(decoding: text, as: UTF8.self)))", length)
  }

  /// A press of the pointer, `␛[<0;11;5M`; nil for releases and motion.
  private static func pointer(_ report: ControlSequence) -> String? {
    let values = report.values
    guard report.prefix == "<", report.final == "M", values.count == 3, values[1] > 0, values[2] > 0
    else { return nil }
    let cell = "\(values[2] - 1),\(values[1] - 1)"
    switch values[0] {
    case 0: return "click \(cell)"
    case 1: return "click middle \(cell)"
    case 2: return "click right \(cell)"
    case 64: return "scroll up at \(cell)"
    case 65: return "scroll down at \(cell)"
    default: return nil
    }
  }

  /// The bytes of each key, in either mode of the cursor keys.
  private static let keys: [[UInt8]: String] = {
    var keys: [[UInt8]: String] = [:]
    var application = ScreenModes()
    application.applicationCursorKeys = true
    let letters = "abcdefghijklmnopqrstuvwxyz".map { ("\($0)", TerminalKey.character($0)) }
    let held: [(String, KeyModifiers)] = [
      ("Ctrl+Alt+", [.control, .alt]), ("Ctrl+Shift+", [.control, .shift]),
      ("Alt+Shift+", [.alt, .shift]), ("Alt+", .alt), ("Shift+", .shift), ("Ctrl+", .control),
      ("", []),
    ]
    // Of two keys with equal bytes, the simpler name comes last and is kept.
    for (prefix, modifiers) in held {
      for (name, key) in letters + Written.keys.map({ ($0.name, $0.key) }).reversed() {
        for modes in [application, ScreenModes()] {
          let bytes = key.bytes(modifiers, in: modes)
          if let first = bytes.first, first < 0x20 || first == 0x7F { keys[bytes] = prefix + name }
        }
      }
    }
    return keys
  }()

  /// A text in the notation of a script. A mark that would join the notation before it, and what joins the character
  /// after it, are written by number.
  static func quoted(_ text: String) -> String {
    var result = "\""
    var followsNotation = true
    for scalar in text.unicodeScalars {
      let joins =
        !scalar.isASCII
        && ((followsNotation && "a\(scalar)".count == 1) || "\(scalar)a".count == 1)
      followsNotation = true
      switch scalar {
      case "\"", "\\", "$": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{1B}": result += "\\e"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        } else if joins {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
          followsNotation = false
        }
      }
    }
    return result + "\""
  }
}
