/// A character's Grapheme_Cluster_Break (UAX #29, table 2), with Extended_Pictographic as one more.
enum GraphemeBreak: UInt8 {
  case other
  case carriageReturn
  case lineFeed
  case control
  case extend
  case zeroWidthJoiner
  case regionalIndicator
  case prepend
  case spacingMark
  case hangulL
  case hangulV
  case hangulT
  case hangulLV
  case hangulLVT
  case extendedPictographic
}

/// Finds the boundaries of extended grapheme clusters in one pass, a character at a time.
///
///     var breaker = GraphemeBreaker()
///     let starts = scalars.map { breaker.isBoundary(before: $0) }
///
/// Source: UAX #29, rules GB1 to GB999, in the version `unicodeVersion`.
public struct GraphemeBreaker: Sendable {
  private var previous: GraphemeBreak?
  /// Whether an emoji, followed only by Extend characters, ends here (rule GB11).
  private var pictograph = PictographState.none
  /// Whether an odd number of regional indicators ends here (rules GB12 and GB13).
  private var hasLoneIndicator = false

  private enum PictographState {
    case none
    case emoji
    case joiner
  }

  /// A breaker before the first character of a text.
  public init() {}

  /// Whether a cluster starts with this character. Call it for each character in order.
  public mutating func isBoundary(before scalar: Unicode.Scalar) -> Bool {
    isBoundary(before: CharacterProperties(scalar.value).graphemeBreak)
  }

  @inline(__always) mutating func isBoundary(before next: GraphemeBreak) -> Bool {
    let isBoundary = breaks(previous, next)
    switch next {
    case .extendedPictographic: pictograph = .emoji
    case .extend: pictograph = pictograph == .emoji ? .emoji : .none
    case .zeroWidthJoiner: pictograph = pictograph == .emoji ? .joiner : .none
    default: pictograph = .none
    }
    hasLoneIndicator = next == .regionalIndicator && !(hasLoneIndicator && !isBoundary)
    previous = next
    return isBoundary
  }

  @inline(__always)
  private func breaks(_ previous: GraphemeBreak?, _ next: GraphemeBreak) -> Bool {
    guard let previous else { return true }
    if previous == .other && next == .other { return true }
    switch (previous, next) {
    case (.carriageReturn, .lineFeed): return false
    case (.carriageReturn, _), (.lineFeed, _), (.control, _): return true
    case (_, .carriageReturn), (_, .lineFeed), (_, .control): return true
    case (.hangulL, .hangulL), (.hangulL, .hangulV), (.hangulL, .hangulLV),
      (.hangulL, .hangulLVT):
      return false
    case (.hangulLV, .hangulV), (.hangulV, .hangulV), (.hangulLV, .hangulT),
      (.hangulV, .hangulT), (.hangulLVT, .hangulT), (.hangulT, .hangulT):
      return false
    case (_, .extend), (_, .zeroWidthJoiner), (_, .spacingMark), (.prepend, _): return false
    case (.zeroWidthJoiner, .extendedPictographic): return pictograph != .joiner
    case (.regionalIndicator, .regionalIndicator): return !hasLoneIndicator
    default: return true
    }
  }
}
