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
      forEachVisualRun(levels) { runs.append($0) }
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

/// Passes the level runs of a line from left to right (rule L2), in linear time.
///
/// Runs are chained in visual order. The open chains lie in each other, so their levels ascend: a run of a lower
/// level ends the chains above it, and each of them becomes a piece of the one that it lies in.
@inline(__always)
func forEachVisualRun(_ levels: UnsafeBufferPointer<UInt8>, _ take: (LevelRun) -> Void) {
  guard let lowest = levels.first else { return }
  if isUniform(levels, lowest) { return take(LevelRun(range: levels.indices, level: lowest)) }
  var count = 1
  for place in 1..<levels.count { count &+= levels[place] == levels[place - 1] ? 0 : 1 }
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count + 1) { numbers in
    // Where each run begins and the last one ends, and the run at the right of each.
    let starts = UnsafeMutableBufferPointer(rebasing: numbers[...count])
    let next = UnsafeMutableBufferPointer(rebasing: numbers[(count + 1)...])
    var run = 0
    starts[0] = 0
    for place in 1..<levels.count {
      // Without a branch: a place within a run is written over.
      starts[run + 1] = Int32(truncatingIfNeeded: place)
      run &+= levels[place] == levels[place - 1] ? 0 : 1
    }
    starts[count] = Int32(truncatingIfNeeded: levels.count)
    var left = chainRuns(levels, UnsafeMutableBufferPointer(rebasing: starts[..<count]), next)
    while left >= 0 {
      let run = Int(left)
      let start = Int(starts[run])
      take(LevelRun(range: start..<Int(starts[run + 1]), level: levels[start]))
      left = next[run]
    }
  }
}

/// Fills `next` with the run at the right of each, -1 for none, and returns the leftmost run.
private func chainRuns(
  _ levels: UnsafeBufferPointer<UInt8>, _ starts: UnsafeMutableBufferPointer<Int32>,
  _ next: UnsafeMutableBufferPointer<Int32>
) -> Int32 {
  withUnsafeTemporaryAllocation(
    of: (left: Int32, right: Int32, level: UInt8).self, capacity: 1 + Int(UInt8.max)
  ) { chains in
    var depth = 0
    // The last chain becomes a piece of the one that it lies in, at its end by the direction there.
    func close() {
      depth -= 1
      let (inner, outer) = (chains[depth], chains[depth - 1])
      let isReversed = outer.level & 1 == 1
      next[Int(isReversed ? inner.right : outer.right)] = isReversed ? outer.left : inner.left
      chains[depth - 1].left = isReversed ? inner.left : outer.left
      chains[depth - 1].right = isReversed ? outer.right : inner.right
    }
    for (number, start) in starts.enumerated() {
      let level = levels[Int(start)]
      let run = Int32(truncatingIfNeeded: number)
      while depth > 1, chains[depth - 1].level > level, chains[depth - 2].level >= level { close() }
      if depth == 0 || chains[depth - 1].level < level {
        depth += 1
      } else {
        let chain = chains[depth - 1]
        let isReversed = level & 1 == 1
        next[Int(isReversed ? run : chain.right)] = isReversed ? chain.left : run
        chains[depth - 1] = (isReversed ? run : chain.left, isReversed ? chain.right : run, level)
        continue
      }
      chains[depth - 1] = (run, run, level)
    }
    while depth > 1 { close() }
    next[Int(chains[0].right)] = -1
    return chains[0].left
  }
}

/// Rule L2 for the indices from `first` on, into a buffer that has room for one per level.
private func fillOrder(
  _ levels: UnsafeBufferPointer<UInt8>, of first: Int, into order: UnsafeMutableBufferPointer<Int>
) {
  guard var next = order.baseAddress else { return }
  forEachVisualRun(levels) { run in
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
