import StrictJSON

// String catalogs (.xcstrings), which Xcode writes.

extension ExchangedCatalog {
  /// Reads the translations into one language from a string catalog. Variations other than plural
  /// ones, such as by device, are left out. A translation that is new or needs review counts as none,
  /// and so does that of a text that should not be translated.
  ///
  /// - Parameters:
  ///   - bytes: the file, which is JSON.
  ///   - file: its name for errors.
  ///   - target: the language to read.
  public init(
    stringCatalog bytes: [UInt8], file: String, target: LanguageCode
  ) throws(ExchangeError) {
    let members: [JSON.Member]
    do throws(JSON.Failure) {
      members = try JSON.members(of: bytes)
    } catch {
      throw ExchangeError(.expected(error.expected), file: file, line: error.place.line)
    }
    let catalog = JSON.object(members)
    guard let source = catalog["sourceLanguage"]?.string.flatMap(LanguageCode.init(rawValue:)),
      case .object(let strings)? = catalog["strings"]
    else {
      throw ExchangeError(.expected("sourceLanguage and strings"), file: file, line: 1)
    }
    var units: [Unit] = []
    // Texts that are not translated yet are texts in the language.
    var isNamed = false
    for string in strings {
      let localizations = string.value["localizations"]
      if localizations?[target.rawValue] != nil { isNamed = true }
      let own = localizations?[source.rawValue].flatMap(Self.text)
      units.append(
        Unit(
          key: string.name, source: own ?? .plain(string.name),
          target: string.value["shouldTranslate"] == .bool(false)
            ? nil : localizations?[target.rawValue].flatMap(Self.text),
          comment: string.value["comment"]?.string))
    }
    guard isNamed else { throw ExchangeError(.noLanguage(target), file: file, line: 1) }
    self.init(source: source, target: target, units: units)
  }

  /// The state of a text that is done; the others are `new` and `needs_review`.
  private static let finished = "translated"

  /// `{"stringUnit": {"value": …}}` or `{"variations": {"plural": {"one": …}}}`.
  private static func text(_ localization: JSON) -> Text? {
    if let value = value(localization) { return .plain(value) }
    guard case .object(let forms)? = localization["variations"]?["plural"] else { return nil }
    var texts: [PluralCategory: String] = [:]
    for form in forms {
      guard let category = PluralCategory(rawValue: form.name), let value = value(form.value) else {
        return nil
      }
      texts[category] = value
    }
    return texts.isEmpty ? nil : .plural(texts)
  }

  /// The text of a unit, unless it is marked as anything but translated.
  private static func value(_ unit: JSON) -> String? {
    guard let unit = unit["stringUnit"], unit["state"]?.string ?? finished == finished else {
      return nil
    }
    return unit["value"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
