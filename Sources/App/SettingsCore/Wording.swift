import AccountModel
import BidiText
import LocaleValues
import Localization

/// Turns a `Text` into a string: the catalog of a language, the values that the locale library has
/// written in it, local time, and whether its letters are drawn joined.
///
/// A `Text` does not contain its wording, so a message raised in one language can be read again in
/// another.
public struct Wording: Sendable {
  public let catalog: Catalog<Message>
  let formatted: FormattedTexts
  /// The names that the account's server gives.
  let names: LocalizedNames
  /// How far local time is ahead of UTC at a time, both in seconds.
  let secondsFromUTC: @Sendable (Int64) -> Int
  /// False if the terminal receives text in logical order (`RowEncoding.logical`).
  let joinsLetters: Bool
  /// The direction of the layout that the texts are part of.
  let layout: Direction
  /// Keeps paragraphs; nil if they are not kept.
  fileprivate var memory: ViewMemory?

  public init(
    catalog: Catalog<Message>, formatted: FormattedTexts = FormattedTexts(),
    names: LocalizedNames = LocalizedNames(),
    secondsFromUTC: @escaping @Sendable (Int64) -> Int, joinsLetters: Bool = true,
    layout: Direction? = nil
  ) {
    self.catalog = catalog
    self.formatted = formatted
    self.names = names
    self.secondsFromUTC = secondsFromUTC
    self.joinsLetters = joinsLetters
    self.layout = layout ?? catalog.language.direction
  }

  /// The paragraph of a message without values.
  func paragraph(of message: Message, make: () -> Paragraph) -> Paragraph {
    memory?.paragraph(of: message, catalog.language.code, make: make) ?? make()
  }

  /// A key's name.
  func paragraph(of key: KeyName) -> Paragraph {
    func make() -> Paragraph { Text.key(key).paragraph(in: self) }
    return memory?.paragraph(of: key, make: make) ?? make()
  }

  /// A number with digit groups such as `2,000`; nil below one thousand, which needs none, and while
  /// the language's groups are not known.
  func grouped(_ number: Int) -> String? {
    number.magnitude < 1000 ? nil : formatted.text(.number(value: number), in: catalog.language)
  }

  func moment(_ time: Int64) -> FormattedValue {
    .moment(milliseconds: time, offset: secondsFromUTC(time / 1000))
  }

  func age(of time: Int64, at now: Int64) -> FormattedValue {
    .age(of: time, at: now, offset: secondsFromUTC(now / 1000))
  }

  /// The account's name of a language or a market, in this language.
  func name(_ kind: LocalizedNames.Kind, _ code: String) -> String? {
    names[kind, code, in: catalog.language.code.rawValue].map(ForeignText.filtered)
  }

  /// A value as the language writes it, or plainly until that is known.
  func text(_ value: FormattedValue) -> String {
    formatted.text(value, in: catalog.language) ?? value.plain(in: catalog.language)
  }
}

extension SettingsState {
  /// The wording of the texts on the screen.
  public var wording: Wording { wording(of: catalog) }

  /// The wording of the texts in a preview.
  func wording(of catalog: Catalog<Message>) -> Wording {
    var wording = Wording(
      catalog: catalog, formatted: formatted, names: markets.names,
      secondsFromUTC: secondsFromUTC, joinsLetters: terminal?.used != .logical,
      layout: layoutDirection)
    wording.memory = memory
    return wording
  }
}
