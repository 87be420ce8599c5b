import Glibc
import SystemCalls

/// The effect of an import on a language's folder.
public struct CatalogImport: Hashable, Sendable {
  /// The effect on texts that are in the folder but not in the translator's file.
  public enum Method: Hashable, Sendable {
    /// They stay as they are.
    case merge
    /// They go, with the comments of the files.
    case replace
  }

  /// Texts that the folder did not have.
  public internal(set) var new = 0
  /// Texts whose translation is now another one.
  public internal(set) var changed = 0
  /// Texts whose translation did not change.
  public internal(set) var same = 0
  /// Texts of the file without a usable translation: empty, marked as unfinished, or without some
  /// plural form.
  public internal(set) var leftAlone = 0
  /// Texts of the source language that the folder lacks after the import.
  public internal(set) var missing = 0
  /// The errors that the result would have. If there is any, nothing was changed.
  public internal(set) var errors: [CatalogDiagnostic] = []
  /// Where the former files are now.
  public internal(set) var formerFiles: [String] = []
}

extension ExchangedCatalog {
  /// How often an import starts again because an editor saved a file in the meantime.
  private static let mostTries = 10

  /// Imports the translations into the target's folder in a directory. Comments and order of the
  /// existing files are kept, and so are texts that this catalog does not translate. Imports into one
  /// directory take turns, and one that an editor's save has overtaken starts again.
  ///
  /// The result is checked first; if it has an error, nothing is changed. Otherwise both files
  /// change together, and the former files stay beside them under new names. A text that the folder
  /// lacks, or that the program does not have, is no error of a merge if that was so before.
  ///
  /// - Parameters:
  ///   - method: whether other texts of the folder stay.
  ///   - checker: the texts that the language must have; `nil` if the directory has none for
  ///     comparison, so that those of this catalog count.
  public func importing(
    into directory: String, _ method: CatalogImport.Method = .merge,
    checkedBy checker: CatalogChecker?
  ) throws(ExchangeError) -> CatalogImport {
    // The lock is on the directory, because a new language has no folder yet.
    let lock = try LanguageFiles.lock(directory)
    defer { unlockFile(lock.number) }
    for _ in 1...Self.mostTries {
      let result = try importingOnce(into: directory, method, checkedBy: checker)
      if let result { return result }
    }
    throw ExchangeError(
      .file(.unwritable(errno: EBUSY)), file: "\(directory)/\(target).lproj", line: 1)
  }

  /// - Returns: nil if the folder changed in the meantime, so that nothing was written.
  private func importingOnce(
    into directory: String, _ method: CatalogImport.Method, checkedBy checker: CatalogChecker?
  ) throws(ExchangeError) -> CatalogImport? {
    let folder = "\(directory)/\(target).lproj"
    var result = CatalogImport()
    try LanguageFiles.finishInterrupted(in: folder)
    var before: [LanguageFiles.File] = []
    var old: LanguageFiles?
    do throws(CatalogError) {
      before = try LanguageFiles.read(in: folder)
      old = try LanguageFiles(before, in: folder)
    } catch {
      guard method == .replace else {
        result.errors = [CatalogDiagnostic(error)]
        return result
      }
    }
    let former = old?.texts ?? [:]
    var catalog = keyed(in: directory)
    if let checker, !checker.isOf(target) {
      // The source texts say whether there is something to fill, not a flag that is missing.
      for (place, unit) in catalog.units.enumerated()
      where unit.format == TextFormat.none && unit.source.plainText?.containsByte(0x25) != false {
        catalog.units[place].format = nil
      }
    }
    if let key = catalog.repeatedKey {
      result.errors = [
        CatalogDiagnostic(
          file: "\(folder)/\(CatalogReader.plainFile)", line: 1, column: 1,
          kind: .defect(.duplicateKey(key, firstLine: 1)))
      ]
      return result
    }
    // A language that nobody has described gets the plural rules of the file.
    let description = "\(folder)/\(Language.fileName)"
    let described = catalog.ownRules.flatMap {
      fileExists(description) ? nil : Language(target, pluralRules: $0)
    }
    if let own = try? Language(target, in: directory) { catalog.ownRules = own.pluralRules }
    let units = catalog.units
    for unit in units {
      guard let translation = unit.target else {
        result.leftAlone += 1
        continue
      }
      switch former[unit.key] {
      case nil: result.new += 1
      case let text? where text.isSame(as: translation): result.same += 1
      default: result.changed += 1
      }
    }
    // Comments are added only for formats that the source texts do not set.
    let formats = checker.map { $0.isOf(target) ? [:] : $0.formats } ?? [:]
    let notes = { catalog.notes(on: $0, besides: formats) }
    let files: [LanguageFiles.File]
    if method == .merge, let old {
      let known = old.formats
      let changes = units.filter { unit in
        guard let translation = unit.target else { return false }
        let saysMore =
          unit.format != nil && formats[unit.key] == nil && known[unit.key] != unit.format
        return saysMore || former[unit.key]?.isSame(as: translation) != true
      }
      files = old.replacing(changes, catalog.rules.categories, notes: notes)
    } else {
      files = catalog.wholeFiles(
        notes, hadPlurals: fileExists("\(folder)/\(CatalogReader.pluralFile)"))
    }
    do throws(CatalogError) {
      let judge: CatalogChecker
      if let checker, !checker.isOf(target) {
        judge = checker
      } else {
        let result = try LanguageFiles(method == .merge ? old?.overlaid(by: files) ?? files : files)
        judge = CatalogChecker(source: source, SourceCatalog(catalog, in: result))
      }
      (result.errors, result.missing) = judge.judge(
        target, in: directory, files: files, described: described)
      if method == .merge, !result.errors.isEmpty {
        let before = judge.judge(
          target, in: directory, files: [], described: described
        ).errors
        let gaps = Set(before.filter(\.isGap).map(\.kind))
        result.errors.removeAll { gaps.contains($0.kind) }
      }
    } catch {
      result.errors = [CatalogDiagnostic(error)]
    }
    if checker == nil {
      result.missing = units.count {
        $0.target == nil && (method == .replace || former[$0.key] == nil)
      }
    }
    guard result.errors.isEmpty else {
      result.errors = catalog.placed(result.errors)
      return result
    }
    guard let former = try LanguageFiles.write(files, in: folder, over: before) else { return nil }
    if let described { try LanguageFiles.replace(description, Array(described.dataFile.utf8)) }
    result.formerFiles = former
    return result
  }
}

extension ExchangedCatalog {
  /// Errors about texts that are missing, because the file lacks some of their forms, at their places
  /// in the file.
  fileprivate func placed(_ errors: [CatalogDiagnostic]) -> [CatalogDiagnostic] {
    errors.flatMap { error -> [CatalogDiagnostic] in
      let places = unfinished.keys.sorted().filter { place in
        switch error.kind {
        case .defect(.missingKey(let key)): units[place].key.hasSameBytes(as: key)
        case .defect(.unreadable(errno: noSuchFile)): error.file.hasSuffix(CatalogReader.pluralFile)
        default: false
        }
      }
      return places.isEmpty ? [error] : places.compactMap { unfinished[$0] }
    }
  }

  /// The catalog with the keys of the directory's source language for these texts. A catalog that
  /// was written by hand, or by an import that used only the context as the key, has other keys
  /// than a PO file alone would give.
  private func keyed(in directory: String) -> ExchangedCatalog {
    var catalog = self
    var keys: [MessageIdentity: String] = [:]
    if let files = try? LanguageFiles(in: "\(directory)/\(source).lproj"),
      let units = try? files.units()
    {
      let known = ExchangedCatalog(source: source, target: source, units: units)
      for (unit, identity) in zip(units, known.portableIdentities.0) { keys[identity] = unit.key }
    }
    for (place, unit) in units.enumerated() {
      catalog.units[place].key = keys[MessageIdentity(unit)] ?? unit.key
    }
    return catalog
  }

  /// A key that two units have.
  private var repeatedKey: String? {
    var keys: Set<String> = []
    return units.first { !keys.insert($0.key).inserted }?.key
  }
}

extension ExchangedCatalog.Text {
  /// Whether the texts have the same characters. Strings are already equal if they look alike.
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.plain(let one), .plain(let other)): one.hasSameBytes(as: other)
    case (.plural(let one), .plural(let other)):
      one.count == other.count
        && one.allSatisfy { other[$0.key]?.hasSameBytes(as: $0.value) ?? false }
    default: false
    }
  }
}
