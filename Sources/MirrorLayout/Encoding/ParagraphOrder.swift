import BidiText
import Cells

/// The logical order of a paragraph that the bidirectional algorithm turns into a given row: the
/// inverse of UAX #9 for a terminal that takes each row for a paragraph, finds its direction by its
/// first letter (rules P2 and P3), and cannot be told not to reorder.
///
///     "192.168.1.10 \u{FE94}\u{FED0}" from "\u{FED0}\u{FE94} 192.168.1.10"
///
/// Without characters of its own to add, not every row can be had: a number at the reading side of
/// a Latin word in a right-to-left paragraph cannot. Then it is the order that comes nearest.
struct ParagraphOrder {
  let units: [RowUnit]
  /// Columns in which the terminal will show something else than the row has there.
  let misplaced: Int

  init(of row: [RowUnit]) {
    // Where both directions come out right, the one that the row was laid out by is not known and
    // does not matter.
    var best: (units: [RowUnit], misplaced: Int) = (row, .max)
    for level in [1, 0] as [UInt8] where best.misplaced > 0 {
      for candidate in Self.candidates(row, level: level) {
        let count = Self.misplaced(candidate, row)
        if count < best.misplaced { best = (candidate, count) }
        if count == 0 { break }
      }
    }
    (units, misplaced) = best
  }

  /// Orders worth a try. Each begins with a guess of the embedding levels that the row's units
  /// will have, and the levels that the algorithm gives instead are the next guess; an order that
  /// gives its own levels is an inverse.
  private static func candidates(_ row: [RowUnit], level: UInt8) -> [[RowUnit]] {
    var levels = guess(row, level: level)
    var candidates: [[RowUnit]] = []
    for _ in 0..<8 {
      let order = logicalOrder(levels)
      let units = order.map { levels[$0] & 1 == 1 ? row[$0].mirrored : row[$0] }
      candidates.append(units)
      var found = levels
      for (place, level) in zip(order, resolved(units, level: level)) { found[place] = level }
      if found == levels { break }
      levels = found
    }
    return candidates
  }

  /// The level that each unit would have among its like: letters by their direction, numbers
  /// above a right-to-left level, and what has none as what stands on both of its sides.
  private static func guess(_ row: [RowUnit], level: UInt8) -> [UInt8] {
    let strong = row.map { unit -> UInt8? in
      switch unit.scalar.bidiClass {
      case .leftToRight: level == 0 ? 0 : 2
      case .rightToLeft, .arabicLetter: 1
      case .arabicNumber: 2
      case .europeanNumber: level == 0 ? 0 : 2
      default: nil
      }
    }
    var before = [UInt8](repeating: level, count: row.count)
    var last = level
    for place in row.indices {
      last = strong[place] ?? last
      before[place] = last
    }
    last = level
    var levels = before
    for place in row.indices.reversed() {
      last = strong[place] ?? last
      levels[place] = strong[place] ?? (before[place] == last ? last : level)
    }
    return levels
  }

  /// For each logical place the visual one, by the levels of the units as they stand (rule L2,
  /// which undoes itself).
  private static func logicalOrder(_ levels: [UInt8]) -> [Int] {
    LineOrder.visualToLogical(levels)
  }

  /// The levels of the units of a paragraph after rule L1.
  private static func resolved(_ units: [RowUnit], level: UInt8) -> [UInt8] {
    let scalars = units.map(\.scalar)
    let levels = EmbeddingLevels(
      of: scalars, direction: level == 1 ? .rightToLeft : .leftToRight)
    return LineOrder.levels(ofLine: scalars, levels.levels, paragraphLevel: level)
  }

  /// How many columns the terminal would show otherwise than they stand in the row.
  private static func misplaced(_ units: [RowUnit], _ row: [RowUnit]) -> Int {
    let scalars = units.map(\.scalar)
    let found = EmbeddingLevels(of: scalars, direction: .firstStrong(fallback: .leftToRight))
    let levels = LineOrder.levels(
      ofLine: scalars, found.levels, paragraphLevel: found.paragraphLevel)
    let shown = LineOrder.visualToLogical(levels).map {
      levels[$0] & 1 == 1 ? units[$0].mirrored : units[$0]
    }
    return zip(shown, row).count { $0.cell != $1.cell }
  }
}
