import Glibc
import SystemCalls

/// The two files with a language's texts, as in its folder; either may be missing.
struct LanguageFiles {
  /// A file of the folder: its name and its new contents.
  typealias File = (name: String, bytes: [UInt8])

  let table: StringTable?
  let plurals: PluralFile?

  /// The names of both.
  private static let names = [CatalogReader.plainFile, CatalogReader.pluralFile]

  /// - Parameter toleratingMessages: whether messages that are not sound are left out.
  /// - Throws: the first defect of a file.
  init(in folder: String, toleratingMessages: Bool = false) throws(CatalogError) {
    try self.init(Self.read(in: folder), in: folder, toleratingMessages: toleratingMessages)
  }

  /// Those of the files that a folder has, as they are now.
  static func read(in folder: String) throws(CatalogError) -> [File] {
    var files: [File] = []
    for name in names {
      do throws(CatalogError) {
        files.append((name, try ResourceFile.read("\(folder)/\(name)")))
      } catch {
        guard error.kind == .unreadable(errno: noSuchFile) else { throw error }
      }
    }
    return files
  }

  /// - Parameters:
  ///   - files: the contents, as an import writes them.
  ///   - folder: the folder, for errors.
  ///   - toleratingMessages: whether messages that are not sound are left out.
  init(
    _ files: [File], in folder: String = "", toleratingMessages: Bool = false
  ) throws(CatalogError) {
    func file(_ name: String) -> (path: String, bytes: [UInt8])? {
      files.first { $0.name == name }.map { ("\(folder)/\(name)", $0.bytes) }
    }
    table = try file(CatalogReader.plainFile).map { file throws(CatalogError) in
      try StringTable(texts: file.bytes, file: file.path)
    }
    plurals = try file(CatalogReader.pluralFile).map { given throws(CatalogError) in
      var errors: [CatalogError] = []
      let file = try PluralFile(SourceText(given.bytes, file: given.path), errors: &errors)
      if !toleratingMessages, let error = errors.first { throw error }
      return file
    }
  }

  // MARK: Texts

  /// A text of one of the files, and where its comments are.
  private struct Entry {
    let key: String
    let text: Result<ExchangedCatalog.Text, CatalogError>
    let source: SourceText
    let gap: Range<Int>
    /// The offset of the key.
    let offset: Int

    /// `en.lproj/Localizable.strings:12`
    var reference: String {
      let file = source.file.split(separator: "/").suffix(2).joined(separator: "/")
      return "\(file):\(source.line(of: offset))"
    }
  }

  /// The texts in the order of the files.
  private var entries: [Entry] {
    var entries: [Entry] = []
    if let table {
      entries += (0..<table.count).map { place in
        Entry(
          key: table.key(at: place), text: .success(.plain(table.value(at: place))),
          source: table.source, gap: table.gap(before: place), offset: table.keyOffset(at: place))
      }
    }
    if let plurals {
      entries += plurals.messages.map { message in
        Entry(
          key: message.key, text: plurals.text(of: message), source: plurals.source,
          gap: message.gap, offset: message.keyOffset)
      }
    }
    return entries
  }

  /// Each text by its key; of a message that cannot be exchanged, no form.
  var texts: [String: ExchangedCatalog.Text] {
    var texts: [String: ExchangedCatalog.Text] = [:]
    for entry in entries { texts[entry.key] = (try? entry.text.get()) ?? .plural([:]) }
    return texts
  }

  /// The texts in the order of the files, not translated.
  ///
  /// - Throws: if a message cannot be exchanged.
  func units() throws(CatalogError) -> [ExchangedCatalog.Unit] {
    try entries.map { entry throws(CatalogError) in
      .init(
        key: entry.key, source: try entry.text.get(),
        comment: entry.source.comment(in: entry.gap), format: entry.source.format(in: entry.gap),
        reference: entry.reference)
    }
  }

  /// The formats that comments give to texts.
  var formats: [String: TextFormat] {
    var formats: [String: TextFormat] = [:]
    for entry in entries { formats[entry.key] = entry.source.format(in: entry.gap) }
    return formats
  }

  /// The keys of texts whose comments allow a finding.
  func allowances(_ code: String) -> Set<String> {
    Set(
      entries.lazy.filter { $0.source.allowedCodes(in: $0.gap).contains(code) }.map(\.key))
  }

  // MARK: Changes

  /// Both files, with the given ones replaced.
  func overlaid(by files: [File]) -> [File] {
    let old = [
      (CatalogReader.plainFile, table?.source.bytes),
      (CatalogReader.pluralFile, plurals?.source.bytes),
    ]
    return old.compactMap { name, bytes in
      (files.first { $0.name == name }?.bytes ?? bytes).map { (name, $0) }
    }
  }

  /// The files with other texts for some keys, and with new keys at the end; the rest is unchanged.
  ///
  /// - Parameters:
  ///   - categories: the plural forms of the language.
  ///   - notes: the comments for the check about a text.
  func replacing(
    _ units: [ExchangedCatalog.Unit], _ categories: [PluralCategory],
    notes: (ExchangedCatalog.Unit) -> [String]
  ) -> [File] {
    var strings: [(unit: ExchangedCatalog.Unit, text: String)] = []
    var messages: [(unit: ExchangedCatalog.Unit, forms: [PluralCategory: String])] = []
    for unit in units {
      switch unit.target {
      case nil: break
      case .plain(let text): strings.append((unit, text))
      case .plural(let forms): messages.append((unit, forms))
      }
    }
    var files: [File] = []
    if !strings.isEmpty || table == nil {
      var changes: [(Range<Int>, String)] = []
      var new = ""
      for (unit, text) in strings {
        guard let table, let place = table.index(of: unit.key) else {
          new += ExchangedCatalog.line(unit, text, notes(unit))
          continue
        }
        for note in table.source.missing(notes(unit), in: table.gap(before: place)) {
          let start = table.keyOffset(at: place)
          changes.append((start..<start, "/* \(note) */\n"))
        }
        changes.append((table.valueRange(at: place), text.quoted))
      }
      let bytes = table?.source.bytes ?? []
      if let last = bytes.last, last != 0x0A, !new.isEmpty { new = "\n" + new }
      changes.append((bytes.count..<bytes.count, new))
      files.append((CatalogReader.plainFile, bytes.replacing(changes)))
    }
    if !messages.isEmpty {
      var changes: [(Range<Int>, String)] = []
      var new = ""
      let places = Dictionary(
        (plurals?.messages ?? []).enumerated().map { ($1.key, $0) },
        uniquingKeysWith: { first, _ in first })
      for (unit, forms) in messages {
        guard let plurals, let place = places[unit.key] else {
          new += ExchangedCatalog.message(unit, forms, notes(unit), categories)
          continue
        }
        let old = plurals.messages[place]
        var bare = unit
        bare.comment = nil
        let missing = plurals.source.missing(notes(unit), in: old.gap)
        let text = ExchangedCatalog.message(bare, forms, missing, categories)
        // Without the indentation before it and the line break after it, which the file has.
        changes.append((old.keyOffset..<old.end, String(text.dropFirst(2).dropLast())))
      }
      if let plurals, let last = plurals.messages.last {
        if !new.isEmpty { changes.append((last.end..<last.end, "\n\(new.dropLast())")) }
        files.append((CatalogReader.pluralFile, plurals.source.bytes.replacing(changes)))
      } else {
        files.append((CatalogReader.pluralFile, Array(ExchangedCatalog.propertyList(new).utf8)))
      }
    }
    return files
  }
}

extension [UInt8] {
  /// The bytes with other texts in places that do not overlap.
  fileprivate func replacing(_ changes: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var copied = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes += self[copied..<change.range.lowerBound]
      bytes += change.text.utf8
      copied = change.range.upperBound
    }
    return bytes + self[copied...]
  }
}

extension SourceText {
  /// The comments in a range of the file, without those for the check; nil if there are none.
  func comment(in range: Range<Int>) -> String? {
    var comments: [String] = []
    var rest = bytes[range]
    while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "<") })
    {
      rest = rest[start...]
      // In XML, two slashes are part of an address.
      let kinds =
        file.hasSuffix(CatalogReader.pluralFile)
        ? [("<!--", "-->")] : [("/*", "*/"), ("//", "\n")]
      let signs = kinds.first { rest.starts(with: $0.0.utf8) }
      guard let (open, close) = signs else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(open.utf8.count)
      let end = rest.indices.first { rest[$0...].starts(with: close.utf8) } ?? rest.endIndex
      let isBlank = { (byte: UInt8) in byte <= 0x20 }
      let text = rest[..<end].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
      if !text.isEmpty, !text.starts(with: "check: ".utf8) {
        comments.append(String(decoding: text, as: UTF8.self))
      }
      rest = rest[end...].dropFirst(close.utf8.count)
    }
    return comments.isEmpty ? nil : comments.joined(separator: "\n")
  }

  /// The notes that a part of the file does not have.
  fileprivate func missing(_ notes: [String], in range: Range<Int>) -> [String] {
    guard !notes.isEmpty else { return [] }
    return notes.filter { firstPlace(of: Array($0.utf8), in: bytes[range]) == nil }
  }
}

extension PluralFile {
  /// A message as whole texts, one for each form of its variable.
  fileprivate func text(of message: Message) -> Result<ExchangedCatalog.Text, CatalogError> {
    guard message.variables.count == 1, let variable = message.variables.first,
      let format = try? MessageFormat(message.format.text)
    else { return .failure(source.error(.tooManyVariables(limit: 1), at: message.keyOffset)) }
    var forms: [PluralCategory: String] = [:]
    for form in variable.forms {
      forms[form.category] = format.text { $0 == variable.name ? form.text.text : nil }
    }
    return .success(.plural(forms))
  }
}

// MARK: - Writing

extension LanguageFiles {
  /// The end of the name of a file that is written and has not taken its place yet.
  private static let pending = ".import"
  /// How long another import may take, in nanoseconds.
  private static let patience: Int64 = 30_000_000_000

  /// Keeps other imports and exports away from a directory until the result is gone.
  ///
  /// - Throws: EWOULDBLOCK if another one lasts too long.
  static func lock(_ directory: String) throws(ExchangeError) -> OwnedDescriptor {
    do throws(SystemError) {
      let lock = try OwnedDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
      try lockFile(lock.number, within: patience)
      return lock
    } catch {
      throw failure(directory, error.errno)
    }
  }

  /// Writes files to a folder, all or none of them. The former files keep their names with `~`, or
  /// `~2` and so on if an earlier import left one. A link stays, and what it points to is replaced.
  ///
  /// - Parameter before: what the folder had when the files were made.
  /// - Returns: the paths of the former files; nil if the folder has something else by now, so that
  ///   nothing was written.
  static func write(
    _ files: [File], in folder: String, over before: [File]
  ) throws(ExchangeError) -> [String]? {
    guard !files.isEmpty else { return [] }
    let isNew = mkdir(folder, 0o755) == 0
    guard isNew || errno == EEXIST else { throw failure(folder, errno) }
    let former = before.filter { file in files.contains { $0.name == file.name } }
    var kept: [String] = []
    func undo() {
      for path in kept { WholeFile.remove(path) }
      discardPending(in: folder)
      if isNew { rmdir(folder) }
    }
    do throws(ExchangeError) {
      let mark = freeMark(besides: names.map { place($0, in: folder) })
      for file in former {
        kept.append(place(file.name, in: folder) + mark)
        try replace(kept.last!, file.bytes)
      }
      // Both are on the disk before the first takes its place; after a crash between the two, the
      // next import puts the second in its place (`finishInterrupted`).
      for file in files { try replace(place(file.name, in: folder) + pending, file.bytes) }
      // An editor may have saved in the meantime, and it takes no lock.
      guard try isSame(before, in: folder) else {
        undo()
        return nil
      }
      for (number, file) in files.enumerated() {
        let path = place(file.name, in: folder)
        guard rename(path + pending, path) != 0 else { continue }
        let error = errno
        for file in files[..<number] {
          let path = place(file.name, in: folder)
          if let old = former.first(where: { $0.name == file.name }) {
            try replace(path, old.bytes)
          } else {
            unlink(path)
          }
        }
        throw failure(path, error)
      }
    } catch {
      undo()
      throw error
    }
    try? syncDirectory(folder)
    return kept
  }

  /// Replaces a translator's file. The former one keeps its name with `~`, or `~2` and so on. A link
  /// stays, and what it points to is replaced.
  ///
  /// - Parameter isSame: whether the former file says the same, so that it need not be kept.
  /// - Returns: the path of the former file; nil if none was kept.
  static func replaceKeepingFormer(
    _ path: String, _ bytes: [UInt8], unless isSame: ([UInt8]) -> Bool
  ) throws(ExchangeError) -> String? {
    let path = followingLinks(path)
    let lock = try lock(parentDirectory(of: path))
    defer { unlockFile(lock.number) }
    var kept: String?
    if fileExists(path) {
      let former = try read(path)
      if !isSame(former) {
        kept = path + freeMark(besides: [path])
        try replace(kept!, former)
      }
    }
    do throws(ExchangeError) {
      try replace(path, bytes)
    } catch {
      if let kept { WholeFile.remove(kept) }
      throw error
    }
    return kept
  }

  /// Completes an interrupted import. If the first of two files was already replaced, the second is
  /// replaced now; otherwise nothing had changed.
  static func finishInterrupted(in folder: String) throws(ExchangeError) {
    let plain = place(CatalogReader.plainFile, in: folder) + pending
    let plural = place(CatalogReader.pluralFile, in: folder)
    if !fileExists(plain), fileExists(plural + pending) {
      guard rename(plural + pending, plural) == 0 else { throw failure(plural, errno) }
    }
    discardPending(in: folder)
  }

  private static func discardPending(in folder: String) {
    // The plain texts are discarded last: without them, the others would be taken for complete.
    WholeFile.remove(place(CatalogReader.pluralFile, in: folder) + pending)
    WholeFile.remove(place(CatalogReader.plainFile, in: folder) + pending)
  }

  /// Where a file of a folder is, behind links.
  private static func place(_ name: String, in folder: String) -> String {
    followingLinks("\(folder)/\(name)")
  }

  /// `~`, or `~2` and so on, the first that no file beside them has.
  private static func freeMark(besides paths: [String]) -> String {
    var mark = "~"
    var number = 1
    while paths.contains(where: { fileExists($0 + mark) }) {
      number += 1
      mark = "~\(number)"
    }
    return mark
  }

  /// Whether a folder still has these files.
  private static func isSame(_ files: [File], in folder: String) throws(ExchangeError) -> Bool {
    let now: [File]
    do throws(CatalogError) {
      now = try read(in: folder)
    } catch {
      throw ExchangeError(.file(error.kind), file: error.file, line: 1)
    }
    return now.elementsEqual(files) { $0.name == $1.name && $0.bytes == $1.bytes }
  }

  static func read(_ path: String) throws(ExchangeError) -> [UInt8] {
    do throws(CatalogError) {
      return try ResourceFile.read(path)
    } catch {
      throw ExchangeError(.file(error.kind), file: path, line: 1)
    }
  }

  static func replace(_ path: String, _ bytes: [UInt8]) throws(ExchangeError) {
    do throws(SystemError) {
      try WholeFile.replace(path, with: bytes)
    } catch {
      throw failure(path, error.errno)
    }
  }

  private static func failure(_ path: String, _ errno: Int32) -> ExchangeError {
    ExchangeError(.file(.unwritable(errno: errno)), file: path, line: 1)
  }
}
