/// A pseudo-language that reveals texts that are not translated, are cut off, or are not mirrored.
public enum PseudoLanguage: String, Hashable, Sendable, CaseIterable {
  /// Longer, with accents and between brackets: `Save` is `[Šáṽé ~~]`.
  case accented
  /// Letters run from right to left, on a right-to-left screen.
  case rtl

  /// The pseudo-language's data, based on a real language; only the direction changes.
  public func language(from language: Language) -> Language {
    guard self == .rtl else { return language }
    return Language(
      code: language.code, nativeName: language.nativeName, direction: .rightToLeft,
      script: language.script, digits: language.digits, pluralRules: language.pluralRules)
  }

  /// A text without placeholders, in the pseudo-language.
  public func text(_ text: String) -> String {
    let literal = MessageFormat(literal: text)
    return format(literal, isWhole: true).pieces.map {
      if case .literal(let piece) = $0 { piece } else { "" }
    }.joined()
  }

  /// Changes a text's literal pieces and keeps its placeholders. A part of a text gets no brackets.
  func format(_ format: MessageFormat, isWhole: Bool) -> MessageFormat {
    var letters = 0
    var result = format
    result.pieces = format.pieces.map { piece in
      guard case .literal(let text) = piece else { return piece }
      letters += text.unicodeScalars.count { $0.properties.isAlphabetic }
      return .literal(self == .rtl ? overridden(text) : accented(text))
    }
    guard self == .accented, isWhole else { return result }
    // Translations of short texts are about half as long again.
    let padding = String(repeating: "~", count: (letters + 1) / 2)
    result.pieces.insert(.literal("["), at: 0)
    result.pieces.append(.literal(padding.isEmpty ? "]" : " \(padding)]"))
    return result
  }

  private func accented(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(Self.accents[scalar] ?? scalar) }
    return String(result)
  }

  /// Encloses each word in U+202E and U+202C, so that Latin letters are ordered like Arabic ones
  /// (UAX #9, section 2.2). Digits keep their order.
  private func overridden(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isInWord = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic != isInWord {
        result.append(isInWord ? "\u{202C}" : "\u{202E}")
        isInWord.toggle()
      }
      result.append(scalar)
    }
    if isInWord { result.append("\u{202C}") }
    return String(result)
  }

  private static let accents: [Unicode.Scalar: Unicode.Scalar] = {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let marked = "áƀçďéƒĝĥíĵķļḿñóƥǫŕšţúṽŵẋýžÁƁÇĎÉƑĜĤÍĴĶĻḾÑÓƤǪŔŠŢÚṼŴẊÝŽ"
    return Dictionary(uniqueKeysWithValues: zip(plain.unicodeScalars, marked.unicodeScalars))
  }()
}

extension Catalog {
  /// The catalog in a pseudo-language; no file is read.
  public func pseudo(_ pseudo: PseudoLanguage) -> Catalog {
    Catalog(
      language: pseudo.language(from: language),
      messages: messages.map { message in
        switch message {
        case .text(let text): return .text(pseudo.text(text))
        case .pattern(let pattern):
          guard let format = try? MessageFormat(pattern) else { return message }
          let changed = PluralMessage(format: pseudo.format(format, isWhole: true), variables: [])
          return .plural(changed, kinds: .init(of: format))
        case .plural(var plural, let kinds):
          plural.format = pseudo.format(plural.format, isWhole: true)
          for place in plural.variables.indices {
            plural.variables[place].forms = plural.variables[place].forms.map { form in
              form.map { pseudo.format($0, isWhole: false) }
            }
          }
          return .plural(plural, kinds: kinds)
        }
      })
  }
}
