/// All texts of a program in one language, complete and validated.
///
/// ```swift
/// let catalog = try Catalog<Message>.load(language: vietnamese, from: "Resources")
/// catalog.text(.language)                    // Ngôn ngữ
/// catalog.text(.switchTo, ["English"])       // with the argument in place
/// catalog.text(.changesPending, count: 3)    // the form for 3, with the language's digits
/// ```
public struct Catalog<Key: MessageKey>: Sendable {
  private let texts: CatalogTexts

  /// The language of the texts.
  public var language: Language { texts.language }

  /// Whether the texts were read from a compiled file, without parsing.
  public var isCompiled: Bool { texts.compiled != nil }

  /// The texts by the case numbers of their keys.
  var messages: [CatalogReader.Message] { Key.allCases.map { texts[$0.caseNumber] } }

  init(
    language: Language, messages: [CatalogReader.Message] = [], compiled: CompiledTexts? = nil
  ) {
    Key.checkCaseNumbers()
    texts = CatalogTexts(language: language, messages: messages, compiled: compiled)
  }

  /// Reads `xx.lproj/Localizable.strings` and `.stringsdict` in a directory of resources.
  ///
  /// The files must contain exactly the program's keys, with the placeholders of the English text
  /// and all plural forms of the language. The first defect is thrown. The files of a language that
  /// was added (`LanguageDropIn`) may be of another version of the program: a text that is missing is
  /// English, and one that the program does not have is ignored.
  ///
  /// If there is a compiled file (`CompiledCatalog`) of these very files, keys and plural forms, the
  /// texts are taken from that. It never hides an edit, because a file that was edited is read itself.
  ///
  /// - Parameter reportingDamage: is called with the fault of a damaged compiled file, which is then
  ///   ignored, and with the first text that is missing or ignored. Log it.
  @inlinable
  public static func load(
    language: Language, from directory: String,
    reportingDamage: (CatalogError) -> Void = { _ in }
  ) throws(CatalogError) -> Catalog {
    try load(expected, language: language, from: directory, reportingDamage: reportingDamage)
  }

  @usableFromInline
  static func load(
    _ expected: [CatalogReader.Expected], language: Language, from directory: String,
    reportingDamage: (CatalogError) -> Void
  ) throws(CatalogError) -> Catalog {
    let folder = "\(directory)/\(language.code).lproj"
    do throws(CatalogError) {
      if let compiled = try CompiledTexts(expected, language: language, folder: folder) {
        return Catalog(language: language, compiled: compiled)
      }
    } catch {
      reportingDamage(error)
    }
    let reader = CatalogReader(expected, language: language, directory: directory)
    let isAdded = language.directory != nil
    if let error = reader.errors.first(where: { !isAdded || !$0.isGap }) { throw error }
    if let gap = reader.errors.first { reportingDamage(gap) }
    // The messages and not the keys are the sequence, because code for any Key is slow.
    let messages = reader.messages.enumerated().map { $1 ?? builtIn(Key.allCases[$0]) }
    return Catalog(language: language, messages: messages)
  }

  /// The English texts, which are the keys; no file is read.
  public static func builtIn(language: Language = .english) -> Catalog {
    Catalog(language: language, messages: Key.allCases.map(builtIn))
  }

  /// The keys that the catalog's files must contain.
  @inlinable
  static var expected: [CatalogReader.Expected] {
    var expected: [CatalogReader.Expected] = []
    let keys = Key.allCases
    expected.reserveCapacity(keys.count)
    for key in keys {
      expected.append(CatalogReader.Expected(key: key.rawValue, isPlural: key.isPlural))
    }
    return expected
  }

  private static func builtIn(_ key: Key) -> CatalogReader.Message {
    let text = key.rawValue.withoutContext
    guard let plain = try? CatalogReader.plain(text, key: text) else { return .text(text) }
    guard key.isPlural, let singular = key.singular, let other = try? MessageFormat(text),
      let one = try? MessageFormat(singular),
      case let kinds = [MessageFormat.Kind?](of: other),
      let argument = kinds.firstIndex(of: .number),
      let format = try? MessageFormat("%\(argument + 1)$#@count@")
    else { return plain }
    var variable = PluralMessage.Variable(name: "count", argument: argument)
    variable[.one] = one
    variable[.other] = other
    return .plural(PluralMessage(format: format, variables: [variable]), kinds: kinds)
  }

  /// A text without arguments.
  public func text(_ key: Key) -> String {
    if case .text(let text) = texts[key.caseNumber] { return text }
    return text(key, counts: [], [])
  }

  /// A text with each `%@` replaced by an argument, in the order of the English text.
  ///
  /// Where the sentence or an argument runs from right to left, the argument is enclosed in U+2068
  /// and U+2069, so that neither affects the other's direction. A placeholder without an argument
  /// stays as written, so that testers see it; `filled` throws instead.
  public func text(_ key: Key, _ arguments: [String]) -> String {
    text(key, counts: [], arguments)
  }

  /// A text in the plural form for a count. `%d` becomes the count in the language's digits, and
  /// each `%@` an argument.
  ///
  /// - Parameter written: the formatted count, such as `2,000`, if it differs from its plain
  ///   digits.
  public func text(
    _ key: Key, count: Int, written: String? = nil, _ arguments: [String] = []
  ) -> String {
    text(key, counts: [count], written: written, arguments)
  }

  /// A text with several counts: `%d of %d files`.
  public func text(_ key: Key, counts: [Int], _ arguments: [String] = []) -> String {
    text(key, counts: counts, written: nil, arguments)
  }

  /// A text whose values are known only at run time, such as those of a script or an extension.
  ///
  /// - Parameters:
  ///   - counts: a number for each `%d` of the key, in its order.
  ///   - arguments: a text for each `%@` of the key, in its order.
  /// - Throws: if there are fewer or more of a kind than the key has placeholders.
  public func filled(
    _ key: Key, counts: [Int] = [], _ arguments: [String] = []
  ) throws(ArgumentMismatch) -> String {
    let kinds = (try? CatalogReader.kinds(ofKey: key.rawValue.withoutContext)) ?? []
    let expected = (kinds.count { $0 == .number }, kinds.count { $0 == .text })
    guard expected == (counts.count, arguments.count) else {
      throw ArgumentMismatch(
        key: key.rawValue, expectedCounts: expected.0, counts: counts.count,
        expectedTexts: expected.1, texts: arguments.count)
    }
    return text(key, counts: counts, arguments)
  }

  private func text(
    _ key: Key, counts: [Int], written: String?, _ arguments: [String]
  ) -> String {
    let message: PluralMessage
    let kinds: [MessageFormat.Kind?]
    switch texts[key.caseNumber] {
    case .text(let plain): return plain
    case .pattern(let pattern):
      // The pattern was validated when it was read.
      guard let format = try? MessageFormat(pattern) else { return pattern }
      message = PluralMessage(format: format, variables: [])
      kinds = .init(of: format)
    case .plural(let plural, let known): (message, kinds) = (plural, known)
    }
    var text = ""
    append(
      message.format, variables: message.variables,
      arguments: MessageArguments(counts: counts, texts: arguments, kinds: kinds),
      written: written, to: &text)
    return text
  }

  private func append(
    _ format: MessageFormat, variables: [PluralMessage.Variable], arguments: MessageArguments,
    written: String?, to text: inout String
  ) {
    let isMixed =
      language.direction == .rightToLeft
      || format.pieces.contains {
        if case .literal(let literal) = $0 { literal.mayRunRightToLeft } else { false }
      }
    func insert(_ argument: String) {
      if isMixed || argument.mayRunRightToLeft {
        text.appendIsolated(argument)
      } else {
        text += argument
      }
    }
    for piece in format.pieces {
      switch piece {
      case .literal(let literal): text += literal
      case .placeholder(let placeholder):
        switch (placeholder.kind, arguments[placeholder.argument]) {
        case (.text, .text(let argument)): insert(argument)
        case (.number, .count(let count)): insert(written ?? language.digits.string(count))
        case (.variable(let name), let argument):
          let variable = variables.first { $0.name == name }
          var category = PluralCategory.other
          if case .count(let count) = argument {
            category = language.pluralRules.category(for: count)
          }
          if let form = variable?[category] ?? variable?[.other] {
            append(
              form, variables: variables, arguments: arguments, written: written, to: &text)
          }
        default: text += placeholder.spelling
        }
      }
    }
  }
}

/// The contents of a catalog, behind one reference. Copying a catalog then only counts that
/// reference. Without it, the Swift runtime needs the generic type's metadata, for which it
/// searches all of a program's conformances.
private final class CatalogTexts: Sendable {
  let language: Language
  private let messages: [CatalogReader.Message]
  /// The texts, if they come from a compiled file; `messages` is then empty.
  let compiled: CompiledTexts?

  init(language: Language, messages: [CatalogReader.Message], compiled: CompiledTexts?) {
    self.language = language
    self.messages = messages
    self.compiled = compiled
  }

  /// The text with a case number.
  subscript(number: Int) -> CatalogReader.Message {
    compiled?.message(number) ?? messages[number]
  }
}
