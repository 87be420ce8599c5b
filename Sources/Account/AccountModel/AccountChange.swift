/// A change of an account: a language choice and other fields. Nil fields stay unchanged.
public struct AccountChange: Hashable, Sendable {
  public var choice: Choice?
  public var note: String?
  /// The new consent to data on usage.
  public var analytics: Bool?
  /// The new consent to data on failures.
  public var diagnostics: Bool?

  public init(
    choice: Choice? = nil, note: String? = nil, analytics: Bool? = nil, diagnostics: Bool? = nil
  ) {
    self.choice = choice
    self.note = note
    self.analytics = analytics
    self.diagnostics = diagnostics
  }

  /// Checks each field against its bounds.
  ///
  /// - Throws: the first invalid field, or `preferredLocale` as missing if there is no change.
  public mutating func validate() throws(InvalidField) {
    guard choice != nil || note != nil || analytics != nil || diagnostics != nil else {
      throw InvalidField("preferredLocale", .missing)
    }
    if let choice {
      self.choice?.language = try FieldRules.language(choice.language)
      try self.choice?.origin.validate()
    }
    if let note { self.note = try FieldRules.note(note) }
  }
}
