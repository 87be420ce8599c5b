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
        for category in rules.categories {
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

  /// Reads an XLIFF 1.2 file; each `file` must have the languages of the first. If one is that of a
  /// table `Localizable`, the other tables are left out: an export of Xcode has all of a program. A
  /// unit without an identifier has its source text as the key. A translation that is marked as
  /// unfinished counts as none, and alternative ones (`alt-trans`) are left out. Inline markup is
  /// refused.
  ///
  /// - Parameters:
  ///   - bytes: the file, in UTF-8.
  ///   - file: its name for errors.
  public init(xliff bytes: [UInt8], file path: String) throws(ExchangeError) {
    var reader = XMLElements(try exchangedText(bytes, file: path))
    var languages: (source: LanguageCode, target: LanguageCode)?
    var units: [Unit] = []
    // Where the units of the open file begin, its name, and the units of tables `Localizable`.
    var file = (start: 0, name: "")
    var ofTable: [Unit]?
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
        func language(_ name: String) -> LanguageCode? {
          attributes[name].flatMap { SystemLanguage.code(ofLocale: $0[...]) }
        }
        guard let source = language("source-language"), let target = language("target-language")
        else { throw reader.failure("source-language and target-language") }
        guard languages.map({ $0 == (source, target) }) ?? true else {
          throw reader.failure("the languages of the first file")
        }
        languages = (source, target)
        file = (units.count, attributes["original"] ?? "")
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
      case .end("file"):
        if Self.isTable(file.name) { ofTable = (ofTable ?? []) + units[file.start...] }
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
    self.init(
      source: languages.source, target: languages.target, units: Self.joined(ofTable ?? units))
  }

  /// Whether a file of the program is a table with the name that `Localizable.strings` has.
  private static func isTable(_ path: String) -> Bool {
    ["", ".strings", ".stringsdict", ".xcstrings"].contains { ending in
      path.split(separator: "/").last.map { $0 == "Localizable\(ending)" } ?? false
    }
  }

  /// The units with those that Xcode writes for the forms of a text as one. Texts with several
  /// variables are left alone.
  private static func joined(_ units: [Unit]) -> [Unit] {
    var joined: [Unit] = []
    var places: [String: Int] = [:]
    var isLeftAlone: Set<String> = []
    for unit in units {
      guard let (key, part) = part(unit) else {
        joined.append(unit)
        continue
      }
      switch part {
      case .none: break
      case .whole: joined.append(Unit(key: key, source: unit.source, target: unit.target))
      case .variable: isLeftAlone.insert(key)
      case .form(let category):
        let place = places[key] ?? joined.count
        if places.updateValue(place, forKey: key) == nil {
          joined.append(Unit(key: key, source: .plural([:]), target: .plural([:])))
        }
        joined[place].comment = joined[place].comment ?? unit.comment
        var (source, target) = (joined[place].source.forms, joined[place].target?.forms)
        if source.updateValue(unit.source.plainText ?? "", forKey: category) != nil {
          isLeftAlone.insert(key)
        }
        target?[category] = unit.target?.plainText
        joined[place].source = .plural(source)
        joined[place].target = unit.target == nil ? nil : target.map(Text.plural)
      }
    }
    for place in joined.indices where isLeftAlone.contains(joined[place].key) {
      joined[place].target = nil
    }
    return joined
  }

  private enum Part {
    case form(PluralCategory)
    case whole, variable, none
  }

  /// The key, and what a unit is of its text, by the identifiers that Xcode gives:
  /// `KEY|==|plural.one`, `KEY|==|device.other` and `/KEY:dict/VARIABLE:dict/one:dict/:string`.
  private static func part(_ unit: Unit) -> (key: String, part: Part)? {
    let marked = unit.key.split(on: "|==|")
    if marked.count == 2 {
      var words = marked[1].split(separator: ".")
      if words.first == "device" {
        guard words.count > 1, words[1] == "other" else { return (marked[0], .none) }
        words.removeFirst(2)
      }
      guard let first = words.first else { return (marked[0], .whole) }
      guard first == "plural", words.count == 2,
        let category = PluralCategory(rawValue: String(words[1]))
      else { return (marked[0], .variable) }
      return (marked[0], .form(category))
    }
    let names = unit.key.split(on: ":dict/")
    guard unit.key.hasPrefix("/"), names.count > 2, names.last == ":string" else { return nil }
    let key = String(names[0].dropFirst())
    if names.count == 3 {
      let text = unit.source.plainText ?? ""
      let isAlone =
        text.hasPrefix("%#@") && text.dropFirst(3).firstIndex(of: "@") == text.indices.last
      return (key, isAlone ? .none : .variable)
    }
    guard names.count == 4, let category = PluralCategory(rawValue: names[2]) else {
      return (key, .variable)
    }
    return (key, .form(category))
  }
}
