import SystemCalls

/// The texts of one language beside those of the source language, for the tools of translators: PO,
/// XLIFF and string catalogs.
///
/// ```swift
/// let catalog = try ExchangedCatalog(
///   source: .english, target: LanguageCode(rawValue: "ar")!, in: "Resources")
/// let po = catalog.portableObject
/// let translated = try ExchangedCatalog(portableObject: bytes, file: "ar.po", target: arabic)
/// let files = translated.files  // Localizable.strings and .stringsdict
/// ```
///
/// Only texts and their plural forms are exchanged. A message with several variables has no
/// equivalent in PO and XLIFF and is refused.
public struct ExchangedCatalog: Hashable, Sendable {
  /// One text, or one for each plural form.
  public enum Text: Hashable, Sendable {
    /// A text without plural forms.
    case plain(String)
    /// A text for each form of the language.
    case plural([PluralCategory: String])

    /// The text; nil for one with plural forms.
    var plainText: String? { if case .plain(let text) = self { text } else { nil } }

    /// The plural forms; a plain text has none.
    var forms: [PluralCategory: String] { if case .plural(let forms) = self { forms } else { [:] } }
  }

  /// A text of the program and its translation.
  public struct Unit: Hashable, Sendable {
    /// The key in the catalogs.
    public var key: String
    /// The text in the source language.
    public var source: Text
    /// The translation; `nil` if there is none.
    public var target: Text?
    /// A note for the translator.
    public var comment: String?
    /// The format of the placeholders; `nil` if it is not set and so Objective-C's.
    public var format: TextFormat?
    /// The file and the line of the source text: `en.lproj/Localizable.strings:12`.
    public var reference: String?

    /// A text, not yet translated unless `target` is given.
    public init(
      key: String, source: Text, target: Text? = nil, comment: String? = nil,
      format: TextFormat? = nil, reference: String? = nil
    ) {
      self.key = key
      self.source = source
      self.target = target
      self.comment = comment
      self.format = format
      self.reference = reference
    }

    /// A unit of the target's files, with its text as the translation of its key.
    fileprivate var asFormer: Unit {
      let text = key.withoutContext
      return switch source {
      case .plain: Unit(key: key, source: .plain(text), target: source)
      case .plural: Unit(key: key, source: .plural([.one: text, .other: text]), target: source)
      }
    }

    /// Whether the translation is still the source text.
    var isUntranslated: Bool {
      switch (source, target) {
      case (.plain(let source), .plain(let target)):
        source.hasSameBytes(as: target) && source.hasWord
      case (.plural(let source), .plural(let target)):
        target.values.allSatisfy { form in
          form.hasWord && source.values.contains(where: form.hasSameBytes)
        }
      default: false
      }
    }
  }

  /// The language of the program's texts.
  public var source: LanguageCode
  /// The language of the translations.
  public var target: LanguageCode
  /// The texts in the order of their file.
  public var units: [Unit]
  /// Translated texts that the program no longer has; their source text is their key's. A PO file
  /// offers them as fuzzy translations of texts that are alike.
  public var former: [Unit]
  /// The plural rules of the target, if they are not those of CLDR: its own, or those of a PO file
  /// for a language that CLDR does not have.
  var ownRules: PluralRules?
  /// Plural texts without some of their forms, by their index in `units`: where they are.
  var unfinished: [Int: CatalogDiagnostic] = [:]

  /// A catalog of texts.
  public init(
    source: LanguageCode, target: LanguageCode, units: [Unit], former: [Unit] = []
  ) {
    self.source = source
    self.target = target
    self.units = units
    self.former = former
  }

  /// Reads both languages' `Localizable.strings` and `.stringsdict` in a directory. The target's
  /// files need not exist.
  ///
  /// - Parameter other: the directory of the source language, if it is another.
  /// - Throws: the first defect of a file, or `CatalogError.Kind.tooManyVariables` for a message
  ///   that cannot be exchanged.
  public init(
    source: LanguageCode, target: LanguageCode, in directory: String,
    sourcesIn other: String? = nil
  ) throws(CatalogError) {
    let sourceFolder = "\(other ?? directory)/\(source).lproj"
    let sources = try LanguageFiles(in: sourceFolder)
    guard sources.table != nil || sources.plurals != nil else {
      throw CatalogError(
        file: "\(sourceFolder)/\(CatalogReader.plainFile)",
        kind: .unreadable(errno: noSuchFile))
    }
    let files = try LanguageFiles(in: "\(directory)/\(target).lproj")
    let translated = try files.units()
    let translations = Dictionary(
      translated.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(source: source, target: target, units: try sources.units())
    let known = Set(units.map(\.key))
    ownRules = (try? Language(target, in: directory))?.pluralRules
    former = translated.filter { !known.contains($0.key) }.map(\.asFormer)
    let allowed = files.allowances("untranslated")
    for (place, unit) in units.enumerated() {
      guard let translation = translations[unit.key] else { continue }
      units[place].target = translation.source
      units[place].format = unit.format ?? translation.format
      units[place].comment = unit.comment ?? translation.comment
      // A copy of the source texts is how a new language begins.
      if source != target, units[place].isUntranslated, !allowed.contains(unit.key) {
        units[place].target = nil
      }
    }
  }

  /// The plural rules of the target; no form but `other` if nobody says any.
  var rules: PluralRules { ownRules ?? PluralRules(language: target) ?? PluralRules([]) }
}

// MARK: - Files of a language's folder

extension ExchangedCatalog {
  /// The files of the target's folder with the translations: `Localizable.strings`, and
  /// `Localizable.stringsdict` if any text has plural forms.
  ///
  /// A plural form that a format cannot express, because no whole number uses it, gets the text of
  /// `other`.
  public var files: [(name: String, text: String)] { files { notes(on: $0) } }

  /// - Parameter notes: the comments for the check about a text.
  func files(_ notes: (Unit) -> [String]) -> [(name: String, text: String)] {
    var strings = ""
    var plurals = ""
    for unit in units {
      switch unit.target {
      case nil: break
      case .plain(let text):
        strings += Self.line(unit, text, notes(unit))
      case .plural(let forms): plurals += Self.message(unit, forms, notes(unit), rules.categories)
      }
    }
    var files = [(CatalogReader.plainFile, strings)]
    if !plurals.isEmpty {
      files.append((CatalogReader.pluralFile, Self.propertyList(plurals)))
    }
    return files
  }

  /// The comments for the check about a text: its format, unless another comment sets it, and that
  /// a translation may equal the source text, if a translator has said so.
  func notes(on unit: Unit, besides formats: [String: TextFormat] = [:]) -> [String] {
    var notes: [String] = []
    if let format = unit.format, formats[unit.key] == nil {
      notes.append("check: format \(format.rawValue)")
    }
    if source != target, unit.isUntranslated { notes.append("check: allow untranslated") }
    return notes
  }

  /// A text in the form of a `.strings` file, with its comments.
  static func line(_ unit: Unit, _ text: String, _ notes: [String]) -> String {
    ([unit.comment].compactMap { $0 } + notes)
      .map { "/* \($0.separating("*", "/")) */\n" }.joined()
      + "\(unit.key.quoted) = \(text.quoted);\n"
  }

  /// A `.stringsdict` file with messages.
  static func propertyList(_ messages: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(messages)</dict>
    </plist>

    """
  }

  /// A text with plural forms in the form of a `.stringsdict` file, with its comments.
  static func message(
    _ unit: Unit, _ forms: [PluralCategory: String], _ notes: [String],
    _ categories: [PluralCategory]
  ) -> String {
    var text = ""
    for note in [unit.comment].compactMap({ $0 }) + notes {
      text += "  <!-- \(note.replacingHyphens) -->\n"
    }
    text += """
        <key>\(unit.key.escapedForXML)</key>
        <dict>
          <key>NSStringLocalizedFormatKey</key>
          <string>%#@count@</string>
          <key>count</key>
          <dict>
            <key>NSStringFormatSpecTypeKey</key>
            <string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key>
            <string>d</string>

      """
    for category in categories {
      guard let form = forms[category] ?? forms[.other] else { continue }
      text += "      <key>\(category)</key>\n      <string>\(form.escapedForXML)</string>\n"
    }
    return text + "    </dict>\n  </dict>\n"
  }
}

extension String {
  /// The text in quotation marks with the escapes that `.strings` and PO files have.
  package var quoted: String {
    let escaped = replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\u{7}": "\\a"
      case "\u{8}": "\\b"
      case "\u{B}": "\\v"
      case "\u{C}": "\\f"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// The text without two hyphens in a row or one at the end, which a comment of XML cannot have.
  fileprivate var replacingHyphens: String {
    let text = separating("-", "-")
    return text.hasSuffix("-") ? text + " " : text
  }

  /// The text with a space between two signs wherever one follows the other.
  fileprivate func separating(_ first: String, _ second: Unicode.Scalar) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == second, text.hasSuffix(first) { text += " " }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The text with XML's five characters as entities.
  package var escapedForXML: String {
    replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\r": "&#13;"
      default: nil
      }
    }
  }

  /// The parts between the places of another text; one part if there is none.
  func split(on mark: String) -> [String] {
    let mark = Array(mark.utf8)
    var parts: [String] = []
    var rest = Array(utf8)[...]
    while let place = firstPlace(of: mark, in: rest) {
      parts.append(String(decoding: rest[..<place], as: UTF8.self))
      rest = rest[(place + mark.count)...]
    }
    return parts + [String(decoding: rest, as: UTF8.self)]
  }

  /// The text with other texts for some of its characters.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
