import AccountModel
import BidiText
import LocaleValues
import Localization

/// A text that a view may show: a message of the catalog, a count, a formatted value, a language's
/// native name, text that a person wrote, or an identifier. A bare string is not allowed (R48).
///
/// ```swift
/// Text.message(.hintSwitch, .nativeName(arabic))
/// ```
public enum Text: Hashable, Sendable {
  /// A message with the values of its placeholders, each isolated from the surrounding sentence.
  case message(Message, [Text] = [])
  /// A plural message for a number.
  case count(Message, Int)
  /// A date and time, in milliseconds since 1970 (R49).
  case moment(Int64)
  /// How long before `now` a time was, such as `2 minutes ago`, both in milliseconds since 1970.
  case age(of: Int64, now: Int64)
  /// A language's name in its own script, from its data.
  case nativeName(Language)
  /// A language's option: its native name and a code such as `(AR)`, from its data (R2).
  case optionLabel(Language)
  /// A region's name in the displayed language, looked up when it is shown.
  case market(MarketCode)
  /// A language's name in the displayed language. The language needs no catalog.
  case languageName(LanguageCode)
  /// A list of languages' native names.
  case languageNames([Language])
  /// Text that a person wrote: filtered, and ordered by its first strong letter (R26).
  case person(String)
  /// Text that is always left-to-right: a path, a version, a terminal's type, a code (R27).
  case identifier(Identifier)

  /// The text in logical order. Inserted values are isolated.
  public func string(in wording: Wording) -> String {
    let catalog = wording.catalog
    return switch self {
    case .message(let message, let values):
      values.isEmpty
        ? catalog.text(message)
        : catalog.text(message, values.map { $0.insertion(in: wording) })
    case .count(let message, let number):
      catalog.text(message, count: number, written: wording.grouped(number))
    case .moment(let time): wording.text(wording.moment(time))
    case .age(let time, let now):
      wording.formatted.text(wording.age(of: time, at: now), in: catalog.language)
        ?? catalog.text(.syncUnknown)
    case .market(let code):
      wording.name(.market, code.rawValue)
        ?? (code == .world
          ? catalog.text(.marketInternational) : wording.text(.region(code: code.rawValue)))
    case .languageName(let code):
      wording.name(.language, code.rawValue) ?? catalog.language.names[code]
        ?? wording.text(.language(code: code.rawValue))
    case .languageNames(let languages):
      languages.map { Text.nativeName($0).insertion(in: wording) }
        .map { Isolate.firstStrong($0) }.joined(separator: catalog.text(.listSeparator))
    case .nativeName(let language): language.nativeName ?? language.code.rawValue
    case .optionLabel(let language):
      Isolate.firstStrong(language.nativeName ?? language.code.uppercased)
        + (language.nativeName == nil ? "" : " (\(language.code.uppercased))")
    case .person(let text): ForeignText.filtered(Self.shown(text))
    case .identifier(let identifier): ForeignText.filtered(identifier.text)
    }
  }

  /// The maximum number of Unicode scalars shown of a person's text: as many as the largest window
  /// has cells.
  private static let longestShown = 30_000

  private static func shown(_ text: String) -> String {
    var shown = text
    // A text never has more scalars than bytes, and the byte count is already known.
    if text.utf8.count > longestShown {
      let start = text.unicodeScalars.prefix(longestShown)
      if start.endIndex < text.endIndex { shown = String(start) + "…" }
    }
    // Lines are joined into one, separated by spaces.
    guard shown.unicodeScalars.contains(where: \.isLineBreak) else { return shown }
    return String(shown.map { $0.isNewline ? " " : $0 })
  }

  /// The text as the value of a placeholder. The catalog isolates it by its first strong letter.
  /// Inside that isolate, an identifier stays left-to-right. A time, which may begin with or consist
  /// of digits, keeps the language's direction.
  private func insertion(in wording: Wording) -> String {
    let text = string(in: wording)
    return switch self {
    case .identifier: Isolate.leftToRight(text)
    case .moment, .age:
      wording.catalog.language.direction == .leftToRight
        ? Isolate.leftToRight(text) : Isolate.rightToLeft(text)
    default: text
    }
  }

  /// The values in the text that a locale library has to write.
  public func formattedValues(in wording: Wording) -> [FormattedValue] {
    switch self {
    case .message(_, let values): values.flatMap { $0.formattedValues(in: wording) }
    case .count(_, let number): number.magnitude < 1000 ? [] : FormattedTexts.samples
    case .moment(let time): [wording.moment(time)]
    case .age(let time, let now): now == 0 ? [] : [wording.age(of: time, at: now)]
    case .market(let code):
      code == .world || wording.name(.market, code.rawValue) != nil
        ? [] : [.region(code: code.rawValue)]
    case .languageName(let code):
      wording.name(.language, code.rawValue) != nil
        ? [] : wording.catalog.language.names[code] == nil ? [.language(code: code.rawValue)] : []
    case .nativeName, .optionLabel, .languageNames, .person, .identifier: []
    }
  }

  /// The direction of the text as a separate paragraph.
  private func direction(in wording: Wording) -> ParagraphDirection {
    let own = wording.catalog.language.direction
    switch self {
    case .message, .count, .moment, .age, .market, .languageName, .languageNames:
      return own == .leftToRight ? .leftToRight : .rightToLeft
    case .nativeName(let language):
      return language.direction == .leftToRight ? .leftToRight : .rightToLeft
    // All names begin at the layout's leading edge, and the codes follow them.
    case .optionLabel: return wording.layout == .leftToRight ? .leftToRight : .rightToLeft
    case .person: return .firstStrong(fallback: own)
    case .identifier: return .leftToRight
    }
  }

  /// The text for a file or a pipe: plain letters in logical order, without directional
  /// formatting characters (R28).
  public func plain(in wording: Wording) -> String {
    String(string(in: wording).unicodeScalars.filter { !$0.isDirectionalFormatting })
  }

  /// The text with its embedding levels, ready to be broken into lines.
  func paragraph(in wording: Wording) -> Paragraph {
    if case .message(let message, let values) = self, values.isEmpty {
      return wording.paragraph(of: message) { made(in: wording) }
    }
    return made(in: wording)
  }

  private func made(in wording: Wording) -> Paragraph {
    Paragraph(
      string(in: wording), direction: direction(in: wording),
      joinsLetters: wording.joinsLetters)
  }
}

/// A text that no catalog translates: a path, a version, a key's name, a language's code.
public struct Identifier: Hashable, Sendable {
  /// Made in this file only, so that a view must name the kind of identifier it shows and cannot
  /// show a bare string (R48).
  fileprivate let text: String
}

extension Text {
  /// A message with one value or more.
  public static func message(_ message: Message, _ value: Text, _ others: Text...) -> Text {
    .message(message, [value] + others)
  }

  public static func login(_ login: String) -> Text { .identifier(Identifier(text: login)) }
  /// A mail address, a telephone number, or a server's address.
  public static func address(_ address: String) -> Text { .identifier(Identifier(text: address)) }
  public static func path(_ path: String) -> Text { .identifier(Identifier(text: path)) }
  public static func version(_ version: String) -> Text { .identifier(Identifier(text: version)) }
  public static func terminal(_ name: String) -> Text { .identifier(Identifier(text: name)) }
  public static func code(_ code: String) -> Text { .identifier(Identifier(text: code)) }
  public static func key(_ name: KeyName) -> Text { .identifier(Identifier(text: name.rawValue)) }
  /// A command-line argument, shown back to the user.
  public static func argument(_ argument: String) -> Text {
    .identifier(Identifier(text: argument))
  }
  /// An SPDX licence identifier.
  public static let licence = Text.identifier(Identifier(text: "Apache-2.0"))
}

/// Key names as printed on keyboards; the same in every language.
public enum KeyName: String, Sendable {
  case upDown = "▴▾"
  case leftRight = "◂▸"
  case homeEnd = "Home/End"
  case enter = "Enter"
  case tab = "Tab"
  case escape = "Esc"
  case digits = "1-9"
  case y, n, r, q, m, s, u
  case slash = "/"
  case questionMark = "?"
  case controlC = "Ctrl-C"
  case controlL = "Ctrl-L"
  case controlZ = "Ctrl-Z"
  case controlLeftRight = "Ctrl-◂▸"
  case shiftLeftRight = "Shift-◂▸"
  case backspace = "Backspace"
  case delete = "Delete"
  case controlW = "Ctrl-W"
  case controlU = "Ctrl-U"
  case controlK = "Ctrl-K"
  case controlUnderscore = "Ctrl-_"
  case altEnter = "Alt-Enter"
}

extension Unicode.Scalar {
  /// The result of `Character.isNewline` for a character of one scalar.
  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
