/// Reads and validates all of a language's texts against the program's keys.
@usableFromInline
struct CatalogReader {
  /// A text of the program: its key and the file it belongs to.
  @usableFromInline
  struct Expected: Sendable {
    let key: String
    let isPlural: Bool
    /// A text with the placeholders that a translation must have, if these are not in the key.
    let model: String?
    /// The format of placeholders; nil if only the catalog may set it.
    let format: TextFormat?

    @usableFromInline
    init(
      key: String, isPlural: Bool, model: String? = nil, format: TextFormat? = .objectiveC
    ) {
      self.key = key
      self.isPlural = isPlural
      self.model = model
      self.format = format
    }

    /// The text whose placeholders count.
    var pattern: String { model ?? key.withoutContext }

    /// The format of a translation. Its own comment counts if the source text has none; but it cannot
    /// say that there is nothing to fill where the source text has a percent sign.
    func format(orOf comment: TextFormat?) -> TextFormat {
      format ?? comment.flatMap { $0 == .none && pattern.containsByte(0x25) ? nil : $0 }
        ?? .objectiveC
    }

    /// Whether the text of another program, or a translation of it, has placeholders that this
    /// library cannot fill, such as `%.1f`.
    func isForeign(_ text: String) -> Bool {
      guard let model else { return false }
      return [model, text].contains { text in
        guard let format = try? MessageFormat(text), !format.mixesNumbering else { return true }
        return format.placeholders.contains { if case .variable = $0.kind { true } else { false } }
      }
    }
  }

  /// A text that is ready to be displayed.
  enum Message: Sendable {
    case text(String)
    /// Its placeholders match those of its key; it is parsed each time it is displayed.
    case pattern(String)
    case plural(PluralMessage, kinds: [MessageFormat.Kind?])
  }

  static let plainFile = "Localizable.strings"
  static let pluralFile = "Localizable.stringsdict"

  /// The defects, in the order in which they were found.
  private(set) var errors: [CatalogError] = []
  /// The texts in the order of the keys; nil for a text that cannot be displayed.
  private(set) var messages: [Message?]
  /// The parsed files, even if they are invalid as a catalog; nil if a file cannot be read.
  private(set) var table: StringTable?
  private(set) var plurals: PluralFile?
  /// The texts that this library cannot fill, because their format is another one than its.
  private(set) var foreign: Set<Int> = []

  private let expected: [Expected]
  private let language: Language

  /// Reads everything, and continues after errors as far as possible.
  ///
  /// - Parameter read: reads a file's bytes.
  init(
    _ expected: [Expected], language: Language, directory: String,
    read: (String) throws(CatalogError) -> [UInt8] = { path throws(CatalogError) in
      try ResourceFile.read(path)
    }
  ) {
    self.expected = expected
    self.language = language
    messages = Array(repeating: nil, count: expected.count)
    let folder = "\(directory)/\(language.code).lproj"
    do throws(CatalogError) {
      try readTexts("\(folder)/\(Self.plainFile)", read)
    } catch {
      errors.append(error)
    }
    do throws(CatalogError) {
      try readPlurals("\(folder)/\(Self.pluralFile)", read)
    } catch {
      // A program without plural texts needs no such file.
      if error.kind != .unreadable(errno: noSuchFile) || expected.contains(where: \.isPlural) {
        errors.append(error)
      }
    }
  }

  private mutating func readTexts(
    _ path: String, _ read: (String) throws(CatalogError) -> [UInt8]
  ) throws(CatalogError) {
    let table = try StringTable(texts: read(path), file: path)
    self.table = table
    var isUsed = [Bool](repeating: false, count: table.count)
    var next = 0
    for (number, message) in expected.enumerated() {
      guard let place = table.index(of: message.key, near: next) else {
        if !message.isPlural { errors.append(table.source.error(.missingKey(message.key), at: 0)) }
        continue
      }
      isUsed[place] = true
      next = place + 1
      guard !message.isPlural else {
        errors.append(
          table.source.error(
            .misplacedKey(message.key, file: Self.pluralFile), at: table.keyOffset(at: place)))
        continue
      }
      let text = table.value(at: place)
      if text.isEmpty, !message.pattern.isEmpty {
        errors.append(table.source.error(.emptyText, at: table.valueOffset(at: place)))
        continue
      }
      let signs = table.signs(at: place)
      // The signs are those of key and value; a model's are not known.
      if signs.contains(.percent) || message.model != nil {
        do throws(Fault) {
          try Self.checkControls(of: text, against: message.pattern)
          let format = message.format(orOf: table.format(at: place))
          if format == .objectiveC, !message.isForeign(text) {
            messages[number] = try Self.plain(text, key: message.pattern)
          } else {
            try format.check(text, against: message.pattern)
            messages[number] = .text(text)
            foreign.insert(number)
          }
        } catch {
          errors.append(table.source.error(error.kind, at: table.valueOffset(at: place)))
        }
      } else {
        messages[number] = .text(text)
      }
      // Another program's texts may end a direction in other ways.
      if message.model == nil, signs.contains(.directionalFormatting),
        let scalar = text.unbalancedDirectionalFormatting
      {
        errors.append(
          table.source.error(.unbalancedDirection(scalar), at: table.valueOffset(at: place)))
      }
    }
    for place in 0..<table.count where !isUsed[place] {
      errors.append(
        table.source.error(.unusedKey(table.key(at: place)), at: table.keyOffset(at: place)))
    }
  }

  private mutating func readPlurals(
    _ path: String, _ read: (String) throws(CatalogError) -> [UInt8]
  ) throws(CatalogError) {
    let file = try PluralFile(SourceText(read(path), file: path), errors: &errors)
    plurals = file
    let index = ExpectedIndex(expected)
    var isFound = [Bool](repeating: false, count: expected.count)
    for message in file.messages {
      guard let number = index.number(of: message.key, isPlural: true) else {
        let isPlain = index.number(of: message.key, isPlural: false) != nil
        errors.append(
          file.source.error(
            isPlain
              ? .misplacedKey(message.key, file: Self.plainFile) : .unusedKey(message.key),
            at: message.keyOffset))
        continue
      }
      isFound[number] = true
      let format = expected[number].format(orOf: file.format(of: message))
      let model = expected[number].pattern
      let isForeign = format != .objectiveC || expected[number].isForeign(model)
      if isForeign { foreign.insert(number) }
      do throws(Fault) {
        let kinds: [MessageFormat.Kind?] = try isForeign ? [.number] : Self.kinds(ofKey: model)
        messages[number] = PluralResolver.resolve(
          message, source: file.source, kinds: kinds,
          foreign: isForeign ? (format: format, model: model) : nil,
          categories: language.pluralRules.categories, errors: &errors
        ).map { .plural($0, kinds: kinds) }
      } catch {
        errors.append(file.source.error(error.kind, at: message.keyOffset))
      }
      let isOwn = expected[number].model == nil
      if isOwn { checkBalance(of: message.format, in: file.source) }
      for variable in message.variables {
        for form in variable.forms {
          if isOwn { checkBalance(of: form.text, in: file.source) }
          if form.text.text.isEmpty {
            errors.append(file.source.error(.emptyText, at: form.text.offset))
          }
        }
      }
    }
    for (number, message) in expected.enumerated() where message.isPlural && !isFound[number] {
      errors.append(file.source.error(.missingKey(message.key), at: 0))
    }
  }

  private mutating func checkBalance(of text: PluralFile.Text, in source: SourceText) {
    if let scalar = text.text.unbalancedDirectionalFormatting {
      errors.append(source.error(.unbalancedDirection(scalar), at: text.offset))
    }
  }

  /// Finds the program's texts by key.
  private struct ExpectedIndex {
    private let expected: [Expected]
    private var keys: KeyIndex

    init(_ expected: [Expected]) {
      self.expected = expected
      keys = KeyIndex(capacity: expected.count)
      // Another program can have a key twice: once with plural forms, and once without.
      for (number, message) in expected.enumerated() {
        _ = keys.insert(number, hash: message.key.keyHash) { _ in false }
      }
    }

    func number(of key: String, isPlural: Bool) -> Int? {
      keys.find(hash: key.keyHash) { number in
        expected[number].isPlural == isPlural && expected[number].key.hasSameBytes(as: key)
      }
    }
  }

  /// A defect of a text, without its position.
  struct Fault: Error {
    let kind: CatalogError.Kind
  }

  /// A plain text whose placeholders match those of its key in number, kind and position.
  static func plain(_ text: String, key: String) throws(Fault) -> Message {
    guard text.containsByte(UInt8(ascii: "%")) || key.containsByte(UInt8(ascii: "%")) else {
      return .text(text)
    }
    if let asked = PlaceholderSummary(text),
      asked == (text.hasSameBytes(as: key) ? asked : PlaceholderSummary(key))
    {
      return .pattern(text)
    }
    let wanted = try format(key)
    let found = try format(text)
    guard found.asksForTheSame(as: wanted) else {
      throw Fault(
        kind: .differentPlaceholders(
          expected: wanted.placeholders.map(\.spelling).joined(separator: " "),
          found: found.placeholders.map(\.spelling).joined(separator: " ")))
    }
    return .pattern(text)
  }

  /// A control character, such as the bell, is a text's only if the source text has it.
  private static func checkControls(of text: String, against model: String) throws(Fault) {
    for scalar in text.unicodeScalars where scalar.value < 0x20 {
      guard !["\t", "\n", "\r"].contains(scalar), !model.unicodeScalars.contains(scalar) else {
        continue
      }
      throw Fault(kind: .controlCharacter(scalar))
    }
  }

  static func kinds(ofKey key: String) throws(Fault) -> [MessageFormat.Kind?] {
    .init(of: try format(key))
  }

  /// A format outside a `.stringsdict`, which has no variables.
  private static func format(_ text: String) throws(Fault) -> MessageFormat {
    let format: MessageFormat
    do throws(MessageFormat.Fault) {
      format = try MessageFormat(text)
    } catch {
      throw Fault(kind: .invalidPlaceholder(error.spelling))
    }
    for placeholder in format.placeholders {
      guard case .variable = placeholder.kind else { continue }
      throw Fault(kind: .invalidPlaceholder(placeholder.spelling))
    }
    guard !format.mixesNumbering else {
      throw Fault(kind: .invalidPlaceholder(format.placeholders[0].spelling))
    }
    return format
  }
}
