import Glibc
import SystemCalls

/// Writes compiled catalogs.
enum CatalogCompiler {
  /// Reads and checks a language's sources, and writes its compiled catalog beside them.
  ///
  /// - Parameter expected: the texts that the sources must have.
  /// - Throws: the first defect of the sources; no file is written then.
  static func compile(
    _ expected: [CatalogReader.Expected], language: Language, directory: String
  ) throws(CatalogError) {
    let folder = "\(directory)/\(language.code).lproj"
    let paths = CompiledFile.sources(in: folder)
    let path = "\(folder)/\(CompiledFormat.file)"
    // Before the sources are read: a later edit makes the stamp wrong.
    let stamp = try SourceStamp(paths)
    let isSettled = stamp.isSettled
    var digests = [SourceDigest.absent, .absent]
    let reader = CatalogReader(expected, language: language, directory: directory) {
      path throws(CatalogError) in
      let bytes = try ResourceFile.read(path)
      digests[path == paths[0] ? 0 : 1] = SourceDigest(bytes)
      return bytes
    }
    if let error = reader.errors.first { throw error }
    let bytes = encoded(
      expected, reader, digests: digests, categories: language.pluralRules.categoryMask)
    guard bytes.count <= CompiledFormat.limit else {
      throw CatalogError(file: path, kind: .tooLarge(limit: CompiledFormat.limit))
    }
    if stampsCurrent(path, bytes, isSettled ? stamp : nil) { return }
    do throws(SystemError) {
      try WholeFile.replace(path, with: bytes) { if isSettled { stamp.put(on: $0) } }
    } catch {
      throw CatalogError(file: path, kind: .unwritable(errno: error.errno))
    }
  }

  /// Stamps the compiled catalog if it has these bytes already; else false. It is not written again, so
  /// that it stays as a package has installed it.
  private static func stampsCurrent(_ path: String, _ bytes: [UInt8], _ stamp: SourceStamp?) -> Bool
  {
    var status = stat()
    guard
      let file = try? ResourceFile.open(path, O_NOFOLLOW, limit: CompiledFormat.limit, &status),
      status.st_size == bytes.count, status.st_mode & 0o7777 == 0o644,
      (try? readAll(from: file.number, limit: bytes.count, expected: bytes.count)) == bytes
    else { return false }
    stamp?.put(on: file.number)
    return true
  }

  /// Removes a language's compiled catalog, if there is one.
  static func remove(_ code: LanguageCode, in directory: String) {
    WholeFile.remove("\(directory)/\(code).lproj/\(CompiledFormat.file)")
  }

  private static func encoded(
    _ expected: [CatalogReader.Expected], _ reader: CatalogReader, digests: [SourceDigest],
    categories: UInt32
  ) -> [UInt8] {
    var index = KeyIndex(capacity: expected.count)
    var header = CompiledHeader()
    header.count = UInt32(expected.count)
    header.slotCount = UInt32(index.slots.count)
    header.categories = categories
    (header.strings, header.plurals) = (digests[0], digests[1])
    let start = header.textsStart
    var table: [UInt8] = []
    var texts: [UInt8] = []
    for (number, message) in expected.enumerated() {
      let (kind, value) = encoded(reader.messages[number]!)
      let key = Array(message.key.utf8)
      CompiledEntry(
        offset: start + texts.count, key: key, value: value, kind: kind,
        isCheckedByKey: !reader.foreign.contains(number)
          && message.pattern.hasSameBytes(as: message.key.withoutContext)
      ).append(to: &table)
      texts += key
      texts += value
      // A key is in one file only, or the sources would have been refused.
      _ = index.insert(number, hash: message.key.utf8.span.bytes.keyHash) { _ in false }
    }
    for slot in index.slots { table.append(number: slot) }
    header.fileSize = UInt64(start + texts.count)
    header.indexSum = checksum(table)
    header.textsSum = checksum(texts)
    return header.encoded + table + texts
  }

  private static func encoded(_ message: CatalogReader.Message) -> (CompiledFormat.Kind, [UInt8]) {
    switch message {
    case .plural(let message, let kinds): (.plural, CompiledMessage.encoded(message, kinds: kinds))
    case .text(let text): (.text, Array(text.utf8))
    case .pattern(let text): (.pattern, Array(text.utf8))
    }
  }
}

extension Catalog {
  /// Checks a language's catalog and writes it as a file that `load` reads without parsing: see
  /// `CompiledCatalog`.
  ///
  /// - Throws: the first defect of the catalog; no file is written then.
  public static func compile(language: Language, in directory: String) throws(CatalogError) {
    try CatalogCompiler.compile(expected, language: language, directory: directory)
  }
}
