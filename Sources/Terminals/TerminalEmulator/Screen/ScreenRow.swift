/// How a terminal that reorders text treats a row (BDSM, ECMA-48 8.3.4, and the Terminal-WG
/// recommendation). In `implicit` mode, it applies the bidirectional algorithm; in `explicit` mode,
/// it shows the cells as received.
public enum BidiMode: String, Hashable, Sendable {
  /// The terminal orders the text.
  case implicit
  /// The program orders the text.
  case explicit
}

/// The modes of a paragraph that concern its direction (the Terminal-WG recommendation "BiDi in
/// Terminal Emulators").
public struct ParagraphModes: Hashable, Sendable {
  /// Whether terminal or program reorders: BDSM, `CSI 8 h` and `CSI 8 l`.
  public var bidi = BidiMode.implicit
  /// SCP, `CSI 1 SP k` and `CSI 2 SP k`, or SPD; nil for the default.
  public var isRightToLeft: Bool?
  /// Mode 2501: the text's first strong letter sets the direction; nil until a program sets it.
  public var detectsDirection: Bool?
  /// Mode 2500: box drawing is mirrored in right-to-left text.
  public var mirrorsBoxes = false

  /// The modes of a terminal that was just opened.
  public init() {}
}

/// One row of a screen, its cells from the left.
public struct ScreenRow: Sendable {
  package private(set) var storage: [PackedCell]
  /// Bases with marks, and addresses of links, which cells point to by place.
  private var clusters: [String] = []
  private var links: [String] = []
  /// The mode that was current when the row last became a new one, by erasing or scrolling in, or
  /// that was set with the cursor at its first column (as VTE keeps it, row by row).
  public var bidiMode: BidiMode { paragraph.bidi }
  /// All modes of paragraphs, kept like `bidiMode`.
  public internal(set) var paragraph: ParagraphModes
  /// Whether the text ran over the row's end into the next one.
  public internal(set) var isWrapped = false
  /// Whether anything was written or erased since `beginWatching`.
  package private(set) var hasChanged = false
  /// Whether a character of a right-to-left script may be in the row.
  package private(set) var mayHoldRightToLeft = false
  /// Bits that a reader of the screen remembers of the row. They stay with the row while it moves,
  /// are copied to rows that get some of its cells, and are 0 again once the row becomes a new one.
  package private(set) var note: UInt64 = 0
  /// Who wrote the row, until it becomes a new one.
  package private(set) var marks = LineMarks()
  /// What a reader found in the row, which holds until `hasChanged`. It stays with the row while it moves.
  package private(set) var reading: (any AnyObject & Sendable)?

  init(columns: Int, style: CellStyle = .plain, paragraph: ParagraphModes = ParagraphModes()) {
    storage = Array(repeating: .erased(style), count: columns)
    self.paragraph = paragraph
  }

  // MARK: Looking

  /// All cells from the left.
  public var cells: [ScreenCell] { storage.map(unpacked) }

  /// The cell in a column, from 0.
  public func cell(_ column: Int) -> ScreenCell { unpacked(storage[column]) }

  /// Calls `body` with each scalar of a cell: the base, then its marks; with none in the right half
  /// of a wide character.
  package func forEachScalar(of column: Int, _ body: (Unicode.Scalar) -> Void) {
    let cell = storage[column]
    if cell.content & PackedCell.clusterFlag != 0 {
      clusters[Int(cell.content & ~PackedCell.clusterFlag)].unicodeScalars.forEach(body)
    } else if !cell.isContinuation, let scalar = Unicode.Scalar(cell.content) {
      body(scalar)
    }
  }

  /// The address of the link that a cell belongs to.
  package func link(of column: Int) -> String? {
    storage[column].link == 0 ? nil : links[Int(storage[column].link) - 1]
  }

  // MARK: Watching

  /// `hasChanged` reports changes from now on; the other values are what the reader found.
  package mutating func beginWatching(
    holdsRightToLeft: Bool, note: UInt64, reading: (any AnyObject & Sendable)?
  ) {
    hasChanged = false
    mayHoldRightToLeft = holdsRightToLeft
    (self.note, self.reading) = (note, reading)
  }

  /// Reports the row as changed, because its meaning depends on another row that changed.
  package mutating func markChanged() { hasChanged = true }

  mutating func mark(_ marks: LineMarks) {
    guard marks != self.marks else { return }
    (self.marks, hasChanged) = (marks, true)
  }

  private func unpacked(_ cell: PackedCell) -> ScreenCell {
    ScreenCell(
      text(of: cell), width: cell.width, style: cell.style,
      link: cell.link == 0 ? nil : links[Int(cell.link) - 1])
  }

  private func text(of cell: PackedCell) -> String {
    if cell.content & PackedCell.clusterFlag != 0 {
      return clusters[Int(cell.content & ~PackedCell.clusterFlag)]
    }
    if cell.isTab { return " " }
    return cell.isContinuation ? "" : String(Unicode.Scalar(cell.content)!)
  }

  /// The text of the row from left to right, without trailing blanks.
  public var text: String {
    var text = ""
    var blanks = 0
    for cell in storage {
      if cell.isBlank {
        blanks += 1
      } else {
        for _ in 0..<blanks { text.append(" ") }
        blanks = 0
        text += self.text(of: cell)
      }
    }
    return text
  }

  /// The cells of some columns as a separate row. A wide character that is cut at an end becomes a
  /// blank.
  public func part(_ columns: Range<Int>) -> ScreenRow {
    var part = self
    let columns = columns.clamped(to: 0..<storage.count)
    part.split(at: columns.lowerBound)
    part.split(at: columns.upperBound)
    part.storage = Array(part.storage[columns])
    return part
  }

  // MARK: Writing

  /// Writes printable ASCII at a column. Wide characters cut at either end become blanks.
  mutating func write(
    _ text: UnsafeBufferPointer<UInt8>, at column: Int, style: CellStyle, link: String?
  ) {
    split(at: column)
    split(at: column + text.count)
    let link = place(ofLink: link)
    hasChanged = true
    storage.withUnsafeMutableBufferPointer { cells in
      for index in 0..<text.count {
        cells[column + index] = PackedCell(
          content: UInt32(text[index]), link: link, style: style)
      }
    }
  }

  /// Writes characters, each to a column; U+0000 after one makes it wide.
  mutating func write(
    _ text: UnsafeBufferPointer<Unicode.Scalar>, at column: Int, style: CellStyle, link: String?
  ) {
    split(at: column)
    split(at: column + text.count)
    let link = place(ofLink: link)
    hasChanged = true
    storage.withUnsafeMutableBufferPointer { cells in
      for index in 0..<text.count {
        if text[index].isOfRightToLeftBlock { mayHoldRightToLeft = true }
        let isWide = index + 1 < text.count && text[index + 1] == "\0"
        cells[column + index] = PackedCell(
          content: text[index].value, width: text[index] == "\0" ? 0 : isWide ? 2 : 1, link: link,
          style: style)
      }
    }
  }

  /// Writes one character of one or two columns.
  mutating func write(
    _ scalar: Unicode.Scalar, width: Int, at column: Int, style: CellStyle, link: String?
  ) {
    split(at: column)
    split(at: column + width)
    let link = place(ofLink: link)
    hasChanged = true
    if scalar.isOfRightToLeftBlock { mayHoldRightToLeft = true }
    storage[column] = PackedCell(
      content: scalar.value, width: UInt8(width), link: link, style: style)
    if width == 2 {
      storage[column + 1] = PackedCell(content: 0, width: 0, link: link, style: style)
    }
  }

  /// Adds a mark to the character in a column; more marks than real terminals keep are dropped.
  mutating func combine(_ mark: Unicode.Scalar, at column: Int) {
    var text = text(of: storage[column])
    guard text.utf8.count < 64 else { return }
    hasChanged = true
    text.unicodeScalars.append(mark)
    if storage[column].content & PackedCell.clusterFlag != 0 {
      clusters[Int(storage[column].content & ~PackedCell.clusterFlag)] = text
      return
    }
    if clusters.count >= 2 * storage.count { dropUnused() }
    storage[column].content = UInt32(clusters.count) | PackedCell.clusterFlag
    clusters.append(text)
  }

  /// Marks columns skipped by a tab if all of them are blank. A tab over text separates nothing.
  mutating func markTab(_ columns: Range<Int>) {
    for column in columns where !storage[column].isBlank { return }
    for column in columns where !storage[column].isTab {
      storage[column].content = 0x09
      hasChanged = true
    }
  }

  /// Turns the row into a new one.
  mutating func reset(style: CellStyle, paragraph: ParagraphModes) {
    let blank = PackedCell.erased(style)
    storage.withUnsafeMutableBufferPointer { $0.update(repeating: blank) }
    if !clusters.isEmpty { clusters = [] }
    if !links.isEmpty { links = [] }
    hasChanged = true
    mayHoldRightToLeft = false
    note = 0
    marks = LineMarks()
    self.paragraph = paragraph
    isWrapped = false
  }

  /// Sets cells. Wide characters cut at either end become blanks.
  mutating func fill(_ columns: Range<Int>, with cell: PackedCell) {
    split(at: columns.lowerBound)
    split(at: columns.upperBound)
    hasChanged = true
    storage.withUnsafeMutableBufferPointer {
      UnsafeMutableBufferPointer(rebasing: $0[columns]).update(repeating: cell)
    }
  }

  func hasProtected(_ columns: Range<Int>) -> Bool {
    columns.contains { storage[$0].style.isProtected }
  }

  /// Erases the cells that are not protected.
  mutating func eraseUnprotected(_ columns: Range<Int>, style: CellStyle) {
    split(at: columns.lowerBound)
    split(at: columns.upperBound)
    hasChanged = true
    for column in columns where !storage[column].style.isProtected {
      storage[column] = .erased(style)
    }
  }

  /// Inserts blanks, which moves cells to the right; cells moved beyond `end` are lost.
  mutating func insertBlanks(_ count: Int, at column: Int, end: Int, style: CellStyle) {
    split(at: column)
    split(at: end)
    split(at: end - count)
    hasChanged = true
    storage.removeSubrange((end - count)..<end)
    storage.insert(contentsOf: repeatElement(.erased(style), count: count), at: column)
  }

  /// Removes cells; the cells up to `end` move left, followed by blanks.
  mutating func remove(_ count: Int, at column: Int, end: Int, style: CellStyle) {
    split(at: column)
    split(at: column + count)
    split(at: end)
    hasChanged = true
    storage.removeSubrange(column..<(column + count))
    storage.insert(contentsOf: repeatElement(.erased(style), count: count), at: end - count)
  }

  /// Copies the cells of these columns from another row, to the same columns or from `first` on.
  mutating func copy(
    _ columns: ClosedRange<Int>, from other: ScreenRow, to first: Int? = nil
  ) {
    let distance = (first ?? columns.lowerBound) - columns.lowerBound
    hasChanged = true
    if other.mayHoldRightToLeft { mayHoldRightToLeft = true }
    note |= other.note
    for column in columns {
      var cell = other.storage[column]
      if cell.content & PackedCell.clusterFlag != 0 {
        if clusters.count >= 2 * storage.count { dropUnused() }
        clusters.append(other.text(of: cell))
        cell.content = UInt32(clusters.count - 1) | PackedCell.clusterFlag
      }
      if cell.link != 0 { cell.link = place(ofLink: other.links[Int(cell.link) - 1]) }
      storage[column + distance] = cell
    }
  }

  /// Changes the styles of cells.
  mutating func restyle(_ columns: Range<Int>, _ change: (inout CellStyle) -> Void) {
    hasChanged = true
    for column in columns { change(&storage[column].style) }
  }

  mutating func resize(to columns: Int) {
    hasChanged = true
    if storage.count > columns {
      split(at: columns)
      storage.removeSubrange(columns...)
    } else {
      storage += repeatElement(PackedCell(), count: columns - storage.count)
    }
  }

  /// Makes `column` a boundary between characters: a wide character across it becomes two blanks.
  mutating func split(at column: Int) {
    guard column > 0, column < storage.count, storage[column].isContinuation else { return }
    for half in [column - 1, column] { storage[half] = PackedCell(style: storage[half].style) }
  }

  private mutating func place(ofLink link: String?) -> UInt16 {
    guard let link else { return 0 }
    if links.last == link { return UInt16(links.count) }
    if let place = links.firstIndex(of: link) { return UInt16(place + 1) }
    if links.count >= 2 * storage.count { dropUnused() }
    links.append(link)
    return UInt16(links.count)
  }

  /// Removes clusters and links that no cell refers to.
  private mutating func dropUnused() {
    var newClusters: [String] = []
    var newLinks: [String] = []
    for column in storage.indices {
      if storage[column].content & PackedCell.clusterFlag != 0 {
        newClusters.append(text(of: storage[column]))
        storage[column].content = UInt32(newClusters.count - 1) | PackedCell.clusterFlag
      }
      guard storage[column].link != 0 else { continue }
      let link = links[Int(storage[column].link) - 1]
      if newLinks.last != link { newLinks.append(link) }
      storage[column].link = UInt16(newLinks.count)
    }
    clusters = newClusters
    links = newLinks
  }
}

extension Unicode.Scalar {
  /// Whether the character is in a block of scripts that run from right to left: those for which
  /// Unicode gives unassigned characters the bidi class R or AL (DerivedBidiClass.txt).
  var isOfRightToLeftBlock: Bool {
    if value < 0x0590 { return false }
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return true
    default: return false
    }
  }
}

/// Rows are equal if their cells are, wherever each row stores what the cells point to.
extension ScreenRow: Hashable {
  public static func == (one: ScreenRow, other: ScreenRow) -> Bool {
    guard one.paragraph == other.paragraph, one.isWrapped == other.isWrapped else { return false }
    if one.clusters == other.clusters, one.links == other.links {
      return one.storage == other.storage
    }
    return one.cells == other.cells
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(paragraph)
    hasher.combine(isWrapped)
    hasher.combine(cells)
  }
}
