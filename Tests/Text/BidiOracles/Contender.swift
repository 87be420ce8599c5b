import BidiText
import CFriBidi
import CICU

/// Something that is measured beside others.
public struct Contender {
  public var name: String
  /// Does the work once, and returns something that depends on its result.
  public var run: () -> Int

  public init(name: String, run: @escaping () -> Int) {
    self.name = name
    self.run = run
  }
}

/// Levels and visual order of the line in a right-to-left or left-to-right paragraph. Each writes the
/// order into memory that it has from the beginning.
public func orderContenders(_ text: [Unicode.Scalar], _ direction: ParagraphDirection)
  -> [Contender]
{
  // Lives as long as the benchmark.
  let order = UnsafeMutableBufferPointer<Int>.allocate(capacity: text.count)
  return [
    Contender(name: "BidiText") {
      let resolved = EmbeddingLevels(of: text, direction: direction)
      let line = TextLine(
        scalars: text, levels: resolved.levels, paragraphLevel: resolved.paragraphLevel, width: 0)
      line.writeOrder(from: 0, into: order)
      return order[0]
    },
    friBidiOrder(text, direction),
    icuOrder(text, direction),
  ]
}

/// The line as it is drawn: joined, mirrored, reordered, marks on their base; `BidiText` also
/// measures and makes cells, which the others leave to the program.
public func layoutContenders(_ text: [Unicode.Scalar], _ direction: ParagraphDirection)
  -> [Contender]
{
  [
    Contender(name: "BidiText") {
      Paragraph(scalars: text, direction: direction).line.glyphs.count
    },
    friBidiLayout(text, direction),
    icuLayout(text, direction),
  ]
}

/// FriBidi and ICU as a C program uses them for a line of UTF-8: everything is made and freed. `order`
/// returns the sum of each place times the character there, `drawn` the bytes of the drawn line.
public func peersFromUTF8(_ text: String) -> (order: [Contender], drawn: [Contender]) {
  let bytes = Array(text.utf8CString)
  let count = Int32(bytes.count - 1)
  return (
    [
      Contender(name: "FriBidi") { fribidi_shim_utf8_order(bytes, count, -1) },
      Contender(name: "ICU") { icu_utf8_order(bytes, count, -1) },
    ],
    [
      Contender(name: "FriBidi") { fribidi_shim_utf8_drawn(bytes, count, -1) },
      Contender(name: "ICU") { icu_utf8_drawn(bytes, count, -1) },
    ]
  )
}

/// A copy of the line: what no layout can beat.
public func copyContender(_ text: [Unicode.Scalar]) -> Contender {
  let copy = UnsafeMutablePointer<Unicode.Scalar>.allocate(capacity: text.count)
  return Contender(name: "copy") {
    text.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { copy.update(from: start, count: source.count) }
    }
    return Int(copy[text.count - 1].value)
  }
}

private func friBidiOrder(_ text: [Unicode.Scalar], _ direction: ParagraphDirection) -> Contender {
  let values = text.map(\.value)
  let buffers = FriBidiBuffers(count: text.count)
  return Contender(name: "FriBidi") {
    _ = fribidi_shim_order(
      values, FriBidiStrIndex(values.count), direction.requestedLevel, buffers.types,
      buffers.brackets, buffers.levels, buffers.map)
    return Int(buffers.map[0])
  }
}

private func friBidiLayout(
  _ text: [Unicode.Scalar], _ direction: ParagraphDirection
) -> Contender {
  let values = text.map(\.value)
  let buffers = FriBidiBuffers(count: text.count)
  return Contender(name: "FriBidi") {
    buffers.text.update(from: values, count: values.count)
    _ = fribidi_shim_visual(
      buffers.text, FriBidiStrIndex(values.count), direction.requestedLevel, buffers.types,
      buffers.brackets, buffers.levels, buffers.properties)
    return Int(buffers.text[0])
  }
}

/// Lives as long as the benchmark.
private struct FriBidiBuffers {
  let text: UnsafeMutablePointer<FriBidiChar>
  let types: UnsafeMutablePointer<FriBidiCharType>
  let brackets: UnsafeMutablePointer<FriBidiBracketType>
  let levels: UnsafeMutablePointer<FriBidiLevel>
  let map: UnsafeMutablePointer<FriBidiStrIndex>
  let properties: UnsafeMutablePointer<FriBidiArabicProp>

  init(count: Int) {
    text = .allocate(capacity: count)
    types = .allocate(capacity: count)
    brackets = .allocate(capacity: count)
    levels = .allocate(capacity: count)
    map = .allocate(capacity: count)
    properties = .allocate(capacity: count)
  }
}

private func utf16(_ text: [Unicode.Scalar]) -> UnsafeMutableBufferPointer<UInt16> {
  let units = Array(String(String.UnicodeScalarView(text)).utf16)
  let buffer = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: units.count)
  _ = buffer.initialize(fromContentsOf: units)
  return buffer
}

private func icuOrder(_ text: [Unicode.Scalar], _ direction: ParagraphDirection) -> Contender {
  let units = utf16(text)
  let bidi = icu_open()
  let map = UnsafeMutablePointer<Int32>.allocate(capacity: units.count)
  return Contender(name: "ICU") {
    _ = icu_resolve(bidi, units.baseAddress, Int32(units.count), direction.requestedLevel)
    _ = icu_levels(bidi)
    _ = icu_visual_map(bidi, map)
    return Int(map[0])
  }
}

private func icuLayout(_ text: [Unicode.Scalar], _ direction: ParagraphDirection) -> Contender {
  let units = utf16(text)
  let bidi = icu_open()
  let shaped = UnsafeMutablePointer<UInt16>.allocate(capacity: units.count)
  let visual = UnsafeMutablePointer<UInt16>.allocate(capacity: units.count)
  return Contender(name: "ICU") {
    let count = icu_shape(units.baseAddress, Int32(units.count), shaped, Int32(units.count))
    _ = icu_resolve(bidi, shaped, count, direction.requestedLevel)
    return Int(icu_write(bidi, visual, Int32(units.count)))
  }
}
