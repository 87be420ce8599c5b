// The functions of lisantext.h, which describes them. The compiler compares them with the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BidiText
import CLisanText

@c @implementation
public func lisan_text_api() -> UInt32 { UInt32(LISAN_TEXT_API) }

// MARK: - Texts

@c @implementation
public func lisan_text_new(
  _ utf8: UnsafePointer<CChar>?, _ bytes: Int, _ direction: Int32, _ flags: UInt32
) -> OpaquePointer? {
  let count = utf8 == nil ? 0 : bytes
  guard 0...Int(Int32.max) ~= count else { return nil }
  let start = utf8.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  return pointer(
    TextHandle(
      UnsafeBufferPointer(start: start, count: count), direction: direction, flags: flags))
}

@c @implementation
public func lisan_text_free(_ text: OpaquePointer?) {
  free(text, TextHandle.self)
}

@c @implementation
public func lisan_text_count(_ text: OpaquePointer?) -> Int {
  object(text, TextHandle.self)?.scalars.count ?? 0
}

@c @implementation
public func lisan_text_width(_ text: OpaquePointer?) -> Int {
  object(text, TextHandle.self)?.width ?? 0
}

@c @implementation
public func lisan_text_is_rtl(_ text: OpaquePointer?) -> Int32 {
  Int32((object(text, TextHandle.self)?.level ?? 0) & 1)
}

@c @implementation
public func lisan_text_byte(_ text: OpaquePointer?, _ position: Int) -> Int {
  guard let text = object(text, TextHandle.self) else { return 0 }
  return text.decoded.byteOffset(of: clamped(position, to: text.scalars.count))
}

@c @implementation
public func lisan_text_bytes(
  _ text: OpaquePointer?, _ out: UnsafeMutablePointer<Int>?, _ capacity: Int
) -> Int {
  fill(out, capacity, object(text, TextHandle.self)?.decoded.byteOffsets ?? []) { $0 }
}

@c @implementation
public func lisan_text_scalars(
  _ text: OpaquePointer?, _ out: UnsafeMutablePointer<UInt32>?, _ capacity: Int
) -> Int {
  fill(out, capacity, object(text, TextHandle.self)?.scalars ?? []) { $0.value }
}

@c @implementation
public func lisan_text_levels(
  _ text: OpaquePointer?, _ out: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int {
  fill(out, capacity, object(text, TextHandle.self)?.levels ?? []) { $0 }
}

@c @implementation
public func lisan_text_boundaries(
  _ text: OpaquePointer?, _ out: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int {
  guard let scalars = object(text, TextHandle.self)?.scalars else { return 0 }
  var breaker = GraphemeBreaker()
  var boundaries: [UInt8] = []
  boundaries.reserveCapacity(scalars.count)
  for (scalar, opportunity) in zip(scalars, LineBreaks.opportunities(in: scalars)) {
    let cluster: UInt8 = breaker.isBoundary(before: scalar) ? 1 : 0
    let lineBreak: UInt8 =
      switch opportunity {
      case .prohibited: 0
      case .allowed: 2
      case .mandatory: 4
      }
    boundaries.append(cluster | lineBreak)
  }
  return fill(out, capacity, boundaries) { $0 }
}

@c @implementation
public func lisan_text_wrap(
  _ text: OpaquePointer?, _ width: Int, _ out: UnsafeMutablePointer<lisan_range>?,
  _ capacity: Int
) -> Int {
  let width = clamped(width, to: .max)
  guard width > 0 else { return 0 }
  let none = [0..<0]
  let ranges = object(text, TextHandle.self)?.paragraph.lineRanges(width: width)
  return fill(out, capacity, ranges ?? none) {
    lisan_range(start: $0.lowerBound, end: $0.upperBound)
  }
}

// MARK: - Lines

@c @implementation
public func lisan_line_new(_ text: OpaquePointer?, _ start: Int, _ end: Int) -> OpaquePointer? {
  guard let text = object(text, TextHandle.self) else { return nil }
  let end = clamped(end, to: text.scalars.count)
  let start = clamped(start, to: end)
  return pointer(text.line(start..<end))
}

@c @implementation
public func lisan_line_new_truncated(_ text: OpaquePointer?, _ width: Int) -> OpaquePointer? {
  guard let text = object(text, TextHandle.self) else { return nil }
  return pointer(text.truncated(clamped(width, to: .max)))
}

@c @implementation
public func lisan_line_free(_ line: OpaquePointer?) {
  free(line, LineHandle.self)
}

@c @implementation
public func lisan_line_count(_ line: OpaquePointer?) -> Int {
  object(line, LineHandle.self)?.count ?? 0
}

@c @implementation
public func lisan_line_width(_ line: OpaquePointer?) -> Int {
  object(line, LineHandle.self)?.width ?? 0
}

@c @implementation
public func lisan_line_levels(
  _ line: OpaquePointer?, _ out: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int {
  fill(out, capacity, object(line, LineHandle.self)?.drawnLevels ?? []) { $0 }
}

@c @implementation
public func lisan_line_order(
  _ line: OpaquePointer?, _ out: UnsafeMutablePointer<Int>?, _ capacity: Int
) -> Int {
  guard let line = object(line, LineHandle.self) else { return 0 }
  guard let out else { return line.count }
  if clamped(capacity, to: line.count) == line.count {
    line.writeOrder(into: UnsafeMutableBufferPointer(start: out, count: line.count))
    return line.count
  }
  return fill(out, capacity, LineOrder.visualToLogical(line.drawnLevels)) { line.start + $0 }
}

@c @implementation
public func lisan_line_runs(
  _ line: OpaquePointer?, _ out: UnsafeMutablePointer<lisan_run>?, _ capacity: Int
) -> Int {
  guard let line = object(line, LineHandle.self) else { return 0 }
  return fill(out, capacity, line.runs) {
    lisan_run(
      start: line.start + $0.range.lowerBound, end: line.start + $0.range.upperBound,
      level: UInt32($0.level))
  }
}

@c @implementation
public func lisan_line_cells(
  _ line: OpaquePointer?, _ out: UnsafeMutablePointer<lisan_cell>?, _ capacity: Int
) -> Int {
  guard let line = object(line, LineHandle.self) else { return 0 }
  guard let out else { return line.width }
  let room = clamped(capacity, to: line.width)
  var column = 0
  let drawn = line.drawn
  for glyph in drawn.glyphs {
    if column < room {
      out.advanced(by: column).initialize(to: lisan_cell(drawn.withoutTail(glyph)))
    }
    if glyph.width == 2, column + 1 < room {
      out.advanced(by: column + 1).initialize(to: lisan_cell())
    }
    column += Int(glyph.width)
  }
  return line.width
}

@c @implementation
public func lisan_line_positions(
  _ line: OpaquePointer?, _ out: UnsafeMutablePointer<Int>?, _ capacity: Int
) -> Int {
  guard let handle = object(line, LineHandle.self) else { return 0 }
  let carets = handle.carets
  return fill(out, capacity, 0..<carets.width) { handle.start + carets.position(at: $0) }
}

@c @implementation
public func lisan_line_characters(
  _ line: OpaquePointer?, _ out: UnsafeMutablePointer<Int>?, _ capacity: Int
) -> Int {
  guard let line = object(line, LineHandle.self) else { return 0 }
  guard let out else { return line.width }
  let room = clamped(capacity, to: line.width)
  let drawn = line.drawn
  var column = 0
  for glyph in drawn.glyphs {
    if column < room { out.advanced(by: column).initialize(to: drawn.scalars(glyph).count) }
    if glyph.width == 2, column + 1 < room { out.advanced(by: column + 1).initialize(to: 0) }
    column += Int(glyph.width)
  }
  return line.width
}

@c @implementation
public func lisan_line_utf8(
  _ line: OpaquePointer?, _ encoding: Int32, _ out: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  var writer = UTF8Writer(out, capacity)
  writer.append(object(line, LineHandle.self)?.drawn ?? DrawnLine(), encoding)
  return writer.finish()
}

@c @implementation
public func lisan_cells_utf8(
  _ cells: UnsafePointer<lisan_cell>?, _ count: Int, _ encoding: Int32,
  _ out: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  var writer = UTF8Writer(out, capacity)
  if let cells, count > 0 {
    var row = DrawnLine()
    row.glyphs = glyphs(UnsafeBufferPointer(start: cells, count: count))
    writer.append(row, encoding)
  }
  return writer.finish()
}

@c @implementation
public func lisan_line_string(
  _ line: OpaquePointer?, _ encoding: Int32
) -> UnsafeMutablePointer<CChar>? {
  UTF8Writer.string(object(line, LineHandle.self)?.drawn ?? DrawnLine(), encoding)
}

// MARK: - Rows

@c @implementation
public func lisan_rows_new(
  _ utf8: UnsafePointer<CChar>?, _ bytes: Int, _ direction: Int32, _ flags: UInt32,
  _ encoding: Int32, _ width: Int, _ ends: UnsafePointer<Int>?, _ pieces: Int
) -> OpaquePointer? {
  let count = utf8 == nil ? 0 : bytes
  guard 0...Int(Int32.max) ~= count else { return nil }
  let start = utf8.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  return pointer(
    RowsHandle(
      UnsafeBufferPointer(start: start, count: count), direction: direction, flags: flags,
      encoding: encoding, width: clamped(width, to: Int(Int16.max)),
      ends: UnsafeBufferPointer(start: ends, count: ends == nil ? 0 : max(pieces, 0))))
}

@c @implementation
public func lisan_rows_free(_ rows: OpaquePointer?) {
  free(rows, RowsHandle.self)
}

@c @implementation
public func lisan_rows_utf8(
  _ rows: OpaquePointer?, _ bytes: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  let rows = object(rows, RowsHandle.self)
  bytes?.pointee = rows?.bytes ?? 0
  return rows?.utf8
}

@c @implementation
public func lisan_rows_parts(
  _ rows: OpaquePointer?, _ out: UnsafeMutablePointer<lisan_part>?, _ capacity: Int
) -> Int {
  fill(out, capacity, object(rows, RowsHandle.self)?.parts ?? []) { $0 }
}

// MARK: - Carets

@c @implementation
public func lisan_line_column(_ line: OpaquePointer?, _ position: Int) -> Int {
  guard let handle = object(line, LineHandle.self) else { return 0 }
  return handle.carets.column(of: handle.index(position))
}

@c @implementation
public func lisan_line_position(_ line: OpaquePointer?, _ column: Int) -> Int {
  guard let handle = object(line, LineHandle.self) else { return 0 }
  return handle.start + handle.carets.position(at: column)
}

@c @implementation
public func lisan_line_step(_ line: OpaquePointer?, _ position: Int, _ step: Int32) -> Int {
  guard let handle = object(line, LineHandle.self) else { return 0 }
  let carets = handle.carets
  let index = handle.index(position)
  let next =
    switch step {
    case 0: carets.position(leftOf: index)
    case 1: carets.position(rightOf: index)
    case 2: carets.position(after: index)
    case 3: carets.position(before: index)
    case 4: carets.wordStart(before: index)
    case 5: carets.wordEnd(after: index)
    default: index
    }
  return handle.start + next
}

@c @implementation
public func lisan_line_selection(
  _ line: OpaquePointer?, _ start: Int, _ end: Int, _ out: UnsafeMutablePointer<lisan_range>?,
  _ capacity: Int
) -> Int {
  guard let handle = object(line, LineHandle.self) else { return 0 }
  let end = handle.index(end)
  let selection = min(handle.index(start), end)..<end
  return fill(out, capacity, handle.carets.columns(of: selection)) {
    lisan_range(start: $0.lowerBound, end: $0.upperBound)
  }
}
