import Cells

/// What each character of a line adds to its columns, and where the line may be cut.
///
/// One byte a character: the columns in the two low bits, `clusterStart` where a person sees a new
/// character begin. Lam-alef is one, although UAX #29 sees two: it is drawn in one cell.
struct CellAdvances {
  static let columns: UInt8 = 3
  static let clusterStart: UInt8 = 4

  private(set) var advances: [UInt8]

  init(_ scalars: [Unicode.Scalar], levels: [UInt8]) {
    advances = [UInt8](unsafeUninitializedCapacity: scalars.count) { buffer, count in
      count = scalars.count
      var stepper = CellStepper()
      var breaker = GraphemeBreaker()
      withForms(scalars, levels) { forms in
        for (place, form) in forms.enumerated() {
          let properties = CharacterProperties(scalars[place].value)
          var advance = UInt8(stepper.columns(scalars[place], form: form, properties))
          let isBoundary = breaker.isBoundary(before: properties.graphemeBreak)
          if isBoundary, form != "\0" || scalars[place] == "\0" { advance |= Self.clusterStart }
          buffer.initializeElement(at: place, to: advance)
        }
      }
    }
  }

  @inline(__always) func columns(_ place: Int) -> Int { Int(advances[place] & Self.columns) }

  @inline(__always) func isClusterStart(_ place: Int) -> Bool {
    advances[place] & Self.clusterStart != 0
  }
}

/// Tells in logical order which characters start a cell, and how many columns they take; the one
/// place that decides this, so that measuring and drawing cannot differ.
struct CellStepper {
  /// Whether a mark that follows finds a base; controls and format characters part them (UAX #29,
  /// rules GB4 and GB5), so that a mark at the start of an isolate never gets out of it.
  private(set) var hasBase = false

  @inline(__always)
  mutating func columns(
    _ scalar: Unicode.Scalar, form: Unicode.Scalar, _ properties: CharacterProperties
  ) -> Int {
    switch properties.cellKind {
    case .narrow:
      if form == "\0" { return 0 }
      hasBase = true
      return 1
    case .wide:
      hasBase = true
      return 2
    case .mark:
      if hasBase { return 0 }
      hasBase = true
      return 1
    case .nothing:
      switch properties.graphemeBreak {
      case .extend, .zeroWidthJoiner: break
      default: hasBase = false
      }
      return 0
    }
  }
}

/// Calls `body` with what is drawn for each character (`Joining.forms`).
func withForms<Result>(
  _ scalars: [Unicode.Scalar], _ levels: [UInt8],
  _ body: (UnsafeBufferPointer<Unicode.Scalar>) -> Result
) -> Result {
  scalars.withUnsafeBufferPointer { scalars in
    if isBelowArabic(scalars) { return body(scalars) }
    return withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: scalars.count) {
      forms in
      levels.withUnsafeBufferPointer { levels in
        if let text = scalars.baseAddress, let levels = levels.baseAddress,
          let start = forms.baseAddress
        {
          joinForms(text, levels, scalars.count, into: start)
        }
      }
      return body(UnsafeBufferPointer(forms))
    }
  }
}

/// The columns that a line takes after shaping.
func measuredWidth(_ scalars: [Unicode.Scalar], levels: [UInt8]) -> Int {
  withForms(scalars, levels) { forms in
    var stepper = CellStepper()
    var width = 0
    for (place, form) in forms.enumerated() {
      let scalar = scalars[place]
      width += stepper.columns(scalar, form: form, CharacterProperties(scalar.value))
    }
    return width
  }
}
