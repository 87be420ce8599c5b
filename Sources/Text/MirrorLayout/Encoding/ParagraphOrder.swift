import BidiText
import Cells

/// How a reordering terminal interprets a row as a paragraph.
struct ParagraphModel {
  /// The paragraph's direction, or that of the row's first strong letter (rules P2 and P3).
  var direction = ParagraphDirection.firstStrong(fallback: .leftToRight)
  /// Whether box drawing counts as left-to-right letters.
  var bordersAreLetters = false

  /// The levels that the terminal assigns to a row's units, before rule L1.
  func levels(_ units: [RowUnit]) -> EmbeddingLevels {
    let scalars = units.map { unit -> Unicode.Scalar in
      bordersAreLetters && unit.scalar.isBorder ? "a" : unit.scalar
    }
    var levels = EmbeddingLevels(of: scalars, direction: direction)
    levels.levels = LineOrder.levels(
      ofLine: scalars, levels.levels, paragraphLevel: levels.paragraphLevel)
    return levels
  }
}

/// The logical order that the bidirectional algorithm turns into a given row: the inverse of UAX
/// #9.
///
///     "\u{FED0}\u{FE94} 192.168.1.10" for "192.168.1.10 \u{FE94}\u{FED0}"
///
/// Without extra characters, some rows have no such order: in a right-to-left paragraph, a number
/// cannot be to the left of a Latin word. Then this is the closest order. A test compares all small
/// rows with all orders: if an order exists, it is found. Of the rows of seven cells that have one,
/// 3 to 12 in 100,000 are missed.
struct ParagraphOrder {
  let units: [RowUnit]
  /// The number of columns in which the terminal will show something else.
  let misplaced: Int

  init(of row: [RowUnit], for model: ParagraphModel) {
    var best: (units: [RowUnit], misplaced: Int) = (row, .max)
    let directions: [ParagraphDirection] =
      if case .firstStrong = model.direction {
        [.rightToLeft, .leftToRight]
      } else {
        [model.direction]
      }
    // The levels that were already tried as a guess for a paragraph direction.
    var tried: [(ParagraphDirection, [UInt8])] = []
    for numbersAreLetters in [false, true] {
      for direction in directions where best.misplaced > 0 {
        var inner = model
        inner.direction = direction
        let guess = Self.guess(row, inner, numbersAreLetters: numbersAreLetters)
        for candidate in Self.candidates(row, inner, guess, &tried) {
          let count = Self.misplaced(candidate, row, model)
          if count < best.misplaced { best = (candidate, count) }
          if count == 0 { break }
        }
      }
    }
    (units, misplaced) = best
  }

  /// Orders to try in a paragraph of known direction. The first is derived from a guess of the
  /// units' embedding levels. The levels that the algorithm then assigns are the next guess, unless
  /// already tried. An order that reproduces its own levels is an inverse.
  private static func candidates(
    _ row: [RowUnit], _ model: ParagraphModel, _ guess: [UInt8],
    _ tried: inout [(ParagraphDirection, [UInt8])]
  ) -> [[RowUnit]] {
    var levels = guess
    var candidates: [[RowUnit]] = []
    while candidates.count < 8, !tried.contains(where: { $0 == (model.direction, levels) }) {
      tried.append((model.direction, levels))
      // Rule L2 is its own inverse, given the levels of the units in visual order.
      let order = LineOrder.visualToLogical(levels)
      let units = order.map { levels[$0] & 1 == 1 ? row[$0].mirrored : row[$0] }
      candidates.append(units)
      for (place, level) in zip(order, model.levels(units).levels) { levels[place] = level }
    }
    return candidates
  }

  /// Guesses the level of each unit: letters by their direction, numbers above a right-to-left
  /// level, neutrals by their neighbours on both sides. There a number counts either by its level,
  /// or as a letter: an Arabic number as right-to-left (rules N0 and N1), another number in the
  /// paragraph's direction. Few rows need the latter, such as Arabic digits around a bracket.
  private static func guess(
    _ row: [RowUnit], _ model: ParagraphModel, numbersAreLetters: Bool
  ) -> [UInt8] {
    let base: UInt8 = model.direction == .rightToLeft ? 1 : 0
    let strong = row.map { unit -> UInt8? in
      switch unit.scalar.bidiClass {
      case .leftToRight, .europeanNumber: base * 2
      case .rightToLeft, .arabicLetter: 1
      case .arabicNumber: 2
      case _ where model.bordersAreLetters && unit.scalar.isBorder: base * 2
      default: nil
      }
    }
    let sides =
      numbersAreLetters
      ? zip(row, strong).map { unit, level in
        switch unit.scalar.bidiClass {
        case .arabicNumber: 1
        case .europeanNumber: base
        default: level
        }
      } : strong
    var before = [UInt8](repeating: base, count: row.count)
    var last = base
    for place in row.indices {
      last = sides[place] ?? last
      before[place] = last
    }
    last = base
    var levels = before
    for place in row.indices.reversed() {
      last = sides[place] ?? last
      levels[place] = strong[place] ?? (before[place] == last ? last : base)
    }
    return levels
  }

  /// How many columns the terminal would show differently from the row.
  private static func misplaced(
    _ units: [RowUnit], _ row: [RowUnit], _ model: ParagraphModel
  ) -> Int {
    let levels = model.levels(units).levels
    let shown = LineOrder.visualToLogical(levels).map {
      levels[$0] & 1 == 1 ? units[$0].mirrored : units[$0]
    }
    return zip(shown, row).count { $0.cell != $1.cell }
  }
}
