/// The positions of a caret in a line, and their places on the screen.
///
///     let carets = CaretMap(Paragraph("ab \u{5D0}\u{5D1}", direction: .leftToRight).line)
///     carets.column(of: 3)  // 4: the first Hebrew letter is drawn at the right
///     carets.position(leftOf: 3)  // 4
///
/// A position is an index into the line's scalars, from 0 to their count. It is before the
/// character with that index, which a forward deletion removes. A column is a cell from the line's
/// left edge. A terminal's caret is a cell and not an edge: it is on the character that follows it.
/// So every position has exactly one column, also at level boundaries. At the end it is the cell
/// where reading would continue: `width`, or -1 in a right-to-left paragraph.
public struct CaretMap: Hashable, Sendable {
  /// The positions where a caret can stand, ascending: the starts of visible grapheme clusters, and
  /// the end. Invisible characters belong to the cluster before them. Lam-alef is one cluster.
  public private(set) var positions: [Int] = []
  /// The number of columns of the line.
  public let width: Int
  /// Whether the line's paragraph runs from right to left.
  public let isRightToLeft: Bool

  /// The column of each position, including the end.
  private var columns: [Int] = []
  /// The index of the cluster in each column.
  private var owners: [Int]
  /// The edges where reading enters and leaves each cluster, for bar-shaped carets.
  private var entries: [Int] = []
  private var exits: [Int] = []
  /// Whether each cluster is part of a word.
  private var isInWord: [Bool] = []

  /// Finds the positions of a line; takes time proportional to its length.
  public init(_ line: TextLine) {
    let advances = CellAdvances(line)
    let levels = LineOrder.levels(
      ofLine: line.scalars, line.levels, paragraphLevel: line.paragraphLevel)
    width = line.width
    isRightToLeft = line.paragraphLevel & 1 == 1
    owners = [Int](repeating: 0, count: width)
    var clusterLevels: [UInt8] = []
    var clusterWidths: [Int] = []
    for (place, scalar) in line.scalars.enumerated() where advances.columns(place) > 0 {
      if advances.isClusterStart(place) || positions.isEmpty {
        // Format characters at the start of a line belong to its first position.
        positions.append(positions.isEmpty ? 0 : place)
        isInWord.append(TextProperties(scalar.value).isWordPart)
        clusterLevels.append(levels[place])
        clusterWidths.append(0)
      }
      clusterWidths[clusterWidths.count - 1] += advances.columns(place)
    }
    columns = clusterWidths
    entries = clusterWidths
    exits = clusterWidths
    var column = 0
    for cluster in LineOrder.visualToLogical(clusterLevels) {
      let end = column + clusterWidths[cluster]
      let isReversed = clusterLevels[cluster] & 1 == 1
      columns[cluster] = column
      (entries[cluster], exits[cluster]) = isReversed ? (end, column) : (column, end)
      for owned in column..<end { owners[owned] = cluster }
      column = end
    }
    positions.append(line.scalars.count)
    columns.append(isRightToLeft ? -1 : width)
  }

  /// The index of the last position at or before the given one.
  private func index(of position: Int) -> Int {
    var low = 0
    var high = positions.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if positions[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

// MARK: - Logical to visual and back

extension CaretMap {
  /// The column of a caret at this position: -1 to `width`.
  public func column(of position: Int) -> Int { columns[index(of: position)] }

  /// The position of the character drawn in a column, as for a click. Outside the line, the start
  /// of the text on the side where reading begins, and its end on the other.
  public func position(at column: Int) -> Int {
    if owners.indices.contains(column) { return positions[owners[column]] }
    return (column < 0) == isRightToLeft ? positions[positions.count - 1] : 0
  }

  /// The edges of a bar-shaped caret, from 0 to `width`: after the cluster before the position, and
  /// before the cluster after it. They differ at level boundaries.
  public func edges(of position: Int) -> (before: Int, after: Int) {
    let index = index(of: position)
    let start = isRightToLeft ? width : 0
    return (
      index > 0 ? exits[index - 1] : start,
      index < entries.count ? entries[index] : width - start
    )
  }

  /// The columns between two positions, from left to right. There are several ranges if the
  /// selection crosses level boundaries.
  public func columns(of selection: Range<Int>) -> [Range<Int>] {
    let selected = index(of: selection.lowerBound)..<index(of: selection.upperBound)
    var ranges: [Range<Int>] = []
    for (column, owner) in owners.enumerated() where selected.contains(owner) {
      if let last = ranges.last, last.upperBound == column {
        ranges[ranges.count - 1] = last.lowerBound..<column + 1
      } else {
        ranges.append(column..<column + 1)
      }
    }
    return ranges
  }
}

// MARK: - Steps

extension CaretMap {
  /// The next position in reading order, one cluster on.
  public func position(after position: Int) -> Int {
    positions[min(index(of: position) + 1, positions.count - 1)]
  }

  /// The previous position in reading order, one cluster back.
  public func position(before position: Int) -> Int {
    let index = index(of: position)
    return positions[index] < position ? positions[index] : positions[max(index - 1, 0)]
  }

  /// The next position to the left, in either reading direction; the leftmost stays.
  ///
  /// No two positions share a column, so steps in one direction pass every position once.
  public func position(leftOf position: Int) -> Int { self.position(beside: position, step: -1) }

  /// The next position to the right, in either reading direction; the rightmost stays.
  public func position(rightOf position: Int) -> Int { self.position(beside: position, step: 1) }

  private func position(beside position: Int, step: Int) -> Int {
    var nearest = index(of: position)
    let column = columns[nearest]
    var distance = Int.max
    for (index, other) in columns.enumerated() {
      let found = (other - column) * step
      if found > 0, found < distance { (nearest, distance) = (index, found) }
    }
    return positions[nearest]
  }

  /// The end of the word at or after the position.
  public func wordEnd(after position: Int) -> Int {
    var index = index(of: position)
    while index < isInWord.count, !isInWord[index] { index += 1 }
    while index < isInWord.count, isInWord[index] { index += 1 }
    return positions[index]
  }

  /// The start of the word at or before the position.
  public func wordStart(before position: Int) -> Int {
    var index = index(of: position)
    while index > 0, !isInWord[index - 1] { index -= 1 }
    while index > 0, isInWord[index - 1] { index -= 1 }
    return positions[index]
  }
}
