/// Checks one text of a catalog: against its key, and character by character.
struct TextCheck {
  let key: String
  let text: String
  let language: Language
  /// Whether the language is that of the keys.
  let isSource: Bool
  /// Whether the text is a whole translation, and not a piece of a plural text.
  let isWhole: Bool

  var findings: [CatalogFinding] {
    // The reader refuses an empty text.
    guard !text.isEmpty else { return [] }
    return (isWhole ? againstKey : []) + characters + scripts + digits
  }

  // MARK: Against the key

  private var againstKey: [CatalogFinding] {
    var findings: [CatalogFinding] = []
    let isSame = text.utf8.elementsEqual(key.utf8)
    if !isSource, isSame, key.hasWord { findings.append(.untranslated) }
    if endsWithEllipsis(key) != endsWithEllipsis(text) { findings.append(.differentEllipsis) }
    if edges(key) != edges(text) { findings.append(.differentEdgeSpace) }
    let (expected, found) = (lineBreaks(key), lineBreaks(text))
    if expected != found {
      findings.append(.differentLineBreaks(expected: expected, found: found))
    }
    if let ending = ending(key), self.ending(text) != ending {
      findings.append(.differentEnding(expected: ending))
    }
    if text.hasDoubledSpace, !key.hasDoubledSpace { findings.append(.doubledSpace) }
    return findings
  }

  private func endsWithEllipsis(_ text: String) -> Bool {
    text.hasSuffix("\u{2026}") || text.hasSuffix("...")
  }

  /// The blanks before and after a text.
  private func edges(_ text: String) -> [[Unicode.Scalar]] {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    return [
      Array(text.unicodeScalars.prefix(while: isBlank)),
      Array(text.unicodeScalars.reversed().prefix(while: isBlank)),
    ]
  }

  private func lineBreaks(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }

  /// The sign at the end of a text, mapped to its Latin equivalent.
  private func ending(_ text: String) -> Unicode.Scalar? {
    let last = text.unicodeScalars.last { !$0.properties.isWhitespace }
    let sign = last.flatMap { SentenceEnd.latin[$0] }
    return sign == "." && text.hasSuffix("...") ? nil : sign
  }

  // MARK: Characters

  private var characters: [CatalogFinding] {
    var findings: [CatalogFinding] = []
    if !text.isNFC { findings.append(.notNormalized) }
    if text.utf8.containsRun(of: UInt8(ascii: "."), length: 3) { findings.append(.threeDots) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{FFFD}": findings.append(.replacementCharacter)
      // Persian and Hindi spelling uses U+200C and U+200D.
      case "\u{00AD}", "\u{180E}", "\u{200B}", "\u{2060}"..."\u{2064}", "\u{206A}"..."\u{206F}",
        "\u{FEFF}", "\u{E0000}"..."\u{E007F}":
        findings.append(.invisibleCharacter(scalar))
      case "\u{202A}"..."\u{202E}": findings.append(.embedding(scalar))
      default:
        let category = scalar.properties.generalCategory
        if category == .privateUse || category == .unassigned {
          findings.append(.privateCharacter(scalar))
        }
      }
    }
    return findings.firstOfEachCode
  }

  // MARK: Scripts

  private var scripts: [CatalogFinding] {
    let shown = text.withoutPlaceholders
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      // ASCII has letters of one script, and nothing else that is looked for.
      let isForeign =
        language.script != "Latn" && Script.isKnown(language.script)
        && shown.utf8.contains(where: \.isASCIILetter) && !text.utf8.elementsEqual(key.utf8)
      return isForeign ? [.foreignScript(expected: language.script)] : []
    }
    var findings: [CatalogFinding] = []
    let scalars = Array(text.unicodeScalars).filter { !$0.properties.isWhitespace }
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case _ where scalar.isHaraka: findings.append(.harakat(scalar))
      case _ where scalar.isTatweel: findings.append(.tatweel)
      case _ where scalar.isArabicPresentationForm: findings.append(.presentationForm(scalar))
      case "?", ",", ";":
        let neighbours = scalars[max(0, place - 1)..<min(scalars.count, place + 2)]
        if neighbours.contains(where: { Script.of($0) == "Arab" }) {
          findings.append(.latinPunctuation(scalar))
        }
      default: break
      }
    }
    let words = shown.split { $0.isWhitespace }
    let scripts = shown.unicodeScalars.compactMap(Script.of)
    if Script.isKnown(language.script), !scripts.isEmpty, !scripts.contains(language.script),
      !text.utf8.elementsEqual(key.utf8)
    {
      findings.append(.foreignScript(expected: language.script))
    }
    for word in words {
      let alike = Set(word.unicodeScalars.compactMap(Script.of)).intersection(Script.lookingAlike)
      if alike.count > 1 { findings.append(.mixedScriptWord(String(word))) }
    }
    return findings.firstOfEachCode
  }

  // MARK: Digits

  private var digits: [CatalogFinding] {
    var systems: Set<String> = []
    var foreign: Unicode.Scalar?
    for word in text.withoutPlaceholders.split(whereSeparator: \.isWhitespace) {
      // Digits in names such as UTF-8 or 80x24 stay Latin.
      if word.unicodeScalars.contains(where: { Script.of($0) == "Latn" }) { continue }
      for scalar in word.unicodeScalars {
        guard let system = NumberingSystem.all.first(where: { $0.value(of: scalar) != nil })
        else { continue }
        systems.insert(system.id)
        if system != language.digits, foreign == nil { foreign = scalar }
      }
    }
    if systems.count > 1 { return [.mixedDigits] }
    return foreign.map { [.foreignDigits($0, expected: language.digits.id)] } ?? []
  }
}

extension [CatalogFinding] {
  /// The first finding of each code.
  fileprivate var firstOfEachCode: [CatalogFinding] {
    var seen: Set<String> = []
    return filter { seen.insert($0.code).inserted }
  }
}

extension String {
  /// The text without its placeholders; unchanged if they cannot be parsed.
  var withoutPlaceholders: String {
    guard let format = try? MessageFormat(self) else { return self }
    return format.pieces.map { if case .literal(let literal) = $0 { literal } else { "" } }.joined()
  }

  /// Whether there is something to translate: two adjacent letters outside placeholders.
  var hasWord: Bool {
    var previousIsLetter = false
    for scalar in withoutPlaceholders.unicodeScalars {
      if scalar.properties.isAlphabetic, previousIsLetter { return true }
      previousIsLetter = scalar.properties.isAlphabetic
    }
    return false
  }

  fileprivate var hasDoubledSpace: Bool { utf8.containsRun(of: UInt8(ascii: " "), length: 2) }
}

extension String.UTF8View {
  fileprivate func containsRun(of byte: UInt8, length: Int) -> Bool {
    var run = 0
    for each in self {
      run = each == byte ? run + 1 : 0
      if run == length { return true }
    }
    return false
  }
}
