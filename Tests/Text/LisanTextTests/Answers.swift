import CLisanText
import Glibc
import LisanText

/// The functions of lisantext.h that take a text or a line: those of this build, or of a library.
struct Functions {
  typealias Handle = OpaquePointer
  var newText: @convention(c) (UnsafePointer<CChar>?, Int, Int32, UInt32) -> Handle? =
    lisan_text_new
  var freeText: @convention(c) (Handle?) -> Void = lisan_text_free
  var levels: @convention(c) (Handle?, UnsafeMutablePointer<UInt8>?, Int) -> Int =
    lisan_text_levels
  var boundaries: @convention(c) (Handle?, UnsafeMutablePointer<UInt8>?, Int) -> Int =
    lisan_text_boundaries
  var bytes: @convention(c) (Handle?, UnsafeMutablePointer<Int>?, Int) -> Int = lisan_text_bytes
  var wrap: @convention(c) (Handle?, Int, UnsafeMutablePointer<lisan_range>?, Int) -> Int =
    lisan_text_wrap
  var newLine: @convention(c) (Handle?, Int, Int) -> Handle? = lisan_line_new
  var truncated: @convention(c) (Handle?, Int) -> Handle? = lisan_line_new_truncated
  var freeLine: @convention(c) (Handle?) -> Void = lisan_line_free
  var order: @convention(c) (Handle?, UnsafeMutablePointer<Int>?, Int) -> Int = lisan_line_order
  var cells: @convention(c) (Handle?, UnsafeMutablePointer<lisan_cell>?, Int) -> Int =
    lisan_line_cells
  var runs: @convention(c) (Handle?, UnsafeMutablePointer<lisan_run>?, Int) -> Int =
    lisan_line_runs
  var string: @convention(c) (Handle?, Int32) -> UnsafeMutablePointer<CChar>? = lisan_line_string
  var newRows:
    @convention(c) (
      UnsafePointer<CChar>?, Int, Int32, UInt32, Int32, Int, UnsafePointer<Int>?, Int
    ) -> Handle? = lisan_rows_new
  var freeRows: @convention(c) (Handle?) -> Void = lisan_rows_free
  var rows: @convention(c) (Handle?, UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? =
    lisan_rows_utf8
  var parts: @convention(c) (Handle?, UnsafeMutablePointer<lisan_part>?, Int) -> Int =
    lisan_rows_parts
  var characters: @convention(c) (Handle?, UnsafeMutablePointer<Int>?, Int) -> Int =
    lisan_line_characters
  var positions: @convention(c) (Handle?, UnsafeMutablePointer<Int>?, Int) -> Int =
    lisan_line_positions
  var utf8: @convention(c) (Handle?, Int32, UnsafeMutablePointer<CChar>?, Int) -> Int =
    lisan_line_utf8
  var column: @convention(c) (Handle?, Int) -> Int = lisan_line_column
  var step: @convention(c) (Handle?, Int, Int32) -> Int = lisan_line_step
  var selection:
    @convention(c) (Handle?, Int, Int, UnsafeMutablePointer<lisan_range>?, Int) -> Int =
      lisan_line_selection

  /// Those of this build.
  init() {}

  /// Those of a shared library; nil if one is missing.
  init?(library: String) {
    guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL) else { return nil }
    var isComplete = true
    func load<Function>(_ name: String, _ function: inout Function) {
      guard let symbol = dlsym(handle, name) else {
        isComplete = false
        return
      }
      function = unsafeBitCast(symbol, to: Function.self)
    }
    load("lisan_text_new", &newText)
    load("lisan_text_free", &freeText)
    load("lisan_text_levels", &levels)
    load("lisan_text_boundaries", &boundaries)
    load("lisan_text_bytes", &bytes)
    load("lisan_text_wrap", &wrap)
    load("lisan_line_new", &newLine)
    load("lisan_line_new_truncated", &truncated)
    load("lisan_line_free", &freeLine)
    load("lisan_line_order", &order)
    load("lisan_line_cells", &cells)
    load("lisan_line_characters", &characters)
    load("lisan_line_runs", &runs)
    load("lisan_line_string", &string)
    load("lisan_rows_new", &newRows)
    load("lisan_rows_free", &freeRows)
    load("lisan_rows_utf8", &rows)
    load("lisan_rows_parts", &parts)
    load("lisan_line_positions", &positions)
    load("lisan_line_utf8", &utf8)
    load("lisan_line_column", &column)
    load("lisan_line_step", &step)
    load("lisan_line_selection", &selection)
    if !isComplete { return nil }
  }
}

/// Everything that the functions say about a text, as numbers.
struct Answers: Equatable {
  var text: [[Int]] = []
  var lines: [[Int]] = []

  /// Every order of the header.
  static let encodings = [
    LISAN_VISUAL, LISAN_KITTY, LISAN_LRM, LISAN_PARAGRAPH, LISAN_MLTERM, LISAN_QTERMINAL,
    LISAN_MARKS,
  ]

  /// - Parameter flags: those of the header.
  init(_ text: [UInt8], direction: Int32, flags: UInt32, width: Int, by functions: Functions) {
    let handle = text.withUnsafeBytes {
      functions.newText(
        $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count, direction, flags)
    }
    defer { functions.freeText(handle) }
    self.text = [
      Self.array(0) { functions.levels(handle, $0, $1) }.map { Int($0) },
      Self.array(0) { functions.boundaries(handle, $0, $1) }.map { Int($0) },
      Self.array(0) { functions.bytes(handle, $0, $1) },
    ]
    let ranges = Self.array(lisan_range()) { functions.wrap(handle, width, $0, $1) }
    var lines = ranges.map { functions.newLine(handle, $0.start, $0.end) }
    lines += [functions.newLine(handle, 0, -1), functions.truncated(handle, width)]
    for line in lines {
      add(line, functions, count: self.text[0].count)
      functions.freeLine(line)
    }
    addRows(text, direction, flags, width, functions)
  }

  /// The text as rows of two pieces, in one of the orders.
  private mutating func addRows(
    _ text: [UInt8], _ direction: Int32, _ flags: UInt32, _ width: Int, _ functions: Functions
  ) {
    let encoding = Int32(Self.encodings[text.count % Self.encodings.count])
    let rows = text.withUnsafeBytes {
      functions.newRows(
        $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count, direction, flags, encoding,
        width, [text.count / 2, text.count], 2)
    }
    var bytes = 0
    let drawn = functions.rows(rows, &bytes)
    precondition(drawn?[bytes] == 0, "a zero byte ends the rows")
    self.text.append(UnsafeBufferPointer(start: drawn, count: bytes).map { Int($0) })
    self.text.append(
      Self.array(lisan_part()) { functions.parts(rows, $0, $1) }.flatMap {
        [$0.row, $0.piece, $0.start, $0.end]
      })
    functions.freeRows(rows)
  }

  private mutating func add(_ line: OpaquePointer?, _ functions: Functions, count: Int) {
    lines.append(Self.array(0) { functions.order(line, $0, $1) })
    lines.append(Self.array(0) { functions.positions(line, $0, $1) })
    lines.append(
      Self.array(lisan_cell()) { functions.cells(line, $0, $1) }.flatMap {
        [Int($0.base), Int($0.marks.0), Int($0.marks.1), Int($0.marks.2), Int($0.marks.3)]
      })
    lines.append(Self.array(0) { functions.characters(line, $0, $1) })
    for encoding in Self.encodings {
      let row = Self.utf8 { functions.utf8(line, Int32(encoding), $0, $1) }
      lines.append(row.map { Int($0) })
      let string = functions.string(line, Int32(encoding))
      precondition(string.map { strcmp($0, row + [0]) == 0 } ?? false, "one call gives the row")
      free(string)
    }
    lines.append(
      Self.array(lisan_run()) { functions.runs(line, $0, $1) }.flatMap {
        [$0.start, $0.end, Int($0.level)]
      })
    lines.append((-1...count + 1).map { functions.column(line, $0) })
    for step in Int32(0)...6 {
      lines.append((-1...count + 1).map { functions.step(line, $0, step) })
    }
    for end in 0...min(count, 8) {
      lines.append(
        Self.array(lisan_range()) { functions.selection(line, end / 2, end, $0, $1) }.flatMap {
          [$0.start, $0.end]
        })
    }
  }

  /// The text of a function that ends it with a zero byte.
  static func utf8(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [CChar] {
    let count = call(nil, 0)
    var array = [CChar](repeating: 1, count: count + 1)
    let again = array.withUnsafeMutableBufferPointer { call($0.baseAddress, $0.count) }
    precondition(again == count && array.popLast() == 0, "a zero byte ends the text")
    return array
  }

  /// Calls a function first without an array, then with one that is large enough.
  static func array<Element>(
    _ element: Element, _ call: (UnsafeMutablePointer<Element>?, Int) -> Int
  ) -> [Element] {
    let count = call(nil, 0)
    var array = [Element](repeating: element, count: count)
    let again = array.withUnsafeMutableBufferPointer { call($0.baseAddress, $0.count) }
    precondition(again == count, "two calls give two counts")
    return array
  }
}
