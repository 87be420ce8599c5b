// PO files, as GNU gettext and its tools read and write them.

import SystemCalls

extension ExchangedCatalog {
  /// The catalog as a PO file. The source text is `msgid`, and the context of a key, if any, is
  /// `msgctxt`. A key that neither is nor ends with the text is `msgctxt` as a whole; the header
  /// notes this in the field `X-Lisan-Contexts`.
  ///
  /// A text without a translation that is much like a former one has its translation as a fuzzy one,
  /// with the former text. Other former texts are not written: `msgmerge` would take obsolete entries
  /// of its reference for texts of the program.
  public var portableObject: String {
    let (identities, contextsAreKeys) = portableIdentities
    // Translators' tools fill the empty fields. `msgfmt --check` warns if one is missing, and Babel stops at
    // an empty date.
    let now = UTCTime.minuteText(millisecondsSince1970: SystemClock.millisecondsSince1970())
    let header = """
      Project-Id-Version:
      PO-Revision-Date: \(now)
      Last-Translator:
      Language-Team:
      Language: \(target.rawValue.map { $0 == "-" ? "_" : String($0) }.joined())
      MIME-Version: 1.0
      Content-Type: text/plain; charset=UTF-8
      Content-Transfer-Encoding: 8bit
      Plural-Forms: \(rules.portableObjectHeader)
      \(contextsAreKeys ? "\(Self.contextsField): \(Self.contextsAreKeys)\n" : "")
      """
    var text = "msgid \"\"\nmsgstr \"\"\n"
    for line in header.split(separator: "\n") { text += "\(line)\n".quoted + "\n" }
    // A key that is no text says nothing of the former text.
    let former = contextsAreKeys ? [] : self.former
    let nearest = contextsAreKeys ? [:] : nearestFormerTexts
    // A text without characters would be the header.
    for (place, (unit, identity)) in zip(units, identities).enumerated()
    where !identity.name.isEmpty {
      text += "\n"
      if let comment = unit.comment {
        for line in comment.split(separator: "\n", omittingEmptySubsequences: false) {
          text += "#. \(line)\n"
        }
      }
      if let reference = unit.reference { text += "#: \(reference)\n" }
      var flags: [String] = []
      let fuzzy = nearest[place].map { former[$0] }
      if fuzzy != nil { flags.append("fuzzy") }
      if let format = unit.format {
        let names = format == .none ? [] : format.rawValue.split(separator: ",")
        flags += names.map { "\($0)-format" }
      } else if identity.plural != nil || identity.id.contains("%") {
        flags.append("objc-format")
      }
      if !flags.isEmpty { text += "#, \(flags.joined(separator: ", "))\n" }
      if let fuzzy {
        text += MessageIdentity(fuzzy).portableObject.map { "#| \($0)\n" }.joined()
      }
      text += Self.entry(identity, unit.target ?? fuzzy?.target, rules)
    }
    return text
  }

  /// A text and its translation.
  private static func entry(
    _ identity: MessageIdentity, _ target: Text?, _ rules: PluralRules
  ) -> String {
    var lines = identity.portableObject
    if identity.plural != nil {
      for (number, category) in rules.wholeCategories.enumerated() {
        lines.append("msgstr[\(number)] \((target?.forms[category] ?? "").quoted)")
      }
    } else {
      lines.append("msgstr \((target?.plainText ?? "").quoted)")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private static let contextsField = "X-Lisan-Contexts"
  private static let contextsAreKeys = "keys"

  /// The identity of each text in a PO file, and whether every context there is a whole key.
  ///
  /// They differ for each text, even if a key is a program's word without relation to the text, and
  /// if a text occurs both with and without plural forms.
  var portableIdentities: ([MessageIdentity], contextsAreKeys: Bool) {
    var identities = units.map(MessageIdentity.init)
    let keys = MessageIdentity.keys(of: identities)
    let isNatural = zip(units, keys).map { $0.key.hasSameBytes(as: $1) }
    let hasContexts = zip(identities, isNatural).contains { $0.context != nil && $1 }
    var names: Set<String> = []
    for (place, unit) in units.enumerated() {
      let isFirst = names.insert(identities[place].name).inserted
      if !isFirst || identities[place].context == nil && !isNatural[place] {
        identities[place].context = unit.key
      }
    }
    let isByKeys = !hasContexts && identities.contains { $0.context != nil }
    return (identities, isByKeys)
  }

  /// Reads a PO file. Context and text together are the key (`MessageKey`).
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
    var reader = try PortableObjectReader(bytes, file: file)
    self.init(source: source, target: target, units: [])
    var numbers: [PluralCategory: Int]?
    var contextsAreKeys = false
    var entries: [PortableObjectReader.Entry] = []
    var lines: [String: Int] = [:]
    while let entry = try reader.next() {
      guard !entry.isObsolete else { continue }
      let name = MessageIdentity(entry).name
      if let first = lines.updateValue(entry.line, forKey: name) {
        throw ExchangeError(.repeatedText(entry.id, firstLine: first), file: file, line: entry.line)
      }
      if entry.isHeader {
        guard Self.isOf(target, entry.field("Language")) else {
          throw ExchangeError(.noLanguage(target), file: file, line: entry.line)
        }
        numbers = try formNumbers(entry, file: file)
        contextsAreKeys = entry.field(Self.contextsField) == Self.contextsAreKeys
      } else {
        entries.append(entry)
      }
    }
    let keys = MessageIdentity.keys(of: entries.map(MessageIdentity.init))
    for (entry, natural) in zip(entries, keys) {
      var unit = Unit(
        key: contextsAreKeys ? entry.context ?? natural : natural, source: .plain(entry.id),
        comment: entry.comments.isEmpty ? nil : entry.comments.joined(separator: "\n"),
        format: entry.format, reference: entry.reference)
      let isTranslated = !entry.isFuzzy && entry.texts.values.contains { !$0.isEmpty }
      if let plural = entry.pluralID {
        unit.source = .plural([.one: entry.id, .other: plural])
        if isTranslated {
          guard let numbers else {
            throw ExchangeError(.pluralForms, file: file, line: entry.line)
          }
          let forms = numbers.compactMapValues { entry.texts[$0] }.filter { !$0.value.isEmpty }
          if forms.count == numbers.count {
            unit.target = .plural(forms)
          } else if let missing = numbers.keys.first(where: { forms[$0] == nil }) {
            unfinished[units.count] = CatalogDiagnostic(
              file: file, line: entry.line, column: 1,
              kind: .defect(.missingPluralCategory(missing)))
          }
        }
      } else if isTranslated {
        unit.target = entry.texts[0].map(Text.plain)
      }
      units.append(unit)
    }
  }

  /// Whether a header's field `Language` allows a language, or says nothing that is a code.
  private static func isOf(_ target: LanguageCode, _ field: String?) -> Bool {
    // `ar_EG.UTF-8` has a code in front, `German` has none.
    guard let name = field?.split(whereSeparator: \.isWhitespace).first,
      let named = SystemLanguage.code(ofLocale: name),
      named.rawValue.prefix(while: { $0 != "-" }).count <= 3
    else { return true }
    return isSame(named, target)
  }

  /// Whether a file's code for a language means another one: that one, a region's kind of it or its
  /// general kind.
  static func isSame(_ named: LanguageCode, _ target: LanguageCode) -> Bool {
    func parts(_ code: LanguageCode) -> (language: String, others: [String]) {
      // The script that the code names, else that of its region.
      let (own, known) = (code.rawValue, code.canonical.rawValue)
      let names = own.split(separator: "-").dropFirst() + known.split(separator: "-").dropFirst()
      return (String(known.prefix { $0 != "-" }), names.map(String.init))
    }
    let (one, other) = (parts(named), parts(target))
    // A script and a region, if both name one, are the same.
    return one.language == other.language
      && [2, 4].allSatisfy { length in
        let marks = [one, other].compactMap { $0.others.first { $0.utf8.count == length } }
        return Set(marks).count < 2
      }
  }

  /// The number of each form by the header's expression, evaluated for a number of that form. A language
  /// that CLDR does not have gets the rules of the expression.
  private mutating func formNumbers(
    _ header: PortableObjectReader.Entry, file: String
  ) throws(ExchangeError) -> [PluralCategory: Int]? {
    guard let field = header.field("Plural-Forms") else { return nil }
    let parts = field.split(separator: ";")
    guard
      let rule = parts.first(where: { $0.drop { $0 == " " }.hasPrefix("plural=") }),
      let equals = rule.firstIndex(of: "="),
      let expression = PluralExpression(String(rule[rule.index(after: equals)...]))
    else { throw ExchangeError(.pluralForms, file: file, line: header.line) }
    if PluralRules(language: target) == nil { ownRules = PluralRules(expression) }
    let rules = rules
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
