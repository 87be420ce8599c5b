import TerminalHarness

/// A style in a script's words: `bold red on blue`, `reverse`, `not underlined`, `colour 208`,
/// `#ff8000`, `plain`.
struct StyleWords: Sendable {
  private var conditions: [@Sendable (CellStyle) -> Bool] = []
  private(set) var description = ""

  func holds(_ style: CellStyle) -> Bool { conditions.allSatisfy { $0(style) } }

  /// Takes the words of a style; nil if the next one does not belong to a style.
  static func read(_ words: inout WordReader) throws(ScriptError) -> StyleWords? {
    var style = StyleWords()
    while let word = words.next, !word.isQuoted {
      let isBackground = word.text == "on"
      if isBackground {
        _ = words.consume()
        guard try style.readColor(&words, isBackground: true) else {
          throw words.failure(.colorExpected)
        }
      } else if word.text == "not" {
        _ = words.consume()
        guard let next = words.consume(), let condition = attributes[next.text] else {
          throw words.failure(.styleExpected)
        }
        style.add("not \(next.text)") { !condition($0) }
      } else if let condition = attributes[word.text] {
        _ = words.consume()
        style.add(word.text, condition)
      } else if try !style.readColor(&words, isBackground: false) {
        break
      }
    }
    return style.conditions.isEmpty ? nil : style
  }

  private mutating func add(
    _ words: String, _ condition: @escaping @Sendable (CellStyle) -> Bool
  ) {
    conditions.append(condition)
    description += (description.isEmpty ? "" : " ") + words
  }

  private mutating func readColor(
    _ words: inout WordReader, isBackground: Bool
  ) throws(ScriptError) -> Bool {
    guard let word = words.next, !word.isQuoted else { return false }
    var name = word.text
    let color: TerminalColor
    if let named = Self.color(name) {
      _ = words.consume()
      color = named
    } else if name == "color" || name == "colour" {
      _ = words.consume()
      let number = try words.value(.colorExpected) { Written.number($0).flatMap(UInt8.init) }
      color = .indexed(number)
      name += " \(number)"
    } else {
      return false
    }
    if isBackground {
      add("on \(name)") { $0.background == color }
    } else {
      add(name) { $0.foreground == color }
    }
    return true
  }

  /// A colour of one word: `red`, `default`, `#ff8000`.
  private static func color(_ word: String) -> TerminalColor? {
    if word == "default" { return .default }
    if let place = colors.firstIndex(of: word) { return .indexed(UInt8(place)) }
    guard word.first == "#", word.utf8.count == 7, let value = UInt32(word.dropFirst(), radix: 16)
    else { return nil }
    return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
  }

  static let colors =
    ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    + [
      "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue",
      "bright-magenta", "bright-cyan", "bright-white",
    ]

  static let attributes: [String: @Sendable (CellStyle) -> Bool] = [
    "bold": \.bold, "dim": \.dim, "italic": \.italic, "blinking": \.blink, "reverse": \.reverse,
    "concealed": \.conceal, "struck": \.strikethrough, "overlined": \.overline,
    "underlined": { $0.underline != .none }, "plain": { $0 == .plain },
  ]
}
