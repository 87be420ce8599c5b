/// The rule that picks a plural form in a PO file: an expression of C with one variable, `n`.
///
///     PluralExpression("n != 1")?.value(5)  // 1
struct PluralExpression {
  private indirect enum Node {
    case number(Int)
    case variable
    case operation(String, Node, Node)
    case not(Node)
    case choice(Node, Node, Node)
  }

  private let root: Node

  /// The longest expression, in bytes: five times the longest of a language.
  private static let longest = 2048

  /// Parses an expression; `nil` if it is none, too long, or nested too deeply.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    var parser = Parser(text)
    guard let root = parser.choice(depth: 0), parser.isAtEnd else { return nil }
    self.root = root
  }

  /// The number of the form; `nil` if the expression divides by 0.
  func value(_ number: Int) -> Int? { Self.value(root, number) }

  private static func value(_ node: Node, _ n: Int) -> Int? {
    switch node {
    case .number(let number): return number
    case .variable: return n
    case .not(let inner): return value(inner, n).map { $0 == 0 ? 1 : 0 }
    case .choice(let condition, let yes, let no):
      return value(condition, n).flatMap { value($0 != 0 ? yes : no, n) }
    case .operation(let sign, let left, let right):
      guard let a = value(left, n), let b = value(right, n) else { return nil }
      func truth(_ holds: Bool) -> Int { holds ? 1 : 0 }
      switch sign {
      case "||": return truth(a != 0 || b != 0)
      case "&&": return truth(a != 0 && b != 0)
      case "==": return truth(a == b)
      case "!=": return truth(a != b)
      case "<=": return truth(a <= b)
      case ">=": return truth(a >= b)
      case "<": return truth(a < b)
      case ">": return truth(a > b)
      case "+": return a.addingReportingOverflow(b).partialValue
      case "-": return a.subtractingReportingOverflow(b).partialValue
      case "*": return a.multipliedReportingOverflow(by: b).partialValue
      case "/": return b == 0 ? nil : a.dividedReportingOverflow(by: b).partialValue
      default: return b == 0 ? nil : a.remainderReportingOverflow(dividingBy: b).partialValue
      }
    }
  }

  private struct Parser {
    /// C's operators by rising precedence.
    private static let levels = [
      ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]
    private static let deepest = 32

    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = text.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A } }

    var isAtEnd: Bool { place == bytes.count }

    private mutating func consume(_ sign: String) -> Bool {
      guard bytes[place...].starts(with: sign.utf8) else { return false }
      place += sign.utf8.count
      return true
    }

    mutating func choice(depth: Int) -> Node? {
      guard depth < Self.deepest, let condition = operation(level: 0, depth: depth) else {
        return nil
      }
      guard consume("?") else { return condition }
      guard let yes = choice(depth: depth + 1), consume(":"), let no = choice(depth: depth + 1)
      else {
        return nil
      }
      return .choice(condition, yes, no)
    }

    private mutating func operation(level: Int, depth: Int) -> Node? {
      guard level < Self.levels.count else { return unary(depth: depth) }
      guard var node = operation(level: level + 1, depth: depth) else { return nil }
      while let sign = Self.levels[level].first(where: { bytes[place...].starts(with: $0.utf8) }) {
        place += sign.utf8.count
        guard let right = operation(level: level + 1, depth: depth) else { return nil }
        node = .operation(sign, node, right)
      }
      return node
    }

    private mutating func unary(depth: Int) -> Node? {
      guard depth < Self.deepest, place < bytes.count else { return nil }
      if consume("!") { return unary(depth: depth + 1).map(Node.not) }
      if consume("(") {
        guard let inner = choice(depth: depth + 1), consume(")") else { return nil }
        return inner
      }
      if consume("n") { return .variable }
      let digits = bytes[place...].prefix { (0x30...0x39).contains($0) }.prefix(10)
      place += digits.count
      return Int(String(decoding: digits, as: UTF8.self)).map(Node.number)
    }
  }
}

// MARK: - Rules of an expression

extension PluralRules {
  /// The rules that an expression says. Its forms get CLDR's names in the order of the least numbers
  /// that they have; the one for all other numbers is `other`. `nil` if there are no names for them, or
  /// conditions that CLDR's rules cannot have.
  init?(_ expression: PluralExpression) {
    guard let cases = expression.cases, let last = cases.last?.form else { return nil }
    var forms: [Int] = []
    for number in 0...200 {
      guard let form = expression.value(number) else { return nil }
      if form != last, !forms.contains(form) { forms.append(form) }
    }
    let names: [[PluralCategory]] = [
      [], [.one], [.one, .few], [.one, .two, .few], [.one, .two, .few, .many],
      [.zero, .one, .two, .few, .many],
    ]
    guard forms.count < names.count else { return nil }
    // The form of 1 is called `one`, unless 1 is among all the other numbers.
    if forms.count < 5, let one = forms.firstIndex(where: { $0 == expression.value(1) }) {
      forms.insert(forms.remove(at: one), at: 0)
    }
    var rules: [Rule] = []
    for (category, form) in zip(names[forms.count], forms) {
      let alternatives = cases.lazy.filter { $0.form == form }.flatMap(\.condition)
      rules.append(
        Rule(category: category, condition: PluralCondition(alternatives: Array(alternatives))))
    }
    self.init(rules)
    // An expression that asks in another order would need longer conditions.
    let formNames = Dictionary(zip(forms, names[forms.count])) { first, _ in first }
    for number in Array(0...2000) + [10_000, 1_000_000, 1_000_001] {
      guard let form = expression.value(number),
        category(for: number) == formNames[form] ?? .other
      else { return nil }
    }
  }
}

extension PluralExpression {
  /// The conditions in the order in which they are tried, each with its form; the last one always
  /// holds.
  fileprivate var cases: [(condition: [[PluralCondition.Relation]], form: Int)]? {
    Self.cases(root)
  }

  private static func cases(
    _ node: Node
  ) -> [(condition: [[PluralCondition.Relation]], form: Int)]? {
    switch node {
    case .number(let form): return [([[]], form)]
    case .choice(let condition, let yes, let no):
      guard let holds = alternatives(condition, true), let first = cases(yes), let rest = cases(no)
      else { return nil }
      return first.map { (both(holds, $0.condition), $0.form) } + rest
    default:
      guard let fails = alternatives(node, false) else { return nil }
      return [(fails, 0), ([[]], 1)]
    }
  }

  private static func both<Relation>(
    _ one: [[Relation]], _ other: [[Relation]]
  ) -> [[Relation]] {
    one.flatMap { relations in other.map { relations + $0 } }
  }

  /// How many alternatives a condition may have.
  private static let mostAlternatives = 64

  /// A condition, or its opposite, as CLDR writes it; `nil` if CLDR cannot.
  private static func alternatives(
    _ node: Node, _ holds: Bool
  ) -> [[PluralCondition.Relation]]? {
    switch node {
    case .not(let inner): return alternatives(inner, !holds)
    case .number(let number): return (number != 0) == holds ? [[]] : []
    case .operation(let sign, let left, let right) where ["&&", "||"].contains(sign):
      guard let one = alternatives(left, holds), let other = alternatives(right, holds),
        one.count * other.count <= mostAlternatives
      else { return nil }
      return (sign == "||") == holds ? one + other : both(one, other)
    case .operation(let sign, let left, .number(let number)) where sign != "%":
      guard let (range, isInside) = range(sign, number) else { return nil }
      guard let range else { return isInside == holds ? [] : [[]] }
      return relation(left, range, isNegated: isInside != holds)
    default: return relation(node, (0, 0), isNegated: holds)
    }
  }

  /// The numbers from 0 that a comparison names, if any, and whether it holds for these or the others.
  private static func range(_ sign: String, _ number: Int) -> (range: (Int, Int)?, isInside: Bool)?
  {
    func below(_ end: Int) -> (Int, Int)? { end < 0 ? nil : (0, end) }
    return switch sign {
    case "==": ((number, number), true)
    case "!=": ((number, number), false)
    case "<": (below(number - 1), true)
    case "<=": (below(number), true)
    case ">=": (below(number - 1), false)
    case ">": (below(number), false)
    default: nil
    }
  }

  private static func relation(
    _ node: Node, _ range: (Int, Int), isNegated: Bool
  ) -> [[PluralCondition.Relation]]? {
    var modulus: UInt64?
    switch node {
    case .variable: break
    case .operation("%", .variable, .number(let number)) where number > 0: modulus = UInt64(number)
    default: return nil
    }
    return [
      [
        PluralCondition.Relation(
          operand: .n, modulus: modulus, isNegated: isNegated,
          ranges: [.init(lower: UInt64(range.0), upper: UInt64(range.1))])
      ]
    ]
  }
}

extension PluralCondition {
  /// The condition as CLDR writes it.
  var text: String {
    alternatives.map { $0.map(\.text).joined(separator: " and ") }.joined(separator: " or ")
  }
}

extension PluralCondition.Relation {
  fileprivate var text: String {
    let numbers = ranges.map { $0.lower == $0.upper ? "\($0.lower)" : "\($0.lower)..\($0.upper)" }
    return "\(operand)\(modulus.map { " % \($0)" } ?? "") \(isNegated ? "!=" : "=") "
      + numbers.joined(separator: ",")
  }
}

// MARK: - The expression of rules

extension PluralRules {
  /// The forms that whole numbers use, in the order of their numbers in a PO file.
  var wholeCategories: [PluralCategory] {
    categories.filter { sample(of: $0) != nil }
  }

  /// A whole number of this form.
  func sample(of category: PluralCategory) -> Int? {
    // CLDR's rules distinguish whole numbers by at most two digits, except millions.
    (0...200).first { self.category(for: $0) == category }
      ?? [1000, 100_000, 1_000_000].first { self.category(for: $0) == category }
  }

  /// `nplurals=2; plural=n == 1 ? 0 : 1;`
  var portableObjectHeader: String {
    let forms = wholeCategories
    var expression = String(forms.count - 1)
    // The last form is the remaining one.
    for (number, category) in forms.enumerated().dropLast().reversed() {
      guard let rule = rules.first(where: { $0.category == category }) else { continue }
      expression = "\(rule.condition.wholeExpression) ? \(number) : \(expression)"
    }
    return "nplurals=\(forms.count); plural=\(expression);"
  }
}

extension PluralCondition {
  /// The condition for a whole number, as an expression of C. A whole number has no decimals and no
  /// exponent, so relations of these are left out.
  fileprivate var wholeExpression: String {
    let alternatives = alternatives.compactMap { relations -> [String]? in
      let ofZero = relations.filter { $0.operand != .n && $0.operand != .i }
      let zero = PluralOperands(0)
      guard ofZero.allSatisfy({ $0.holds(for: zero) }) else { return nil }
      return relations.filter { !ofZero.contains($0) }.map(\.wholeExpression)
    }
    if alternatives.contains([]) { return "1" }
    let texts = alternatives.map { $0.joined(separator: " && ") }
    return texts.isEmpty ? "0" : texts.joined(separator: " || ")
  }
}

extension PluralCondition.Relation {
  /// The relation as an operand of `&&`.
  fileprivate var wholeExpression: String {
    let operand = modulus.map { "n % \($0)" } ?? "n"
    if ranges.count == 1, ranges[0].lower == ranges[0].upper {
      return "\(operand) \(isNegated ? "!=" : "==") \(ranges[0].lower)"
    }
    let alternatives = ranges.map { range in
      if range.lower == range.upper { return "\(operand) == \(range.lower)" }
      let end = "\(operand) <= \(range.upper)"
      return range.lower == 0 ? end : "\(operand) >= \(range.lower) && \(end)"
    }
    let any = alternatives.joined(separator: " || ")
    return isNegated ? "!(\(any))" : alternatives.count > 1 ? "(\(any))" : any
  }
}
