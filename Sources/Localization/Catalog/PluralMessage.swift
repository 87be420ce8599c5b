/// A text with plural forms: a format whose variables are texts that depend on a count.
struct PluralMessage: Sendable {
  struct Variable: Sendable {
    let name: String
    /// The argument that is counted, from 0.
    var argument: Int
    /// By the category's place in `PluralCategory.allCases`; nil where there is none.
    var forms: [MessageFormat?]

    init(name: String, argument: Int, forms: [PluralCategory: MessageFormat]) {
      self.name = name
      self.argument = argument
      self.forms = PluralCategory.allCases.map { forms[$0] }
    }

    func form(_ category: PluralCategory) -> MessageFormat? {
      forms[PluralCategory.allCases.firstIndex(of: category)!]
    }
  }

  var format: MessageFormat
  var variables: [Variable]
}
