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
/// What is exchanged is texts and their plural forms. A message with several variables has no
/// equivalent in PO and XLIFF and is refused.
public struct ExchangedCatalog: Hashable, Sendable {
  /// A text as it is, or one for each plural form.
  public enum Text: Hashable, Sendable {
    /// A text without plural forms.
    case plain(String)
    /// A text for each form of the language.
    case plural([PluralCategory: String])
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

    /// A text, not yet translated unless `target` is given.
    public init(key: String, source: Text, target: Text? = nil, comment: String? = nil) {
      self.key = key
      self.source = source
      self.target = target
      self.comment = comment
    }
  }

  /// The language of the program's texts.
  public var source: LanguageCode
  /// The language of the translations.
  public var target: LanguageCode
  /// The texts in the order of their file.
  public var units: [Unit]

  /// A catalog of texts.
  public init(source: LanguageCode, target: LanguageCode, units: [Unit]) {
    self.source = source
    self.target = target
    self.units = units
  }

  /// Reads both languages' `Localizable.strings` and `.stringsdict` in a directory. The target's
  /// files need not exist.
  ///
  /// - Throws: the first defect of a file, or `CatalogError.Kind.tooManyVariables` for a message
  ///   that cannot be exchanged.
  public init(
    source: LanguageCode, target: LanguageCode, in directory: String
  ) throws(CatalogError) {
    let sources = try LanguageFiles(in: "\(directory)/\(source).lproj")
    guard sources.table != nil || sources.plurals != nil else {
      throw CatalogError(
        file: "\(directory)/\(source).lproj/\(CatalogReader.plainFile)",
        kind: .unreadable(errno: noSuchFile))
    }
    let translations = try LanguageFiles(in: "\(directory)/\(target).lproj").units()
    let targets = Dictionary(
      translations.map { ($0.key, $0.source) }, uniquingKeysWith: { first, _ in first })
    self.init(source: source, target: target, units: try sources.units())
    for place in units.indices { units[place].target = targets[units[place].key] }
  }

  /// The plural forms of a language as CLDR has them; of one that it does not know, `other`.
  static func categories(_ code: LanguageCode) -> [PluralCategory] {
    PluralRules(language: code)?.categories ?? [.other]
  }
}

extension String {
  /// The text as it is written in a format.
  var escapingPercentSigns: String {
    var result = ""
    for scalar in unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == "%" { result += "%" }
    }
    return result
  }
}

// MARK: - Files of a language's folder

extension ExchangedCatalog {
  /// The files of the target's folder with what is translated: `Localizable.strings`, and
  /// `Localizable.stringsdict` if any text has plural forms.
  ///
  /// A plural form that a format cannot express, because no whole number uses it, gets the text of
  /// `other`.
  public var files: [(name: String, text: String)] {
    var strings = ""
    var plurals = ""
    for unit in units {
      switch unit.target {
      case nil: break
      case .plain(let text):
        strings += Self.line(unit.key, text, unit.comment)
      case .plural(let forms): plurals += Self.message(unit.key, forms, in: target)
      }
    }
    var files = [(CatalogReader.plainFile, strings)]
    if !plurals.isEmpty {
      files.append((CatalogReader.pluralFile, Self.propertyList(plurals)))
    }
    return files
  }

  /// A text as it is in a `.strings` file, with its comment.
  static func line(_ key: String, _ text: String, _ comment: String?) -> String {
    let note = comment.map { "/* \($0.replacingCommentEnds) */\n" } ?? ""
    return "\(note)\(key.quoted) = \(text.quoted);\n"
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

  /// A text with plural forms as it is in a `.stringsdict` file.
  static func message(
    _ key: String, _ forms: [PluralCategory: String], in language: LanguageCode
  ) -> String {
    var text = """
        <key>\(key.escapedForXML)</key>
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
    for category in categories(language) {
      guard let form = forms[category] ?? forms[.other] else { continue }
      text += "      <key>\(category)</key>\n      <string>\(form.escapedForXML)</string>\n"
    }
    return text + "    </dict>\n  </dict>\n"
  }
}

extension String {
  /// The text in quotation marks with the escapes that `.strings` and PO files have.
  var quoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  fileprivate var replacingCommentEnds: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "/", text.hasSuffix("*") { text += " " }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The text with XML's five characters as entities.
  var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\r": text += "&#13;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
