/// Neighbours of one level in a line, such as an English word in an Arabic sentence (BD7).
public struct LevelRun: Hashable, Sendable {
  /// Logical places in the line.
  public var range: Range<Int>
  public var level: UInt8

  public init(range: Range<Int>, level: UInt8) {
    self.range = range
    self.level = level
  }

  public var isRightToLeft: Bool { level & 1 == 1 }
}

/// What UAX #9 does to a line once the levels of its paragraph are known (section 3.4).
public enum LineOrder {
  /// The levels of a line after rule L1: separators, and white space and isolate controls before
  /// them or at the line's end, have the paragraph level.
  public static func levels(
    ofLine scalars: some BidirectionalCollection<Unicode.Scalar>, _ levels: some Sequence<UInt8>,
    paragraphLevel: UInt8
  ) -> [UInt8] {
    var result = Array(levels)
    let text = Array(scalars)
    precondition(result.count == text.count, "a level for each scalar")
    text.withUnsafeBufferPointer { text in
      result.withUnsafeMutableBufferPointer { resetWhiteSpace(text, $0, paragraphLevel) }
    }
    return result
  }

  /// The level runs of a line in logical order.
  public static func runs(_ levels: [UInt8]) -> [LevelRun] {
    var runs: [LevelRun] = []
    var start = 0
    for place in levels.indices.dropFirst() where levels[place] != levels[start] {
      runs.append(LevelRun(range: start..<place, level: levels[start]))
      start = place
    }
    if !levels.isEmpty {
      runs.append(LevelRun(range: start..<levels.count, level: levels[start]))
    }
    return runs
  }

  /// The level runs of a line as they stand from left to right (rule L2); the characters of a
  /// right-to-left run follow each other backwards.
  public static func visualRuns(_ levels: [UInt8]) -> [LevelRun] {
    var runs = runs(levels)
    let lowestOdd = runs.lazy.map(\.level).filter { $0 & 1 == 1 }.min() ?? UInt8.max
    let highest = runs.lazy.map(\.level).max() ?? 0
    guard lowestOdd <= highest else { return runs }
    for level in (lowestOdd...highest).reversed() {
      var place = 0
      while place < runs.count {
        var end = place
        while end < runs.count, runs[end].level >= level { end += 1 }
        if end > place { runs[place..<end].reverse() }
        place = end + 1
      }
    }
    return runs
  }

  /// For each place from the left the logical place of what stands there (rule L2).
  ///
  ///     LineOrder.visualToLogical([0, 0, 1, 1])  // 0 1 3 2
  public static func visualToLogical(_ levels: [UInt8]) -> [Int] {
    [Int](unsafeUninitializedCapacity: levels.count) { order, count in
      for run in visualRuns(levels) {
        if run.isRightToLeft {
          for place in run.range.reversed() {
            order.initializeElement(at: count, to: place)
            count += 1
          }
        } else {
          for place in run.range {
            order.initializeElement(at: count, to: place)
            count += 1
          }
        }
      }
    }
  }

  /// For each logical place the place from the left where it stands: the inverse of
  /// `visualToLogical`.
  public static func logicalToVisual(_ levels: [UInt8]) -> [Int] {
    var result = [Int](repeating: 0, count: levels.count)
    for (visual, logical) in visualToLogical(levels).enumerated() { result[logical] = visual }
    return result
  }
}

/// Rule L1, in place.
func resetWhiteSpace(
  _ scalars: UnsafeBufferPointer<Unicode.Scalar>, _ levels: UnsafeMutableBufferPointer<UInt8>,
  _ paragraphLevel: UInt8
) {
  var resets = true
  for place in scalars.indices.reversed() {
    let value = scalars[place].value
    // Most characters are letters, and those need no look-up.
    if value > 0x20, value < 0x7F {
      resets = false
      continue
    }
    let code = CharacterProperties(value).bidiCode
    switch code {
    case BidiCode.b, BidiCode.s:
      resets = true
      levels[place] = paragraphLevel
    case BidiCode.ws, BidiCode.lri, BidiCode.rli, BidiCode.fsi, BidiCode.pdi:
      if resets { levels[place] = paragraphLevel }
    default:
      if BidiCode.isRemoved(code) {
        if resets { levels[place] = paragraphLevel }
      } else {
        resets = false
      }
    }
  }
}
