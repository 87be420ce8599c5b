import MirrorLayout

/// A terminal's own reordering, after its documentation and its pictures.
public enum TerminalModel: CaseIterable, Sendable {
  /// HarfBuzz: a run between blanks and borders, of one face, whose first letter is Arabic is
  /// turned round.
  case kitty
  /// The same, where Arabic comes out of a font of its own.
  case kittyWithFonts
  /// A left-to-right paragraph (VTE); borders are neutral.
  case vte
  /// The same, and borders are letters (Konsole).
  case konsole
  /// The same, and each piece between borders is a paragraph of its own.
  case pieces
  /// A paragraph by its first letter (PuTTY).
  case putty
  /// The same, and borders are letters.
  case mlterm
  /// Each piece between borders, changes of the look, and the edges of the cursor is a left-to-right
  /// paragraph (QTerminal). The DOM renderer of xterm.js does likewise, except at borders.
  case qterminal

  /// Those that a row in an encoding is meant for.
  public static func all(for encoding: RowEncoding) -> [TerminalModel] {
    switch encoding {
    case .visual, .logical: []
    case .kitty: [.kitty, .kittyWithFonts]
    case .lrm: [.vte, .konsole, .pieces]
    case .paragraph: [.putty]
    case .mlterm: [.mlterm]
    case .qterminal: [.qterminal]
    // Nothing moves, wherever a paragraph begins.
    case .marks: [.vte, .konsole, .pieces, .qterminal]
    }
  }

  /// What the terminal shows of a row, with a blank for what looks like one.
  ///
  /// - Parameters:
  ///   - cursor: the column of its cursor, if that is in the row.
  ///   - sameLook: whether two styles are drawn alike.
  public func shows(
    _ row: [Cell], cursor: Int? = nil, sameLook: (Style, Style) -> Bool = { $0 == $1 }
  ) -> [Cell] {
    reordered(row, cursor, sameLook).map { cell in
      var cell = cell
      if cell.glyph.base == "\u{2800}" { cell.glyph.base = " " }
      return cell
    }
  }

  private func reordered(
    _ row: [Cell], _ cursor: Int?, _ sameLook: (Style, Style) -> Bool
  ) -> [Cell] {
    switch self {
    case .kitty: turned(row, hasArabicFont: true)
    case .kittyWithFonts: turned(row, hasArabicFont: false)
    case .vte: reordered(row, .leftToRight, bordersAreLetters: false)
    case .konsole: reordered(row, .leftToRight, bordersAreLetters: true)
    case .pieces: reorderedInPieces(row)
    case .putty:
      reordered(row, .firstStrong(fallback: .leftToRight), bordersAreLetters: false)
    case .mlterm: reordered(row, .firstStrong(fallback: .leftToRight), bordersAreLetters: true)
    case .qterminal: reorderedByLook(row, cursor, sameLook)
    }
  }

  private static func isBoxDrawing(_ scalar: Unicode.Scalar) -> Bool {
    (0x2500...0x257F).contains(scalar.value)
  }

  private static func isBorder(_ scalar: Unicode.Scalar) -> Bool {
    (0x2500...0x259F).contains(scalar.value)
  }

  private static func endsRun(_ cell: Cell) -> Bool {
    cell.glyph.base == " " || isBorder(cell.glyph.base)
  }

  /// The font of a cell, where Arabic comes out of one of its own.
  private static func font(_ cell: Cell) -> Int {
    [0x0600...0x06FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF].contains {
      $0.contains(cell.glyph.base.value)
    } ? 1 : 0
  }

  /// The face of the font in which a cell is drawn.
  private static func face(_ cell: Cell) -> Int {
    let isBold = cell.style.attributes.contains(.bold) != (cell.face == .otherWeight)
    return (isBold ? 1 : 0) + (cell.face == .slanted ? 2 : 0)
  }

  private func turned(_ row: [Cell], hasArabicFont: Bool) -> [Cell] {
    var shown = row
    var start = 0
    while start < row.count {
      let end =
        row.indices[start...].dropFirst().first {
          Self.face(row[$0]) != Self.face(row[start]) || Self.endsRun(row[$0])
            || Self.endsRun(row[start])
            || !hasArabicFont && Self.font(row[$0]) != Self.font(row[start])
        } ?? row.count
      let run = start..<end
      start = end
      let scripts = run.compactMap { place -> Bool? in
        switch row[place].glyph.base.value {
        case 0x0041...0x007A, 0x4E00...0x9FFF: false
        // Punctuation of Arabic, such as its comma, belongs to no script.
        case 0x0591...0x05F4, 0x0620...0x063F, 0x0641...0x064A, 0x0660...0x06D3, 0x06F0...0x06F9,
          0xFB1D...0xFDFF, 0xFE80...0xFEFC:
          true
        default: nil
        }
      }
      guard scripts.first == true else { continue }
      for (place, source) in zip(run, run.reversed()) {
        let base = row[source].glyph.base
        shown[place].glyph = Glyph(base.bidiMirrored ?? base, marks: row[source].glyph.marks)
      }
    }
    for place in shown.indices { shown[place].face = .own }
    return shown
  }

  private func reordered(
    _ row: [Cell], _ direction: ParagraphDirection, bordersAreLetters: Bool
  ) -> [Cell] {
    var scalars: [Unicode.Scalar] = []
    // The column of each base. Marks stay in the cell of theirs.
    var columns: [Int?] = []
    for column in row.indices where !row[column].isContinuation {
      let glyph = row[column].glyph
      for (place, scalar) in ([glyph.base] + glyph.marks.scalars).enumerated() {
        scalars.append(bordersAreLetters && Self.isBorder(scalar) ? "x" : scalar)
        columns.append(place == 0 ? column : nil)
      }
    }
    let found = EmbeddingLevels(of: scalars, direction: direction)
    let all = LineOrder.levels(
      ofLine: scalars, found.levels, paragraphLevel: found.paragraphLevel)
    var shown: [Cell] = []
    for place in LineOrder.visualToLogical(all) where scalars[place].value != 0x200E {
      guard let column = columns[place] else { continue }
      var cell = row[column]
      cell.glyph.marks = Marks(cell.glyph.marks.scalars.filter { $0.value != 0x200E })
      if all[place] & 1 == 1, let image = cell.glyph.base.bidiMirrored {
        cell.glyph.base = image
      }
      shown += cell.glyph.width == 2 ? [cell, .continuation(cell.style)] : [cell]
    }
    return shown
  }
}

extension TerminalModel {
  private func reorderedByLook(
    _ row: [Cell], _ cursor: Int?, _ sameLook: (Style, Style) -> Bool
  ) -> [Cell] {
    var shown: [Cell] = []
    var start = 0
    while start < row.count {
      let first = row[start]
      let end =
        row.indices[start...].dropFirst().first { place in
          place == cursor || start == cursor
            || Self.isBoxDrawing(row[place].glyph.base) != Self.isBoxDrawing(first.glyph.base)
            || !sameLook(row[place].style, first.style)
        } ?? row.count
      shown += reordered(Array(row[start..<end]), .leftToRight, bordersAreLetters: false)
      start = end
    }
    return shown
  }

  private func reorderedInPieces(_ row: [Cell]) -> [Cell] {
    var shown: [Cell] = []
    var rest = row[...]
    while let first = rest.first {
      let isBorder = Self.isBorder(first.glyph.base)
      let piece = rest.prefix { Self.isBorder($0.glyph.base) == isBorder }
      shown += reordered(Array(piece), .leftToRight, bordersAreLetters: false)
      rest = rest.dropFirst(piece.count)
    }
    return shown
  }
}
