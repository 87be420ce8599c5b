/// A plural form of a language; Arabic has all six.
///
/// Source: UTS #35, part 3, "Language Plural Rules".
public enum PluralCategory: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The form for nothing, as in Arabic.
  case zero
  /// The singular, where there is one.
  case one
  /// The dual.
  case two
  /// The form for small numbers.
  case few
  /// The form for larger numbers, or for fractions.
  case many
  /// The form for numbers that no rule matches; every language has it.
  case other

  public var description: String { rawValue }

  /// The index among all categories, from 0.
  var index: Int { Self.allCases.firstIndex(of: self)! }
}
