import SystemCalls

/// Checks all catalogs of a resource directory and reports everything that it finds.
///
/// ```swift
/// let diagnostics = CatalogChecker(Message.self).check("Resources")
/// for diagnostic in diagnostics { print(diagnostic) }
/// ```
///
/// The keys are those of a program's `MessageKey`, or those of the directory's source language:
///
/// ```swift
/// let checker = try CatalogChecker(source: .english, in: "Resources")
/// ```
///
/// A comment before a key can allow an intended warning by its code: `/* check: allow untranslated
/// */`. Errors cannot be allowed.
public struct CatalogChecker: Sendable {
  /// The maximum widths of texts: `limits` by key, in columns, and a measuring function.
  ///
  /// A text is measured without its placeholders, whose arguments have separate room.
  public struct Widths: Sendable {
    /// The room of each key's text, in columns; keys without a limit are missing.
    public let limits: [String: Int]
    /// The number of columns that a text takes.
    public let measure: @Sendable (String) -> Int

    /// Limits, and how texts are measured.
    public init(limits: [String: Int], measure: @escaping @Sendable (String) -> Int) {
      self.limits = limits
      self.measure = measure
    }
  }

  private let expected: [CatalogReader.Expected]
  private let pluralKeys: Set<String>
  private let source: LanguageCode
  /// The source language's texts, if they are not the keys.
  private let sourceTexts: [String: String]?
  private let widths: Widths?

  /// - Parameters:
  ///   - keys: the program's texts.
  ///   - source: the language of the keys.
  public init<Key: MessageKey>(
    _ keys: Key.Type, source: LanguageCode = .english, widths: Widths? = nil
  ) {
    expected = Catalog<Key>.expected
    pluralKeys = Set(expected.lazy.filter(\.isPlural).map(\.key))
    self.source = source
    sourceTexts = nil
    self.widths = widths
  }

  /// A checker for catalogs whose keys, texts and placeholders are those of a language among them.
  ///
  /// - Parameters:
  ///   - source: the language whose folder every other one is compared with.
  ///   - directory: the folder with the languages' folders.
  /// - Throws: if the source language's files cannot be read.
  public init(
    source: LanguageCode, in directory: String, widths: Widths? = nil
  ) throws(CatalogError) {
    self.init(source: source, try SourceCatalog(source, in: directory), widths: widths)
  }

  init(source: LanguageCode, _ catalog: SourceCatalog, widths: Widths? = nil) {
    expected = catalog.expected
    pluralKeys = Set(expected.lazy.filter(\.isPlural).map(\.key))
    self.source = source
    sourceTexts = catalog.texts
    self.widths = widths
  }

  /// Compiles the catalogs of a directory (`CompiledCatalog`), language by language. A catalog with an
  /// error is not compiled, and a compiled file that it has from earlier is removed.
  ///
  /// - Returns: the errors.
  public func compile(
    _ directory: String, dropInsIn folders: [String] = []
  ) -> [CatalogDiagnostic] {
    var diagnostics = check(directory, dropInsIn: folders).filter { $0.severity == .error }
    guard let offer = try? offer(of: directory, folders) else { return diagnostics }
    for (code, directory) in offer.languages {
      let folder = "\(directory)/\(code).lproj/"
      do throws(CatalogError) {
        let known = knownLanguage(code, in: directory)
        let language = if let known { known } else { try Language(code, in: directory) }
        guard !diagnostics.contains(where: { $0.file.hasPrefix(folder) }) else {
          CatalogCompiler.remove(code, in: directory)
          continue
        }
        try CatalogCompiler.compile(expected, language: language, directory: directory)
      } catch {
        CatalogCompiler.remove(code, in: directory)
        let diagnostic = CatalogDiagnostic(error)
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
      }
    }
    return diagnostics
  }

  /// The languages of a directory and those that files add to them, each with the folder that has its
  /// folder; and the faults of such files.
  ///
  /// The files are in `languages.d` in the directory. Without a list, the directory can be such a folder
  /// itself.
  private func offer(
    of directory: String, _ folders: [String]
  ) throws(CatalogError) -> (
    languages: [(code: LanguageCode, directory: String)], faults: [CatalogError]
  ) {
    let places = ["\(directory)/\(LanguageDropIn.folder)"] + folders
    do throws(CatalogError) {
      let codes = try codes(in: directory)
      let added = LanguageDropIn.read(in: places, besides: codes)
      return (
        codes.map { ($0, directory) } + added.dropIns.map { ($0.code, $0.directory) }, added.faults
      )
    } catch {
      let added = LanguageDropIn.read(in: [directory], besides: [])
      guard error.kind == .unreadable(errno: noSuchFile),
        !(added.dropIns.isEmpty && added.faults.isEmpty)
      else { throw error }
      return (added.dropIns.map { ($0.code, $0.directory) }, added.faults)
    }
  }

  /// The languages of a directory: those of its list, or of its folders if the list is missing and the
  /// catalogs are another program's.
  private func codes(in directory: String) throws(CatalogError) -> [LanguageCode] {
    do throws(CatalogError) {
      return try LanguageList.codes(in: directory)
    } catch {
      guard sourceTexts != nil, error.kind == .unreadable(errno: noSuchFile) else { throw error }
      return languageFolders(directory).compactMap {
        $0 == "Base.lproj" ? nil : LanguageCode(rawValue: String($0.dropLast(".lproj".count)))
      }
    }
  }

  /// Checks a directory, language by language in the order of its list, and each file from the top; then
  /// the languages that files of its `languages.d` and of other folders add (`LanguageDropIn`).
  public func check(
    _ directory: String, dropInsIn folders: [String] = []
  ) -> [CatalogDiagnostic] {
    let list = "\(directory)/\(LanguageList.fileName)"
    let offer: (languages: [(code: LanguageCode, directory: String)], faults: [CatalogError])
    do throws(CatalogError) {
      offer = try self.offer(of: directory, folders)
    } catch {
      return [CatalogDiagnostic(error)]
    }
    var diagnostics = offer.faults.map(CatalogDiagnostic.init)
    for folder in languageFolders(directory)
    where !offer.languages.contains(where: { "\($0.code).lproj" == folder }) {
      diagnostics.append(
        .init(file: list, line: 1, column: 1, kind: .finding(.unlistedLanguage(folder))))
    }
    var names: [String: LanguageCode] = [:]
    for (code, directory) in offer.languages {
      do throws(CatalogError) {
        let language: Language
        if let known = knownLanguage(code, in: directory) {
          language = known
        } else {
          language = try Language(code, in: directory)
          diagnostics += try check(language, in: directory, names: &names)
        }
        let reader = CatalogReader(expected, language: language, directory: directory)
        diagnostics += check(reader, language)
      } catch {
        diagnostics.append(CatalogDiagnostic(error))
      }
    }
    return diagnostics
  }

  /// The formats that the source language's catalog, or the program, gives to texts.
  var formats: [String: TextFormat] {
    Dictionary(
      expected.lazy.compactMap { expected in expected.format.map { (expected.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the keys are those of a catalog in this language.
  func isOf(_ code: LanguageCode) -> Bool { sourceTexts != nil && source == code }

  /// Judges the texts of a language as if its folder had other files.
  ///
  /// - Parameter described: the language, if its folder does not describe it and CLDR does not have it.
  /// - Returns: the errors, and how many texts are missing.
  func judge(
    _ code: LanguageCode, in directory: String, files: [LanguageFiles.File], described: Language?
  ) -> (errors: [CatalogDiagnostic], missing: Int) {
    let folder = "\(directory)/\(code).lproj"
    do throws(CatalogError) {
      // Only the texts are checked, so a language without data yet gets that of CLDR.
      let isDescribed = fileExists("\(folder)/\(Language.fileName)")
      let known = isDescribed ? nil : described ?? Language(known: code)
      let language = if let known { known } else { try Language(code, in: directory) }
      let reader = CatalogReader(expected, language: language, directory: directory) {
        path throws(CatalogError) in
        let file = files.first { path == "\(folder)/\($0.name)" }
        return if let file { file.bytes } else { try ResourceFile.read(path) }
      }
      let missing = reader.errors.count { if case .missingKey = $0.kind { true } else { false } }
      return (check(reader, language).filter { $0.severity == .error }, missing)
    } catch {
      return ([CatalogDiagnostic(error)], 0)
    }
  }

  /// A language of another program, with the data of CLDR if its folder has none.
  private func knownLanguage(_ code: LanguageCode, in directory: String) -> Language? {
    guard sourceTexts != nil, !fileExists("\(directory)/\(code).lproj/\(Language.fileName)")
    else { return nil }
    return Language(known: code)
  }

  /// Checks a language's data file.
  private func check(
    _ language: Language, in directory: String, names: inout [String: LanguageCode]
  ) throws(CatalogError) -> [CatalogDiagnostic] {
    let table = try StringTable(
      contentsOf: "\(directory)/\(language.code).lproj/\(Language.fileName)")
    var diagnostics: [CatalogDiagnostic] = []
    func report(_ finding: CatalogFinding, at field: String) {
      let offset = table.index(of: field).map { table.valueOffset(at: $0) } ?? 0
      diagnostics += table.source.diagnostics([finding], at: offset)
    }
    if let name = language.nativeName {
      if let other = names.updateValue(language.code, forKey: name) {
        report(.nameTaken(other), at: "name")
      }
      let isForeign = name.unicodeScalars.contains {
        let script = Script.of($0)
        return script != nil && script != language.script
      }
      if isForeign, Script.isKnown(language.script) {
        report(.nameInForeignScript(expected: language.script), at: "name")
      }
      if !name.isNFC { report(.notNormalized, at: "name") }
    } else {
      report(.missingName, at: "name")
    }
    let runsRightToLeft = Script.rightToLeft.contains(language.script)
    if Script.isKnown(language.script), runsRightToLeft != (language.direction == .rightToLeft) {
      report(.directionAgainstScript(language.script), at: "direction")
    }
    return diagnostics
  }

  private func check(_ reader: CatalogReader, _ language: Language) -> [CatalogDiagnostic] {
    var diagnostics = reader.errors.map(CatalogDiagnostic.init)
    if let table = reader.table { diagnostics += check(table, language: language) }
    if let plurals = reader.plurals { diagnostics += check(plurals, language: language) }
    let plain = "/\(CatalogReader.plainFile)"
    let ordered = diagnostics.map { it in
      ((it.file.hasSuffix(plain) ? 0 : 1, it.line, it.column), it)
    }
    return ordered.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func check(_ table: StringTable, language: Language) -> [CatalogDiagnostic] {
    var diagnostics: [CatalogDiagnostic] = []
    let known = Set(expected.map(\.key))
    for place in 0..<table.count {
      let key = table.key(at: place)
      // The reader has reported texts that the program does not have.
      guard known.contains(key) else { continue }
      let allowed = table.source.allowedCodes(in: table.gap(before: place))
      let found = findings(
        key: key, text: table.value(at: place), language: language, isWhole: true)
      diagnostics += table.source.diagnostics(
        found, at: table.valueOffset(at: place), besides: allowed)
      diagnostics += table.source.diagnostics(
        table.format(at: place).findings, at: table.keyOffset(at: place), besides: allowed)
    }
    return diagnostics
  }

  private func check(_ file: PluralFile, language: Language) -> [CatalogDiagnostic] {
    var diagnostics: [CatalogDiagnostic] = []
    for message in file.messages {
      let allowed = file.source.allowedCodes(in: message.gap)
      diagnostics += file.source.diagnostics(
        file.format(of: message).findings, at: message.keyOffset, besides: allowed)
      // Most messages consist of one variable; its forms are then whole texts.
      let pieces = (try? MessageFormat(message.format.text))?.pieces ?? []
      let isVariableAlone = pieces.count == 1 && message.variables.count == 1
      if !isVariableAlone {
        let found = findings(
          key: message.key, text: message.format.text, language: language, isWhole: true)
        diagnostics += file.source.diagnostics(
          found, at: message.format.offset, besides: allowed)
      }
      for variable in message.variables {
        for form in variable.forms {
          guard language.pluralRules.categories.contains(form.category) else {
            diagnostics += file.source.diagnostics(
              [.superfluousPluralCategory(form.category)], at: form.keyOffset, besides: allowed)
            continue
          }
          var found = findings(
            key: message.key, text: form.text.text, language: language, isWhole: isVariableAlone)
          if isUncounted(form, language: language) { found.append(.numberNotShown(form.category)) }
          if sourceTexts == nil, language.code == source, isVariableAlone, form.category == .other,
            form.text.text != message.key.withoutContext
          {
            found.append(.sourceDiffers)
          }
          diagnostics += file.source.diagnostics(found, at: form.text.offset, besides: allowed)
        }
      }
    }
    return diagnostics
  }

  /// Whether a form shows no number although several numbers use it.
  private func isUncounted(_ form: PluralFile.Form, language: Language) -> Bool {
    guard form.category != .other, let format = try? MessageFormat(form.text.text),
      !format.placeholders.contains(where: { $0.kind != .text })
    else { return false }
    // No CLDR rule distinguishes whole numbers beyond the last two digits, except millions.
    let numbers = (0...200).filter { language.pluralRules.category(for: $0) == form.category }
    return numbers.count > 1
  }

  private func findings(
    key: String, text: String, language: Language, isWhole: Bool
  ) -> [CatalogFinding] {
    let isSource = language.code == source
    var findings = TextCheck(
      key: sourceTexts?[key] ?? key.withoutContext, text: text, language: language,
      isSource: isSource,
      isWhole: isWhole
    ).findings
    if sourceTexts == nil, isSource, !pluralKeys.contains(key),
      !text.hasSameBytes(as: key.withoutContext)
    {
      findings.append(.sourceDiffers)
    }
    if sourceTexts != nil, let scalar = text.unbalancedDirectionalFormatting {
      findings.append(.unbalancedDirection(scalar))
    }
    if let widths, let limit = widths.limits[key] {
      let columns = widths.measure(text.withoutPlaceholders)
      if columns > limit { findings.append(.tooWide(columns: columns, limit: limit)) }
    }
    return findings
  }

  private func languageFolders(_ directory: String) -> [String] {
    fileNames(in: directory).filter { $0.hasSuffix(".lproj") }.sorted()
  }
}

extension TextFormat? {
  /// The findings about a comment that sets it.
  fileprivate var findings: [CatalogFinding] {
    self?.unknownNames.map(CatalogFinding.unknownFormat) ?? []
  }
}

extension SourceText {
  /// The findings at a place of the file, without the warnings whose codes are allowed there.
  func diagnostics(
    _ findings: [CatalogFinding], at offset: Int, besides allowed: Set<String> = []
  ) -> [CatalogDiagnostic] {
    findings.filter { $0.severity == .error || !allowed.contains($0.code) }.map {
      let (line, column) = place(of: offset)
      return CatalogDiagnostic(file: file, line: line, column: column, kind: .finding($0))
    }
  }

  /// The codes that a comment in a part of the file allows: `check: allow untranslated harakat`.
  func allowedCodes(in range: Range<Int>) -> Set<String> {
    Set(words(after: "check: allow ", in: range))
  }

  /// The format that a comment in a part of the file gives to the text after it: `check: format c`.
  func format(in range: Range<Int>) -> TextFormat? {
    words(after: "check: format ", in: range).first.map(TextFormat.init)
  }

  private func words(after mark: String, in range: Range<Int>) -> [String] {
    let mark = Array(mark.utf8)
    guard let start = firstPlace(of: mark, in: bytes[range]) else { return [] }
    let words = bytes[(start + mark.count)..<range.upperBound].prefix {
      $0.isASCIILetter || $0.isASCIIDigit || "-+, ".utf8.contains($0)
    }
    return words.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "--" }
  }
}
