import Cells

extension TextLine {
  /// The line as it is drawn, from left to right. It is reordered (UAX #9, rules L1 to L4), marks
  /// are on their base, brackets are mirrored, and format characters are removed. With
  /// `joinsLetters`, Arabic letters are joined and lam-alef is one glyph. The glyphs' widths add up
  /// to `width`.
  ///
  ///     Paragraph("\u{644}\u{627}", direction: .rightToLeft).line.glyphs  // [Glyph("\u{FEFB}")]
  ///
  /// A letter without presentation forms, such as Kurdish U+06B5, is drawn with those of a letter
  /// of the same skeleton and the mark that makes up the difference. If there is no such letter, it
  /// is drawn unchanged.
  ///
  /// A mark without a base gets a blank as its base. A tab or a line break becomes a blank. A
  /// user-perceived character of several glyphs keeps their order. A fifth mark on one base is dropped.
  /// So is what takes no cell, unless `widths` is `clusters`: then the marks are all other characters of
  /// an emoji.
  public var glyphs: [Glyph] {
    if widths == .characters { return drawn(keepsInvisible: false).glyphs }
    let line = drawn(keepsInvisible: true)
    return line.glyphs.map(line.withoutTail)
  }

  /// The line's glyphs as they are drawn. Characters that do not fit into a glyph are kept beside it.
  ///
  /// - Parameters:
  ///   - keepsInvisible: whether the marks of a glyph are all characters that take no cell, such as
  ///     U+200D and U+FE0F, but no controls and no directional formatting. They and a fifth mark are
  ///     then in `tails`.
  ///   - findsPlaces: whether `places` is filled.
  package func drawn(keepsInvisible: Bool, findsPlaces: Bool = false) -> DrawnLine {
    var line = DrawnLine()
    let isLeftToRight = levels.withUnsafeBufferPointer { isUniform($0, 0) }
    if isLeftToRight, paragraphLevel == 0, scalars.withUnsafeBufferPointer(arePrintableASCII) {
      line.glyphs = scalars.map { Glyph($0) }
      if findsPlaces { line.places = Array(scalars.indices) }
      return line
    }
    if findsPlaces { line.places.reserveCapacity(scalars.count) }
    line.glyphs = [Glyph](unsafeUninitializedCapacity: scalars.count) { glyphs, count in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * scalars.count) { buffer in
        let lineLevels = UnsafeMutableBufferPointer(rebasing: buffer[..<scalars.count])
        let glyphLevels = UnsafeMutableBufferPointer(rebasing: buffer[scalars.count...])
        _ = lineLevels.initialize(fromContentsOf: levels)
        scalars.withUnsafeBufferPointer { resetWhiteSpace($0, lineLevels, paragraphLevel) }
        withForms(scalars, levels, joinsLetters: joinsLetters) { forms in
          var writer = GlyphWriter(
            glyphs: glyphs, levels: glyphLevels, keepsInvisible: keepsInvisible,
            findsPlaces: findsPlaces, line: line)
          writer.write(self, forms, lineLevels)
          line = writer.line
          count = writer.count
        }
        let levels = UnsafeMutableBufferPointer(rebasing: glyphLevels[..<count])
        reverseRuns(glyphs, levels)
        line.places.withUnsafeMutableBufferPointer {
          if !$0.isEmpty { reverseRuns($0, levels) }
        }
      }
    }
    return line
  }
}

/// The glyphs of a line from left to right.
package struct DrawnLine {
  package var glyphs: [Glyph] = []
  /// The index in the line of each glyph's first character, if asked for.
  package var places: [Int] = []
  /// The marks from the third on of each glyph with more than four.
  fileprivate var tails: [[Unicode.Scalar]] = []

  package init() {}

  /// The marks from the third on of a glyph with more than four; nil if it has four at most.
  ///
  /// Their number is in the third and fourth mark as characters for private use, which are no marks.
  @inline(__always) package func tail(_ marks: Marks) -> [Unicode.Scalar]? {
    if tails.isEmpty || marks.fourth.value < Self.low { return nil }
    return tails[Int((marks.third.value - Self.high) << 16 | (marks.fourth.value - Self.low))]
  }

  /// All characters of a glyph.
  package func scalars(_ glyph: Glyph) -> [Unicode.Scalar] {
    guard let tail = tail(glyph.marks) else { return [glyph.base] + glyph.marks.scalars }
    return [glyph.base, glyph.marks.first, glyph.marks.second] + tail
  }

  /// A glyph with marks alone: the first four, if there are more.
  package func withoutTail(_ glyph: Glyph) -> Glyph {
    guard let tail = tail(glyph.marks) else { return glyph }
    var glyph = glyph
    (glyph.marks.third, glyph.marks.fourth) = (tail[0], tail[1])
    return glyph
  }

  fileprivate static let high: UInt32 = 0xF_0000
  fileprivate static let low: UInt32 = 0x10_0000

  /// Keeps a mark that does not fit into the glyph.
  fileprivate mutating func append(_ scalar: Unicode.Scalar, to marks: inout Marks) {
    if marks.fourth.value >= Self.low {
      tails[tails.count - 1].append(scalar)
      return
    }
    let number = UInt32(tails.count)
    guard number >> 16 <= 0xFFFF,
      let high = Unicode.Scalar(Self.high + number >> 16),
      let low = Unicode.Scalar(Self.low + number & 0xFFFF)
    else { return }
    tails.append([marks.third, marks.fourth, scalar])
    (marks.third, marks.fourth) = (high, low)
  }
}

/// Writes the glyphs of a line in logical order, mirrored, with the level of each.
private struct GlyphWriter {
  let glyphs: UnsafeMutableBufferPointer<Glyph>
  let levels: UnsafeMutableBufferPointer<UInt8>
  let keepsInvisible: Bool
  let findsPlaces: Bool
  var line: DrawnLine
  var count = 0
  /// Where the last cluster begins.
  private var cluster = 0
  /// What is before the first glyph and takes no cell.
  private var pending: [Unicode.Scalar] = []

  init(
    glyphs: UnsafeMutableBufferPointer<Glyph>, levels: UnsafeMutableBufferPointer<UInt8>,
    keepsInvisible: Bool, findsPlaces: Bool, line: DrawnLine
  ) {
    self.glyphs = glyphs
    self.levels = levels
    self.keepsInvisible = keepsInvisible
    self.findsPlaces = findsPlaces
    self.line = line
  }

  mutating func write(
    _ text: TextLine, _ forms: UnsafeBufferPointer<Unicode.Scalar>,
    _ lineLevels: UnsafeMutableBufferPointer<UInt8>
  ) {
    var stepper = CellStepper(text)
    for (place, scalar) in text.scalars.enumerated() {
      let form = forms[place]
      let step = stepper.cell(scalar.value, level: text.levels[place])
      if step.widening != 0 {
        glyphs[count - 1].width = UInt8(Int(glyphs[count - 1].width) + step.widening)
      }
      if step.columns == 0 {
        // A merged alef is represented by U+0000.
        if form != "\0" { appendMark(scalar) }
        continue
      }
      if step.startsCluster || count == 0 { endCluster() }
      // A cluster is ordered as one.
      let level = count == cluster ? lineLevels[place] : levels[cluster]
      glyphs.initializeElement(at: count, to: glyph(scalar, form, level, step.columns))
      levels[count] = level
      if findsPlaces { line.places.append(place) }
      count += 1
      if count == 1 { for scalar in pending { add(scalar, to: 0) } }
    }
    endCluster()
  }

  private func glyph(
    _ scalar: Unicode.Scalar, _ form: Unicode.Scalar, _ level: UInt8, _ columns: Int
  ) -> Glyph {
    let properties = CharacterProperties(scalar.value)
    if properties.cellKind == .mark { return Glyph(" ", marks: Marks(CollectionOfOne(scalar))) }
    if properties.cellKind == .control { return Glyph.blank }
    if level & 1 == 1, properties.mirrorKind != .none {
      return Glyph(Unicode.Scalar(mirrorImage(form.value)) ?? form, width: UInt8(columns))
    }
    return Glyph(
      form, marks: form == scalar ? Marks() : addedMarks(scalar), width: UInt8(columns))
  }

  /// Takes a character that starts no cell.
  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    if CharacterProperties(scalar.value).cellKind == .nothing {
      // Controls and directional formatting are never drawn.
      guard keepsInvisible, scalar.value >= 0xA0, !scalar.isDirectionalFormatting else { return }
    }
    if count == 0 { pending.append(scalar) } else { add(scalar, to: count - 1) }
  }

  private mutating func add(_ scalar: Unicode.Scalar, to glyph: Int) {
    if glyphs[glyph].marks.append(scalar) || !keepsInvisible { return }
    line.append(scalar, to: &glyphs[glyph].marks)
  }

  /// Begins a cluster, after the glyphs of the last one are in an order that rule L2 makes logical.
  private mutating func endCluster() {
    if count > cluster + 1, levels[cluster] & 1 == 1 {
      var parts = UnsafeMutableBufferPointer(rebasing: glyphs[cluster..<count])
      parts.reverse()
      if findsPlaces { line.places[cluster..<count].reverse() }
    }
    cluster = count
  }
}

/// Applies rule L2 to glyphs.
private func reverseRuns<Element>(
  _ glyphs: UnsafeMutableBufferPointer<Element>, _ levels: UnsafeMutableBufferPointer<UInt8>
) {
  var highest: UInt8 = 0
  var lowestOdd = UInt8.max
  for level in levels {
    highest = max(highest, level)
    if level & 1 == 1 { lowestOdd = min(lowestOdd, level) }
  }
  guard lowestOdd <= highest else { return }
  // Deep nesting reverses a glyph once a level; moving each at once takes linear time.
  if highest - lowestOdd > 3 { return moveRuns(glyphs, levels) }
  for level in (lowestOdd...highest).reversed() {
    var place = 0
    while place < levels.count {
      var end = place
      while end < levels.count, levels[end] >= level { end += 1 }
      var run = UnsafeMutableBufferPointer(rebasing: glyphs[place..<end])
      run.reverse()
      place = end + 1
    }
  }
}

/// `reverseRuns` by moving each glyph once.
private func moveRuns<Element>(
  _ glyphs: UnsafeMutableBufferPointer<Element>, _ levels: UnsafeMutableBufferPointer<UInt8>
) {
  var moved: [Element] = []
  moved.reserveCapacity(glyphs.count)
  forEachVisualRun(UnsafeBufferPointer(levels)) { run in
    let part = glyphs[run.range]
    if run.isRightToLeft {
      moved.append(contentsOf: part.reversed())
    } else {
      moved.append(contentsOf: part)
    }
  }
  _ = glyphs.update(fromContentsOf: moved)
}
