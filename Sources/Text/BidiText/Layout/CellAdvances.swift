/// How many columns each character adds to a line, and where the line may be cut.
///
/// One byte per character: the columns in the two low bits, `clusterStart` where a user-perceived
/// character begins, and `breakOpportunity` where a line may end before it. Joined lam-alef counts
/// as one, because it is drawn in one cell, although UAX #29 counts two.
struct CellAdvances {
  static let columns: UInt8 = 3
  static let clusterStart: UInt8 = 4
  static let breakOpportunity: UInt8 = 8

  private(set) var advances: [UInt8]

  init(_ scalars: [Unicode.Scalar], levels: [UInt8], joinsLetters: Bool) {
    advances = [UInt8](unsafeUninitializedCapacity: scalars.count) { buffer, count in
      var stepper = CellStepper()
      var breaker = GraphemeBreaker()
      var finder = LamAlefFinder()
      for (place, scalar) in scalars.enumerated() {
        let properties = CharacterProperties(scalar.value)
        let isTakenIn =
          joinsLetters
          && finder.takesIn(scalar.value, level: levels[place], properties: properties)
        var advance = UInt8(isTakenIn ? 0 : stepper.columns(properties))
        // A Hangul vowel may start a cluster and still share the previous cell.
        let isShared = isTakenIn || advance == 0 && properties.cellKind == .mark
        if breaker.isBoundary(before: properties.graphemeBreak), !isShared {
          advance |= Self.clusterStart
        }
        buffer.initializeElement(at: place, to: advance)
      }
      count = scalars.count
    }
  }

  /// Marks where a line may end. Only wrapping needs it.
  mutating func markBreaks(_ scalars: [Unicode.Scalar]) {
    advances.withUnsafeMutableBufferPointer { advances in
      var place = 0
      LineBreaks.forEach(in: scalars) { opportunity in
        if opportunity != .prohibited { advances[place] |= Self.breakOpportunity }
        place += 1
      }
    }
  }

  /// Whether a line may end before this character, which starts a cluster.
  @inline(__always) func allowsBreak(before place: Int) -> Bool {
    let both = Self.clusterStart | Self.breakOpportunity
    return advances[place] & both == both
  }

  @inline(__always) func columns(_ place: Int) -> Int { Int(advances[place] & Self.columns) }

  @inline(__always) func isClusterStart(_ place: Int) -> Bool {
    advances[place] & Self.clusterStart != 0
  }
}

/// Decides in logical order which characters start a cell and how many columns they take. Measuring
/// and drawing both use it, so they cannot differ.
struct CellStepper {
  /// Whether a following mark has a base. Controls and format characters separate them (UAX #29,
  /// rules GB4 and GB5), so a mark at the start of an isolate cannot leave it.
  private(set) var hasBase = false

  /// The columns of the next character, unless `LamAlefFinder` assigns it none.
  @inline(__always)
  mutating func columns(_ properties: CharacterProperties) -> Int {
    let kind = properties.cellKind
    if kind == .narrow || kind == .wide {
      hasBase = true
      return kind == .narrow ? 1 : 2
    }
    if kind == .mark {
      defer { hasBase = true }
      return hasBase ? 0 : 1
    }
    if kind == .control {
      hasBase = false
      return 1
    }
    switch properties.graphemeBreak {
    case .extend, .zeroWidthJoiner: break
    default: hasBase = false
    }
    return 0
  }
}

/// Calls `body` with the drawn form of each character (`Joining.forms`); with the characters
/// themselves if letters are not joined. With `addsMarks`, a form may lack marks (`addedMarks(_:)`).
func withForms<Result>(
  _ scalars: [Unicode.Scalar], _ levels: [UInt8], joinsLetters: Bool = true,
  ligatures: Bool = true, addsMarks: Bool = true,
  _ body: (UnsafeBufferPointer<Unicode.Scalar>) -> Result
) -> Result {
  scalars.withUnsafeBufferPointer { scalars in
    // Below the Arabic block, nothing joins.
    guard joinsLetters, let text = scalars.baseAddress, !areAllBelow(0x0600, text, scalars.count)
    else { return body(scalars) }
    return withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: scalars.count) {
      forms in
      levels.withUnsafeBufferPointer { levels in
        if let levels = levels.baseAddress, let start = forms.baseAddress {
          joinForms(
            text, levels, scalars.count, ligatures: ligatures, addsMarks: addsMarks, into: start)
        }
      }
      return body(UnsafeBufferPointer(forms))
    }
  }
}

/// The number of columns of a line as its letters are drawn.
package func measuredWidth(
  _ scalars: [Unicode.Scalar], levels: [UInt8], joinsLetters: Bool
) -> Int {
  if scalars.withUnsafeBufferPointer(arePrintableASCII) { return scalars.count }
  var stepper = CellStepper()
  var finder = LamAlefFinder()
  var width = 0
  for (place, scalar) in scalars.enumerated() {
    let properties = CharacterProperties(scalar.value)
    if joinsLetters,
      finder.takesIn(scalar.value, level: levels[place], properties: properties)
    {
      continue
    }
    width += stepper.columns(properties)
  }
  return width
}
