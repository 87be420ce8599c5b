/// The identity of a text for gettext: its context and the English text. A PO file has both; a key
/// of a catalog has them joined.
struct MessageIdentity: Hashable {
  var context: String?
  var id: String
  var plural: String?

  /// The identity of a catalog's text without other files. A key is the source text, or a context,
  /// U+2404 and the source text; any other key is the context as a whole.
  init(_ unit: ExchangedCatalog.Unit) {
    switch unit.source {
    case .plain(let text): (id, plural) = (text, nil)
    case .plural(let forms):
      let other = forms[.other] ?? ""
      (id, plural) = (forms[.one] ?? other, other)
    }
    let (context, text) = unit.key.contextAndText
    let isText = text.hasSameBytes(as: id) || plural.map(text.hasSameBytes) ?? false
    self.context =
      isText
      ? context : unit.key.hasSameBytes(as: id) || unit.key == plural ? nil : unit.key
  }

  init(_ entry: PortableObjectReader.Entry) {
    (context, id, plural) = (entry.context, entry.id, entry.pluralID)
  }

  /// The lines of a PO file, each without the line break.
  var portableObject: [String] {
    [("msgctxt", context), ("msgid", id), ("msgid_plural", plural)].compactMap { name, text in
      text.map { "\(name) \($0.quoted)" }
    }
  }

  /// The context and the text, which gettext allows once in a file.
  var name: String { key(id) }

  private func key(_ text: String) -> String {
    context.map { "\($0)\(String.contextMark)\(text)" } ?? text
  }

  /// The keys of texts: context and text; with plural forms, the text for many. If that is another
  /// entry's text, it is the text for one, as in gettext.
  static func keys(of entries: [MessageIdentity]) -> [String] {
    var uses: [String: Int] = [:]
    for entry in entries {
      uses[entry.name, default: 0] += 1
      if let plural = entry.plural, plural != entry.id { uses[entry.key(plural), default: 0] += 1 }
    }
    return entries.map { entry in
      guard let plural = entry.plural, uses[entry.key(plural)] == 1 else { return entry.name }
      return entry.key(plural)
    }
  }
}

extension String {
  /// U+2404, a picture of the character that joins context and text in gettext's files. Every
  /// format can hold it.
  static let contextMark: Unicode.Scalar = "\u{2404}"

  /// A key's context, and its text. Only texts that would be ambiguous otherwise have a context:
  /// `menu␄Open`.
  var contextAndText: (context: String?, text: String) {
    guard containsByte(0xE2),
      let mark = unicodeScalars.firstIndex(of: Self.contextMark)
    else { return (nil, self) }
    return (
      String(unicodeScalars[..<mark]), String(unicodeScalars[unicodeScalars.index(after: mark)...])
    )
  }

  /// A key's text without its context.
  var withoutContext: String { contextAndText.text }
}
