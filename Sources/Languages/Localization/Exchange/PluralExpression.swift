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
      range.lower == range.upper
        ? "\(operand) == \(range.lower)"
        : "\(operand) >= \(range.lower) && \(operand) <= \(range.upper)"
    }
    let any = alternatives.joined(separator: " || ")
    return isNegated ? "!(\(any))" : alternatives.count > 1 ? "(\(any))" : any
  }
}
