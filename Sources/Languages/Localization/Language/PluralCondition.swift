/// The condition of a plural rule, such as `n % 100 = 3..10` or `i = 1 and v = 0 or i = 0`.
///
/// Source: UTS #35, part 3, "Plural rules syntax", without the forms that it calls deprecated
/// (`is`, `in`, `within`, `mod`).
public struct PluralCondition: Hashable, Sendable {
  /// The operand of a relation; the letters are CLDR's.
  enum Operand: UInt8, Hashable, Sendable {
    case n, i, v, w, f, t, c
  }

  /// `n % 100 = 3..10`: an operand, optionally its remainder, and the whole numbers to match.
  struct Relation: Hashable, Sendable {
    let operand: Operand
    let modulus: UInt64?
    let isNegated: Bool
    let ranges: [Interval]
  }

  /// `3..10`, both ends included; a single number is also an interval.
  struct Interval: Hashable, Sendable {
    let lower: UInt64
    let upper: UInt64

    func contains(_ value: UInt64) -> Bool { value >= lower && value <= upper }
  }

  /// The condition is true if all relations of any of these are true.
  let alternatives: [[Relation]]
}

extension PluralCondition {
  /// Parses a condition as CLDR writes it; samples after it are ignored.
  public init(_ text: String) throws(PluralRuleError) {
    var parser = PluralConditionParser(text)
    self = try parser.condition()
  }

  /// Whether a number fulfils the condition.
  public func holds(for operands: PluralOperands) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(for: operands) } }
  }
}

extension PluralCondition.Relation {
  func holds(for operands: PluralOperands) -> Bool {
    var value: UInt64
    switch operand {
    // A number with decimals never equals a whole number, and neither does its remainder.
    case .n where operands.trimmedDecimals != 0: return isNegated
    case .n, .i: value = operands.integer
    case .v: value = UInt64(operands.visibleDecimals)
    case .w: value = UInt64(operands.significantDecimals)
    case .f: value = operands.decimals
    case .t: value = operands.trimmedDecimals
    case .c: value = UInt64(operands.exponent)
    }
    if let modulus { value %= modulus }
    return ranges.contains { $0.contains(value) } != isNegated
  }
}

/// An error in the text of a plural rule, with its byte offset.
public struct PluralRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: String, Hashable, Sendable {
    /// No operand where one belongs.
    case expectedOperand = "expected one of n i v w f t c e"
    /// No `=` or `!=` after the operand.
    case expectedRelation = "expected = or !="
    /// No number that can be represented.
    case expectedNumber = "expected a whole number"
    /// Something after the condition.
    case expectedEnd = "expected and, or, or the end"
    /// A division by zero: `n % 0`.
    case zeroModulus = "a remainder by zero"
    /// A reversed range: `5..3`.
    case emptyRange = "a range that runs backwards"
  }

  /// The kind of error.
  public let kind: Kind
  /// The byte at which it was found, from 0.
  public let offset: Int

  public var description: String { "\(kind.rawValue) at character \(offset + 1)" }
}

/// Parses a condition from left to right, without backtracking.
private struct PluralConditionParser {
  private let text: [UInt8]
  private var place = 0

  init(_ text: String) {
    self.text = Array(text.utf8)
  }

  mutating func condition() throws(PluralRuleError) -> PluralCondition {
    var alternatives = [[try relation()]]
    while true {
      skipSpaces()
      if consume(word: "and") {
        alternatives[alternatives.count - 1].append(try relation())
      } else if consume(word: "or") {
        alternatives.append([try relation()])
      } else if place == text.count || text[place] == UInt8(ascii: "@") {
        // CLDR's samples come after the condition: `@integer 1`.
        return PluralCondition(alternatives: alternatives)
      } else {
        throw error(.expectedEnd)
      }
    }
  }

  private mutating func relation() throws(PluralRuleError) -> PluralCondition.Relation {
    skipSpaces()
    let operand = try operand()
    skipSpaces()
    var modulus: UInt64?
    if consume("%") {
      let start = place
      modulus = try number()
      if modulus == 0 { throw PluralRuleError(kind: .zeroModulus, offset: start) }
      skipSpaces()
    }
    let isNegated = consume("!")
    guard consume("=") else { throw error(.expectedRelation) }
    var ranges: [PluralCondition.Interval] = []
    repeat {
      let low = try number()
      var high = low
      if consume("..") {
        let start = place
        high = try number()
        guard low <= high else { throw PluralRuleError(kind: .emptyRange, offset: start) }
      }
      ranges.append(PluralCondition.Interval(lower: low, upper: high))
      skipSpaces()
    } while consume(",")
    return .init(operand: operand, modulus: modulus, isNegated: isNegated, ranges: ranges)
  }

  private mutating func operand() throws(PluralRuleError) -> PluralCondition.Operand {
    guard place < text.count else { throw error(.expectedOperand) }
    let operand: PluralCondition.Operand
    switch text[place] {
    case UInt8(ascii: "n"): operand = .n
    case UInt8(ascii: "i"): operand = .i
    case UInt8(ascii: "v"): operand = .v
    case UInt8(ascii: "w"): operand = .w
    case UInt8(ascii: "f"): operand = .f
    case UInt8(ascii: "t"): operand = .t
    // CLDR renamed e to c and keeps both.
    case UInt8(ascii: "c"), UInt8(ascii: "e"): operand = .c
    default: throw error(.expectedOperand)
    }
    place += 1
    return operand
  }

  private mutating func number() throws(PluralRuleError) -> UInt64 {
    skipSpaces()
    let end = text[place...].firstIndex { !$0.isASCIIDigit } ?? text.count
    guard let value = UInt64(String(decoding: text[place..<end], as: UTF8.self)) else {
      throw error(.expectedNumber)
    }
    place = end
    return value
  }

  private mutating func consume(_ sign: String) -> Bool {
    guard text[place...].starts(with: sign.utf8) else { return false }
    place += sign.utf8.count
    return true
  }

  private mutating func consume(word: String) -> Bool {
    let end = place + word.utf8.count
    guard end <= text.count, end == text.count || !text[end].isASCIILetter else { return false }
    return consume(word)
  }

  private mutating func skipSpaces() {
    while place < text.count, text[place] == UInt8(ascii: " ") { place += 1 }
  }

  private func error(_ kind: PluralRuleError.Kind) -> PluralRuleError {
    PluralRuleError(kind: kind, offset: place)
  }
}
