// What CLDR knows of codes beyond the rule that the last subtag can be left out.

extension LanguageCode {
  /// The code of today with the script that is not the usual one of the language, as CLDR has it: `iw`
  /// is `he`, `zh-TW` is `zh-Hant-TW`, and `zh-Hans` is `zh`.
  public var canonical: LanguageCode {
    var parts = Parts(rawValue)
    if let today = LanguageTable.find(parts.language, in: LanguageTable.codes) {
      let new = Parts(today)
      parts.language = new.language
      parts.script = parts.script ?? new.script
      parts.region = parts.region ?? new.region
    }
    let ofRegion = parts.region.flatMap {
      LanguageTable.find("\(parts.language)-\($0)", in: LanguageTable.codes)
    }
    if let ofRegion {
      parts.script = parts.script ?? Parts(ofRegion).script
    } else if parts.script != nil, parts.script == LanguageTable.usualScript(of: parts.language) {
      parts.script = nil
    }
    return LanguageCode(rawValue: parts.code) ?? self
  }

  /// The code by which locales name the language: `zh-Hant` is `zh-TW`.
  public var home: LanguageCode {
    LanguageTable.find(canonical.rawValue, in: LanguageTable.homes)
      .flatMap(LanguageCode.init(rawValue:)) ?? self
  }

  /// The region that the code names, such as `TW`.
  public var region: String? { Parts(rawValue).region }

  /// The codes from which CLDR lets a language inherit, itself first: `en-AU`, `en-001`, `en`. A
  /// language in another script than its usual one inherits nothing from that.
  private var lineage: [LanguageCode] {
    var codes = [canonical]
    while let code = codes.last {
      let parts = Parts(code.rawValue)
      if let parent = LanguageTable.find(code.rawValue, in: LanguageTable.parents) {
        codes += [LanguageCode(rawValue: parent)].compactMap { $0 }
      } else if let cut = code.rawValue.lastIndex(of: "-"),
        parts.script == nil || parts.region != nil || !parts.others.isEmpty,
        let shorter = LanguageCode(rawValue: String(code.rawValue[..<cut]))
      {
        codes.append(shorter)
      } else {
        break
      }
    }
    return codes
  }

  /// The language in `list` that best matches this code, or nil: the code itself, what CLDR lets it
  /// inherit from, or the code with subtags removed from its end. So `ar-EG` matches `ar`, `iw-IL`
  /// matches `he`, and `zh-TW` matches `zh-Hant`.
  ///
  /// Sources: UTS #35, part 1, "Likely Subtags" and "Parent Locales"; RFC 4647, section 3.4.
  public func bestMatch(in list: [LanguageCode]) -> LanguageCode? {
    if list.contains(self) { return self }
    let language = rawValue.prefix { $0 != "-" }
    // Almost always a language is in the list without script and region.
    let forms = list.filter { $0.rawValue.prefix { $0 != "-" } == language }
    if forms.count == 1, forms[0].rawValue == language { return forms[0] }
    let known = list.map { ($0, $0.canonical) }
    for code in lineage {
      if let match = known.first(where: { $0.1 == code }) { return match.0 }
    }
    var range = rawValue[...]
    while let cut = range.lastIndex(of: "-") {
      range = range[..<cut]
      if let match = list.first(where: { $0.rawValue == range }) { return match }
    }
    return nil
  }

  /// The subtags of a code.
  private struct Parts {
    var language: String
    var script: String?
    var region: String?
    var others: [Substring]

    init(_ code: String) {
      var subtags = code.split(separator: "-")[...]
      language = String(subtags.removeFirst())
      if let first = subtags.first, first.utf8.count == 4, first.utf8.first?.isASCIILetter == true {
        script = String(subtags.removeFirst())
      }
      if let first = subtags.first,
        first.utf8.count == 2 || first.utf8.count == 3 && first.utf8.first?.isASCIIDigit == true
      {
        region = String(subtags.removeFirst())
      }
      others = Array(subtags)
    }

    var code: String {
      ([language] + [script, region].compactMap { $0 } + others.map(String.init))
        .joined(separator: "-")
    }
  }
}

extension LanguageTable {
  /// What a table has for a code.
  fileprivate static func find(_ code: String, in table: StaticString) -> String? {
    let code = Array(code.utf8)
    return table.withUTF8Buffer { bytes in
      var start = 0
      while start + code.count < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
        let place = start + code.count
        if place < end, bytes[place] == UInt8(ascii: ":"), bytes[start..<place].elementsEqual(code)
        {
          return String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
        }
        start = end + 1
      }
      return nil
    }
  }
}
