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
  /// A mark without a base gets a blank as its base. A tab or a line break becomes a blank. A fifth
  /// mark on one base is dropped.
  public var glyphs: [Glyph] {
    let isLeftToRight = levels.withUnsafeBufferPointer { isUniform($0, 0) }
    if isLeftToRight, paragraphLevel == 0, scalars.withUnsafeBufferPointer(arePrintableASCII) {
      return scalars.map { Glyph($0) }
    }
    return [Glyph](unsafeUninitializedCapacity: scalars.count) { glyphs, count in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * scalars.count) { buffer in
        let lineLevels = UnsafeMutableBufferPointer(rebasing: buffer[..<scalars.count])
        let glyphLevels = UnsafeMutableBufferPointer(rebasing: buffer[scalars.count...])
        _ = lineLevels.initialize(fromContentsOf: levels)
        scalars.withUnsafeBufferPointer { resetWhiteSpace($0, lineLevels, paragraphLevel) }
        withForms(scalars, levels, joinsLetters: joinsLetters) { forms in
          count = writeLogicalGlyphs(forms, lineLevels, glyphs, glyphLevels)
        }
        reverseRuns(glyphs, UnsafeMutableBufferPointer(rebasing: glyphLevels[..<count]))
      }
    }
  }

  /// Writes the glyphs in logical order, mirrored, with the level of each; returns their number.
  private func writeLogicalGlyphs(
    _ forms: UnsafeBufferPointer<Unicode.Scalar>, _ lineLevels: UnsafeMutableBufferPointer<UInt8>,
    _ glyphs: UnsafeMutableBufferPointer<Glyph>, _ glyphLevels: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var stepper = CellStepper()
    var count = 0
    for (place, scalar) in scalars.enumerated() {
      let form = forms[place]
      let properties = CharacterProperties(scalar.value)
      // A merged alef is represented by U+0000.
      let columns = form == scalar || form != "\0" ? stepper.columns(properties) : 0
      if columns == 0 {
        if properties.cellKind == .mark { glyphs[count - 1].marks.append(scalar) }
        continue
      }
      let level = lineLevels[place]
      let glyph =
        if properties.cellKind == .mark {
          Glyph(" ", marks: Marks(CollectionOfOne(scalar)))
        } else if properties.cellKind == .control {
          Glyph.blank
        } else if level & 1 == 1, properties.mirrorKind != .none {
          Glyph(Unicode.Scalar(mirrorImage(form.value)) ?? form, width: UInt8(columns))
        } else {
          Glyph(
            form, marks: form == scalar ? Marks() : addedMarks(scalar), width: UInt8(columns))
        }
      glyphs.initializeElement(at: count, to: glyph)
      glyphLevels[count] = level
      count += 1
    }
    return count
  }
}

/// Applies rule L2 to glyphs.
private func reverseRuns(
  _ glyphs: UnsafeMutableBufferPointer<Glyph>, _ levels: UnsafeMutableBufferPointer<UInt8>
) {
  var highest: UInt8 = 0
  var lowestOdd = UInt8.max
  for level in levels {
    highest = max(highest, level)
    if level & 1 == 1 { lowestOdd = min(lowestOdd, level) }
  }
  guard lowestOdd <= highest else { return }
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
