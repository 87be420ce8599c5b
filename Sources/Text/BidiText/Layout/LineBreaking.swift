/// Whether a line may end before a character.
public enum LineBreakOpportunity: Hashable, Sendable {
  /// The line must not end there.
  case prohibited
  /// The line may end there.
  case allowed
  /// The line ends there, as after a line feed.
  case mandatory
}

/// Finds where a text may be broken into lines.
///
///     LineBreaks.opportunities(in: Array("a b-c".unicodeScalars))
///     // [.prohibited, .prohibited, .allowed, .prohibited, .allowed]
///
/// Source: UAX #14, rules LB1 to LB31, with the rule for numbers of its section 8.2, example 7, in
/// the version `unicodeVersion`. Complex scripts such as Thai are broken only at spaces, because
/// that needs a dictionary.
public enum LineBreaks {
  /// For each character, whether the line may end before it. Nothing ends before the first one.
  public static func opportunities(in scalars: [Unicode.Scalar]) -> [LineBreakOpportunity] {
    var opportunities: [LineBreakOpportunity] = []
    opportunities.reserveCapacity(scalars.count)
    forEach(in: scalars) { opportunities.append($0) }
    return opportunities
  }

  /// Passes the opportunity before each character, in order.
  @inline(__always)
  static func forEach(in scalars: [Unicode.Scalar], _ take: (LineBreakOpportunity) -> Void) {
    var state = LineBreakState()
    for (place, scalar) in scalars.enumerated() {
      let next = TextProperties(scalar.value).lineBreak
      take(state.opportunity(before: next) { nextBase(in: scalars, after: place) })
    }
  }

  /// The class of the first character after `place` that is no combining mark.
  private static func nextBase(
    in scalars: [Unicode.Scalar], after place: Int
  ) -> LineBreakClass? {
    scalars[(place + 1)...].lazy.map { TextProperties($0.value).lineBreak }
      .first { $0 != .combiningMark && $0 != .zeroWidthJoiner }
  }
}

/// A character's Line_Break class as rule LB1 resolves it. Parentheses that are wide in East Asia,
/// and unassigned pictographs, have separate classes (rules LB30 and LB30b).
enum LineBreakClass: UInt8 {
  case mandatoryBreak
  case carriageReturn
  case lineFeed
  case nextLine
  case space
  case zeroWidthSpace
  case wordJoiner
  case glue
  case combiningMark
  case zeroWidthJoiner
  case alphabetic
  case hebrewLetter
  case numeric
  case ideographic
  case inseparable
  case exclamation
  case symbolAllowingBreakAfter
  case infixSeparator
  case closePunctuation
  case closeParenthesis
  case wideCloseParenthesis
  case openPunctuation
  case wideOpenPunctuation
  case quotation
  case nonstarter
  case breakBothSides
  case breakAfter
  case breakBefore
  case hyphen
  case contingentBreak
  case prefixNumeric
  case postfixNumeric
  case hangulL
  case hangulV
  case hangulT
  case hangulLV
  case hangulLVT
  case regionalIndicator
  case emojiBase
  case emojiModifier
  case unassignedPictograph
}

/// What the rules of UAX #14 have to know about the characters before a boundary.
private struct LineBreakState {
  /// The state of a number (rule LB25).
  private enum Number {
    case none
    /// After a digit, and separators within the number.
    case open
    /// After the parenthesis that closes it.
    case closed
  }

  /// The class of the last character, combining marks and spaces aside; `nil` at the start.
  private var base: LineBreakClass?
  /// Whether spaces follow the base, or the text started with them.
  private var hasSpaces = false
  private var endsWithJoiner = false
  /// Whether the base is a hyphen after a Hebrew letter (rule LB21a).
  private var isHebrewHyphen = false
  private var hasLoneIndicator = false
  private var number = Number.none

  /// Whether the text may be broken before its next character, which becomes the last one.
  ///
  /// - Parameter nextBase: the class of the character after that, combining marks aside.
  @inline(__always)
  mutating func opportunity(
    before next: LineBreakClass, nextBase: () -> LineBreakClass?
  ) -> LineBreakOpportunity {
    let isFirst = base == nil && !hasSpaces
    let isMark = next == .combiningMark || next == .zeroWidthJoiner
    if isMark, !isFirst, !hasSpaces, !(base?.takesNoMark ?? true) {
      // Rule LB9.
      endsWithJoiner = next == .zeroWidthJoiner
      return .prohibited
    }
    let resolved = isMark ? .alphabetic : next  // Rule LB10.
    let opportunity = isFirst ? .prohibited : rules(before: resolved, nextBase: nextBase)
    endsWithJoiner = next == .zeroWidthJoiner
    advance(over: resolved)
    return opportunity
  }

  private mutating func advance(over next: LineBreakClass) {
    guard next != .space else {
      hasSpaces = true
      number = .none
      return
    }
    switch next {
    case .numeric: number = .open
    case .symbolAllowingBreakAfter, .infixSeparator: if number != .open { number = .none }
    case .closePunctuation, .closeParenthesis, .wideCloseParenthesis:
      number = number == .open ? .closed : .none
    default: number = .none
    }
    isHebrewHyphen =
      base == .hebrewLetter && !hasSpaces && (next == .hyphen || next == .breakAfter)
    hasLoneIndicator = next == .regionalIndicator && !(hasLoneIndicator && !hasSpaces)
    base = next
    hasSpaces = false
  }

  /// Rules LB4 to LB31 but LB9 and LB10.
  private func rules(
    before next: LineBreakClass, nextBase: () -> LineBreakClass?
  ) -> LineBreakOpportunity {
    // LB4 to LB6; a space after such a character starts a line.
    if !hasSpaces {
      switch base {
      case .mandatoryBreak, .lineFeed, .nextLine: return .mandatory
      case .carriageReturn: return next == .lineFeed ? .prohibited : .mandatory
      default: break
      }
    }
    switch next {
    case .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine: return .prohibited
    case .space, .zeroWidthSpace: return .prohibited  // LB7
    default: break
    }
    if base == .zeroWidthSpace { return .allowed }  // LB8
    if endsWithJoiner { return .prohibited }  // LB8a
    if next == .wordJoiner || base == .wordJoiner && !hasSpaces { return .prohibited }  // LB11
    if base == .glue, !hasSpaces { return .prohibited }  // LB12
    // LB12a
    if next == .glue, !hasSpaces, base != .breakAfter, base != .hyphen { return .prohibited }
    return allowsAcrossSpaces(next) && (hasSpaces || allowsSideBySide(next, nextBase))
      ? .allowed : .prohibited
  }

  /// Rules LB13 to LB17, which also hold across spaces.
  private func allowsAcrossSpaces(_ next: LineBreakClass) -> Bool {
    switch next {
    case .closePunctuation, .closeParenthesis, .wideCloseParenthesis, .exclamation,
      .infixSeparator, .symbolAllowingBreakAfter:
      return false  // LB13
    default: break
    }
    switch base {
    case .openPunctuation, .wideOpenPunctuation: return false  // LB14
    case .quotation: return !next.isOpening  // LB15
    case .closePunctuation, .closeParenthesis, .wideCloseParenthesis:
      return next != .nonstarter  // LB16
    case .breakBothSides: return next != .breakBothSides  // LB17
    default: return true
    }
  }

  /// Rules LB19 to LB31, for characters without spaces between them.
  private func allowsSideBySide(
    _ next: LineBreakClass, _ nextBase: () -> LineBreakClass?
  ) -> Bool {
    guard let base else { return true }
    if next == .quotation || base == .quotation { return false }  // LB19
    if next == .contingentBreak || base == .contingentBreak { return true }  // LB20
    switch next {
    case .breakAfter, .hyphen, .nonstarter, .inseparable: return false  // LB21, LB22
    default: break
    }
    if base == .breakBefore || isHebrewHyphen { return false }  // LB21, LB21a
    if base == .symbolAllowingBreakAfter, next == .hebrewLetter { return false }  // LB21b
    // LB23
    if base.isLetter && next == .numeric || base == .numeric && next.isLetter { return false }
    if base == .prefixNumeric && next.isIdeograph || base.isIdeograph && next == .postfixNumeric {
      return false  // LB23a
    }
    if base.isAffix && next.isLetter || base.isLetter && next.isAffix { return false }  // LB24
    if joinsNumber(base, next, nextBase) { return false }
    if joinsHangul(base, next) { return false }
    if next.isLetter && (base.isLetter || base == .infixSeparator) { return false }  // LB28, LB29
    if next == .openPunctuation && (base.isLetter || base == .numeric) { return false }  // LB30
    if base == .closeParenthesis && (next.isLetter || next == .numeric) { return false }  // LB30
    if base == .regionalIndicator, next == .regionalIndicator { return !hasLoneIndicator }  // LB30a
    if next == .emojiModifier, base == .emojiBase || base == .unassignedPictograph {
      return false  // LB30b
    }
    return true
  }

  /// Rule LB25.
  private func joinsNumber(
    _ base: LineBreakClass, _ next: LineBreakClass, _ nextBase: () -> LineBreakClass?
  ) -> Bool {
    switch next {
    case .numeric: number == .open || base.isAffix || base == .hyphen
    case .prefixNumeric, .postfixNumeric: number != .none
    case .openPunctuation, .wideOpenPunctuation: base.isAffix && nextBase() == .numeric
    default: false
    }
  }

  /// Rules LB26 and LB27.
  private func joinsHangul(_ base: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch (base, next) {
    case (.hangulL, .hangulL), (.hangulL, .hangulV), (.hangulL, .hangulLV),
      (.hangulL, .hangulLVT), (.hangulV, .hangulV), (.hangulV, .hangulT),
      (.hangulLV, .hangulV), (.hangulLV, .hangulT), (.hangulT, .hangulT),
      (.hangulLVT, .hangulT):
      true
    default: base.isHangul && next == .postfixNumeric || base == .prefixNumeric && next.isHangul
    }
  }
}

extension LineBreakClass {
  /// Whether a combining mark after it counts as a base (rule LB9).
  fileprivate var takesNoMark: Bool {
    switch self {
    case .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine, .zeroWidthSpace: true
    default: false
    }
  }

  fileprivate var isLetter: Bool { self == .alphabetic || self == .hebrewLetter }

  fileprivate var isAffix: Bool { self == .prefixNumeric || self == .postfixNumeric }

  fileprivate var isOpening: Bool { self == .openPunctuation || self == .wideOpenPunctuation }

  fileprivate var isIdeograph: Bool {
    switch self {
    case .ideographic, .emojiBase, .emojiModifier, .unassignedPictograph: true
    default: false
    }
  }

  fileprivate var isHangul: Bool {
    switch self {
    case .hangulL, .hangulV, .hangulT, .hangulLV, .hangulLVT: true
    default: false
    }
  }
}
