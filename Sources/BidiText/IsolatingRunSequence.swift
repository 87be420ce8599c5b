/// One isolating run sequence (UAX #9, BD13) in a buffer without gaps, and the rules that work on
/// it: W1 to W7, N0 to N2, I1 and I2.
///
/// The buffer holds `BidiCode`s, then resolved classes, and embedding levels in the end: a
/// paragraph without explicit formatting needs no memory but that of its levels.
struct IsolatingRunSequence {
  let classes: UnsafeMutablePointer<UInt8>
  let count: Int
  let level: UInt8
  /// L or R: sos of rule X10.
  let start: UInt8
  /// L or R: eos of rule X10.
  let end: UInt8

  /// Marks a character that was a nonspacing mark; rule N0 asks for it after brackets.
  private static let wasMark: UInt8 = 0x40

  private var embedding: UInt8 { level & 1 == 0 ? BidiCode.l : BidiCode.r }

  /// Rules W1 to W7 and N0. `places` tells where in `scalars` each element comes from; without
  /// it they run side by side.
  func resolve(
    scalars: UnsafePointer<Unicode.Scalar>, places: UnsafePointer<Int32>?, hasBrackets: Bool
  ) {
    resolveWeak()
    if hasBrackets {
      resolveBrackets { index in scalars[places.map { Int($0[index]) } ?? index].value }
    }
  }

  // MARK: W1 to W7

  /// All weak rules in one pass: what a rule needs from the left is carried along, what W4 needs
  /// from the right is one look ahead, and terminators that wait for a number (W5) are remembered
  /// by where they begin.
  private func resolveWeak() {
    var lastStrong = start
    // The class of the character before, after W1; its kind of number, after W4; and whether a
    // terminator that follows becomes one too (W5).
    var previous = start
    var previousNumber = BidiCode.on
    var isAfterEuropean = false
    var firstTerminator = -1
    for place in 0..<count {
      var code = classes[place]
      var flag: UInt8 = 0
      if code == BidiCode.nsm {
        code = previous
        flag = Self.wasMark
      }
      previous = code
      var number = BidiCode.on
      var isEuropean = false
      var resolved = BidiCode.on
      switch code {
      case BidiCode.l, BidiCode.r:
        lastStrong = code
        resolved = code
      case BidiCode.al:
        lastStrong = code
        resolved = BidiCode.r
      case BidiCode.en:
        if lastStrong == BidiCode.al {
          number = BidiCode.an
          resolved = BidiCode.an
        } else {
          number = BidiCode.en
          isEuropean = true
          resolved = lastStrong == BidiCode.l ? BidiCode.l : BidiCode.en
          if firstTerminator >= 0 {
            for waiting in firstTerminator..<place {
              classes[waiting] = classes[waiting] & Self.wasMark | resolved
            }
          }
        }
      case BidiCode.an:
        number = BidiCode.an
        resolved = BidiCode.an
      case BidiCode.es, BidiCode.cs:
        // A mark that follows takes the separator's class, so its own class is right here.
        if previousNumber != BidiCode.on, place + 1 < count {
          var next = classes[place + 1]
          if next == BidiCode.en, lastStrong == BidiCode.al { next = BidiCode.an }
          if next == previousNumber, next == BidiCode.en || code == BidiCode.cs {
            number = next
            isEuropean = next == BidiCode.en
            resolved =
              next == BidiCode.en && lastStrong == BidiCode.l ? BidiCode.l : next
          }
        }
      case BidiCode.et:
        if isAfterEuropean {
          isEuropean = true
          resolved = lastStrong == BidiCode.l ? BidiCode.l : BidiCode.en
        } else {
          if firstTerminator < 0 { firstTerminator = place }
          previousNumber = BidiCode.on
          classes[place] = flag | BidiCode.on
          continue
        }
      case BidiCode.bracket:
        previous = BidiCode.on
        resolved = BidiCode.bracket
      default:
        previous = BidiCode.on
      }
      firstTerminator = -1
      previousNumber = number
      isAfterEuropean = isEuropean
      classes[place] = flag | resolved
    }
  }

  // MARK: N0

  /// Rule N0: pairs are found by BD16, then resolved in the order of their opening brackets.
  private func resolveBrackets(value: (Int) -> UInt32) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { closings in
      guard pairBrackets(value: value, into: closings) else { return }
      for opening in 0..<count
      where classes[opening] == BidiCode.bracket && closings[opening] > 0 {
        resolvePair(opening, Int(closings[opening]))
      }
    }
  }

  /// BD16: for each opening bracket the place of its closing one, 0 where there is none; for a
  /// closing bracket always 0. Says whether there is any pair.
  private func pairBrackets(
    value: (Int) -> UInt32, into closings: UnsafeMutableBufferPointer<Int32>
  ) -> Bool {
    let capacity = 63
    return withUnsafeTemporaryAllocation(of: (bracket: UInt32, place: Int32).self, capacity: 63) {
      stack in
      var depth = 0
      var found = false
      var isFull = false
      for place in 0..<count where classes[place] == BidiCode.bracket {
        closings[place] = 0
        if isFull { continue }
        let bracket = value(place)
        if CharacterProperties(bracket).mirrorKind == .opening {
          if depth == capacity {
            isFull = true
            continue
          }
          stack.initializeElement(
            at: depth,
            to: (canonicalBracket(mirrorImage(bracket)), Int32(truncatingIfNeeded: place)))
          depth += 1
        } else {
          let closing = canonicalBracket(bracket)
          var candidate = depth - 1
          while candidate >= 0, stack[candidate].bracket != closing { candidate -= 1 }
          if candidate >= 0 {
            closings[Int(stack[candidate].place)] = Int32(truncatingIfNeeded: place)
            depth = candidate
            found = true
          }
        }
      }
      return found
    }
  }

  private func resolvePair(_ opening: Int, _ closing: Int) {
    var hasOpposite = false
    var direction: UInt8?
    for place in opening + 1..<closing {
      guard let strong = strongDirection(classes[place]) else { continue }
      if strong == embedding {
        direction = embedding
        break
      }
      hasOpposite = true
    }
    if direction == nil, hasOpposite {
      var before = opening - 1
      while before >= 0, strongDirection(classes[before]) == nil { before -= 1 }
      let context = before >= 0 ? strongDirection(classes[before]) : start
      direction = context == embedding ? embedding : context
    }
    guard let direction else { return }
    setBracket(opening, direction)
    setBracket(closing, direction)
  }

  /// Gives a bracket its direction, and the marks on it too.
  private func setBracket(_ bracket: Int, _ direction: UInt8) {
    classes[bracket] = direction
    var mark = bracket + 1
    while mark < count, classes[mark] & Self.wasMark != 0 {
      classes[mark] = Self.wasMark | direction
      mark += 1
    }
  }

  /// L or R, where numbers count as R (rule N0); `nil` for neutrals.
  @inline(__always) private func strongDirection(_ resolved: UInt8) -> UInt8? {
    switch resolved & ~Self.wasMark {
    case BidiCode.l: BidiCode.l
    case BidiCode.r, BidiCode.en, BidiCode.an: BidiCode.r
    default: nil
    }
  }

  // MARK: N1, N2, I1, I2

  /// Replaces the resolved classes by levels: neutrals between two of one direction take it,
  /// others the embedding direction.
  func writeLevels() {
    let leftToRight = level & 1 == 0 ? level : level + 1
    let rightToLeft = level & 1 == 0 ? level + 1 : level
    let number = level & 1 == 0 ? level + 2 : level + 1
    var previous = start
    var place = 0
    while place < count {
      switch classes[place] & ~Self.wasMark {
      case BidiCode.l:
        previous = BidiCode.l
        classes[place] = leftToRight
      case BidiCode.r:
        previous = BidiCode.r
        classes[place] = rightToLeft
      case BidiCode.en, BidiCode.an:
        previous = BidiCode.r
        classes[place] = number
      default:
        var after = place + 1
        while after < count, strongDirection(classes[after]) == nil { after += 1 }
        let next = after < count ? strongDirection(classes[after]) : end
        let resolved =
          previous != next ? level : previous == BidiCode.l ? leftToRight : rightToLeft
        while place < after {
          classes[place] = resolved
          place += 1
        }
        continue
      }
      place += 1
    }
  }
}

/// One of two brackets that are canonically equivalent stands for both: U+3008 for U+2329.
@inline(__always) private func canonicalBracket(_ value: UInt32) -> UInt32 {
  switch value {
  case 0x2329: 0x3008
  case 0x232A: 0x3009
  default: value
  }
}
