import Cells

/// How a paragraph's direction is found (UAX #9, rules P2 and P3).
public enum ParagraphDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
  /// By the first strong character outside isolates; `fallback` where there is none.
  case firstStrong(fallback: Direction)
}
