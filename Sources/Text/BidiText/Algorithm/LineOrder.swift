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

  /// The level runs of a line from left to right (rule L2). The characters of a right-to-left run
  /// are in reverse order.
  public static func visualRuns(_ levels: [UInt8]) -> [LevelRun] {
    var runs: [LevelRun] = []
    levels.withUnsafeBufferPointer { levels in
      forEachVisualRun(levels, levels.indices) { runs.append($0) }
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

/// Passes the level runs of a part of a line from left to right (rule L2).
///
/// The characters at the part's lowest level, and the pieces of higher levels between them, go in the
/// direction of that level; each piece is a part of its own. So the depth is at most the number of
/// levels.
private func forEachVisualRun(
  _ levels: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, _ take: (LevelRun) -> Void
) {
  guard var lowest = part.isEmpty ? nil : levels[part.lowerBound] else { return }
  if isUniform(UnsafeBufferPointer(rebasing: levels[part]), lowest) {
    return take(LevelRun(range: part, level: lowest))
  }
  for place in part { lowest = min(lowest, levels[place]) }
  let step = lowest & 1 == 0 ? 1 : -1
  var place = step > 0 ? part.lowerBound : part.upperBound - 1
  var rest = part.count
  while rest > 0 {
    let level = levels[place]
    var end = place
    repeat {
      end += step
      rest -= 1
    } while rest > 0 && levels[end] == level
    let isRun = rest == 0 || level == lowest || levels[end] == lowest
    if !isRun {
      repeat {
        end += step
        rest -= 1
      } while rest > 0 && levels[end] != lowest
    }
    let range = step > 0 ? place..<end : end + 1..<place + 1
    if isRun {
      take(LevelRun(range: range, level: level))
    } else {
      forEachVisualRun(levels, range, take)
    }
    place = end
  }
}

/// Rule L2 for the indices from `first` on, into a buffer that has room for one per level.
private func fillOrder(
  _ levels: UnsafeBufferPointer<UInt8>, of first: Int, into order: UnsafeMutableBufferPointer<Int>
) {
  guard var next = order.baseAddress else { return }
  forEachVisualRun(levels, levels.indices) { run in
    let step = run.isRightToLeft ? -1 : 1
    let edge = first + (run.isRightToLeft ? run.range.upperBound - 1 : run.range.lowerBound)
    for offset in 0..<run.range.count { (next + offset).initialize(to: edge &+ step &* offset) }
    next += run.range.count
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
  guard let text = scalars.baseAddress,
    !isUniform(UnsafeBufferPointer(levels), paragraphLevel)
  else { return }
  // Whether the character before `end` is white space or the like, whose level is reset.
  func isReset(_ end: Int) -> Bool {
    let value = text[end - 1].value
    if value > 0x20, value < 0x7F { return false }
    let code = CharacterProperties(value).bidiCode
    return code == BidiCode.ws || code == BidiCode.pdi || BidiCode.isIsolateInitiator(code)
      || BidiCode.isRemoved(code)
  }
  func reset(before end: Int) {
    var end = end
    while end > 0, isReset(end) {
      end -= 1
      levels[end] = paragraphLevel
    }
  }
  reset(before: scalars.count)
  guard mayHaveSeparator(text, scalars.count) else { return }
  for place in scalars.indices {
    let code = CharacterProperties(text[place].value).bidiCode
    if code == BidiCode.b || code == BidiCode.s {
      levels[place] = paragraphLevel
      reset(before: place)
    }
  }
}
