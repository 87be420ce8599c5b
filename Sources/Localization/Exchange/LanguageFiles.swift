import SystemCalls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two files with a language's texts, as they are in its folder; either may be missing.
struct LanguageFiles {
  /// A file of the folder: its name and what it is to contain.
  typealias File = (name: String, bytes: [UInt8])

  let table: StringTable?
  let plurals: PluralFile?

  /// - Parameter toleratingMessages: whether messages that are not sound are left out.
  /// - Throws: the first defect of a file.
  init(in folder: String, toleratingMessages: Bool = false) throws(CatalogError) {
    try self.init(folder, toleratingMessages) { path throws(CatalogError) in
      do throws(CatalogError) {
        return try ResourceFile.read(path)
      } catch {
        guard error.kind == .unreadable(errno: noSuchFile) else { throw error }
        return nil
      }
    }
  }

  /// The files that an import writes.
  init(_ files: [File]) throws(CatalogError) {
    try self.init("", false) { path in files.first { path == "/\($0.name)" }?.bytes }
  }

  private init(
    _ folder: String, _ toleratingMessages: Bool,
    read: (String) throws(CatalogError) -> [UInt8]?
  ) throws(CatalogError) {
    let paths = [CatalogReader.plainFile, CatalogReader.pluralFile].map { "\(folder)/\($0)" }
    table = try read(paths[0]).map { bytes throws(CatalogError) in
      try StringTable(bytes: bytes, file: paths[0])
    }
    plurals = try read(paths[1]).map { bytes throws(CatalogError) in
      var errors: [CatalogError] = []
      let file = try PluralFile(SourceText(bytes, file: paths[1]), errors: &errors)
      if !toleratingMessages, let error = errors.first { throw error }
      return file
    }
  }

  // MARK: Texts

  /// Each text by its key; of a message that cannot be exchanged, no form.
  var texts: [String: ExchangedCatalog.Text] {
    var texts: [String: ExchangedCatalog.Text] = [:]
    if let table {
      for place in 0..<table.count { texts[table.key(at: place)] = .plain(table.value(at: place)) }
    }
    if let plurals {
      for message in plurals.messages {
        texts[message.key] = (try? plurals.text(of: message)) ?? .plural([:])
      }
    }
    return texts
  }

  /// The texts in the order of the files, not translated.
  ///
  /// - Throws: if a message cannot be exchanged.
  func units() throws(CatalogError) -> [ExchangedCatalog.Unit] {
    var units: [ExchangedCatalog.Unit] = []
    if let table {
      for place in 0..<table.count {
        units.append(.init(key: table.key(at: place), source: .plain(table.value(at: place))))
      }
    }
    if let plurals {
      for message in plurals.messages {
        units.append(.init(key: message.key, source: try plurals.text(of: message)))
      }
    }
    return units
  }

  // MARK: Changes

  /// Both files, where those given replace what is here.
  func overlaid(by files: [File]) -> [File] {
    let old = [
      (CatalogReader.plainFile, table?.source.bytes),
      (CatalogReader.pluralFile, plurals?.source.bytes),
    ]
    return old.compactMap { name, bytes in
      (files.first { $0.name == name }?.bytes ?? bytes).map { (name, $0) }
    }
  }

  /// The files with other texts for some keys, and with new keys at the end; all else stays as it is.
  func replacing(_ units: [ExchangedCatalog.Unit], in language: LanguageCode) -> [File] {
    var strings: [(key: String, text: String, comment: String?)] = []
    var messages: [(key: String, forms: [PluralCategory: String])] = []
    for unit in units {
      switch unit.target {
      case nil: break
      case .plain(let text): strings.append((unit.key, text, unit.comment))
      case .plural(let forms): messages.append((unit.key, forms))
      }
    }
    var files: [File] = []
    if !strings.isEmpty || table == nil {
      files.append((CatalogReader.plainFile, replacing(strings)))
    }
    if !messages.isEmpty {
      files.append((CatalogReader.pluralFile, replacing(messages, in: language)))
    }
    return files
  }

  private func replacing(_ texts: [(key: String, text: String, comment: String?)]) -> [UInt8] {
    guard let table else {
      return Array(texts.map { ExchangedCatalog.line($0.key, $0.text, $0.comment) }.joined().utf8)
    }
    var changed: [Int: String] = [:]
    var new = ""
    for text in texts {
      if let place = table.index(of: text.key) {
        changed[place] = text.text
      } else {
        new += ExchangedCatalog.line(text.key, text.text, text.comment)
      }
    }
    let old = table.source.bytes
    var bytes: [UInt8] = []
    var copied = 0
    for place in changed.keys.sorted() {
      let range = table.valueRange(at: place)
      bytes += old[copied..<range.lowerBound]
      bytes += changed[place]!.quoted.utf8
      copied = range.upperBound
    }
    bytes += old[copied...]
    if !new.isEmpty, let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    return bytes + Array(new.utf8)
  }

  private func replacing(
    _ messages: [(key: String, forms: [PluralCategory: String])], in language: LanguageCode
  ) -> [UInt8] {
    func text(_ message: (key: String, forms: [PluralCategory: String])) -> String {
      ExchangedCatalog.message(message.key, message.forms, in: language)
    }
    guard let plurals, let last = plurals.messages.last else {
      return Array(ExchangedCatalog.propertyList(messages.map(text).joined()).utf8)
    }
    var changed: [Int: String] = [:]
    var new = ""
    let places = Dictionary(
      plurals.messages.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    for message in messages {
      if let place = places[message.key] {
        changed[place] = text(message)
      } else {
        new += text(message)
      }
    }
    let old = plurals.source.bytes
    var bytes: [UInt8] = []
    var copied = 0
    for place in changed.keys.sorted() {
      let message = plurals.messages[place]
      bytes += old[copied..<message.keyOffset]
      // Without the indentation before it and the line break after it, which the file has.
      bytes += changed[place]!.utf8.dropFirst(2).dropLast()
      copied = message.end
    }
    bytes += old[copied..<max(copied, last.end)]
    if !new.isEmpty { bytes += Array("\n\(new.dropLast())".utf8) }
    return bytes + old[max(copied, last.end)...]
  }
}

extension PluralFile {
  /// A message as whole texts, one for each form of its variable.
  fileprivate func text(of message: Message) throws(CatalogError) -> ExchangedCatalog.Text {
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
}

// MARK: - Writing

extension LanguageFiles {
  /// The end of the name of a file that is written and has not taken its place yet.
  private static let pending = ".import"

  /// Writes files to a folder, all or none of them. Those that were there stay under their names with
  /// `~`, or `~2` and so on if there is one of an earlier import.
  ///
  /// - Returns: where the former files are.
  static func write(_ files: [File], in folder: String) throws(ExchangeError) -> [String] {
    guard !files.isEmpty else { return [] }
    if mkdir(folder, 0o755) != 0, errno != EEXIST { throw failure(folder, errno) }
    let old = files.map { "\(folder)/\($0.name)" }.filter(fileExists)
    var mark = "~"
    var number = 1
    while [CatalogReader.plainFile, CatalogReader.pluralFile].contains(where: {
      fileExists("\(folder)/\($0)\(mark)")
    }) {
      number += 1
      mark = "~\(number)"
    }
    for path in old { try keep(path, as: path + mark) }
    // Both are on the disk before the first takes its place; after a crash between the two, the next
    // import puts the second in its place (`finishInterrupted`).
    for file in files { try replace("\(folder)/\(file.name)\(pending)", file.bytes) }
    for (place, file) in files.enumerated() {
      let path = "\(folder)/\(file.name)"
      guard rename(path + pending, path) != 0 else { continue }
      let error = errno
      for file in files[..<place] {
        let path = "\(folder)/\(file.name)"
        if old.contains(path) { try keep(path + mark, as: path) } else { unlink(path) }
      }
      discardPending(in: folder)
      throw failure(path, error)
    }
    try? syncDirectory(folder)
    return old.map { $0 + mark }
  }

  /// Ends an import that was interrupted. If the first of two files had taken its place, the second
  /// takes it now; otherwise nothing had changed.
  static func finishInterrupted(in folder: String) throws(ExchangeError) {
    let plain = "\(folder)/\(CatalogReader.plainFile)\(pending)"
    let plural = "\(folder)/\(CatalogReader.pluralFile)"
    if !fileExists(plain), fileExists(plural + pending) {
      guard rename(plural + pending, plural) == 0 else { throw failure(plural, errno) }
    }
    discardPending(in: folder)
  }

  private static func discardPending(in folder: String) {
    // The plain texts are discarded last: without them, the others would be taken for complete.
    WholeFile.remove("\(folder)/\(CatalogReader.pluralFile)\(pending)")
    WholeFile.remove("\(folder)/\(CatalogReader.plainFile)\(pending)")
  }

  /// Gives a file another name, beside its present one.
  private static func keep(_ path: String, as other: String) throws(ExchangeError) {
    let bytes: [UInt8]
    do throws(CatalogError) {
      bytes = try ResourceFile.read(path)
    } catch {
      throw ExchangeError(.file(error.kind), file: path, line: 1)
    }
    try replace(other, bytes)
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
