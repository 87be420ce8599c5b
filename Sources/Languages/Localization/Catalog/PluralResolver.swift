/// Converts a message of a `.stringsdict` into one that can be displayed, using the key's
/// placeholders and the language's plural rules.
///
/// A placeholder without a number means the only argument of its kind if the key has only one. `%d`
/// in a variable's form means the variable's count. Otherwise, in the message's format, the
/// arguments are taken in order.
///
/// The number of variables is limited and a text may use each only once, so that nested variables
/// cannot make a text grow without bounds.
struct PluralResolver {
  /// The number of variables that a message may have.
  static let maximumVariables = 8

  private let message: PluralFile.Message
  private let source: SourceText
  /// The kind of each argument of the key.
  private let kinds: [MessageFormat.Kind?]
  /// The resolved variables, in the order of their resolution.
  private var variables: [PluralMessage.Variable] = []
  /// The variables whose forms are being resolved, outermost first.
  private var open: [String] = []
  private var errors: [CatalogError] = []

  /// Resolves a message; returns nil and appends to `errors` if it is invalid.
  ///
  /// - Parameter foreign: another program's format, and a text with the placeholders that each form
  ///   must have; the forms are not filled here.
  static func resolve(
    _ message: PluralFile.Message, source: SourceText, kinds: [MessageFormat.Kind?],
    foreign: (format: TextFormat, model: String)? = nil, categories: [PluralCategory],
    errors: inout [CatalogError]
  ) -> PluralMessage? {
    var resolver = PluralResolver(
      message: message.keeping(categories), source: source, kinds: kinds)
    let result =
      if let (format, model) = foreign {
        resolver.message(format: format, model: model, categories: categories)
      } else {
        resolver.message(categories: categories)
      }
    errors += resolver.errors
    return resolver.errors.isEmpty ? result : nil
  }

  /// The message in another program's format.
  private mutating func message(
    format: TextFormat, model: String, categories: [PluralCategory]
  ) -> PluralMessage? {
    guard message.variables.count == 1, let variable = message.variables.first,
      let shape = try? MessageFormat(message.format.text), shape.placeholders.count == 1,
      shape.pieces.count == 1, shape.placeholders[0].kind == .variable(variable.name)
    else {
      report(.tooManyVariables(limit: 1), at: message.keyOffset)
      return nil
    }
    checkCategories(of: variable, categories)
    var resolved = PluralMessage.Variable(name: variable.name, argument: 0)
    for form in variable.forms {
      do throws(CatalogReader.Fault) {
        try format.check(form.text.text, against: model, mayOmit: form.category != .other)
      } catch {
        report(error.kind, at: form.text.offset)
      }
      resolved[form.category] = MessageFormat(literal: form.text.text)
    }
    return PluralMessage(format: shape, variables: [resolved])
  }

  private mutating func checkCategories(
    of variable: PluralFile.Variable, _ categories: [PluralCategory]
  ) {
    for category in categories where !variable.forms.contains(where: { $0.category == category }) {
      report(.missingPluralCategory(category), at: variable.offset)
    }
  }

  private mutating func message(categories: [PluralCategory]) -> PluralMessage? {
    guard message.variables.count <= Self.maximumVariables else {
      report(.tooManyVariables(limit: Self.maximumVariables), at: message.keyOffset)
      return nil
    }
    guard let format = format(message.format, countedArgument: nil) else { return nil }
    for variable in message.variables {
      if !variables.contains(where: { $0.name == variable.name }) {
        report(.unusedVariable(variable.name), at: variable.offset)
      }
      checkCategories(of: variable, categories)
    }
    guard errors.isEmpty else { return nil }
    let result = PluralMessage(format: format, variables: variables)
    checkArguments(of: result)
    return result
  }

  /// Binds each placeholder of a text to an argument.
  private mutating func format(
    _ text: PluralFile.Text, countedArgument: Int?
  ) -> MessageFormat? {
    var format: MessageFormat
    do throws(MessageFormat.Fault) {
      format = try MessageFormat(text.text)
    } catch {
      report(.invalidPlaceholder(error.spelling), at: text.offset)
      return nil
    }
    if countedArgument == nil, format.mixesNumbering {
      report(.invalidPlaceholder(format.placeholders[0].spelling), at: text.offset)
      return nil
    }
    var used: [String] = []
    for (place, piece) in format.pieces.enumerated() {
      guard case .placeholder(var placeholder) = piece else { continue }
      guard bind(&placeholder, countedArgument: countedArgument, at: text.offset) else {
        return nil
      }
      if case .variable(let name) = placeholder.kind {
        guard !used.contains(name) else {
          report(.repeatedVariable(name), at: text.offset)
          return nil
        }
        used.append(name)
        guard define(name, counting: placeholder.argument, usedAt: text.offset) else { return nil }
      }
      format.pieces[place] = .placeholder(placeholder)
    }
    return format
  }

  private mutating func bind(
    _ placeholder: inout MessageFormat.Placeholder, countedArgument: Int?, at offset: Int
  ) -> Bool {
    let kind: MessageFormat.Kind = placeholder.kind == .text ? .text : .number
    if placeholder.position == nil {
      let fitting = kinds.count { $0 == kind }
      if placeholder.kind == .number, let countedArgument {
        placeholder.argument = countedArgument
      } else if fitting == 1 {
        placeholder.argument = kinds.firstIndex(of: kind)!
      } else if fitting > 1, countedArgument != nil {
        report(.invalidPlaceholder(placeholder.spelling), at: offset)
        return false
      }
    }
    guard kinds.indices.contains(placeholder.argument), kinds[placeholder.argument] == kind else {
      report(
        .differentPlaceholders(expected: spelling(kinds), found: placeholder.spelling), at: offset)
      return false
    }
    return true
  }

  /// Resolves a variable's forms at its first use.
  private mutating func define(_ name: String, counting argument: Int, usedAt offset: Int) -> Bool {
    guard !open.contains(name) else {
      report(.recursiveVariable(name), at: offset)
      return false
    }
    guard let variable = message.variables.first(where: { $0.name == name }) else {
      report(.undefinedVariable(name), at: offset)
      return false
    }
    if let known = variables.first(where: { $0.name == name }) {
      if known.argument == argument { return true }
      report(
        .differentPlaceholders(
          expected: "%\(known.argument + 1)$#@\(name)@", found: "%\(argument + 1)$#@\(name)@"),
        at: offset)
      return false
    }
    open.append(name)
    defer { open.removeLast() }
    var resolved = PluralMessage.Variable(name: name, argument: argument)
    for form in variable.forms {
      resolved[form.category] = format(form.text, countedArgument: argument)
    }
    variables.append(resolved)
    return errors.isEmpty
  }

  /// Checks that every form uses every argument. Only the count of the variable may be spelled out
  /// (`one file`), in all forms except `other`.
  private mutating func checkArguments(of result: PluralMessage) {
    let whole = arguments(of: result, varying: nil, category: .other)
    let expected = kinds.indices.filter { kinds[$0] != nil }
    if whole != expected {
      report(
        .differentPlaceholders(expected: spelling(kinds), found: spelling(whole)),
        at: message.format.offset)
      return
    }
    for variable in message.variables {
      let own = result.variables.first { $0.name == variable.name }!.argument
      for form in variable.forms where form.category != .other {
        let found = arguments(of: result, varying: variable.name, category: form.category)
        if found != expected, found != expected.filter({ $0 != own }) {
          report(
            .differentPlaceholders(expected: spelling(kinds), found: spelling(found)),
            at: form.text.offset)
        }
      }
    }
  }

  /// The displayed arguments, in order, if one variable has the form `category` and the others have
  /// `other`. A text without a number that is shown twice is listed twice.
  private func arguments(
    of message: PluralMessage, varying name: String?, category: PluralCategory
  ) -> [Int] {
    var found: [Int] = []
    func add(_ format: MessageFormat) {
      for placeholder in format.placeholders {
        switch placeholder.kind {
        case .text where placeholder.position == nil: found.append(placeholder.argument)
        case .text, .number:
          if !found.contains(placeholder.argument) { found.append(placeholder.argument) }
        case .variable(let inner):
          let variable = message.variables.first { $0.name == inner }!
          if let form = variable[inner == name ? category : .other] { add(form) }
        }
      }
    }
    add(message.format)
    return found.count < 2 ? found : found.sorted()
  }

  private func spelling(_ kinds: [MessageFormat.Kind?]) -> String {
    spelling(kinds.indices.filter { kinds[$0] != nil })
  }

  private func spelling(_ arguments: [Int]) -> String {
    arguments.map { "%\($0 + 1)$\(kinds[$0] == .text ? "@" : "d")" }.joined(separator: " ")
  }

  private mutating func report(_ kind: CatalogError.Kind, at offset: Int) {
    errors.append(source.error(kind, at: offset))
  }
}
