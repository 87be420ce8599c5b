import BidiText
import Synchronization

/// What a `lisan_text` points to.
final class TextHandle: Sendable {
  let paragraph: Paragraph
  /// Where the characters are in the caller's bytes.
  let decoded: DecodedText

  init(_ bytes: UnsafeBufferPointer<UInt8>, direction: Int32, flags: UInt32) {
    decoded = DecodedText(bytes, filtering: flags & 1 != 0)
    let found: ParagraphDirection =
      switch direction {
      case 1: .rightToLeft
      case 2: .firstStrong(fallback: .leftToRight)
      case 3: .firstStrong(fallback: .rightToLeft)
      default: .leftToRight
      }
    paragraph = Paragraph(
      scalars: decoded.scalars, direction: found, joinsLetters: flags & 2 == 0)
  }
}

/// What a `lisan_line` points to.
final class LineHandle: Sendable {
  let line: TextLine
  /// The position in the text of the line's first character.
  let start: Int
  private let lazyCarets = AtomicLazyReference<Carets>()

  /// Made at the first question about a caret.
  private final class Carets: Sendable {
    let map: CaretMap
    init(_ line: TextLine) { map = CaretMap(line) }
  }

  init(_ line: TextLine, start: Int) {
    self.line = line
    self.start = start
  }

  var carets: CaretMap {
    (lazyCarets.load() ?? lazyCarets.storeIfNil(Carets(line))).map
  }

  /// The index in the line of a position of the text.
  func index(_ position: Int) -> Int {
    clamped(position, to: start + line.scalars.count) - min(start, clamped(position, to: .max))
  }
}

/// The object of a pointer that C holds; nil for NULL.
@inline(__always) func object<Handle: AnyObject>(
  _ pointer: OpaquePointer?, _: Handle.Type
) -> Handle? {
  pointer.map { Unmanaged<Handle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@inline(__always) func pointer(_ handle: some AnyObject) -> OpaquePointer {
  OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
}

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
