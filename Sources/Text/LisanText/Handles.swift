import BidiText
import Synchronization

/// What a `lisan_text` points to.
final class TextHandle: Sendable {
  /// The characters, and where they are in the caller's bytes.
  let decoded: DecodedText
  private let line: LazyLine
  private let keepsInvisible: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, direction: Int32, flags: UInt32) {
    decoded = DecodedText(bytes, filtering: flags & 1 != 0)
    let found: ParagraphDirection =
      switch direction {
      case 1: .rightToLeft
      case 2: .firstStrong(fallback: .leftToRight)
      case 3: .firstStrong(fallback: .rightToLeft)
      default: .leftToRight
      }
    let resolved = EmbeddingLevels(of: decoded.scalars, direction: found)
    keepsInvisible = flags & 8 == 0
    line = LazyLine(
      TextLine(
        scalars: decoded.scalars, levels: resolved.levels, paragraphLevel: resolved.paragraphLevel,
        width: 0, joinsLetters: flags & 2 == 0, widths: flags & 12 == 0 ? .clusters : .characters))
  }

  var scalars: [Unicode.Scalar] { decoded.scalars }
  var levels: [UInt8] { line.unmeasured.levels }
  var level: UInt8 { line.unmeasured.paragraphLevel }
  var width: Int { line.width }
  var paragraph: Paragraph { Paragraph(line.measured) }

  /// The whole text as one line, of a width of 0.
  var whole: TextLine { line.unmeasured }

  func drawn(_ line: TextLine, findsPlaces: Bool) -> DrawnLine {
    line.drawn(keepsInvisible: keepsInvisible, findsPlaces: findsPlaces)
  }

  /// A part of the text.
  func line(_ range: Range<Int>) -> LineHandle {
    var part = line.unmeasured
    if range.count < scalars.count {
      part.scalars = Array(scalars[range])
      part.levels = Array(levels[range])
    }
    return LineHandle(part, start: range.lowerBound, keepsInvisible: keepsInvisible)
  }

  func truncated(_ width: Int) -> LineHandle {
    LineHandle(paragraph.truncated(to: width), start: 0, keepsInvisible: keepsInvisible)
  }
}

/// A line that is measured at the first question about its width.
private struct LazyLine: ~Copyable, Sendable {
  /// Its `width` may be 0, because drawing does not need it.
  let unmeasured: TextLine
  private let known = Atomic<Int>(-1)

  init(_ line: TextLine) { unmeasured = line }

  var width: Int {
    let found = known.load(ordering: .relaxed)
    if found >= 0 { return found }
    let width = measuredWidth(unmeasured)
    known.store(width, ordering: .relaxed)
    return width
  }

  var measured: TextLine {
    var line = unmeasured
    line.width = width
    return line
  }
}

/// What a `lisan_line` points to.
final class LineHandle: Sendable {
  private let line: LazyLine
  /// The position in the text of the line's first character.
  let start: Int
  private let keepsInvisible: Bool
  private let lazyCarets = AtomicLazyReference<Carets>()

  /// Made at the first question about a caret.
  private final class Carets: Sendable {
    let map: CaretMap
    init(_ line: TextLine) { map = CaretMap(line) }
  }

  init(_ line: TextLine, start: Int, keepsInvisible: Bool) {
    self.line = LazyLine(line)
    self.start = start
    self.keepsInvisible = keepsInvisible
  }

  var count: Int { line.unmeasured.scalars.count }
  var width: Int { line.width }
  var drawn: DrawnLine { line.unmeasured.drawn(keepsInvisible: keepsInvisible) }

  /// The levels after rule L1.
  var drawnLevels: [UInt8] {
    let line = line.unmeasured
    return LineOrder.levels(ofLine: line.scalars, line.levels, paragraphLevel: line.paragraphLevel)
  }

  /// The level runs from left to right, with each user-perceived character in one, that of its start.
  var runs: [LevelRun] {
    var levels = drawnLevels
    var breaker = GraphemeBreaker()
    for (place, scalar) in line.unmeasured.scalars.enumerated()
    where !breaker.isBoundary(before: scalar) { levels[place] = levels[place - 1] }
    return LineOrder.visualRuns(levels)
  }

  func writeOrder(into order: UnsafeMutableBufferPointer<Int>) {
    line.unmeasured.writeOrder(from: start, into: order)
  }

  var carets: CaretMap {
    if let carets = lazyCarets.load() { return carets.map }
    return lazyCarets.storeIfNil(Carets(line.measured)).map
  }

  /// The index in the line of a position of the text.
  func index(_ position: Int) -> Int {
    clamped(position, to: start + count) - min(start, clamped(position, to: .max))
  }
}

/// The object of a pointer that C holds; nil for NULL.
@inline(__always) func object<Handle: AnyObject>(
  _ pointer: OpaquePointer?, _: Handle.Type
) -> Handle? {
  pointer.map { pointer in
    #if DEBUG
      let isLive = liveHandles.withLock { $0.contains(UInt(bitPattern: pointer)) }
      precondition(isLive, "a handle of liblisantext is used after it was freed")
    #endif
    return Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

@inline(__always) func pointer(_ handle: some AnyObject) -> OpaquePointer {
  let pointer = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
  #if DEBUG
    liveHandles.withLock { _ = $0.insert(UInt(bitPattern: pointer)) }
  #endif
  return pointer
}

/// Frees a handle that C holds; nothing for NULL.
@inline(__always) func free<Handle: AnyObject>(_ pointer: OpaquePointer?, _: Handle.Type) {
  guard let pointer else { return }
  #if DEBUG
    let wasLive = liveHandles.withLock { $0.remove(UInt(bitPattern: pointer)) != nil }
    precondition(wasLive, "a handle of liblisantext is freed twice")
  #endif
  Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
}

#if DEBUG
  /// The handles that C holds. Only a debug build knows them.
  private let liveHandles = Mutex<Set<UInt>>([])
#endif

/// A `size_t` from C as a number from 0 to `limit`; a large one arrives as a negative `Int`.
@inline(__always) func clamped(_ value: Int, to limit: Int) -> Int {
  value < 0 || value > limit ? limit : value
}

/// Writes what fits into an array of C, and returns how much there is.
@inline(__always) func fill<Values: RandomAccessCollection, Element>(
  _ out: UnsafeMutablePointer<Element>?, _ capacity: Int, _ values: Values,
  _ element: (Values.Element) -> Element
) -> Int {
  let count = values.count
  guard let out else { return count }
  var place = 0
  let room = clamped(capacity, to: count)
  for value in values {
    if place == room { break }
    out.advanced(by: place).initialize(to: element(value))
    place += 1
  }
  return count
}
