/// The texts of a program's source language, with which translations are compared: keys, and the
/// placeholders that each text needs.
struct SourceCatalog: Sendable {
  private(set) var expected: [CatalogReader.Expected] = []
  /// The text of each key; of one with plural forms, the form `other`.
  private(set) var texts: [String: String] = [:]

  /// Reads the files of `language` in a directory; one of the two may be missing.
  init(_ language: LanguageCode, in directory: String) throws(CatalogError) {
    let folder = "\(directory)/\(language).lproj"
    let files = try LanguageFiles(in: folder, toleratingMessages: true)
    guard files.table != nil || files.plurals != nil else {
      throw CatalogError(
        file: "\(folder)/\(CatalogReader.plainFile)", kind: .unreadable(errno: noSuchFile))
    }
    self.init(files)
    // Defects within the files are found again when the language itself is checked.
  }

  init(_ files: LanguageFiles) {
    if let table = files.table {
      for place in 0..<table.count {
        add(
          table.key(at: place), isPlural: false, model: table.value(at: place),
          format: table.format(at: place))
      }
    }
    if let plurals = files.plurals {
      for message in plurals.messages {
        let text = Self.text(of: message)
        let format = plurals.format(of: message)
        let isForeign = (format ?? .objectiveC) != .objectiveC || !Self.isFilled(message)
        add(
          message.key, isPlural: true, model: isForeign ? text : Self.model(of: message),
          format: format)
        texts[message.key] = text
      }
    }
  }

  /// The source texts of a translator's file, and the other texts of the files into which it is
  /// imported, unchanged.
  init(_ catalog: ExchangedCatalog, in files: LanguageFiles) {
    var sources = ExchangedCatalog(source: catalog.source, target: catalog.source, units: [])
    sources.units = catalog.units.filter { $0.target != nil }
    for place in sources.units.indices { sources.units[place].target = sources.units[place].source }
    self.init(files)
    guard let sources = try? LanguageFiles(sources.wholeFiles(hadPlurals: false)) else { return }
    let models = SourceCatalog(sources)
    let places = Dictionary(
      models.expected.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    for place in expected.indices {
      guard let model = places[expected[place].key] else { continue }
      expected[place] = models.expected[model]
    }
    texts.merge(models.texts) { $1 }
  }

  private mutating func add(_ key: String, isPlural: Bool, model: String, format: TextFormat?) {
    expected.append(
      CatalogReader.Expected(key: key, isPlural: isPlural, model: model, format: format))
    texts[key] = model
  }

  /// Whether this library could fill all forms of a message.
  private static func isFilled(_ message: PluralFile.Message) -> Bool {
    message.variables.allSatisfy { variable in
      variable.forms.allSatisfy { (try? MessageFormat($0.text.text)) != nil }
    }
  }

  /// A message's placeholders, each with its number: `%1$d %2$@`. A variable counts as a number.
  private static func model(of message: PluralFile.Message) -> String {
    var kinds: [Int: Bool] = [:]
    guard let format = try? MessageFormat(message.format.text) else { return message.key }
    for placeholder in format.placeholders {
      kinds[placeholder.argument] = placeholder.kind != .text
    }
    for variable in message.variables {
      guard let form = variable.forms.first(where: { $0.category == .other }),
        let format = try? MessageFormat(form.text.text)
      else { continue }
      for placeholder in format.placeholders {
        if let position = placeholder.position {
          if kinds[position - 1] == nil { kinds[position - 1] = placeholder.kind != .text }
        } else if placeholder.kind == .text {
          // After the count, the next argument.
          kinds[(kinds.keys.max() ?? -1) + 1] = false
        }
      }
    }
    return kinds.keys.sorted().map { "%\($0 + 1)$\(kinds[$0] == true ? "d" : "@")" }
      .joined(separator: " ")
  }

  /// A message with the form `other` of each of its variables.
  private static func text(of message: PluralFile.Message) -> String {
    guard let format = try? MessageFormat(message.format.text) else { return message.format.text }
    return format.text { name in
      let variable = message.variables.first { $0.name == name }
      return variable?.forms.first { $0.category == .other }?.text.text
    }
  }
}
