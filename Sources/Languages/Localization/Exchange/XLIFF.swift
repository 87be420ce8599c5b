// XLIFF 1.2, which translation agencies and most tools exchange.

extension ExchangedCatalog {
  /// The catalog as an XLIFF 1.2 file. The forms of a text are units in a group with `restype`
  /// `x-gettext-plurals`, each with its category after the key: `key[few]`.
  public var xliff: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
        <file original="Localizable" source-language="\(source)" target-language="\(target)" \
      datatype="plaintext">
          <body>

      """
    for unit in units {
      let key = unit.key.escapedForXML
      let note = unit.comment.map { "<note>\($0.escapedForXML)</note>" } ?? ""
      switch unit.source {
      case .plain(let source): text += Self.transUnit(key, source, unit.target?.plainText, note)
      case .plural(let forms):
        text += "      <group restype=\"x-gettext-plurals\" id=\"\(key)\">\(note)\n"
        for category in Self.categories(target) {
          let source = forms[category] ?? forms[.other] ?? ""
          let translation = unit.target?.forms[category]
          text += Self.transUnit("\(key)[\(category)]", source, translation, "")
        }
        text += "      </group>\n"
      }
    }
    return text + "    </body>\n  </file>\n</xliff>\n"
  }

  private static func transUnit(
    _ id: String, _ source: String, _ target: String?, _ note: String
  ) -> String {
    let translation = target.map { "<target>\($0.escapedForXML)</target>" } ?? ""
    return """
            <trans-unit id="\(id)" xml:space="preserve"><source>\(source.escapedForXML)</source>\
      \(translation)\(note)</trans-unit>

      """
  }

  /// The states of a finished translation. All others, such as `needs-translation`, `new` and
  /// `needs-review-translation`, say that somebody has to see it again.
  private static let finishedStates: Set = ["final", "signed-off", "translated"]

  /// Whether a translation counts. A unit that is not approved counts if its state says that it is
  /// translated: this is what tools with a later review write.
  private static func isFinished(_ unit: [String: String], _ target: [String: String]) -> Bool {
    guard unit["translate"] != "no" else { return false }
    return target["state"].map(finishedStates.contains) ?? (unit["approved"] != "no")
  }

  /// Reads an XLIFF 1.2 file; each `file` must have the languages of the first. A unit without an
  /// identifier has its source text as the key. A translation that is marked as unfinished counts as
  /// none, and alternative ones (`alt-trans`) are left out. Inline markup is refused.
  ///
  /// - Parameters:
  ///   - bytes: the file, in UTF-8.
  ///   - file: its name for errors.
  public init(xliff bytes: [UInt8], file: String) throws(ExchangeError) {
    var reader = XMLElements(try exchangedText(bytes, file: file))
    var languages: (source: LanguageCode, target: LanguageCode)?
    var units: [Unit] = []
    // The group of plural forms that is being read.
    var group: (key: String, source: [PluralCategory: String], target: [PluralCategory: String])?
    var groupNote: String?
    var unit: (id: String, source: String, target: String?, note: String?)?
    var unitAttributes: [String: String] = [:]
    var isFinished = true
    var isAlternative = false
    var element: String?
    while let event = try reader.next() {
      switch event {
      case .end("alt-trans"): isAlternative = false
      case _ where isAlternative: break
      case .start("alt-trans", _): isAlternative = true
      case .start("file", let attributes):
        guard let source = attributes["source-language"].flatMap(LanguageCode.init(rawValue:)),
          let target = attributes["target-language"].flatMap(LanguageCode.init(rawValue:))
        else { throw reader.failure("source-language and target-language") }
        guard languages.map({ $0 == (source, target) }) ?? true else {
          throw reader.failure("the languages of the first file")
        }
        languages = (source, target)
      case .start("group", let attributes) where attributes["restype"] == "x-gettext-plurals":
        guard group == nil, let id = attributes["id"] else { throw reader.failure("a group's id") }
        group = (id, [:], [:])
      case .start("trans-unit", let attributes):
        unit = (attributes["id"] ?? "", "", nil, nil)
        unitAttributes = attributes
        isFinished = true
      case .start(let name, let attributes) where ["source", "target", "note"].contains(name):
        guard element == nil else { throw reader.failure("text") }
        element = name
        if name == "target" {
          guard unit?.target == nil else { throw reader.failure("one target") }
          unit?.target = ""
          isFinished = Self.isFinished(unitAttributes, attributes)
        }
        if name == "note", let note = unit == nil ? groupNote : unit?.note {
          if unit == nil { groupNote = note + "\n" } else { unit?.note = note + "\n" }
        }
      case .start(let name, _):
        if element != nil { throw reader.failure("text and no element \(name)") }
      case .text(let text):
        switch element {
        case "source": unit?.source += text
        case "target": unit?.target? += text
        case "note":
          let note = ((unit == nil ? groupNote : unit?.note) ?? "") + text
          if unit == nil { groupNote = note } else { unit?.note = note }
        default: break
        }
      case .end("trans-unit"):
        guard let done = unit else { throw reader.failure("a trans-unit") }
        unit = nil
        let target = done.target.flatMap { $0.isEmpty || !isFinished ? nil : $0 }
        if let open = group {
          guard done.id.hasPrefix("\(open.key)["), done.id.hasSuffix("]"),
            let category = PluralCategory(
              rawValue: String(done.id.dropFirst(open.key.count + 1).dropLast())),
            open.source[category] == nil
          else { throw reader.failure("the group's id and a plural category, each once") }
          group?.source[category] = done.source
          group?.target[category] = target
        } else {
          units.append(
            Unit(
              key: done.id.isEmpty ? done.source : done.id, source: .plain(done.source),
              target: target.map(Text.plain), comment: done.note))
        }
      case .end("group"):
        guard let done = group else { break }
        group = nil
        units.append(
          Unit(
            key: done.key, source: .plural(done.source),
            target: done.target.count == done.source.count ? .plural(done.target) : nil,
            comment: groupNote))
        groupNote = nil
      case .end(let name): if name == element { element = nil }
      }
    }
    guard let languages else { throw reader.failure("a file") }
    self.init(source: languages.source, target: languages.target, units: units)
  }
}
