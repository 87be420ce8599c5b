import TerminalHarness

extension Screen {
  /// The screen as an SVG picture for documentation. Cells have the width of DejaVu Sans Mono.
  /// Arabic is in logical order and plain letters, which the viewer joins, so it can be searched,
  /// copied and read aloud.
  ///
  /// Joining is shown as on the terminal: adjacent letters that are not presentation forms, which a
  /// terminal shows unjoined, are kept separate here too.
  ///
  /// - Parameters:
  ///   - title: the alternative text of the picture; nil is the window's title.
  ///   - showsCursor: whether a visible cursor is drawn.
  func svg(
    title: String? = nil, look: PictureLook = PictureLook(), showsCursor: Bool = true
  ) -> String {
    var picture = Picture(size: size, look: look)
    picture.open(title: title ?? (self.title.isEmpty ? "Terminal screen" : self.title))
    for (row, content) in grid.enumerated() { picture.draw(content, row, modes.reverseVideo) }
    if showsCursor, cursor.isVisible { picture.drawCursor(cursor) }
    picture.close()
    return picture.text
  }
}

/// How pictures look: `PictureLook(palette: .light, font: "Cascadia Mono")`.
struct PictureLook: Sendable {
  /// The colours.
  var palette = Palette.dark
  /// A monospaced font, tried before DejaVu Sans Mono; cells keep the width of the latter.
  var font: String?
  /// Whether each letter that is not ASCII is drawn in its cell, in the form that the program gave
  /// it. That is for programs that draw SVG without stretching texts, such as librsvg; such a
  /// picture cannot be searched or read aloud.
  var placesEachLetter = false
}

/// An SVG document in the making.
struct Picture {
  // DejaVu Sans Mono's advance is 0.602 of its size: this size gives whole pixels, so that no seam
  // shows between grounds side by side.
  static let cellWidth = 10.0
  static let cellHeight = 19.0
  static let fontSize = 16.61
  static let margin = 12.0
  /// The distance from a row's top to its baseline.
  static let ascent = 15.0

  let size: TerminalSize
  let look: PictureLook
  var text = ""

  private var palette: Palette { look.palette }

  var width: Double { Double(size.columns) * Self.cellWidth + 2 * Self.margin }
  var height: Double { Double(size.rows) * Self.cellHeight + 2 * Self.margin }

  mutating func open(title: String) {
    let (width, height) = (number(width), number(height))
    let font = look.font.map { "'\(escaped($0.filter { $0 != "'" && $0 != "\"" }))', " } ?? ""
    text += """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" \
      font-family="\(font)'DejaVu Sans Mono', 'Noto Sans Mono', monospace" \
      font-size="\(number(Self.fontSize))" shape-rendering="crispEdges">
      <title>\(escaped(title))</title>
      <rect width="100%" height="100%" rx="8" fill="\(hexadecimal(palette.background))"/>

      """
  }

  mutating func close() { text += "</svg>\n" }

  mutating func draw(_ row: ScreenRow, _ index: Int, _ isReversed: Bool) {
    fill(row.cells, index, isReversed)
    var letters = row.cells
    for (column, cell) in row.cells.enumerated() {
      guard let arms = Self.arms(cell), !cell.style.conceal else { continue }
      rule(arms, index, column, cell.style, isReversed)
      letters[column].text = " "
    }
    let isInOrder = row.isWrittenInOrder
    for run in runs(letters) where run.cells.contains(where: { !$0.isBlank }) {
      write(run, index, isReversed, isInOrder)
    }
  }

  mutating func drawCursor(_ cursor: Cursor) {
    text += """
      <rect x="\(x(cursor.column))" y="\(y(cursor.row))" width="\(number(Self.cellWidth))" \
      height="\(number(Self.cellHeight))" fill="none" \
      stroke="\(hexadecimal(palette.foreground))" stroke-width="1.5"/>

      """
  }

  /// The arms of a light box drawing character: left, right, top and bottom.
  private static func arms(_ cell: ScreenCell) -> [Bool]? {
    switch cell.text {
    case "─": [true, true, false, false]
    case "│": [false, false, true, true]
    case "┌": [false, true, false, true]
    case "┐": [true, false, false, true]
    case "└": [false, true, true, false]
    case "┘": [true, false, true, false]
    case "├": [false, true, true, true]
    case "┤": [true, false, true, true]
    case "┬": [true, true, false, true]
    case "┴": [true, true, true, false]
    case "┼": [true, true, true, true]
    default: nil
    }
  }

  /// Draws a box drawing character as lines: glyphs would leave gaps between rows, or be blurred.
  private mutating func rule(
    _ arms: [Bool], _ row: Int, _ column: Int, _ style: CellStyle, _ isReversed: Bool
  ) {
    let left = Self.margin + Double(column) * Self.cellWidth
    let top = Self.margin + Double(row) * Self.cellHeight
    let ends = [
      arms[0] ? left : left + Self.cellWidth / 2,
      arms[1] ? left + Self.cellWidth : left + Self.cellWidth / 2,
      arms[2] ? top : top + Self.cellHeight / 2,
      arms[3] ? top + Self.cellHeight : top + Self.cellHeight / 2,
    ]
    var path = ""
    if arms[0] || arms[1] {
      path += "M\(number(ends[0]))"
      path += " \(number(top + Self.cellHeight / 2))H\(number(ends[1]))"
    }
    if arms[2] || arms[3] {
      path += "M\(number(left + Self.cellWidth / 2)) \(number(ends[2]))V\(number(ends[3]))"
    }
    text += """
      <path d="\(path)" stroke="\(hexadecimal(colors(style, isReversed).ink))"/>

      """
  }

  /// Adjacent cells that are drawn as one text. They have one style, and are either a right-to-left
  /// word or contain no right-to-left letters.
  private struct Run {
    var column: Int
    var cells: [ScreenCell]
    var isRightToLeft: Bool
    var style: CellStyle { cells[0].style }
  }

  private func runs(_ cells: [ScreenCell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      let isRightToLeft = cell.isRightToLeft && !look.placesEachLetter
      if let last = runs.last, last.style == cell.style,
        cell.isContinuation
          || last.isRightToLeft == isRightToLeft
            && (isRightToLeft || !breaksRun(cell, cells, column))
      {
        runs[runs.count - 1].cells.append(cell)
      } else {
        runs.append(Run(column: column, cells: [cell], isRightToLeft: isRightToLeft))
      }
    }
    return runs
  }

  /// Whether a cell starts a new run. The advance of a wide character is not two cells in every
  /// font, so a run ends after it; a run also ends at a gap.
  private func breaksRun(_ cell: ScreenCell, _ cells: [ScreenCell], _ column: Int) -> Bool {
    let before = cells[column - 1]
    if look.placesEachLetter, !cell.isASCII || !before.isASCII { return true }
    return cell.width == 2 || before.isContinuation
      || !cell.isBlank && column >= 2 && before.isBlank && cells[column - 2].isBlank
  }

  private func colors(_ style: CellStyle, _ isReversed: Bool) -> (ink: UInt32, ground: UInt32) {
    let ink = palette.value(bright(style), standard: palette.foreground)
    let ground = palette.value(style.background, standard: palette.background)
    return style.reverse != isReversed ? (ground, ink) : (ink, ground)
  }

  /// Bold text in a normal colour uses the bright one, as in xterm and VTE.
  private func bright(_ style: CellStyle) -> TerminalColor {
    if style.bold, case .indexed(let index) = style.foreground, index < 8 {
      return .indexed(index + 8)
    }
    return style.foreground
  }

  /// Fills each run of one background with one rectangle.
  private mutating func fill(_ cells: [ScreenCell], _ row: Int, _ isReversed: Bool) {
    var start = 0
    for column in 1...cells.count {
      let ground = colors(cells[start].style, isReversed).ground
      if column < cells.count, colors(cells[column].style, isReversed).ground == ground { continue }
      if ground != palette.background {
        text += """
          <rect x="\(x(start))" y="\(y(row))" \
          width="\(number(Double(column - start) * Self.cellWidth))" \
          height="\(number(Self.cellHeight))" fill="\(hexadecimal(ground))"/>

          """
      }
      start = column
    }
  }

  private mutating func write(_ run: Run, _ row: Int, _ isReversed: Bool, _ isInOrder: Bool) {
    var cells = run.cells[...]
    var column = run.column
    while cells.first?.isBlank == true, run.style.underline == .none {
      cells.removeFirst()
      column += 1
    }
    while cells.last?.isBlank == true, run.style.underline == .none { cells.removeLast() }
    if run.style.conceal || cells.isEmpty { return }
    let width = number(Double(cells.count) * Self.cellWidth)
    let start = run.isRightToLeft ? column + cells.count : column
    let baseline = number(Self.margin + Double(row) * Self.cellHeight + Self.ascent)
    text += """
      <text x="\(x(start))" y="\(baseline)" fill="\
      \(hexadecimal(colors(run.style, isReversed).ink))" textLength="\(width)" \
      lengthAdjust="\(run.isRightToLeft ? "spacingAndGlyphs" : "spacing")" \
      xml:space="preserve"\(order(run))\(attributes(run.style))>\
      \(escaped(run.isRightToLeft ? letters(cells, isInOrder) : cells.map(\.text).joined()))</text>

      """
  }

  /// Only a right-to-left word is ordered by the viewer's bidirectional algorithm.
  private func order(_ run: Run) -> String {
    if run.isRightToLeft { return " direction=\"rtl\"" }
    return run.cells.allSatisfy(\.isASCII)
      ? "" : " direction=\"ltr\" unicode-bidi=\"bidi-override\""
  }

  /// A word of right-to-left cells in reading order. U+200C (ZWNJ) separates letters that the
  /// terminal does not join, unless the program left that to it.
  private func letters(_ cells: ArraySlice<ScreenCell>, _ isInOrder: Bool) -> String {
    if isInOrder { return cells.map(\.text).joined() }
    var word = ""
    var wasForm = true
    for cell in cells.reversed() {
      let plain = plainLetters(cell.text)
      let isForm = plain != cell.text
      if let last = word.unicodeScalars.last, !(isForm && wasForm), !Self.neverJoinsNext(last) {
        word += "\u{200C}"
      }
      word += plain
      wasForm = isForm
    }
    return word
  }

  /// Whether a letter has joining type R or U (`ArabicShaping.txt`); common letters only.
  private static func neverJoinsNext(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0621...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0671, 0x0698: true
    default: false
    }
  }

  private func attributes(_ style: CellStyle) -> String {
    var attributes = ""
    if style.bold { attributes += " font-weight=\"bold\"" }
    if style.italic { attributes += " font-style=\"italic\"" }
    if style.dim { attributes += " opacity=\"0.65\"" }
    let lines = [
      style.underline != .none ? "underline" : nil, style.strikethrough ? "line-through" : nil,
      style.overline ? "overline" : nil,
    ].compactMap(\.self)
    if !lines.isEmpty { attributes += " text-decoration=\"\(lines.joined(separator: " "))\"" }
    return attributes
  }

  private func x(_ column: Int) -> String { number(Self.margin + Double(column) * Self.cellWidth) }

  private func y(_ row: Int) -> String { number(Self.margin + Double(row) * Self.cellHeight) }

  private func hexadecimal(_ color: UInt32) -> String {
    let digits = String(color, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Two decimals, without trailing zeros.
  func number(_ value: Double) -> String {
    let hundredths = Int(value * 100 + (value < 0 ? -0.5 : 0.5))
    let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
    if part == 0 { return String(whole) }
    return part % 10 == 0 ? "\(whole).\(part / 10)" : "\(whole).\(part < 10 ? "0" : "")\(part)"
  }

  func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
