extension Paragraph {
  /// Breaks the paragraph into lines of at most `width` columns, which is 1 or more; returns at
  /// least one line.
  ///
  /// Lines end where UAX #14 allows it (`LineBreaks`), and at line breaks in the text; after a
  /// slash only if nothing else is possible, so that a path that fits stays whole. Spaces at the
  /// end of a line are removed. A word that is longer than a line is broken between user-perceived
  /// characters. Such a character that is wider than a line is a line by itself, of more columns.
  public func lines(width: Int) -> [TextLine] {
    // Most texts on a screen are one line and need no ranges.
    if isOneLine(within: width) { return [line] }
    var lines: [TextLine] = []
    breakLines(within: width) { lines.append(line($0)) }
    return lines
  }

  /// The ranges in `scalars` of the lines that `lines(width:)` returns, in order. Text between two
  /// ranges is not shown.
  public func lineRanges(width limit: Int) -> [Range<Int>] {
    if isOneLine(within: limit) { return [scalars.indices] }
    var ranges: [Range<Int>] = []
    breakLines(within: limit) { ranges.append($0) }
    return ranges
  }

  /// Passes the range of each line to `body`. It builds no array of ranges: on first use, that type
  /// makes the Swift runtime look up `Comparable`, which would delay a program's first frame.
  private func breakLines(within limit: Int, _ body: (Range<Int>) -> Void) {
    var advances = CellAdvances(line)
    advances.markBreaks(scalars)
    LineBreaker(scalars: scalars, advances: advances, limit: limit).forEachLine(body)
  }

  private func isOneLine(within limit: Int) -> Bool {
    precondition(limit > 0, "a line has at least one column")
    return width <= limit && !scalars.contains(where: isLineBreak)
  }

  /// The paragraph as one line of at most `width` columns. If it does not fit, it is cut at its
  /// logical end, and an ellipsis is added on the side where reading ends.
  public func truncated(to limit: Int) -> TextLine {
    guard width > limit else { return line }
    guard limit > 0 else { return line(0..<0) }
    let advances = CellAdvances(line)
    var end = 0
    var used = 0
    for place in scalars.indices {
      if advances.isClusterStart(place) { end = place }
      used += advances.columns(place)
      if used > limit - 1 { break }
    }
    while end > 0, isWhiteSpace(scalars[end - 1]), advances.isClusterStart(end - 1) { end -= 1 }
    var cut = line(0..<end)
    cut.scalars.append("\u{2026}")
    cut.levels.append(level)
    cut.width += 1
    return cut
  }
}

/// Whether the character always ends a line: class B of UAX #9, and BK, CR, LF and NL of UAX #14.
private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: true
  default: false
  }
}

/// White_Space, whose characters are listed here, because they are few.
private func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
    0x3000:
    true
  default: false
  }
}

/// Fills lines greedily; looks at each character at most twice.
private struct LineBreaker {
  let scalars: [Unicode.Scalar]
  let advances: CellAdvances
  let limit: Int

  func forEachLine(_ body: (Range<Int>) -> Void) {
    var step = Step(next: 0)
    var isEmpty = true
    while !step.isLast {
      step = nextLine(from: step.next)
      if let line = step.line {
        body(line)
        isEmpty = false
      }
    }
    if isEmpty { body(0..<0) }
  }

  private struct Step {
    /// `nil` if nothing is left to show: spaces at the start of a line.
    var line: Range<Int>?
    var next: Int
    var isLast = false
  }

  private func nextLine(from start: Int) -> Step {
    var place = start
    var used = 0
    // The end of the visible part, without the spaces after it.
    var end = start
    // The end of the line, and the start of the next one, at the last break opportunity.
    var opportunity: (end: Int, next: Int)?
    var opportunityInPath: (end: Int, next: Int)?
    while place < scalars.count {
      let scalar = scalars[place]
      if isLineBreak(scalar) {
        let isPair = scalar == "\r" && place + 1 < scalars.count && scalars[place + 1] == "\n"
        return Step(
          line: start..<(used > limit ? end : place), next: place + (isPair ? 2 : 1))
      }
      if place > start, allowsBreak(before: place) {
        if scalars[place - 1] == "/" {
          opportunityInPath = (end, place)
        } else {
          opportunity = (end, place)
        }
      }
      let (next, columns) = cluster(at: place, isWhole: used == 0)
      // A space with a mark is no space.
      if scalar == " ", next == place + 1, next == scalars.count || advances.isClusterStart(next) {
        used += 1
        place = next
        continue
      }
      if columns > 0, used > 0, used + columns > limit {
        let (end, next) = opportunity ?? opportunityInPath ?? (end, place)
        return Step(line: end == start ? nil : start..<end, next: next)
      }
      used += columns
      // Only a cluster at the start of a line is taken although it does not fit; no break before it helps.
      if columns > limit { (opportunity, opportunityInPath) = (nil, nil) }
      // An invisible character after spaces does not count either.
      if columns > 0 || end == place { end = next }
      place = next
    }
    let isEmpty = start == scalars.count && start > 0 && !isLineBreak(scalars[start - 1])
    return Step(
      line: isEmpty ? nil : start..<(used > limit ? end : place), next: place, isLast: true)
  }

  /// Whether a line may end before this character: where UAX #14 says so, and at a space before a
  /// slash, because paths begin with one (rule LB13).
  private func allowsBreak(before place: Int) -> Bool {
    advances.allowsBreak(before: place) || scalars[place] == "/" && scalars[place - 1] == " "
  }

  /// The end and the columns of the cluster at `place`. One that is wider than a line is scanned to
  /// its end only if it begins the line: otherwise it begins the next one, which scans it again.
  private func cluster(at place: Int, isWhole: Bool) -> (end: Int, columns: Int) {
    var end = place + 1
    var columns = advances.columns(place)
    while end < scalars.count, isWhole || columns <= limit, !advances.isClusterStart(end) {
      columns += advances.columns(end)
      end += 1
    }
    return (end, columns)
  }
}
