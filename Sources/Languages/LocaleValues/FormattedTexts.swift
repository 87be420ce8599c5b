import Localization

/// The texts that a locale library has written so far, by language.
///
/// A missing text is not an error: the value's `plain` replaces it until it arrives.
public struct FormattedTexts: Sendable {
  private struct Key: Hashable {
    let language: LanguageCode
    let digits: NumberingSystem
    /// The value; a relative time is kept by its start only, so that only its last text is kept.
    let value: FormattedValue
  }

  private var entries: [Key: FormattedText] = [:]

  /// More are not kept: beyond that, all are asked for again.
  private static let most = 4096
  /// How long a relative time may be late, in milliseconds. Without an answer it would be wrong
  /// soon, so it is left out then.
  private static let latest: Int64 = 120_000

  public init() {}

  /// Two numbers show how a language groups digits; all others are written like them.
  public static let samples: [FormattedValue] = [.number(value: 1234), .number(value: 1_234_567)]

  /// How a language writes a value; nil if that is not known.
  public func text(_ value: FormattedValue, in language: Language) -> String? {
    guard let entry = entries[key(value, language)] else {
      if case .number(let number) = value { return grouped(number, language) }
      return nil
    }
    if case .elapsed(_, let to, _) = value, case .elapsed(_, let known, _) = entry.value,
      (to.subtractingReportingOverflow(known).partialValue).magnitude > Self.latest
    {
      return nil
    }
    return entry.text
  }

  /// The values whose texts are not known, or not known as of now, without repetition.
  public func missing(_ values: [FormattedValue], in language: Language) -> [FormattedValue] {
    var missing: [FormattedValue] = []
    for value in values
    where entries[key(value, language)]?.value != value && !missing.contains(value) {
      missing.append(value)
    }
    return missing
  }

  /// Takes texts over.
  ///
  /// - Returns: false if that were too many, so that only these are known now.
  @discardableResult
  public mutating func add(
    _ texts: [FormattedText], in language: LanguageCode, digits: NumberingSystem
  ) -> Bool {
    let isFull = entries.count + texts.count > Self.most
    if isFull { entries = [:] }
    for text in texts {
      let key = Key(language: language, digits: digits, value: Self.kept(text.value))
      entries[key] = text
    }
    return !isFull
  }

  private func key(_ value: FormattedValue, _ language: Language) -> Key {
    Key(language: language.code, digits: language.digits, value: Self.kept(value))
  }

  private static func kept(_ value: FormattedValue) -> FormattedValue {
    guard case .elapsed(let from, _, _) = value else { return value }
    return .elapsed(from: from, to: 0, offset: 0)
  }

  private func grouped(_ number: Int, _ language: Language) -> String? {
    let sample = Self.samples[number.magnitude < 10_000 ? 0 : 1]
    guard let text = entries[key(sample, language)]?.text else { return nil }
    return DigitGroups(of: text, language.digits).text(number, language.digits)
  }
}
