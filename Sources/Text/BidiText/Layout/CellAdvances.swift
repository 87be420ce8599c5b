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

  init(_ line: TextLine) {
    let scalars = line.scalars
    advances = [UInt8](unsafeUninitializedCapacity: scalars.count) { buffer, count in
      var stepper = CellStepper(line)
      var last = 0
      for (place, scalar) in scalars.enumerated() {
        let cell = stepper.cell(scalar.value, level: line.levels[place])
        if cell.widening != 0 { buffer[last] = UInt8(Int(buffer[last]) + cell.widening) }
        if cell.columns > 0 { last = place }
        buffer.initializeElement(
          at: place, to: UInt8(cell.columns) | (cell.startsCluster ? Self.clusterStart : 0))
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
  /// What the next character does.
  struct Step {
    /// The columns of the cell that it starts; 0 if it starts none.
    var columns = 0
    /// The columns that it adds to the cell before it: -1 to 1.
    var widening = 0
    /// Whether a user-perceived character starts, which is never within a cell.
    var startsCluster: Bool
  }

  private let joinsLetters: Bool
  private let widths: CellWidths
  private var breaker = GraphemeBreaker()
  private var finder = LamAlefFinder()
  /// Whether a following mark has a base. Controls and format characters separate them (UAX #29,
  /// rules GB4 and GB5), so a mark at the start of an isolate cannot leave it.
  private var hasBase = false
  /// The columns of the last cell, and the character that started it.
  private var columns = 0
  private var base: UInt32 = 0
  /// The virama that ends the last cell; 0 if none does.
  private var virama: UInt32 = 0

  init(_ line: TextLine) {
    joinsLetters = line.joinsLetters
    widths = line.widths
  }

  /// Takes the next character.
  @inline(__always)
  mutating func cell(_ value: UInt32, level: UInt8) -> Step {
    let properties = CharacterProperties(value)
    let isBoundary = breaker.isBoundary(before: properties.graphemeBreak)
    if joinsLetters, finder.takesIn(value, level: level, properties: properties) {
      return Step(startsCluster: false)
    }
    if widths == .clusters, value >= 0x2000 || properties.graphemeBreak != .other || virama != 0 {
      return clusterCell(value, properties, isBoundary)
    }
    let kind = properties.cellKind
    var step = Step(startsCluster: isBoundary)
    switch kind {
    case .narrow, .control: step.columns = 1
    case .wide: step.columns = 2
    // A Hangul vowel may start a cluster and still share the previous cell.
    case .mark where hasBase: step.startsCluster = false
    case .mark: step.columns = 1
    case .nothing: break
    }
    advance(value, kind, properties.graphemeBreak, step.columns)
    return step
  }

  @inline(__always)
  private mutating func advance(
    _ value: UInt32, _ kind: CellKind, _ graphemeBreak: GraphemeBreak, _ columns: Int
  ) {
    if columns > 0 {
      hasBase = kind != .control && kind != .nothing
      self.columns = columns
      base = value
      virama = 0
    } else if kind == .nothing, graphemeBreak != .extend, graphemeBreak != .zeroWidthJoiner {
      hasBase = false
    }
  }

  /// A character that may be part of a cluster, with the widths of wcwidth 0.9.
  private mutating func clusterCell(
    _ value: UInt32, _ properties: CharacterProperties, _ isBoundary: Bool
  ) -> Step {
    let kind = properties.cellKind
    let graphemeBreak = properties.graphemeBreak
    var step = Step(startsCluster: isBoundary)
    if !hasBase {
      step.columns = columnsAlone(value, kind, graphemeBreak)
    } else if kind == .mark || isTakenIn(value, graphemeBreak, isBoundary) {
      step.startsCluster = false
      virama = properties.clusterKind == .virama ? value : 0
      return step
    } else if value == 0xFE0F {
      if columns == 1, isEmoji(base) { step.widening = 1 }
    } else if value == 0xFE0E {
      if columns == 2, CharacterProperties(base).clusterKind == .pictograph { step.widening = -1 }
    } else if !isBoundary && isSpacing(value, kind, graphemeBreak)
      || virama != 0 && virama >> 7 == value >> 7 && kind != .nothing
    {
      // A spacing mark; or a letter after a virama of the same script, that is, of the same 128 code points.
      step.startsCluster = false
      step.widening = columns == 1 ? 1 : 0
      virama = 0
    } else {
      step.columns = columnsAlone(value, kind, graphemeBreak)
    }
    columns += step.widening
    advance(value, kind, graphemeBreak, step.columns)
    return step
  }

  /// Whether a character is part of the emoji before it.
  private func isTakenIn(
    _ value: UInt32, _ graphemeBreak: GraphemeBreak, _ isBoundary: Bool
  ) -> Bool {
    switch graphemeBreak {
    case .extendedPictographic, .regionalIndicator:
      !isBoundary && CharacterProperties(base).graphemeBreak != .prepend
    case .extend where 0x1F3FB...0x1F3FF ~= value:
      CharacterProperties(base).graphemeBreak == .extendedPictographic
    default: false
    }
  }

  private func isSpacing(_ value: UInt32, _ kind: CellKind, _ graphemeBreak: GraphemeBreak) -> Bool
  {
    switch graphemeBreak {
    case .spacingMark: true
    case .extend: kind != .nothing && !(0x1F3FB...0x1F3FF ~= value || 0xFF9E...0xFF9F ~= value)
    default: false
    }
  }

  private func isEmoji(_ value: UInt32) -> Bool {
    switch value {
    case 0x23, 0x2A, 0x30...0x39: true
    default: CharacterProperties(value).clusterKind == .emoji
    }
  }

  /// The columns of a character without a base before it.
  private func columnsAlone(
    _ value: UInt32, _ kind: CellKind, _ graphemeBreak: GraphemeBreak
  ) -> Int {
    switch value {
    // What Unicode 16 made wide.
    case 0x2630...0x2637, 0x268A...0x268F, 0x1D300...0x1D356, 0x1D360...0x1D376: return 2
    case 0xAD, 0x3248...0x324F: return 1
    case 0x3164, 0xFFA0: return 0
    default: break
    }
    switch kind {
    case .nothing: return 0
    case .wide: return 2
    case .mark, .narrow, .control: return graphemeBreak == .regionalIndicator ? 2 : 1
    }
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

/// The number of columns of a line as its letters are drawn. Its own `width` is not read.
package func measuredWidth(_ line: TextLine) -> Int {
  if line.scalars.withUnsafeBufferPointer(arePrintableASCII) { return line.scalars.count }
  var stepper = CellStepper(line)
  var width = 0
  for (place, scalar) in line.scalars.enumerated() {
    let step = stepper.cell(scalar.value, level: line.levels[place])
    width += step.columns + step.widening
  }
  return width
}
