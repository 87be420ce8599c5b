import Localization

/// What turns a `Text` into a string: the catalog of a language, how that language formats values,
/// and whether its letters are drawn joined.
///
/// A `Text` does not contain its wording, so a message raised in one language can be read again in
/// another.
public struct Wording: Sendable {
  public let catalog: Catalog<Message>
  let formatting: ValueFormatting
  /// False if the terminal receives text in logical order (`RowEncoding.logical`).
  let joinsLetters: Bool

  public init(
    catalog: Catalog<Message>, formatting: ValueFormatting, joinsLetters: Bool = true
  ) {
    self.catalog = catalog
    self.formatting = formatting
    self.joinsLetters = joinsLetters
  }

  /// A number with digit groups; nil if it needs none.
  func grouped(_ number: Int) -> String? { formatting.grouped(number, in: catalog.language) }
}

extension State {
  /// The wording of the texts on the screen.
  public var wording: Wording {
    Wording(catalog: catalog, formatting: formatting, joinsLetters: terminal?.used != .logical)
  }
}
