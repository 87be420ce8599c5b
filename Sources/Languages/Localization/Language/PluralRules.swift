/// A language's plural rules, in the order in which they are tried.
///
/// ```swift
/// let rules = PluralRules([.init(category: .one, condition: try .init("i = 1 and v = 0"))])
/// rules.category(for: 1)  // .one
/// rules.category(for: 2)  // .other
/// ```
public struct PluralRules: Hashable, Sendable {
  /// The condition for a form: `one` if `i = 1 and v = 0`.
  public struct Rule: Hashable, Sendable {
    /// The form.
    public let category: PluralCategory
    /// When it is used.
    public let condition: PluralCondition

    /// A form and its condition.
    public init(category: PluralCategory, condition: PluralCondition) {
      self.category = category
      self.condition = condition
    }
  }

  /// The rules in the order in which they are tried.
  public let rules: [Rule]

  /// `other` has no rule; it is the remaining form.
  public init(_ rules: [Rule]) {
    precondition(!rules.contains { $0.category == .other }, "other has no rule")
    self.rules = rules
  }

  /// The rules of English: `one` for 1, otherwise `other`.
  public static let english = PluralRules([
    Rule(category: .one, condition: try! PluralCondition("i = 1 and v = 0"))
  ])

  /// The language's forms, which each of its plural texts needs.
  public var categories: [PluralCategory] {
    PluralCategory.allCases.filter { category in
      category == .other || rules.contains { $0.category == category }
    }
  }

  /// The form for a whole number.
  public func category(for count: Int) -> PluralCategory {
    category(for: PluralOperands(count))
  }

  /// The form for a number as it is written.
  public func category(for operands: PluralOperands) -> PluralCategory {
    rules.first { $0.condition.holds(for: operands) }?.category ?? .other
  }
}
