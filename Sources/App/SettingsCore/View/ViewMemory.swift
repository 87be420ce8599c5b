import Forms
import Localization
import Synchronization

/// Earlier results of the view that can be shown again, because a move of the focus changes little:
/// each value with everything it was made of.
///
/// The texts belong to the current catalogs of a state, at most one for each language, with letters
/// joined or not as its terminal needs them.
final class ViewMemory: Sendable {
  /// The paragraphs of messages without values, in one language.
  private struct Texts {
    let code: LanguageCode
    /// For each message's case number, its place in `paragraphs` plus one; 0 for none.
    var places = [UInt16](repeating: 0, count: Message.allCases.count)
    var paragraphs: [Paragraph] = []
  }

  /// The sources of a preview, besides the texts of its language.
  struct PictureSource: Equatable {
    let code: LanguageCode
    let theme: Theme
    let sections: [Section]
    let languages: [Language]?
  }

  /// The sources of the list of sections, besides the texts of its language.
  struct NavigationSource: Equatable {
    let code: LanguageCode
    let theme: Theme
    let sections: [Section]
    let current: Section
    let focused: Section?
    let size: Size
  }

  private struct Contents {
    var texts: [Texts] = []
    var keyNames: [(name: KeyName, paragraph: Paragraph)] = []
    /// At most one for each language.
    var pictures: [(source: PictureSource, picture: Picture)] = []
    var navigation: (source: NavigationSource, rows: [FormRow<Section>])?
    var styles: (theme: Theme, styles: FormStyles)?
  }

  private let contents = Mutex(Contents())

  /// The earlier value; else a new one, which is kept.
  private func kept<Value>(
    _ known: (inout Contents) -> Value?, make: () -> Value, keep: (inout Contents, Value) -> Void
  ) -> Value {
    if let value = contents.withLock({ known(&$0) }) { return value }
    let value = make()
    contents.withLock { keep(&$0, value) }
    return value
  }

  /// A message's paragraph in a language, made by `make` at its first use.
  func paragraph(
    of message: Message, _ code: LanguageCode, make: () -> Paragraph
  ) -> Paragraph {
    let number = message.caseNumber
    return kept(
      { contents in
        let texts = Self.texts(code, &contents)
        let place = Int(contents.texts[texts].places[number])
        return place > 0 ? contents.texts[texts].paragraphs[place - 1] : nil
      }, make: make,
      keep: { contents, paragraph in
        let texts = Self.texts(code, &contents)
        contents.texts[texts].paragraphs.append(paragraph)
        contents.texts[texts].places[number] = UInt16(contents.texts[texts].paragraphs.count)
      })
  }

  /// The place of a language's texts, which are added if they are missing.
  private static func texts(_ code: LanguageCode, _ contents: inout Contents) -> Int {
    if let known = contents.texts.firstIndex(where: { $0.code == code }) { return known }
    contents.texts.append(Texts(code: code))
    return contents.texts.count - 1
  }

  /// The paragraph of a key's name, which is equal in every language.
  func paragraph(of name: KeyName, make: () -> Paragraph) -> Paragraph {
    kept(
      { $0.keyNames.first { $0.name == name }?.paragraph }, make: make,
      keep: { $0.keyNames.append((name, $1)) })
  }

  func picture(_ source: PictureSource, make: () -> Picture) -> Picture {
    kept(
      { $0.pictures.first { $0.source == source }?.picture }, make: make,
      keep: { contents, picture in
        contents.pictures.removeAll { $0.source.code == source.code }
        contents.pictures.append((source, picture))
      })
  }

  func navigation(
    _ source: NavigationSource, make: () -> [FormRow<Section>]
  ) -> [FormRow<Section>] {
    kept(
      { $0.navigation?.source == source ? $0.navigation?.rows : nil }, make: make,
      keep: { $0.navigation = (source, $1) })
  }

  func styles(of theme: Theme) -> FormStyles {
    kept(
      { $0.styles?.theme == theme ? $0.styles?.styles : nil }, make: { FormStyles(theme) },
      keep: { $0.styles = (theme, $1) })
  }
}
