/// A run of adjacent characters with one level in a line, such as an English word in an Arabic
/// sentence (BD7).
public struct LevelRun: Hashable, Sendable {
  /// Logical indices in the line.
  public var range: Range<Int>
  /// The embedding level of its characters.
  public var level: UInt8

  /// A run of characters of one level.
  public init(range: Range<Int>, level: UInt8) {
    self.range = range
    self.level = level
  }

  /// Whether the run is drawn from right to left, as odd levels are.
  public var isRightToLeft: Bool { level & 1 == 1 }
}

/// The rules of UAX #9 for a line, once the levels of its paragraph are known (section 3.4).
public enum LineOrder {
  /// The levels of a line after rule L1. Separators get the paragraph level; so do white space and
  /// isolate controls before them or at the end of the line.
  public static func levels(
    ofLine scalars: [Unicode.Scalar], _ levels: [UInt8], paragraphLevel: UInt8
  ) -> [UInt8] {
    precondition(scalars.count == levels.count, "a level for each scalar")
    var result = levels
    scalars.withUnsafeBufferPointer { text in
      result.withUnsafeMutableBufferPointer { resetWhiteSpace(text, $0, paragraphLevel) }
    }
    return result
  }

  /// The level runs of a line in logical order.
  public static func runs(_ levels: [UInt8]) -> [LevelRun] {
    levels.withUnsafeBufferPointer { runs($0) }
  }

  private static func runs(_ levels: UnsafeBufferPointer<UInt8>) -> [LevelRun] {
    var runs: [LevelRun] = []
    var start = 0
    for place in levels.indices.dropFirst() where levels[place] != levels[start] {
      if runs.isEmpty { runs.reserveCapacity(16) }
      runs.append(LevelRun(range: start..<place, level: levels[start]))
      start = place
    }
    if !levels.isEmpty {
      runs.append(LevelRun(range: start..<levels.count, level: levels[start]))
    }
    return runs
  }

  /// The level runs of a line from left to right (rule L2). The characters of a right-to-left run
  /// are in reverse order.
  public static func visualRuns(_ levels: [UInt8]) -> [LevelRun] {
    levels.withUnsafeBufferPointer { visualRuns($0) }
  }

  fileprivate static func visualRuns(_ levels: UnsafeBufferPointer<UInt8>) -> [LevelRun] {
    var runs = runs(levels)
    var lowestOdd = UInt8.max
    var highest: UInt8 = 0
    for run in runs {
      highest = max(highest, run.level)
      if run.isRightToLeft { lowestOdd = min(lowestOdd, run.level) }
    }
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

  /// The logical index of the character at each position from the left (rule L2).
  ///
  ///     LineOrder.visualToLogical([0, 0, 1, 1])  // 0 1 3 2
  public static func visualToLogical(_ levels: [UInt8]) -> [Int] {
    [Int](unsafeUninitializedCapacity: levels.count) { order, count in
      levels.withUnsafeBufferPointer { fillOrder($0, of: 0, into: order) }
      count = levels.count
    }
  }

  /// The position from the left of each logical index: the inverse of `visualToLogical`.
  public static func logicalToVisual(_ levels: [UInt8]) -> [Int] {
    var result = [Int](repeating: 0, count: levels.count)
    for (visual, logical) in visualToLogical(levels).enumerated() { result[logical] = visual }
    return result
  }
}

extension TextLine {
  /// Writes the logical index of the character at each position from the left (rules L1 and L2),
  /// `first` added to each, into a buffer with room for all.
  package func writeOrder(from first: Int, into order: UnsafeMutableBufferPointer<Int>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: levels.count) { lineLevels in
      _ = lineLevels.initialize(fromContentsOf: levels)
      scalars.withUnsafeBufferPointer { resetWhiteSpace($0, lineLevels, paragraphLevel) }
      fillOrder(UnsafeBufferPointer(lineLevels), of: first, into: order)
    }
  }
}

/// Rule L2 for the indices from `first` on, into a buffer that has room for one per level.
private func fillOrder(
  _ levels: UnsafeBufferPointer<UInt8>, of first: Int, into order: UnsafeMutableBufferPointer<Int>
) {
  guard let start = order.baseAddress, let lowest = levels.first else { return }
  if isUniform(levels, lowest) {
    let (edge, step) = lowest & 1 == 0 ? (first, 1) : (first + levels.count - 1, -1)
    for place in levels.indices { start.advanced(by: place).initialize(to: edge + step * place) }
    return
  }
  var place = 0
  for run in LineOrder.visualRuns(levels) {
    let edge = run.isRightToLeft ? run.range.upperBound - 1 : run.range.lowerBound
    let step = run.isRightToLeft ? -1 : 1
    for offset in 0..<run.range.count {
      start.advanced(by: place + offset).initialize(to: first + edge + step * offset)
    }
    place += run.range.count
  }
}

/// Whether all levels are equal to `level`. Compares eight at a time, because most lines are
/// uniform.
func isUniform(_ levels: UnsafeBufferPointer<UInt8>, _ level: UInt8) -> Bool {
  let bytes = UnsafeRawBufferPointer(levels)
  let wanted = UInt64(level) &* 0x0101_0101_0101_0101
  var place = 0
  while place + 8 <= bytes.count {
    if bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) != wanted { return false }
    place += 8
  }
  while place < bytes.count {
    if bytes[place] != level { return false }
    place += 1
  }
  return true
}

/// Applies rule L1 in place.
func resetWhiteSpace(
  _ scalars: UnsafeBufferPointer<Unicode.Scalar>, _ levels: UnsafeMutableBufferPointer<UInt8>,
  _ paragraphLevel: UInt8
) {
  if isUniform(UnsafeBufferPointer(levels), paragraphLevel) { return }
  var resets = true
  for place in scalars.indices.reversed() {
    let value = scalars[place].value
    // After a letter, only separators matter, and most characters can be ruled out without a table
    // lookup.
    if !resets, value > 0x85, value != 0x2029 { continue }
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
