import BidiText
import Cells

/// A line of text as a screen may show it, in visual order with joined forms, and the text that was
/// written. For text that was copied from a terminal.
///
///     ShownText(utf8: "3 \u{FE94}\u{FED0}\u{FEDF}")?.written  // "\u{644}\u{63A}\u{629} 3"
package struct ShownText {
  /// The most characters of a line that is turned; rows of terminals have fewer.
  package static let longest = 4_096

  package let scalars: [Unicode.Scalar]
  /// The number of right-to-left letters.
  package private(set) var letters = 0
  /// Whether it has a form of a letter. Lam and alef as one sign do not count, because keyboards
  /// have a key for it.
  package private(set) var hasForms = false
  /// Whether it has a letter that a screen shows as a form, or controls: it is not from a screen.
  package private(set) var isSpelled: Bool

  /// Nil if the bytes have no right-to-left letter, are not UTF-8, or are more than a row has.
  package init?(utf8 line: [UInt8]) {
    // No right-to-left letter begins with a lower byte.
    guard line.contains(where: { $0 >= 0xD6 }), line.count <= 4 * Self.longest,
      let text = String(validating: line, as: UTF8.self)
    else { return nil }
    scalars = Array(text.unicodeScalars)
    isSpelled = scalars.count > Self.longest
    for scalar in scalars where scalar.value < 0x20 || scalar.value >= 0x7F {
      if scalar.value < 0xA0, scalar != "\t" { isSpelled = true }
      switch scalar.bidiClass {
      case .rightToLeft, .arabicLetter:
        if scalar.isDirectionalFormatting { continue }
        letters += 1
        if BaseLetters.letter(of: scalar) != nil { hasForms = true }
        if BaseLetters.isDrawnAsForm(scalar) { isSpelled = true }
      default: break
      }
    }
    if letters == 0 { return nil }
  }

  /// Whether a character takes no column of its own, and belongs to the one before it.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x0300
      && (scalar.joiningType == .transparent || (0x200B...0x200D).contains(scalar.value))
  }

  /// The line in logical order, with letters in place of forms. Nil if nothing shows that it is in
  /// visual order, or if no text of a paragraph would be shown like this.
  ///
  /// Columns, which box drawing, tabs or wide gaps divide, keep their places.
  package var written: [UInt8]? {
    guard hasForms, !isSpelled else { return nil }
    let cells = ShownCell.cells(scalars)
    let letters =
      Self.isInLogicalOrder(cells)
      ? cells.flatMap(\.letters) : Self.ordered(cells, gap: 4) ?? Self.ordered(cells, gap: 2)
    return letters.map { Array(String(String.UnicodeScalarView($0)).utf8) }
  }

  /// Whether the forms are joined to each other in the order of reading. Then only the forms are
  /// replaced.
  private static func isInLogicalOrder(_ cells: [ShownCell]) -> Bool {
    var balance = 0
    for (one, other) in zip(cells, cells.dropFirst()) {
      guard let one = one.form, let other = other.form else { continue }
      if one.joinsAfter, other.joinsBefore { balance += 1 }
      if one.joinsBefore, other.joinsAfter { balance -= 1 }
    }
    return balance > 0
  }

  /// Orders each field by itself.
  ///
  /// - Parameter gap: the number of blanks that divide fields.
  private static func ordered(_ cells: [ShownCell], gap: Int) -> [Unicode.Scalar]? {
    let fields = fields(of: cells, gap: gap)
    var text: [Unicode.Scalar] = []
    var end = 0
    for field in fields {
      guard let (order, isRightToLeft) = order(cells[field]) else { return nil }
      if fields.count == 1, isRightToLeft {
        // The margins have changed places.
        text += cells[field.upperBound...].flatMap(\.letters)
        return text + order
      }
      text += cells[end..<field.lowerBound].flatMap(\.letters) + order
      end = field.upperBound
    }
    return text + cells[end...].flatMap(\.letters)
  }

  private static func fields(of cells: [ShownCell], gap: Int) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var isDivided = true
    for (place, cell) in cells.enumerated() {
      if cell.isDivider {
        isDivided = true
      } else if !cell.isBlank {
        let goesOn = !isDivided && place - fields[fields.count - 1].upperBound < gap
        let start = goesOn ? fields.removeLast().lowerBound : place
        fields.append(start..<(place + 1))
        isDivided = false
      }
    }
    return fields
  }

  /// The text of a field, in a paragraph whose direction is that of most letters, if such a paragraph
  /// is shown like this.
  private static func order(
    _ cells: ArraySlice<ShownCell>
  ) -> (text: [Unicode.Scalar], isRightToLeft: Bool)? {
    let units = cells.indices.map { RowUnit(cell: Cell(Glyph(cells[$0].base)), column: $0) }
    var balance = 0
    for unit in units {
      switch unit.scalar.bidiClass {
      case .leftToRight: balance -= 1
      case .rightToLeft, .arabicLetter: balance += 1
      default: break
      }
    }
    let directions: [ParagraphDirection] =
      balance > 0 ? [.rightToLeft, .leftToRight] : [.leftToRight, .rightToLeft]
    var found: (units: [RowUnit], direction: ParagraphDirection)?
    for direction in directions {
      let order = ParagraphOrder(of: units, for: ParagraphModel(direction: direction))
      guard order.misplaced == 0 else { continue }
      // Only a piece of a paragraph has another direction than its first letter.
      let level: UInt8 = direction == .rightToLeft ? 1 : 0
      let isWhole = ParagraphModel().levels(order.units).paragraphLevel == level
      if isWhole || found == nil { found = (order.units, direction) }
      if isWhole { break }
    }
    return found.map { units, direction in
      let text = units.flatMap { unit in
        let cell = cells[unit.column]
        return (cell.form?.letters ?? [unit.scalar]) + cell.marks
      }
      return (text, direction == .rightToLeft)
    }
  }
}

/// A character and its marks.
private struct ShownCell {
  let base: Unicode.Scalar
  let form: BaseLetters.Form?
  var marks: [Unicode.Scalar] = []

  /// Marks at the very beginning belong to a blank, as on a screen. U+200E is only there for the
  /// terminal (`RowEncoding.marks`).
  static func cells(_ scalars: [Unicode.Scalar]) -> [ShownCell] {
    var cells: [ShownCell] = []
    for scalar in scalars where scalar != "\u{200E}" {
      if ShownText.isMark(scalar), !cells.isEmpty {
        cells[cells.count - 1].marks.append(scalar)
      } else {
        cells.append(ShownCell(base: scalar, form: BaseLetters.form(scalar)))
      }
    }
    return cells
  }

  var letters: [Unicode.Scalar] { (form?.letters ?? [base]) + marks }
  var isBlank: Bool { base == " " && marks.isEmpty }
  var isDivider: Bool { base == "\t" || base.isBorder }
}
