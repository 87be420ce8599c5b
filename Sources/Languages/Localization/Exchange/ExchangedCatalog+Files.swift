import Glibc
import SystemCalls

// Translators' files and a language's folder on disk.

extension ExchangedCatalog {
  /// The formats of translators' files, by the ends of their names.
  private enum Format: CaseIterable {
    case portableObject, xliff, stringCatalog

    /// Those that are written, too.
    static let written = [portableObject, xliff]

    var endings: [String] {
      switch self {
      case .portableObject: [".po", ".pot"]
      case .xliff: [".xliff", ".xlf"]
      case .stringCatalog: [".xcstrings"]
      }
    }

    init(of path: String, among formats: [Format]) throws(ExchangeError) {
      let format = formats.first { $0.endings.contains(where: path.hasSuffix) }
      guard let format else {
        throw ExchangeError(
          .unknownFormat(endings: formats.flatMap(\.endings)), file: path, line: 1)
      }
      self = format
    }
  }

  /// Reads a translator's file: PO (`.po`), XLIFF (`.xliff`, `.xlf`) or a string catalog
  /// (`.xcstrings`), of at most 16 MiB.
  ///
  /// - Parameters:
  ///   - source: the language of the source texts, which only a PO file does not say itself.
  ///   - target: the language to read.
  public init(
    contentsOf path: String, source: LanguageCode = .english, target: LanguageCode
  ) throws(ExchangeError) {
    let format = try Format(of: path, among: Format.allCases)
    let bytes = try LanguageFiles.read(path)
    switch format {
    case .portableObject:
      try self.init(portableObject: bytes, file: path, source: source, target: target)
    case .xliff: try self.init(xliff: bytes, file: path)
    case .stringCatalog: try self.init(stringCatalog: bytes, file: path, target: target)
    }
    guard Self.isSame(self.target, target) else {
      throw ExchangeError(.noLanguage(target), file: path, line: 1)
    }
    self.target = target
    // A file can also bring the source texts themselves.
    guard Self.isSame(self.source, source) || Self.isSame(self.source, target) else {
      throw ExchangeError(.otherSource(self.source, not: source), file: path, line: 1)
    }
    self.source = Self.isSame(self.source, source) ? source : target
  }

  /// Writes a translator's file, PO or XLIFF by the end of its name. An existing file that says
  /// something else is kept under its name and `~`, or `~2` and so on.
  ///
  /// - Returns: where the former file is now; nil if there was none to be kept.
  @discardableResult
  public func write(to path: String) throws(ExchangeError) -> String? {
    switch try Format(of: path, among: Format.written) {
    case .xliff:
      let bytes = Array(xliff.utf8)
      return try LanguageFiles.replaceKeepingFormer(path, bytes) { $0 == bytes }
    default:
      let bytes = Array(portableObject.utf8)
      return try LanguageFiles.replaceKeepingFormer(path, bytes) {
        Self.withoutDate($0) == Self.withoutDate(bytes)
      }
    }
  }

  /// The lines of a PO file without the first that has the date of its writing.
  private static func withoutDate(_ file: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
    let date = lines.firstIndex { $0.starts(with: "\"PO-Revision-Date:".utf8) }
    if let date { lines.remove(at: date) }
    return lines
  }

  /// Writes `files` to the target's folder in a directory, unchecked. An existing file is kept
  /// under its name and `~`. `importing` checks, and can keep other texts.
  public func writeFiles(to directory: String) throws(ExchangeError) {
    let lock = try LanguageFiles.lock(directory)
    defer { unlockFile(lock.number) }
    let folder = "\(directory)/\(target).lproj"
    let before: [LanguageFiles.File]
    do throws(CatalogError) {
      before = try LanguageFiles.read(in: folder)
    } catch {
      throw ExchangeError(.file(error.kind), file: error.file, line: 1)
    }
    let hadPlurals = before.contains { $0.name == CatalogReader.pluralFile }
    let written = try LanguageFiles.write(
      wholeFiles(hadPlurals: hadPlurals), in: folder, over: before)
    guard written != nil else {
      throw ExchangeError(.file(.unwritable(errno: EBUSY)), file: folder, line: 1)
    }
  }

  /// Both files with the translations; an empty one replaces plural texts that are removed.
  func wholeFiles(
    _ notes: ((Unit) -> [String])? = nil, hadPlurals: Bool
  ) -> [LanguageFiles.File] {
    var files = files(notes ?? { self.notes(on: $0) }).map {
      (name: $0.name, bytes: Array($0.text.utf8))
    }
    if hadPlurals, files.count == 1 {
      files.append((CatalogReader.pluralFile, Array(Self.propertyList("").utf8)))
    }
    return files
  }
}
