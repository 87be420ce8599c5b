import BidiText

/// The order of a row's text: as its cells are from left to right, or as a person would type it
/// (see `Screen.logicalRows`).
public enum TextOrder: Hashable, Sendable {
  /// From left to right, as it is seen.
  case visual
  /// In the order of reading.
  case logical
}

extension ScreenCell {
  /// Whether the cell contains a letter of a right-to-left script.
  package var isRightToLeft: Bool { Place.kind(self) == .right }

  package var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}

extension Screen {
  /// Each row as a person would type it: right-to-left text in reading order, and Arabic
  /// presentation forms as plain letters. A test can then use
  /// `screen.logicalRows[5].contains("English (EN)")`.
  ///
  /// A row whose text the terminal is to order (`ScreenRow.isWrittenInOrder`) is as it was written. In any
  /// other, the logical order cannot always be recovered: a left-to-right and a right-to-left paragraph
  /// can have equal cells. A row is split into pieces at frames and at two or more blanks. A piece
  /// that begins and ends with letters of one direction has that direction; any other has the
  /// direction of most letters on the screen. If a test knows the direction, it can use
  /// `row.logicalText(.rightToLeft)`; `shows(_:)` tries both.
  public var logicalRows: [String] {
    let direction = direction
    return grid.map { $0.logicalText(direction) }
  }

  /// Each row's text in the given order.
  public func rows(in order: TextOrder) -> [String] { order == .visual ? rows : logicalRows }

  /// The direction of most letters on the screen.
  public var direction: Direction {
    grid.reduce(0) { $0 + $1.balance } > 0 ? .rightToLeft : .leftToRight
  }

  /// Whether a row contains this text, in visual order or in logical order in a paragraph of either
  /// direction.
  public func shows(_ text: String) -> Bool { grid.contains { $0.shows(text) } }
}

extension ScreenRow {
  /// Whether the program left the order of right-to-left text to the terminal: the row's mode is not
  /// `explicit` (BDSM), and no Arabic letter is a presentation form, which is how programs write that order
  /// and join text themselves.
  package var isWrittenInOrder: Bool {
    bidiMode == .implicit && mayHoldRightToLeft
      && cells.allSatisfy { $0.isASCII || plainLetters($0.text) == $0.text }
  }

  /// The row as a person would type it; see `Screen.logicalRows`.
  ///
  /// - Parameter direction: the layout's direction, which sets the order of the row's pieces and
  ///   the direction of ambiguous pieces; nil for the direction of most letters in the row.
  public func logicalText(_ direction: Direction? = nil) -> String {
    var result = logicalPlaces(direction).map(\.text).joined()
    while result.last == " " { result.removeLast() }
    return result
  }

  /// Whether the row holds this text; see `Screen.shows(_:)`.
  ///
  /// - Parameter order: how the text is given; nil: either way.
  public func shows(_ wanted: String, order: TextOrder? = nil) -> Bool {
    !occurrences(of: wanted, in: order).isEmpty
  }

  /// The columns of this text, from the left; in visual order, in logical order in a paragraph of
  /// either direction, or in any of these. Blanks at its end, as after a prompt, may be cells after
  /// the row's last character.
  func occurrences(of wanted: String, in order: TextOrder? = nil) -> [Range<Int>] {
    let wanted = Array(wanted.utf8)
    if wanted.isEmpty { return [] }
    let blanks = wanted.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return occurrences(in: order, blanks: blanks < wanted.count ? blanks : 0) { text in
      let text = Array(text.utf8)
      guard text.count >= wanted.count else { return [] }
      return (0...(text.count - wanted.count))
        .filter { text[$0] == wanted[0] && text[$0...].starts(with: wanted) }
        .map { $0..<($0 + wanted.count) }
    }
  }

  /// The columns of a search's matches in the row's text, which it returns in UTF-8 code units.
  ///
  /// - Parameter blanks: how many blanks at the row's end the text has in visual order.
  func occurrences(
    in order: TextOrder?, blanks: Int = 0, _ search: (String) -> [Range<Int>]
  ) -> [Range<Int>] {
    let visual = visualPlaces(blanks: blanks)
    var orders = order == .logical ? [] : [visual]
    if visual.contains(where: { $0.kind == .right }) {
      if order == .logical, isWrittenInOrder { orders = [visual] }
      if order != .visual { orders += [logicalPlaces(.leftToRight), logicalPlaces(.rightToLeft)] }
    } else if orders.isEmpty {
      orders = [visual]
    }
    var found: [Range<Int>] = []
    for places in orders {
      for columns in Self.columns(in: places, search) where !found.contains(columns) {
        found.append(columns)
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  private static func columns(
    in places: [Place], _ search: (String) -> [Range<Int>]
  ) -> [Range<Int>] {
    var text = ""
    var owners: [Int] = []
    for (index, place) in places.enumerated() {
      text += place.text
      owners += repeatElement(index, count: place.text.utf8.count)
    }
    return search(text).filter { !$0.isEmpty && $0.upperBound <= owners.count }.map { range in
      let columns = owners[range].map { places[$0].columns }
      return columns.map(\.lowerBound).min()!..<columns.map(\.upperBound).max()!
    }
  }

  private func logicalPlaces(_ direction: Direction?) -> [Place] {
    let places = visualPlaces()
    if isWrittenInOrder { return places }
    guard places.contains(where: { $0.kind == .right }) || direction == .rightToLeft else {
      return places
    }
    let direction = direction ?? (balance > 0 ? .rightToLeft : .leftToRight)
    let pieces = cut(places)
    return (direction == .rightToLeft ? pieces.reversed() : pieces)
      .flatMap { reorder($0, direction) }
  }

  /// The number of right-to-left letters minus that of left-to-right letters.
  var balance: Int {
    var balance = 0
    for cell in cells {
      switch Place.kind(cell) {
      case .right: balance += 1
      case .left: balance -= 1
      default: break
      }
    }
    return balance
  }

  /// The characters from left to right, with at most this many blanks at the end.
  private func visualPlaces(blanks: Int = 0) -> [Place] {
    var places: [Place] = []
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      places.append(Place(cell, at: column))
    }
    let trailing = places.reversed().prefix { $0.kind == .blank }.count
    places.removeLast(max(0, trailing - blanks))
    return places
  }

  /// Splits at frames and at two or more blanks, which become separate pieces.
  private func cut(_ places: [Place]) -> [[Place]] {
    var pieces: [[Place]] = []
    var isGap = true
    for (index, place) in places.enumerated() {
      let isBlankBeside =
        place.kind == .blank
        && (index + 1 < places.count && places[index + 1].kind == .blank
          || index > 0 && places[index - 1].kind == .blank)
      let belongsToGap =
        place.kind == .frame || isBlankBeside || place.kind == .blank && (index == 0 || isGap)
      if pieces.isEmpty || belongsToGap || belongsToGap != isGap {
        pieces.append([place])
      } else {
        pieces[pieces.count - 1].append(place)
      }
      isGap = belongsToGap
    }
    return pieces
  }
}

/// One character of a row, with the properties that the bidirectional algorithm needs.
private struct Place {
  /// Strong left, strong right, European and Arabic numbers, number separators and terminators (UAX
  /// #9, table 4), and everything else.
  enum Kind {
    case left, right, european, arabic, separator, terminator, neutral, blank, frame
  }

  var text: String
  var kind: Kind
  var level = 0
  let columns: Range<Int>

  init(_ cell: ScreenCell, at column: Int) {
    text = plainLetters(cell.text)
    kind = Self.kind(cell)
    columns = column..<(column + Int(cell.width))
  }

  static func kind(_ cell: ScreenCell) -> Kind {
    cell.isBlank ? .blank : kind(cell.text.unicodeScalars.first ?? " ")
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x30...0x39, 0x06F0...0x06F9: .european
    case 0x0660...0x0669, 0x066B, 0x066C: .arabic
    case 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x060C: .separator
    case 0x23, 0x24, 0x25, 0xA3, 0xB0, 0x066A, 0x20A0...0x20CF: .terminator
    case 0x21...0x40, 0x5B...0x60, 0x7B...0x7E: .neutral
    case 0x2500...0x259F: .frame
    case 0x061B...0x061F, 0x06DD...0x06DE, 0x06E9, 0xFD3E...0xFD4F: .neutral
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      .right
    default: scalar.properties.isAlphabetic ? .left : .neutral
    }
  }
}

/// Reorders a piece's places from visual to logical order. It uses the rules of UAX #9 unchanged,
/// because the reordering of rule L2 is its own inverse once the levels are right.
private func reorder(_ piece: [Place], _ layout: Direction) -> [Place] {
  let strong = piece.map(\.kind).filter { (kind: Place.Kind) in kind == .left || kind == .right }
  guard strong.contains(.right) else { return piece }
  let isRightToLeft =
    strong.first == strong.last ? strong.first == .right : layout == .rightToLeft
  var places = piece
  resolveNumbers(&places)
  resolveNeutrals(&places, isRightToLeft ? .right : .left)
  for index in places.indices {
    switch places[index].kind {
    case .left: places[index].level = isRightToLeft ? 2 : 0
    case .right: places[index].level = 1
    default: places[index].level = 2
    }
  }
  for index in places.indices where places[index].level == 1 {
    // Rule L4.
    let scalars = places[index].text.unicodeScalars
    if scalars.count == 1, let image = scalars.first?.bidiMirrored {
      places[index].text = String(image)
    }
  }
  for level in [2, 1] { reverseRuns(&places, from: level) }
  return places
}

/// Rules W4, W5 and W7: signs between and next to digits belong to the number, and a number after a
/// left-to-right letter is left-to-right text.
private func resolveNumbers(_ places: inout [Place]) {
  for index in places.indices where places[index].kind == .separator {
    let isBetween = index > 0 && index + 1 < places.count
    if isBetween, places[index - 1].kind == places[index + 1].kind,
      places[index - 1].kind == .european || places[index - 1].kind == .arabic
    {
      places[index].kind = places[index - 1].kind
    } else {
      places[index].kind = .neutral
    }
  }
  for index in places.indices where places[index].kind == .terminator {
    let follows = index > 0 && places[index - 1].kind == .european
    let precedes = index + 1 < places.count && places[index + 1].kind == .european
    places[index].kind = follows || precedes ? .european : .neutral
  }
  var isAfterLeft = false
  for index in places.indices {
    switch places[index].kind {
    case .left: isAfterLeft = true
    case .right: isAfterLeft = false
    case .european where isAfterLeft: places[index].kind = .left
    default: break
    }
  }
}

/// Rules N1 and N2: neutrals between text of one direction take it, others take the paragraph's.
private func resolveNeutrals(_ places: inout [Place], _ base: Place.Kind) {
  func direction(_ kind: Place.Kind) -> Place.Kind? {
    switch kind {
    case .left, .right: kind
    case .european, .arabic: .right
    default: nil
    }
  }
  var start = 0
  while start < places.count {
    guard direction(places[start].kind) == nil else {
      start += 1
      continue
    }
    var end = start
    while end < places.count, direction(places[end].kind) == nil { end += 1 }
    let before = start > 0 ? direction(places[start - 1].kind) : base
    let after = end < places.count ? direction(places[end].kind) : base
    for index in start..<end { places[index].kind = before == after ? before ?? base : base }
    start = end
  }
}

/// Applies rule L2 for one level.
private func reverseRuns(_ places: inout [Place], from level: Int) {
  var start = 0
  while start < places.count {
    var end = start
    while end < places.count, places[end].level >= level { end += 1 }
    places[start..<end].reverse()
    start = max(end, start + 1)
  }
}
