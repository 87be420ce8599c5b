/// How a terminal that reorders text treats a row (BDSM, ECMA-48 8.3.4, and the Terminal-WG
/// recommendation). In `implicit` mode, it applies the bidirectional algorithm; in `explicit` mode,
/// it shows the cells as received.
public enum BidiMode: String, Hashable, Sendable {
  case implicit, explicit
}

/// One row of a screen, with its cells from the left.
public struct ScreenRow: Sendable {
  private(set) var storage: [PackedCell]
  /// Bases with marks, and URLs of links; cells refer to them by index.
  private var clusters: [String] = []
  private var links: [String] = []
  /// The mode that applied when the row was last started: erased, scrolled in, or set with the
  /// cursor in its first column (VTE keeps it per row in the same way).
  public internal(set) var bidiMode: BidiMode
  /// Whether the text continues in the next row.
  public internal(set) var isWrapped = false

  init(columns: Int, style: CellStyle = .plain, bidiMode: BidiMode = .implicit) {
    storage = Array(repeating: .erased(style), count: columns)
    self.bidiMode = bidiMode
  }

  // MARK: Looking

  /// All cells from the left.
  public var cells: [ScreenCell] { storage.map(unpacked) }

  /// The cell in a column, from 0.
  public func cell(_ column: Int) -> ScreenCell { unpacked(storage[column]) }

  private func unpacked(_ cell: PackedCell) -> ScreenCell {
    ScreenCell(
      text(of: cell), width: cell.width, style: cell.style,
      link: cell.link == 0 ? nil : links[Int(cell.link) - 1])
  }

  private func text(of cell: PackedCell) -> String {
    if cell.content & PackedCell.clusterFlag != 0 {
      return clusters[Int(cell.content & ~PackedCell.clusterFlag)]
    }
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

  // MARK: Writing

  /// Writes printable ASCII at a column. Wide characters cut at either end become blanks.
  mutating func write(
    _ text: UnsafeBufferPointer<UInt8>, at column: Int, style: CellStyle, link: String?
  ) {
    split(at: column)
    split(at: column + text.count)
    let link = place(ofLink: link)
    storage.withUnsafeMutableBufferPointer { cells in
      for index in 0..<text.count {
        cells[column + index] = PackedCell(
          content: UInt32(text[index]), link: link, style: style)
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
    text.unicodeScalars.append(mark)
    if storage[column].content & PackedCell.clusterFlag != 0 {
      clusters[Int(storage[column].content & ~PackedCell.clusterFlag)] = text
      return
    }
    if clusters.count >= 2 * storage.count { dropUnused() }
    storage[column].content = UInt32(clusters.count) | PackedCell.clusterFlag
    clusters.append(text)
  }

  /// Clears the row.
  mutating func reset(style: CellStyle, bidiMode: BidiMode) {
    let blank = PackedCell.erased(style)
    storage.withUnsafeMutableBufferPointer { $0.update(repeating: blank) }
    clusters = []
    links = []
    self.bidiMode = bidiMode
    isWrapped = false
  }

  mutating func fill(_ columns: Range<Int>, with cell: PackedCell) {
    for column in columns { storage[column] = cell }
  }

  /// Inserts blanks, which moves cells to the right; cells moved beyond `end` are lost.
  mutating func insertBlanks(_ count: Int, at column: Int, end: Int, style: CellStyle) {
    split(at: column)
    split(at: end)
    split(at: end - count)
    storage.removeSubrange((end - count)..<end)
    storage.insert(contentsOf: repeatElement(.erased(style), count: count), at: column)
  }

  /// Removes cells; the cells up to `end` move left, followed by blanks.
  mutating func remove(_ count: Int, at column: Int, end: Int, style: CellStyle) {
    split(at: column)
    split(at: column + count)
    split(at: end)
    storage.removeSubrange(column..<(column + count))
    storage.insert(contentsOf: repeatElement(.erased(style), count: count), at: end - count)
  }

  /// Copies the cells in the same columns of another row.
  mutating func copy(_ columns: ClosedRange<Int>, from other: ScreenRow) {
    for column in columns {
      var cell = other.storage[column]
      if cell.content & PackedCell.clusterFlag != 0 {
        if clusters.count >= 2 * storage.count { dropUnused() }
        clusters.append(other.text(of: cell))
        cell.content = UInt32(clusters.count - 1) | PackedCell.clusterFlag
      }
      if cell.link != 0 { cell.link = place(ofLink: other.links[Int(cell.link) - 1]) }
      storage[column] = cell
    }
  }

  mutating func resize(to columns: Int) {
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

/// Rows are equal if their cells are, wherever clusters and links are stored.
extension ScreenRow: Hashable {
  public static func == (one: ScreenRow, other: ScreenRow) -> Bool {
    guard one.bidiMode == other.bidiMode, one.isWrapped == other.isWrapped else { return false }
    if one.clusters == other.clusters, one.links == other.links {
      return one.storage == other.storage
    }
    return one.cells == other.cells
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bidiMode)
    hasher.combine(isWrapped)
    hasher.combine(cells)
  }
}
