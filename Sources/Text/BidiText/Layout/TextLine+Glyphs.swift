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
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(scalars.count)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * scalars.count) { buffer in
      let lineLevels = UnsafeMutableBufferPointer(rebasing: buffer[..<scalars.count])
      let glyphLevels = UnsafeMutableBufferPointer(rebasing: buffer[scalars.count...])
      _ = lineLevels.initialize(fromContentsOf: levels)
      scalars.withUnsafeBufferPointer { resetWhiteSpace($0, lineLevels, paragraphLevel) }
      withForms(scalars, levels, joinsLetters: joinsLetters) { forms in
        appendLogicalGlyphs(forms, lineLevels, &glyphs, glyphLevels)
      }
      reverseRuns(&glyphs, UnsafeMutableBufferPointer(rebasing: glyphLevels[..<glyphs.count]))
    }
    return glyphs
  }

  /// Appends the glyphs in logical order, mirrored, with the level of each.
  private func appendLogicalGlyphs(
    _ forms: UnsafeBufferPointer<Unicode.Scalar>, _ lineLevels: UnsafeMutableBufferPointer<UInt8>,
    _ glyphs: inout [Glyph], _ glyphLevels: UnsafeMutableBufferPointer<UInt8>
  ) {
    var stepper = CellStepper()
    for (place, form) in forms.enumerated() {
      let scalar = scalars[place]
      let properties = CharacterProperties(scalar.value)
      // A merged alef is represented by U+0000.
      let columns = form == scalar || form != "\0" ? stepper.columns(properties) : 0
      if columns == 0 {
        if properties.cellKind == .mark { glyphs[glyphs.count - 1].marks.append(scalar) }
        continue
      }
      let level = lineLevels[place]
      glyphLevels[glyphs.count] = level
      if properties.cellKind == .mark {
        glyphs.append(Glyph(" ", marks: Marks(CollectionOfOne(scalar))))
      } else if properties.cellKind == .control {
        glyphs.append(.blank)
      } else if level & 1 == 1, properties.mirrorKind != .none {
        let image = Unicode.Scalar(mirrorImage(form.value)) ?? form
        glyphs.append(Glyph(image, width: UInt8(columns)))
      } else {
        let marks = form == scalar ? Marks() : addedMarks(scalar)
        glyphs.append(Glyph(form, marks: marks, width: UInt8(columns)))
      }
    }
  }
}

/// Applies rule L2 to glyphs.
private func reverseRuns(_ glyphs: inout [Glyph], _ levels: UnsafeMutableBufferPointer<UInt8>) {
  var highest: UInt8 = 0
  var lowestOdd = UInt8.max
  for level in levels {
    highest = max(highest, level)
    if level & 1 == 1 { lowestOdd = min(lowestOdd, level) }
  }
  guard lowestOdd <= highest else { return }
  glyphs.withUnsafeMutableBufferPointer { glyphs in
    for level in (lowestOdd...highest).reversed() {
      var place = 0
      while place < levels.count {
        var end = place
        while end < levels.count, levels[end] >= level { end += 1 }
        var first = place
        var last = end - 1
        while first < last {
          glyphs.swapAt(first, last)
          first += 1
          last -= 1
        }
        place = end + 1
      }
    }
  }
}
