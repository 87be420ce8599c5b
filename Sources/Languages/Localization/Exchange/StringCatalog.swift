import StrictJSON

// String catalogs (.xcstrings), which Xcode writes.

extension ExchangedCatalog {
  /// Reads the translations into one language from a string catalog, or its source texts if that is
  /// the language. A translation that is new or needs review counts as none. A source text counts in
  /// every state, and a key without one is the text, as in Xcode.
  ///
  /// Of variations by device, the one for other devices is taken. A text with one substitution
  /// becomes a text with plural forms; one with several is left alone. A text that should not be
  /// translated keeps its source text in each language without a translation.
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
    var isNamed = source == target
    // Xcode writes an empty key for an empty text of a program.
    for string in strings where !string.name.isEmpty {
      let localizations = string.value["localizations"]
      let given = localizations?[source.rawValue]
      let own = given == nil ? .plain(string.name) : given.flatMap { Self.text($0, in: nil) }
      let translation = localizations?[target.rawValue]
      if translation != nil { isNamed = true }
      let text: Text? =
        if source == target {
          own
        } else if string.value["shouldTranslate"] == .bool(false) {
          translation == nil ? own : nil
        } else {
          translation.flatMap { Self.text($0, in: Self.finished) }
        }
      units.append(
        Unit(
          key: string.name, source: own ?? .plain(string.name), target: text,
          comment: string.value["comment"]?.string))
    }
    guard isNamed else { throw ExchangeError(.noLanguage(target), file: file, line: 1) }
    self.init(source: source, target: target, units: units)
  }

  /// The state of a text that is done; the others are `new` and `needs_review`.
  private static let finished = "translated"

  /// `{"stringUnit": {"value": …}}`, `{"variations": {"plural": {"one": …}}}`, or a text with
  /// `substitutions`.
  ///
  /// - Parameter state: the state that each part must have; nil for any.
  private static func text(_ localization: JSON, in state: String?) -> Text? {
    if let devices = localization["variations"]?["device"] {
      return (devices["other"] ?? devices["mac"]).flatMap { text($0, in: state) }
    }
    if let forms = forms(localization, in: state) { return .plural(forms) }
    guard let value = value(localization, in: state) else { return nil }
    guard case .object(let substitutions)? = localization["substitutions"], !substitutions.isEmpty
    else { return .plain(value) }
    guard substitutions.count == 1 else { return nil }
    return substituted(value, substitutions[0], in: state)
  }

  private static func forms(_ localization: JSON, in state: String?) -> [PluralCategory: String]? {
    guard case .object(let forms)? = localization["variations"]?["plural"] else { return nil }
    var texts: [PluralCategory: String] = [:]
    for form in forms {
      guard let category = PluralCategory(rawValue: form.name),
        let value = value(form.value, in: state)
      else { return nil }
      texts[category] = value
    }
    return texts.isEmpty ? nil : texts
  }

  /// The text of a unit.
  private static func value(_ unit: JSON, in state: String?) -> String? {
    guard let unit = unit["stringUnit"],
      state == nil || unit["state"]?.string ?? finished == state
    else { return nil }
    return unit["value"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A text such as `%#@files@ of %@`, where the forms of `files` are such as `%arg files`, as whole
  /// texts: `%1$lld files of %2$@`.
  private static func substituted(
    _ text: String, _ variable: JSON.Member, in state: String?
  ) -> Text? {
    guard let forms = forms(variable.value, in: state), var format = try? MessageFormat(text),
      format.placeholders.contains(where: { $0.kind == .variable(variable.name) })
    else { return nil }
    var number = ""
    if format.placeholders.count > 1 {
      var own = 1
      if case .number(let given)? = variable.value["argNum"] { own = given.integer(Int.self) ?? 1 }
      number = "\(own)$"
      var next = 1
      for (place, piece) in format.pieces.enumerated() {
        guard case .placeholder(var placeholder) = piece,
          placeholder.kind != .variable(variable.name),
          placeholder.position == nil
        else { continue }
        if next == own { next += 1 }
        placeholder.spelling = "%\(next)$\(placeholder.spelling.dropFirst())"
        format.pieces[place] = .placeholder(placeholder)
        next += 1
      }
    }
    let specifier = variable.value["formatSpecifier"]?.string ?? "lld"
    return .plural(
      forms.mapValues { form in
        format.text { _ in form.split(on: "%arg").joined(separator: "%\(number)\(specifier)") }
      })
  }
}
