import MirrorLayout
import TerminalEmulator

/// What a row says about the order in which a program wrote its right-to-left letters: that of the text, or
/// the visual one, because the program has ordered them itself. Each number is above 0 for visual order,
/// and below for that of the text.
struct WrittenOrder: Sendable {
  /// Letters that only end a word: five of Hebrew, and two of Arabic.
  private var endings = 0
  /// Words of Arabic that begin with the article.
  private var articles = 0
  /// Full stops and the like between a blank and a form of a letter.
  private var stops = 0
  /// Joined forms of Arabic letters. vim writes the forms of visual order whatever its order is.
  private var forms = 0

  /// The order of a row with right-to-left letters.
  init(_ row: ScreenRow) {
    row.storage.withUnsafeBufferPointer { cells in
      func drawn(_ column: Int) -> UInt32 {
        guard cells.indices.contains(column) else { return 0 }
        let content = cells[column].content
        return content & PackedCell.clusterFlag == 0 ? content : row.base(of: column)
      }
      func isBlank(_ column: Int) -> Bool {
        !cells.indices.contains(column) || cells[column].isBlank
      }
      func letter(_ column: Int) -> UInt32 { Self.letter(drawn(column)) }
      for column in cells.indices where cells[column].content >= 0x590 {
        let one = letter(column)
        if Self.endsWords(one) || one == Self.alef {
          let before = Self.isLetter(letter(column - 1))
          let after = Self.isLetter(letter(column + 1))
          guard before != after else { continue }
          if one != Self.alef {
            endings += after ? 1 : -1
          } else if letter(before ? column - 1 : column + 1) == Self.lam {
            articles += before ? 1 : -1
          }
        }
        let form = drawn(column)
        guard form >= 0xFB50 else { continue }
        if Self.stops.contains(drawn(column - 1)), isBlank(column - 2) { stops += 1 }
        if Self.stops.contains(drawn(column + 1)), isBlank(column + 2) { stops -= 1 }
        if Self.form(of: form) == .initial {
          let before = Self.joinsBefore(drawn(column - 1))
          let after = Self.joinsBefore(drawn(column + 1))
          if before != after { forms += before ? 1 : -1 }
        }
      }
    }
  }

  /// Whether it is the visual order; nil if nothing says it.
  private func isVisual(isAlternate: Bool) -> Bool? {
    if endings != 0 { return endings > 0 }
    guard forms > 0 else { return forms < 0 ? false : nil }
    if !isAlternate { return true }
    if articles != 0 { return articles > 0 }
    return stops == 0 ? nil : stops > 0
  }

  /// Full stops and the like, in Latin and Arabic.
  private static let stops = Set(".,:;!?".unicodeScalars.map(\.value) + [0x60C, 0x61B, 0x61F])
  private static let alef: UInt32 = 0x627
  private static let lam: UInt32 = 0x644

  private static func letter(_ drawn: UInt32) -> UInt32 {
    guard drawn >= 0xFB50, let scalar = Unicode.Scalar(drawn) else { return drawn }
    return BaseLetters.letter(of: scalar)?.value ?? drawn
  }

  /// Letters that are at the end of a word, and nowhere else.
  private static func endsWords(_ letter: UInt32) -> Bool {
    switch letter {
    case 0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5, 0x629, 0x649: true
    default: false
    }
  }

  private static func isLetter(_ letter: UInt32) -> Bool {
    (0x5D0..<0x5EB).contains(letter) || (0x620..<0x64B).contains(letter)
      || (0x671..<0x6D4).contains(letter)
  }

  private enum Form: UInt32 { case isolated, final, initial, medial }

  /// The forms of a letter follow each other in this order.
  private static func form(of letter: UInt32) -> Form? {
    guard let scalar = Unicode.Scalar(letter), let base = BaseLetters.letter(of: scalar) else {
      return nil
    }
    var place: UInt32 = 0
    while place < 3, let other = Unicode.Scalar(letter - place - 1),
      BaseLetters.letter(of: other) == base
    {
      place += 1
    }
    return Form(rawValue: place)
  }

  private static func joinsBefore(_ letter: UInt32) -> Bool {
    guard letter >= 0xFB50 else { return false }
    if (0xFEF5...0xFEFC).contains(letter) { return letter & 1 == 0 }
    return [.final, .medial].contains(form(of: letter))
  }

  /// The rows that are left as they are: those in visual order, and those of which nothing says it and
  /// that follow such a row, or precede one, among rows with right-to-left letters.
  static func visualRows(_ readings: [RowReading], isAlternate: Bool) -> [Bool] {
    let orders = readings.map { $0.order?.isVisual(isAlternate: isAlternate) }
    guard orders.contains(where: { $0 == .some(.some(true)) }) else {
      return readings.map { _ in false }
    }
    return readings.indices.map { index in
      guard let order = readings[index].order else { return false }
      if let isVisual = order.isVisual(isAlternate: isAlternate) { return isVisual }
      if !isAlternate, readings[index].texts.contains(where: { $0?.beginsWithLatin == true }) {
        return false
      }
      for step in [-1, 1] {
        var other = index + step
        while readings.indices.contains(other), readings[other].order != nil {
          if let isVisual = orders[other].flatMap({ $0 }) { return isVisual }
          other += step
        }
      }
      return false
    }
  }
}
