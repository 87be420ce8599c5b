import BidiText

/// What must hold for any bytes whatever on their way through filter, levels, joining, wrapping,
/// truncation and caret; for the fuzzer and its short form in the tests.
public enum LayoutInvariants {
  /// Says what does not hold, or `nil`.
  ///
  /// The first byte chooses the direction, the second a width; the rest is text, once as foreign
  /// UTF-8 and once, with all controls left in, as characters that matter to the algorithms.
  public static func violation(bytes: [UInt8]) -> String? {
    guard bytes.count > 2 else { return nil }
    let direction: ParagraphDirection =
      switch bytes[0] % 4 {
      case 0: .leftToRight
      case 1: .rightToLeft
      case 2: .firstStrong(fallback: .leftToRight)
      default: .firstStrong(fallback: .rightToLeft)
      }
    let limit = 1 + Int(bytes[1] % 40)
    let foreign = ForeignText.decoded(bytes[2...])
    return violation(filtered: foreign)
      ?? violation(in: Array(foreign.unicodeScalars), direction, limit)
      ?? violation(in: scalars(bytes[2...]), direction, limit)
  }

  /// Says what does not hold for a text with both kinds of widths.
  public static func violation(
    in scalars: [Unicode.Scalar], _ direction: ParagraphDirection, _ limit: Int
  ) -> String? {
    violation(in: scalars, direction, limit, .characters)
      ?? violation(in: scalars, direction, limit, .clusters)
  }

  /// Characters at which rules turn; a byte names one of them, or with the next byte any of the
  /// lower planes.
  private static let telling: [Unicode.Scalar] =
    Array(
      ("ab אالب\u{640}1١+%,\u{300}\u{64E}\t\n\r!()[]<\u{2329}"
        + "\u{3009}\u{AD}\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}\u{61C}\u{202A}\u{202B}\u{202C}"
        + "\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}\u{4E2D}\u{AC00}"
        + "\u{1100}\u{1161}\u{1F469}\u{1F1EA}\u{FE0F}\u{E0001}\u{6DD}\u{903}").unicodeScalars)
    + ["\0"]

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = bytes
    while let first = rest.popFirst() {
      if first < 224 {
        result.append(telling[Int(first) % telling.count])
      } else if let second = rest.popFirst() {
        let value = UInt32(first & 31) << 12 | UInt32(second) << 4
        result.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      }
    }
    return result
  }

  private static func violation(filtered text: String) -> String? {
    for scalar in text.unicodeScalars {
      if scalar.isDirectionalFormatting || scalar.value < 0x20
        || (0x7F...0x9F).contains(scalar.value)
      {
        return "U+\(String(scalar.value, radix: 16)) passed the filter"
      }
    }
    if ForeignText.filtered(text) != text { return "filtering twice is not filtering once" }
    return nil
  }

  private static func violation(
    in scalars: [Unicode.Scalar], _ direction: ParagraphDirection, _ limit: Int,
    _ widths: CellWidths
  ) -> String? {
    let paragraph = Paragraph(scalars: scalars, direction: direction, widths: widths)
    if paragraph.levels.contains(where: { $0 < paragraph.level || $0 > 126 }) {
      return "a level out of range"
    }
    let order = LineOrder.visualToLogical(paragraph.levels)
    let places = LineOrder.logicalToVisual(paragraph.levels)
    if !order.indices.allSatisfy({ places[order[$0]] == $0 }) { return "no permutation" }

    let lines = paragraph.lines(width: limit)
    if lines.isEmpty { return "no line" }
    var end = 0
    for range in paragraph.lineRanges(width: limit) {
      if range.lowerBound < end { return "lines overlap" }
      if let lost = scalars[end..<range.lowerBound].first(where: { !isLeftOut($0, widths) }) {
        return "\(points([lost])) of \(points(scalars)) is in no line of \(limit)"
      }
      end = range.upperBound
    }
    if end > scalars.count { return "a line beyond the end" }
    if !scalars[end...].allSatisfy({ isLeftOut($0, widths) }) { return "the end is in no line" }
    if let wide = lines.first(where: { $0.width > limit && visibleClusters($0) > 1 }) {
      return "a line of \(wide.width) columns for \(limit): \(points(wide.scalars)) "
        + "of \(points(scalars))"
    }
    let truncated = paragraph.truncated(to: limit)
    if truncated.width > limit { return "truncated to \(truncated.width) for \(limit)" }
    let apart = Paragraph(
      scalars: scalars, direction: direction, joinsLetters: false, widths: widths)
    for line in [paragraph.line, truncated, apart.line] + lines {
      if let violation = violation(in: line) ?? splitCluster(in: line) { return violation }
    }
    return nil
  }

  /// Spaces, line breaks and what takes no cell are between lines, and nothing else.
  private static func isLeftOut(_ scalar: Unicode.Scalar, _ widths: CellWidths) -> Bool {
    switch scalar.value {
    case 0x20, 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: true
    default: !hasCell(scalar, widths)
    }
  }

  /// Whether a character takes a cell after a letter.
  private static func hasCell(_ scalar: Unicode.Scalar, _ widths: CellWidths) -> Bool {
    Paragraph(scalars: ["a", scalar], direction: .leftToRight, widths: widths).width > 1
  }

  /// The number of user-perceived characters that have a cell of their own.
  private static func visibleClusters(_ line: TextLine) -> Int {
    // Letters that a virama joins have one together.
    if line.widths == .clusters { return CaretMap(line).positions.count - 1 }
    var breaker = GraphemeBreaker()
    return line.scalars.count { breaker.isBoundary(before: $0) && hasCell($0, line.widths) }
  }

  /// Whether a line as it is drawn has all user-perceived characters, each of them whole.
  private static func splitCluster(in line: TextLine) -> String? {
    let drawn = line.drawn(keepsInvisible: true, findsPlaces: true)
    if drawn.glyphs.count != drawn.places.count { return "glyphs without places" }
    if drawn.glyphs.isEmpty { return nil }
    var breaker = GraphemeBreaker()
    var cluster = -1
    let clusters = line.scalars.map { scalar in
      if breaker.isBoundary(before: scalar) { cluster += 1 }
      return cluster
    }
    var left: Set<Int> = []
    var last = -1
    for place in drawn.places {
      if clusters[place] == clusters[max(last, 0)], last >= 0 {
        if place < last { return "a cluster in reverse: \(points(line.scalars))" }
      } else if !left.insert(clusters[place]).inserted {
        return "a cluster in two places: \(points(line.scalars))"
      }
      last = place
    }
    // What is drawn from one glyph's first character to the next one's is the text there.
    let order = drawn.places.indices.sorted { drawn.places[$0] < drawn.places[$1] }
    for (number, glyph) in order.enumerated() {
      let start = number == 0 ? 0 : drawn.places[glyph]
      let end = number + 1 < order.count ? drawn.places[order[number + 1]] : line.scalars.count
      let base = drawn.places[glyph]
      var found = Array(drawn.scalars(drawn.glyphs[glyph]).dropFirst())
      for place in start..<end where place != base && isKept(line.scalars[place]) {
        if let same = found.firstIndex(of: line.scalars[place]) {
          found.remove(at: same)
        } else if line.scalars[base] != "\u{644}"
          || line.scalars[place].joiningType != .rightJoining
        {
          return "U+\(points([line.scalars[place]])) is lost of \(points(line.scalars))"
        }
      }
      // Forms of other letters have marks that the letter has not.
      if !found.isEmpty, found != [line.scalars[base]],
        line.scalars[base].joiningType == .nonJoining
      {
        return "\(points(found)) too much for \(points(line.scalars))"
      }
    }
    return nil
  }

  /// Whether a character that starts no cell is drawn: not controls and directional formatting.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      && !scalar.isDirectionalFormatting
  }

  private static func points(_ scalars: [Unicode.Scalar]) -> String {
    scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// Walks from edge to edge: each step must go to the next column that has a position, and the
  /// last one must stay.
  private static func violation(in carets: CaretMap) -> String? {
    let inOrder = carets.positions.sorted { carets.column(of: $0) < carets.column(of: $1) }
    for (place, position) in inOrder.enumerated() {
      let right = inOrder[min(place + 1, inOrder.count - 1)]
      if carets.position(rightOf: position) != right { return "a wrong step to the right" }
      if carets.position(leftOf: position) != inOrder[max(place - 1, 0)] {
        return "a wrong step to the left"
      }
    }
    return nil
  }

  private static func violation(in line: TextLine) -> String? {
    let glyphs = line.glyphs
    if glyphs.reduce(0, { $0 + Int($1.width) }) != line.width { return "glyphs of another width" }
    for glyph in glyphs {
      if glyph.base.isDirectionalFormatting || glyph.base.value < 0x20 || glyph.width == 0 {
        return "U+\(String(glyph.base.value, radix: 16)) became a cell"
      }
    }
    let letters = line.letters
    if letters.count != line.width { return "\(letters.count) letters in \(line.width) columns" }
    if line.width > 0, letters.compactMap({ $0 }).joined() != line.text {
      return "letters that are not the text"
    }
    let carets = CaretMap(line)
    var seen: Set<Int> = []
    for position in carets.positions {
      let column = carets.column(of: position)
      if column < -1 || column > line.width { return "a caret beyond the line" }
      if !seen.insert(column).inserted { return "two carets in one cell" }
      if carets.position(at: column) != position { return "a caret that is not where it is" }
    }
    if let violation = violation(in: carets) { return violation }
    let selected = carets.columns(of: 0..<line.scalars.count).reduce(0) { $0 + $1.count }
    return selected == line.width ? nil : "a selection of everything that is not"
  }
}
