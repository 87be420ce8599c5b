import Localization

/// What makes a string of a `Text`: the texts of a language, how that language writes values, and
/// whether its letters are drawn joined.
///
/// A `Text` is kept without it, so what was said in one language is read again in another.
public struct Wording: Sendable {
  public let catalog: Catalog<Message>
  let formatting: ValueFormatting
  /// False where rows are sent as they are spelt (`RowEncoding.logical`).
  let joinsLetters: Bool

  public init(
    catalog: Catalog<Message>, formatting: ValueFormatting, joinsLetters: Bool = true
  ) {
    self.catalog = catalog
    self.formatting = formatting
    self.joinsLetters = joinsLetters
  }

  /// A number as people read it, where that is more than its digits.
  func grouped(_ number: Int) -> String? { formatting.grouped(number, in: catalog.language) }
}

extension State {
  /// What the texts of the screen are made by.
  public var wording: Wording {
    Wording(catalog: catalog, formatting: formatting, joinsLetters: terminal?.used != .logical)
  }
}
