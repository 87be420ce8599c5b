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
    let (sources, isSource) = try Self.texts(of: source, in: directory)
    let (targets, _) = try Self.texts(of: target, in: directory)
    guard isSource else {
      throw CatalogError(
        file: "\(directory)/\(source).lproj/\(CatalogReader.plainFile)",
        kind: .unreadable(errno: noSuchFile))
    }
    let translations = Dictionary(targets, uniquingKeysWith: { first, _ in first })
    self.init(
      source: source, target: target,
      units: sources.map { Unit(key: $0.0, source: $0.1, target: translations[$0.0]) })
  }

  /// The texts of a language by key, and whether it has any file.
  private static func texts(
    of code: LanguageCode, in directory: String
  ) throws(CatalogError) -> ([(String, Text)], exists: Bool) {
    let folder = "\(directory)/\(code).lproj"
    var texts: [(String, Text)] = []
    var exists = false
    do throws(CatalogError) {
      let table = try StringTable(contentsOf: "\(folder)/\(CatalogReader.plainFile)")
      exists = true
      for place in 0..<table.count {
        texts.append((table.key(at: place), .plain(table.value(at: place))))
      }
    } catch {
      guard error.kind == .unreadable(errno: noSuchFile) else { throw error }
    }
    let source: SourceText
    do throws(CatalogError) {
      source = try SourceText(contentsOf: "\(folder)/\(CatalogReader.pluralFile)")
    } catch {
      guard error.kind == .unreadable(errno: noSuchFile) else { throw error }
      return (texts, exists)
    }
    var errors: [CatalogError] = []
    let file = try PluralFile(source, errors: &errors)
    if let error = errors.first { throw error }
    for message in file.messages { texts.append((message.key, try text(of: message, source))) }
    return (texts, true)
  }

  /// A message as whole texts, one for each form of its variable.
  private static func text(
    of message: PluralFile.Message, _ source: SourceText
  ) throws(CatalogError) -> Text {
    guard message.variables.count == 1, let variable = message.variables.first,
      let format = try? MessageFormat(message.format.text)
    else { throw source.error(.tooManyVariables(limit: 1), at: message.keyOffset) }
    var forms: [PluralCategory: String] = [:]
    for form in variable.forms {
      forms[form.category] = format.pieces.map { piece in
        switch piece {
        case .literal(let literal): literal.escapingPercentSigns
        case .placeholder(let placeholder):
          placeholder.kind == .variable(variable.name) ? form.text.text : placeholder.spelling
        }
      }.joined()
    }
    return .plural(forms)
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
        if let comment = unit.comment {
          strings += "/* \(comment.replacingCommentEnds) */\n"
        }
        strings += "\(unit.key.quoted) = \(text.quoted);\n"
      case .plural(let forms): plurals += propertyList(unit.key, forms)
      }
    }
    var files = [(CatalogReader.plainFile, strings)]
    if !plurals.isEmpty {
      files.append(
        (
          CatalogReader.pluralFile,
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <plist version="1.0">
          <dict>
          \(plurals)</dict>
          </plist>

          """
        ))
    }
    return files
  }

  private func propertyList(_ key: String, _ forms: [PluralCategory: String]) -> String {
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
    for category in Self.categories(target) {
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
