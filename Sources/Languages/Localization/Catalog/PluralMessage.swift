/// A text with plural forms: a format whose variables are texts that depend on a count.
struct PluralMessage: Sendable {
  struct Variable: Sendable {
    let name: String
    /// The argument that selects the form, from 0.
    var argument: Int
    /// The forms by the category's index; nil if there is none.
    var forms = [MessageFormat?](repeating: nil, count: PluralCategory.allCases.count)

    subscript(category: PluralCategory) -> MessageFormat? {
      get { forms[category.index] }
      set { forms[category.index] = newValue }
    }
  }

  var format: MessageFormat
  var variables: [Variable]
}
