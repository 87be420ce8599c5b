/// The embedding levels of a paragraph, one per character, from rules P2 to I2 of UAX #9. Rule L1
/// works on lines and is not applied.
///
///     let text = Array("abc \u{5D0}\u{5D1}".unicodeScalars)
///     EmbeddingLevels(of: text, direction: .leftToRight).levels  // 0 0 0 0 1 1
///
/// A character that rule X9 removes gets the level of the one before it (section 5.2).
///
/// A paragraph separator within the text ends explicit embeddings and isolates (rule X8). The
/// paragraph direction also applies to the text after it, so a message with line breaks keeps one
/// direction. Time is linear in the text; the number of buffers is fixed.
public struct EmbeddingLevels: Hashable, Sendable {
  /// One level from 0 to 126 per character.
  public var levels: [UInt8]
  /// 0 left-to-right, 1 right-to-left.
  public var paragraphLevel: UInt8

  /// Resolves the levels of a paragraph (UAX #9, rules P2 to I2).
  public init(of scalars: [Unicode.Scalar], direction: ParagraphDirection) {
    let level = scalars.withUnsafeBufferPointer(direction.level)
    paragraphLevel = level
    levels = [UInt8](unsafeUninitializedCapacity: scalars.count) { buffer, count in
      count = scalars.count
      scalars.withUnsafeBufferPointer { scalars in
        guard let start = buffer.baseAddress, let text = scalars.baseAddress else { return }
        resolveLevels(text, scalars.count, paragraphLevel: level, into: start)
      }
    }
  }
}

/// Fills `levels`, which has room for `count` values; its initial contents are ignored.
func resolveLevels(
  _ scalars: UnsafePointer<Unicode.Scalar>, _ count: Int, paragraphLevel: UInt8,
  into levels: UnsafeMutablePointer<UInt8>
) {
  // No character below the Hebrew block is right-to-left or an explicit formatting character.
  if paragraphLevel == 0, areAllBelow(0x0590, scalars, count) {
    levels.update(repeating: 0, count: count)
    return
  }
  var present = BidiCodeSet()
  for place in 0..<count {
    let code = CharacterProperties(scalars[place].value).bidiCode
    levels[place] = code
    present.insert(code)
  }
  if present.isDisjoint(with: paragraphLevel == 0 ? .rightToLeft : .leftToRight) {
    levels.update(repeating: paragraphLevel, count: count)
    return
  }
  let isExplicit = !present.isDisjoint(with: .explicit)
  var start = 0
  while start < count {
    var end = count
    if present.contains(BidiCode.b) {
      end = start
      while end < count, levels[end] != BidiCode.b { end += 1 }
    }
    if isExplicit {
      resolveExplicit(scalars + start, levels + start, end - start, paragraphLevel, present)
    } else {
      let direction = paragraphLevel & 1 == 0 ? BidiCode.l : BidiCode.r
      let sequence = IsolatingRunSequence(
        classes: levels + start, count: end - start, level: paragraphLevel, start: direction,
        end: direction)
      sequence.resolve(
        scalars: scalars + start, places: nil, hasBrackets: present.contains(BidiCode.bracket))
      sequence.writeLevels()
    }
    if end < count { levels[end] = paragraphLevel }
    start = end + 1
  }
}

// MARK: - Explicit levels and isolating run sequences

/// The highest level that explicit formatting may reach (BD2).
private let maxDepth: UInt8 = 125

/// Applies rules X1 to X10 and all later rules to a paragraph with explicit formatting, isolates or
/// boundary neutrals. `levels` contains bidi codes on entry and levels on return.
private func resolveExplicit(
  _ scalars: UnsafePointer<Unicode.Scalar>, _ levels: UnsafeMutablePointer<UInt8>, _ count: Int,
  _ paragraphLevel: UInt8, _ present: BidiCodeSet
) {
  guard count > 0 else { return }
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * count) { numbers in
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * count) { bytes in
      guard let places = numbers.baseAddress, let original = bytes.baseAddress else { return }
      original.update(from: levels, count: count)
      let partners = places + count
      let classes = original + count
      let hasPops = present.contains(BidiCode.pdi)
      if hasPops || present.contains(BidiCode.fsi) {
        matchIsolates(original, count, into: partners)
      }
      assignExplicitLevels(original, classes, levels, partners, count, paragraphLevel)
      resolveSequences(
        scalars, original: original, classes: classes, scratch: original + 2 * count,
        levels: levels, places: places, partners: hasPops ? partners : nil,
        starts: places + 2 * count, next: places + 3 * count, count: count,
        paragraphLevel: paragraphLevel, hasBrackets: present.contains(BidiCode.bracket))
    }
  }
}

/// Finds the matching PDI of each isolate initiator and the reverse, -1 if there is none (BD9).
/// Open initiators are chained through `partners` itself, so the nesting depth has no limit.
private func matchIsolates(
  _ codes: UnsafePointer<UInt8>, _ count: Int, into partners: UnsafeMutablePointer<Int32>
) {
  var open: Int32 = -1
  for place in 0..<count {
    let code = codes[place]
    if BidiCode.isIsolateInitiator(code) {
      partners[place] = open
      open = Int32(truncatingIfNeeded: place)
    } else if code == BidiCode.pdi {
      partners[place] = open
      if open >= 0 {
        let initiator = Int(open)
        open = partners[initiator]
        partners[initiator] = Int32(truncatingIfNeeded: place)
      }
    }
  }
  while open >= 0 {
    let initiator = Int(open)
    open = partners[initiator]
    partners[initiator] = -1
  }
}

/// Whether the first strong character inside the FSI at `place` is right-to-left (rule X5c). It
/// skips nested isolates, so all FSIs of a paragraph together take linear time.
private func isRightToLeftInside(
  _ place: Int, _ codes: UnsafePointer<UInt8>, _ partners: UnsafePointer<Int32>, _ count: Int
) -> Bool {
  let end = partners[place] < 0 ? count : Int(partners[place])
  var inner = place + 1
  while inner < end {
    let code = codes[inner]
    if code == BidiCode.l { return false }
    if code == BidiCode.r || code == BidiCode.al { return true }
    if BidiCode.isIsolateInitiator(code) {
      if partners[inner] < 0 { return false }
      inner = Int(partners[inner])
    }
    inner += 1
  }
  return false
}

/// One entry of the directional status stack (rule X1).
private struct DirectionalStatus {
  var level: UInt8
  /// L, R, or ON for a neutral override.
  var override: UInt8
  var isIsolate: Bool
}

/// Rules X1 to X8: writes each character's explicit level and its class after overrides. A
/// character that rule X9 removes gets the class BN.
private func assignExplicitLevels(
  _ codes: UnsafePointer<UInt8>, _ classes: UnsafeMutablePointer<UInt8>,
  _ levels: UnsafeMutablePointer<UInt8>, _ partners: UnsafePointer<Int32>, _ count: Int,
  _ paragraphLevel: UInt8
) {
  withUnsafeTemporaryAllocation(of: DirectionalStatus.self, capacity: Int(maxDepth) + 2) {
    stack in
    var depth = 0
    var overflowIsolates = 0
    var overflowEmbeddings = 0
    var validIsolates = 0
    var top = DirectionalStatus(level: paragraphLevel, override: BidiCode.on, isIsolate: false)
    stack.initializeElement(at: 0, to: top)

    func push(rightToLeft: Bool, override: UInt8, isIsolate: Bool) -> Bool {
      let level = rightToLeft ? (top.level + 1) | 1 : (top.level + 2) & ~1
      guard level <= maxDepth, overflowIsolates == 0, overflowEmbeddings == 0 else {
        return false
      }
      depth += 1
      top = DirectionalStatus(level: level, override: override, isIsolate: isIsolate)
      stack.initializeElement(at: depth, to: top)
      return true
    }

    func pop() {
      depth -= 1
      top = stack[depth]
    }

    for place in 0..<count {
      let code = codes[place]
      if code < BidiCode.lre || code == BidiCode.bracket {
        levels[place] = top.level
        classes[place] =
          top.override == BidiCode.on || code == BidiCode.bn ? code : top.override
        continue
      }
      switch code {
      case BidiCode.rle, BidiCode.lre, BidiCode.rlo, BidiCode.lro:
        levels[place] = top.level
        classes[place] = BidiCode.bn
        let isRightToLeft = code == BidiCode.rle || code == BidiCode.rlo
        let override =
          code == BidiCode.rlo ? BidiCode.r : code == BidiCode.lro ? BidiCode.l : BidiCode.on
        if !push(rightToLeft: isRightToLeft, override: override, isIsolate: false),
          overflowIsolates == 0
        {
          overflowEmbeddings += 1
        }
      case BidiCode.rli, BidiCode.lri, BidiCode.fsi:
        levels[place] = top.level
        classes[place] = top.override == BidiCode.on ? code : top.override
        let isRightToLeft =
          code == BidiCode.fsi
          ? isRightToLeftInside(place, codes, partners, count) : code == BidiCode.rli
        if push(rightToLeft: isRightToLeft, override: BidiCode.on, isIsolate: true) {
          validIsolates += 1
        } else {
          overflowIsolates += 1
        }
      case BidiCode.pdi:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
        } else if validIsolates > 0 {
          overflowEmbeddings = 0
          while !top.isIsolate { pop() }
          pop()
          validIsolates -= 1
        }
        levels[place] = top.level
        classes[place] = top.override == BidiCode.on ? code : top.override
      default:
        if overflowIsolates == 0 {
          if overflowEmbeddings > 0 {
            overflowEmbeddings -= 1
          } else if !top.isIsolate, depth > 0 {
            pop()
          }
        }
        levels[place] = top.level
        classes[place] = BidiCode.bn
      }
    }
  }
}

/// Rule X10: collects each isolating run sequence, resolves it and writes its levels back. Then
/// each character that rule X9 removed gets the level of the one before it.
///
/// - Parameters:
///   - original: gets the resolved levels, because those of rules X1 to X8 are needed to the end.
///   - starts: has room for the starts of the level runs.
///   - next: has room for the run that continues the sequence of each (BD13).
private func resolveSequences(
  _ scalars: UnsafePointer<Unicode.Scalar>, original: UnsafeMutablePointer<UInt8>,
  classes: UnsafePointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>,
  levels: UnsafeMutablePointer<UInt8>, places: UnsafeMutablePointer<Int32>,
  partners: UnsafeMutablePointer<Int32>?, starts: UnsafeMutablePointer<Int32>,
  next: UnsafeMutablePointer<Int32>, count: Int, paragraphLevel: UInt8, hasBrackets: Bool
) {
  let runs = findLevelRuns(original, classes, levels, partners, count, starts, next)
  func level(_ run: Int) -> UInt8 {
    0..<runs ~= run ? levels[Int(starts[run])] : paragraphLevel
  }
  for first in 0..<runs where next[first] != resolvedRun {
    let embedding = level(first)
    var length = 0
    var last = first
    var run = Int32(truncatingIfNeeded: first)
    while run >= 0 {
      last = Int(run)
      let end = last + 1 < runs ? Int(starts[last + 1]) : count
      for place in Int(starts[last])..<end where classes[place] != BidiCode.bn {
        places[length] = Int32(truncatingIfNeeded: place)
        scratch[length] = classes[place]
        length += 1
      }
      run = next[last]
      next[last] = resolvedRun
    }
    let before = level(first - 1)
    let isOpen = BidiCode.isIsolateInitiator(original[Int(places[length - 1])])
    let after = isOpen ? paragraphLevel : level(last + 1)
    let sequence = IsolatingRunSequence(
      classes: scratch, count: length, level: embedding,
      start: max(before, embedding) & 1 == 0 ? BidiCode.l : BidiCode.r,
      end: max(after, embedding) & 1 == 0 ? BidiCode.l : BidiCode.r)
    sequence.resolve(scalars: scalars, places: places, hasBrackets: hasBrackets)
    sequence.writeLevels()
    for index in 0..<length { original[Int(places[index])] = scratch[index] }
  }
  var previous = paragraphLevel
  for place in 0..<count {
    if classes[place] != BidiCode.bn { previous = original[place] }
    levels[place] = previous
  }
}

/// Instead of the next run of one whose sequence is resolved.
private let resolvedRun: Int32 = -2

/// Finds the level runs in logical order (BD7), without the characters that rule X9 removes, and the run that starts
/// with the PDI of each that ends in an isolate initiator; -1 for none. Overwrites `partners`.
///
/// - Returns: the number of runs.
private func findLevelRuns(
  _ original: UnsafePointer<UInt8>, _ classes: UnsafePointer<UInt8>,
  _ levels: UnsafePointer<UInt8>, _ partners: UnsafeMutablePointer<Int32>?, _ count: Int,
  _ starts: UnsafeMutablePointer<Int32>, _ next: UnsafeMutablePointer<Int32>
) -> Int {
  var runs = 0
  var last = -1
  var level = UInt8.max
  for place in 0..<count where classes[place] != BidiCode.bn {
    if levels[place] != level {
      if last >= 0, let partners, BidiCode.isIsolateInitiator(original[last]), partners[last] >= 0 {
        // From here on, the PDI's entry refers to the run that waits for it.
        partners[Int(partners[last])] = Int32(truncatingIfNeeded: -1 - runs)
      }
      level = levels[place]
      starts[runs] = Int32(truncatingIfNeeded: place)
      next[runs] = -1
      if let partners, original[place] == BidiCode.pdi, partners[place] <= -2 {
        next[-2 - Int(partners[place])] = Int32(truncatingIfNeeded: runs)
      }
      runs += 1
    }
    last = place
  }
  return runs
}
