// PO files, as GNU gettext and its tools read and write them.

extension ExchangedCatalog {
  /// The catalog as a PO file. The source text is `msgid`; the key is `msgctxt` where it is another
  /// one.
  public var portableObject: String {
    let rules = PluralRules(language: target) ?? PluralRules([])
    let header = """
      Content-Type: text/plain; charset=UTF-8
      Content-Transfer-Encoding: 8bit
      Language: \(target.rawValue.map { $0 == "-" ? "_" : String($0) }.joined())
      Plural-Forms: \(rules.portableObjectHeader)

      """
    var text = "msgid \"\"\nmsgstr \"\"\n"
    var line = ""
    for character in header {
      line.append(character)
      if character == "\n" {
        text += line.quoted + "\n"
        line = ""
      }
    }
    for unit in units {
      text += "\n"
      if let comment = unit.comment {
        for line in comment.split(separator: "\n", omittingEmptySubsequences: false) {
          text += "#. \(line)\n"
        }
      }
      switch unit.source {
      case .plain(let source):
        if source.contains("%") { text += "#, objc-format\n" }
        if source != unit.key { text += "msgctxt \(unit.key.quoted)\n" }
        text += "msgid \(source.quoted)\n"
        if case .plain(let target) = unit.target {
          text += "msgstr \(target.quoted)\n"
        } else {
          text += "msgstr \"\"\n"
        }
      case .plural(let forms):
        let other = forms[.other] ?? ""
        text += "#, objc-format\n"
        if other != unit.key { text += "msgctxt \(unit.key.quoted)\n" }
        text += "msgid \((forms[.one] ?? other).quoted)\n"
        text += "msgid_plural \(other.quoted)\n"
        var translated: [PluralCategory: String] = [:]
        if case .plural(let forms) = unit.target { translated = forms }
        for (number, category) in rules.wholeCategories.enumerated() {
          text += "msgstr[\(number)] \((translated[category] ?? "").quoted)\n"
        }
      }
    }
    return text
  }

  /// Reads a PO file.
  ///
  /// A text marked as fuzzy counts as not translated; obsolete ones are left out.
  ///
  /// - Parameters:
  ///   - bytes: the file, in UTF-8.
  ///   - file: its name for errors.
  ///   - source: the language of the `msgid`s.
  ///   - target: the language of the translations.
  public init(
    portableObject bytes: [UInt8], file: String, source: LanguageCode = .english,
    target: LanguageCode
  ) throws(ExchangeError) {
    var reader = PortableObjectReader(try exchangedText(bytes, file: file), file: file)
    self.init(source: source, target: target, units: [])
    let rules = PluralRules(language: target) ?? PluralRules([])
    var numbers: [PluralCategory: Int]?
    while let entry = try reader.next() {
      if entry.id.isEmpty, entry.context == nil {
        numbers = try Self.formNumbers(entry, rules, file: file)
        continue
      }
      guard !entry.isObsolete else { continue }
      let comment = entry.comments.isEmpty ? nil : entry.comments.joined(separator: "\n")
      guard let plural = entry.pluralID else {
        let text = entry.texts[0] ?? ""
        units.append(
          Unit(
            key: entry.context ?? entry.id, source: .plain(entry.id),
            target: entry.isFuzzy || text.isEmpty ? nil : .plain(text), comment: comment))
        continue
      }
      guard let numbers else { throw ExchangeError(.pluralForms, file: file, line: entry.line) }
      var forms: [PluralCategory: String] = [:]
      for (category, number) in numbers {
        if let text = entry.texts[number], !text.isEmpty { forms[category] = text }
      }
      let isWhole = !entry.isFuzzy && forms.count == numbers.count
      units.append(
        Unit(
          key: entry.context ?? plural, source: .plural([.one: entry.id, .other: plural]),
          target: isWhole ? .plural(forms) : nil, comment: comment))
    }
  }

  /// The number of each form by the header's expression, evaluated for a number of that form.
  private static func formNumbers(
    _ header: PortableObjectReader.Entry, _ rules: PluralRules, file: String
  ) throws(ExchangeError) -> [PluralCategory: Int]? {
    let fields = (header.texts[0] ?? "").split(separator: "\n")
    guard let field = fields.first(where: { $0.hasPrefix("Plural-Forms:") }) else { return nil }
    let parts = field.dropFirst("Plural-Forms:".count).split(separator: ";")
    guard
      let rule = parts.first(where: { $0.drop { $0 == " " }.hasPrefix("plural=") }),
      let equals = rule.firstIndex(of: "="),
      let expression = PluralExpression(String(rule[rule.index(after: equals)...]))
    else { throw ExchangeError(.pluralForms, file: file, line: header.line) }
    var numbers: [PluralCategory: Int] = [:]
    // In some languages only fractions are `other`; it then has the form of a large number.
    for category in rules.categories where category == .other || rules.sample(of: category) != nil {
      let sample = rules.sample(of: category) ?? 100
      guard let number = expression.value(sample),
        (0..<PluralCategory.allCases.count).contains(number)
      else { throw ExchangeError(.pluralForms, file: file, line: header.line) }
      numbers[category] = number
    }
    return numbers
  }
}

/// Reads the entries of a PO file.
private struct PortableObjectReader {
  struct Entry {
    var line = 0
    var comments: [String] = []
    var isFuzzy = false
    var isObsolete = false
    var context: String?
    var id = ""
    var pluralID: String?
    /// `msgstr` is number 0.
    var texts: [Int: String] = [:]
  }

  private let lines: [Substring]
  private let file: String
  private var place = 0

  init(_ text: String, file: String) {
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    self.file = file
  }

  private func failure(_ what: String) -> ExchangeError {
    ExchangeError(.expected(what), file: file, line: min(place + 1, lines.count))
  }

  /// The next entry; `nil` at the end of the file.
  mutating func next() throws(ExchangeError) -> Entry? {
    var entry = Entry()
    var hasID = false
    while place < lines.count {
      var line = lines[place].drop { $0 == " " || $0 == "\t" }
      if line.isEmpty {
        place += 1
        continue
      }
      var isObsolete = false
      if line.hasPrefix("#~") {
        line = line.dropFirst(2).drop { $0 == " " }
        if line.hasPrefix("|") || line.isEmpty {
          place += 1
          continue
        }
        isObsolete = true
      } else if line.hasPrefix("#") {
        // A comment after a text begins the next entry.
        if !entry.texts.isEmpty { break }
        if line.hasPrefix("#.") {
          entry.comments.append(String(line.dropFirst(2).drop { $0 == " " }))
        }
        if line.hasPrefix("#,") {
          let flags = line.dropFirst(2).split(separator: ",").map { $0.filter { $0 != " " } }
          entry.isFuzzy = entry.isFuzzy || flags.contains("fuzzy")
        }
        place += 1
        continue
      }
      if line.hasPrefix("msgctxt") || line.hasPrefix("msgid") && !line.hasPrefix("msgid_plural") {
        if !entry.texts.isEmpty { break }
      }
      entry.isObsolete = entry.isObsolete || isObsolete
      if !hasID { entry.line = place + 1 }
      if line.hasPrefix("msgctxt") {
        entry.context = try string(after: 7, of: line)
      } else if line.hasPrefix("msgid_plural") {
        entry.pluralID = try string(after: 12, of: line)
      } else if line.hasPrefix("msgid") {
        hasID = true
        entry.id = try string(after: 5, of: line)
      } else if line.hasPrefix("msgstr[") {
        let digits = line.dropFirst(7).prefix { $0.isWholeNumber }
        guard hasID, let number = Int(digits), number < 100,
          line.dropFirst(7 + digits.count).hasPrefix("]")
        else { throw failure("msgstr[number] after msgid") }
        entry.texts[number] = try string(after: 8 + digits.count, of: line)
      } else if line.hasPrefix("msgstr") {
        guard hasID else { throw failure("msgid before msgstr") }
        entry.texts[0] = try string(after: 6, of: line)
      } else {
        throw failure("msgctxt, msgid, msgstr or a comment")
      }
    }
    guard hasID || entry.context != nil else { return nil }
    guard hasID, !entry.texts.isEmpty else { throw failure("msgid and msgstr") }
    return entry
  }

  /// A string, and those in the lines after it.
  private mutating func string(
    after count: Int, of line: Substring
  ) throws(ExchangeError) -> String {
    var text = try unquoted(line.dropFirst(count))
    place += 1
    while place < lines.count {
      var line = lines[place].drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("#~") { line = line.dropFirst(2).drop { $0 == " " } }
      guard line.hasPrefix("\"") else { break }
      text += try unquoted(line)
      place += 1
    }
    return text
  }

  private func unquoted(_ quoted: Substring) throws(ExchangeError) -> String {
    var scalars = quoted.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard scalars.popFirst() == "\"" else { throw failure("a string in quotation marks") }
    var text = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"":
        guard scalars.allSatisfy({ $0 == " " || $0 == "\t" }) else {
          throw failure("nothing after the string")
        }
        return String(text)
      case "\\":
        switch scalars.popFirst() {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "r": text.append("\r")
        case "\"": text.append("\"")
        case "\\": text.append("\\")
        default: throw failure("an escape: \\n, \\t, \\r, \\\" or \\\\")
        }
      default: text.append(scalar)
      }
    }
    throw failure("the string's closing quotation mark")
  }
}
