/// One isolating run sequence (UAX #9, BD13) in a buffer without gaps, and the rules for it: W1 to
/// W7, N0 to N2, I1 and I2.
///
/// The buffer contains `BidiCode`s first, then `ResolvedCode`s, and finally embedding levels. So a
/// paragraph without explicit formatting needs only the memory of its levels.
struct IsolatingRunSequence {
  let classes: UnsafeMutablePointer<UInt8>
  let count: Int
  let level: UInt8
  /// L or R: sos of rule X10.
  let start: UInt8
  /// L or R: eos of rule X10.
  let end: UInt8

  private var embedding: UInt8 { level & 1 }

  /// Applies rules W1 to W7 and N0. `places` contains the index in `scalars` of each element; if it
  /// is nil, the indices are equal.
  @inline(__always)
  func resolve(
    scalars: UnsafePointer<Unicode.Scalar>, places: UnsafePointer<Int32>?, hasBrackets: Bool
  ) {
    resolveWeak()
    if hasBrackets {
      resolveBrackets { index in scalars[places.map { Int($0[index]) } ?? index].value }
    }
  }
}

/// The codes after the weak rules, where both kinds of numbers are equivalent, and so are all
/// neutrals except brackets.
private enum ResolvedCode {
  static let l: UInt8 = 0
  static let r: UInt8 = 1
  static let number: UInt8 = 2
  static let neutral: UInt8 = 3
  static let bracket: UInt8 = 4
  /// Marks a former nonspacing mark; rule N0 needs it after brackets.
  static let wasMark: UInt8 = 0x40

  @inline(__always) static func isStrong(_ code: UInt8) -> Bool { code & ~wasMark <= number }

  /// L or R for a strong code; numbers count as R (rules N0 and N1).
  @inline(__always) static func direction(_ code: UInt8) -> UInt8 {
    code & ~wasMark == l ? l : r
  }
}

// MARK: - W1 to W7

/// The context that the previous character gives to separators and terminators (rules W4 and W5).
private enum NumberContext: UInt8 {
  case none
  case european
  case arabic
  /// A terminator that became a number. Another terminator may follow, but not a separator.
  case terminator
}

extension IsolatingRunSequence {
  /// Applies all weak rules in one pass. State from the left is carried along; rule W4 looks ahead
  /// by one character; terminators that wait for a number (W5) are remembered by their first index.
  private func resolveWeak() {
    // The last L, R or AL, and the class of the previous character after W1.
    var lastStrong = start
    var previous = start
    var context = NumberContext.none
    var firstTerminator = -1
    for place in 0..<count {
      var code = classes[place]
      if code <= BidiCode.al {
        lastStrong = code
        previous = code
        context = .none
        firstTerminator = -1
        classes[place] = code == BidiCode.l ? ResolvedCode.l : ResolvedCode.r
        continue
      }
      var flag: UInt8 = 0
      if code == BidiCode.nsm {
        code = previous
        flag = ResolvedCode.wasMark
      } else {
        previous = code
      }
      var nextContext = NumberContext.none
      var resolved = ResolvedCode.neutral
      switch code {
      case BidiCode.l:
        resolved = ResolvedCode.l
      case BidiCode.r, BidiCode.al:
        resolved = ResolvedCode.r
      case BidiCode.en:
        if lastStrong == BidiCode.al {
          nextContext = .arabic
          resolved = ResolvedCode.number
        } else {
          nextContext = .european
          resolved = lastStrong == BidiCode.l ? ResolvedCode.l : ResolvedCode.number
          if firstTerminator >= 0 {
            for waiting in firstTerminator..<place {
              classes[waiting] = classes[waiting] & ResolvedCode.wasMark | resolved
            }
          }
        }
      case BidiCode.an:
        nextContext = .arabic
        resolved = ResolvedCode.number
      case BidiCode.es, BidiCode.cs:
        // A mark after the separator would take the separator's class, so its class is fine here.
        if context == .european || context == .arabic, place + 1 < count {
          var next = classes[place + 1]
          if next == BidiCode.en, lastStrong == BidiCode.al { next = BidiCode.an }
          if next == BidiCode.en, context == .european {
            nextContext = .european
            resolved = lastStrong == BidiCode.l ? ResolvedCode.l : ResolvedCode.number
          } else if next == BidiCode.an, context == .arabic, code == BidiCode.cs {
            nextContext = .arabic
            resolved = ResolvedCode.number
          }
        }
      case BidiCode.et:
        if context == .european || context == .terminator {
          nextContext = .terminator
          resolved = lastStrong == BidiCode.l ? ResolvedCode.l : ResolvedCode.number
        } else {
          if firstTerminator < 0 { firstTerminator = place }
          context = .none
          classes[place] = flag | ResolvedCode.neutral
          continue
        }
      case BidiCode.bracket:
        previous = BidiCode.on
        resolved = ResolvedCode.bracket
      default:
        previous = BidiCode.on
      }
      firstTerminator = -1
      context = nextContext
      classes[place] = flag | resolved
    }
  }
}

// MARK: - N0

extension IsolatingRunSequence {
  /// An opening bracket and the closing one of its pair; 0 if there is none.
  private typealias BracketPair = (opening: Int32, closing: Int32)

  /// Rule N0: finds the pairs by BD16, then resolves them in the order of their opening brackets.
  private func resolveBrackets(value: (Int) -> UInt32) {
    var number = 0
    forEachBracket { _ in number += 1 }
    withUnsafeTemporaryAllocation(of: BracketPair.self, capacity: number) { pairs in
      for place in 0..<pairBrackets(value: value, into: pairs) where pairs[place].closing > 0 {
        resolvePair(Int(pairs[place].opening), Int(pairs[place].closing))
      }
    }
  }

  /// Passes the index of each bracket. Looks at eight characters at a time, because most are none.
  @inline(__always) private func forEachBracket(_ take: (Int) -> Void) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = UnsafeRawPointer(classes)
    var start = 0
    while start < count {
      let end = min(start + 8, count)
      if end == start + 8 {
        // A zero byte for each bracket.
        let chunk =
          bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
          ^ ones &* UInt64(ResolvedCode.bracket)
        if (chunk &- ones) & ~chunk & ones << 7 == 0 {
          start = end
          continue
        }
      }
      for place in start..<end where classes[place] == ResolvedCode.bracket { take(place) }
      start = end
    }
  }

  /// BD16: finds the pair of each opening bracket, in their order. Returns the number of opening
  /// brackets.
  private func pairBrackets(
    value: (Int) -> UInt32, into pairs: UnsafeMutableBufferPointer<BracketPair>
  ) -> Int {
    let capacity = 63
    return withUnsafeTemporaryAllocation(
      of: (bracket: UInt32, pair: Int32).self, capacity: capacity
    ) { stack in
      var depth = 0
      var openings = 0
      var isFull = false
      forEachBracket { place in
        if isFull { return }
        let bracket = value(place)
        if CharacterProperties(bracket).mirrorKind == .opening {
          if depth == capacity {
            isFull = true
            return
          }
          stack.initializeElement(
            at: depth,
            to: (canonicalBracket(mirrorImage(bracket)), Int32(truncatingIfNeeded: openings)))
          pairs.initializeElement(at: openings, to: (Int32(truncatingIfNeeded: place), 0))
          depth += 1
          openings += 1
        } else {
          let closing = canonicalBracket(bracket)
          var candidate = depth - 1
          while candidate >= 0, stack[candidate].bracket != closing { candidate -= 1 }
          if candidate >= 0 {
            pairs[Int(stack[candidate].pair)].closing = Int32(truncatingIfNeeded: place)
            depth = candidate
          }
        }
      }
      return openings
    }
  }

  private func resolvePair(_ opening: Int, _ closing: Int) {
    var direction: UInt8?
    for place in opening + 1..<closing where ResolvedCode.isStrong(classes[place]) {
      direction = ResolvedCode.direction(classes[place])
      if direction == embedding { break }
    }
    guard var direction else { return }
    if direction != embedding {
      var before = opening - 1
      while before >= 0, !ResolvedCode.isStrong(classes[before]) { before -= 1 }
      let context = before >= 0 ? ResolvedCode.direction(classes[before]) : start
      if context == embedding { direction = embedding }
    }
    setBracket(opening, direction)
    setBracket(closing, direction)
  }

  /// Sets the direction of a bracket and of the marks on it.
  private func setBracket(_ bracket: Int, _ direction: UInt8) {
    classes[bracket] = direction
    var mark = bracket + 1
    while mark < count, classes[mark] & ResolvedCode.wasMark != 0 {
      classes[mark] = ResolvedCode.wasMark | direction
      mark += 1
    }
  }
}

/// Maps canonically equivalent closing brackets to one of them.
@inline(__always) private func canonicalBracket(_ closing: UInt32) -> UInt32 {
  closing == 0x232A ? 0x3009 : closing
}

// MARK: - N1, N2, I1, I2

extension IsolatingRunSequence {
  /// Replaces the resolved codes by levels. Neutrals between two characters of one direction take
  /// that direction; others take the embedding direction.
  func writeLevels() {
    let leftToRight = level + (level & 1)
    let rightToLeft = level | 1
    let number = level + 2 - (level & 1)
    var previous = start
    var place = 0
    while place < count {
      let code = classes[place] & ~ResolvedCode.wasMark
      if code <= ResolvedCode.number {
        previous = ResolvedCode.direction(code)
        classes[place] =
          code == ResolvedCode.l ? leftToRight : code == ResolvedCode.r ? rightToLeft : number
        place += 1
        continue
      }
      var after = place + 1
      while after < count, !ResolvedCode.isStrong(classes[after]) { after += 1 }
      let next = after < count ? ResolvedCode.direction(classes[after]) : end
      let resolved =
        previous != next ? level : previous == ResolvedCode.l ? leftToRight : rightToLeft
      while place < after {
        classes[place] = resolved
        place += 1
      }
    }
  }
}
