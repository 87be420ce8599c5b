extension UnicodeTables {
  /// The place of a code point in the last of three stages.
  @inline(__always) static func place(
    of value: UInt32, _ groups: UnsafePointer<UInt8>, _ blocks: UnsafePointer<UInt8>
  ) -> Int {
    if value < directLimit { return Int(value) }
    let zero = Int(zero)
    let group = Int(groups[Int(value >> groupShift)]) &- zero
    let inGroup = Int(value >> blockShift & (1 << (groupShift &- blockShift) - 1))
    let entry = group << Int(groupShift &- blockShift) &+ inGroup
    let block = (Int(blocks[2 &* entry]) &- zero) << 6 &+ (Int(blocks[2 &* entry &+ 1]) &- zero)
    return block << Int(blockShift) &+ Int(value & (1 << blockShift - 1))
  }
}

/// The properties of one character, from one lookup in the tables.
struct CharacterProperties {
  private let record: Int

  @inline(__always) init(_ value: UInt32) {
    let place = UnicodeTables.place(
      of: value, UnicodeTables.recordGroups, UnicodeTables.recordBlocks)
    record = Int(UnicodeTables.records[place]) &- Int(UnicodeTables.zero)
  }

  /// A raw value of `BidiClass`, or `BidiCode.bracket`.
  @inline(__always) var bidiCode: UInt8 {
    UnicodeTables.bidiClasses[record] &- UnicodeTables.zero
  }

  @inline(__always) var joiningType: JoiningType {
    JoiningType(rawValue: UnicodeTables.joiningTypes[record] &- UnicodeTables.zero)
      .unsafelyUnwrapped
  }

  @inline(__always) var graphemeBreak: GraphemeBreak {
    GraphemeBreak(rawValue: UnicodeTables.graphemeBreaks[record] &- UnicodeTables.zero)
      .unsafelyUnwrapped
  }

  @inline(__always) var cellKind: CellKind {
    CellKind(rawValue: UnicodeTables.cellKinds[record] &- UnicodeTables.zero).unsafelyUnwrapped
  }

  @inline(__always) var clusterKind: ClusterKind {
    ClusterKind(rawValue: UnicodeTables.clusterKinds[record] &- UnicodeTables.zero)
      .unsafelyUnwrapped
  }

  @inline(__always) var mirrorKind: MirrorKind {
    MirrorKind(rawValue: UnicodeTables.mirrorKinds[record] &- UnicodeTables.zero)
      .unsafelyUnwrapped
  }
}

/// The properties of one character that only lines and carets need.
struct TextProperties {
  private let record: Int

  @inline(__always) init(_ value: UInt32) {
    let place = UnicodeTables.place(
      of: value, UnicodeTables.textRecordGroups, UnicodeTables.textRecordBlocks)
    record = Int(UnicodeTables.textRecords[place]) &- Int(UnicodeTables.zero)
  }

  @inline(__always) var lineBreak: LineBreakClass {
    LineBreakClass(rawValue: UnicodeTables.lineBreaks[record] &- UnicodeTables.zero)
      .unsafelyUnwrapped
  }

  /// Whether the character is a letter, a number or a connector such as `_`: Alphabetic,
  /// Numeric_Type or General_Category Pc.
  @inline(__always) var isWordPart: Bool {
    UnicodeTables.wordParts[record] != UnicodeTables.zero
  }
}

/// How a character uses the cells of a terminal.
enum CellKind: UInt8 {
  /// Takes no cell and is not drawn: format characters, variation selectors, controls.
  case nothing
  /// Shares the cell of the base before it.
  case mark
  case narrow
  /// Two cells.
  case wide
  /// A tab or a line break: drawn as a blank, and no base for marks.
  case control
}

/// What a character does to the width of its cluster.
enum ClusterKind: UInt8 {
  case plain
  /// Narrow, and wide with U+FE0F after it. The digits, `#` and `*` are so too.
  case emoji
  /// Wide, and narrow with U+FE0E after it.
  case pictograph
  /// Joins the consonant after it to the one before it.
  case virama
}

/// The columns of a character after a letter, on a terminal that does not join letters. A control has one.
package func cellColumns(of scalar: Unicode.Scalar) -> Int {
  switch CharacterProperties(scalar.value).cellKind {
  case .nothing, .mark: 0
  case .narrow, .control: 1
  case .wide: 2
  }
}

/// The Unicode Character Database version of all tables: `15.0.0`.
public var unicodeVersion: String { UnicodeTables.version }

/// Whether all characters are below a code point, so that plain text can take a fast path.
func areAllBelow(_ limit: UInt32, _ scalars: UnsafePointer<Unicode.Scalar>, _ count: Int) -> Bool {
  areAllWithin(0..<limit, scalars, count)
}

/// Whether all characters are from U+0020 to U+007E: one cell each, and nothing to resolve.
func arePrintableASCII(_ scalars: UnsafeBufferPointer<Unicode.Scalar>) -> Bool {
  scalars.baseAddress.map { areAllWithin(0x20..<0x7F, $0, scalars.count) } ?? true
}

/// Whether there may be a character of class B or S: a control, U+0085 or U+2029. The loop has no
/// branches, so the compiler takes several characters at a time.
func mayHaveSeparator(_ scalars: UnsafePointer<Unicode.Scalar>, _ count: Int) -> Bool {
  var found: UInt32 = 0
  var place = 0
  while place < count {
    let value = scalars[place].value
    found |= (value < 0x20 ? 1 : 0) | (value == 0x85 ? 1 : 0) | (value == 0x2029 ? 1 : 0)
    place &+= 1
  }
  return found != 0
}

/// Compares sixteen at a time.
@inline(__always) private func areAllWithin(
  _ range: Range<UInt32>, _ scalars: UnsafePointer<Unicode.Scalar>, _ count: Int
) -> Bool {
  let words = UnsafeRawPointer(scalars)
  let start = SIMD16<UInt32>(repeating: range.lowerBound)
  let length = SIMD16<UInt32>(repeating: range.upperBound - range.lowerBound)
  var place = 0
  while place + 16 <= count {
    let chunk = words.loadUnaligned(fromByteOffset: place * 4, as: SIMD16<UInt32>.self)
    if any((chunk &- start) .>= length) { return false }
    place += 16
  }
  while place < count {
    if !range.contains(scalars[place].value) { return false }
    place += 1
  }
  return true
}
