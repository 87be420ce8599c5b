import ControlSequences

// Rectangles and columns of VT400 terminals.
extension Emulator {
  /// A part of the screen.
  private struct Rectangle {
    var rows: Range<Int>
    var columns: Range<Int>
  }

  /// The rectangle in four parameters: top, left, bottom, right, from 1, in origin mode from the
  /// margins; nil for an empty one. Omitted ones mean the whole screen.
  private func rectangle(_ sequence: ControlSequence, from first: Int) -> Rectangle? {
    let area = area
    func range(_ index: Int, _ start: Int, _ last: Int) -> Range<Int>? {
      let first = start + sequence.count(index) - 1
      let wanted = sequence.value(index + 2)
      let end = wanted == 0 ? last + 1 : min(start + wanted, last + 1)
      return first < end ? first..<end : nil
    }
    guard let rows = range(first, area.top, area.bottom),
      let columns = range(first + 1, area.left, area.right)
    else { return nil }
    return Rectangle(rows: rows, columns: columns)
  }

  /// Executes what ends with `$` and a final byte; returns false if unknown.
  mutating func obeyRectangle(_ sequence: ControlSequence) -> Bool {
    guard screen.modes.conformanceLevel >= 4 else { return false }
    switch sequence.final {
    case "r": return changeStyles(sequence) { $0.change(to: $1) }
    case "t": return changeStyles(sequence) { $0.reverse($1) }
    case "v": return copyRectangle(sequence)
    case "x":
      let content = UInt32(max(sequence.value(0, 0x20), 0))
      guard (0x20...0x7E).contains(content) || (0xA0...0xFF).contains(content) else { return false }
      let cell = PackedCell(content: content, style: style)
      if let part = rectangle(sequence, from: 1) { fill(part, with: cell) }
    case "|":
      guard [0, 80, 132].contains(sequence.value(0)) else { return false }
      setSize(columns: sequence.value(0) == 132 ? 132 : 80, rows: screen.size.rows)
    case "z": if let part = rectangle(sequence, from: 0) { fill(part, with: .erased(style)) }
    case "{":
      guard let part = rectangle(sequence, from: 0) else { break }
      for row in part.rows where protection == .selective {
        screen.grid[row].eraseUnprotected(part.columns, style: style)
      }
      if protection != .selective { fill(part, with: .erased(style)) }
    default: return false
    }
    return true
  }

  private mutating func fill(_ part: Rectangle, with cell: PackedCell) {
    for row in part.rows { screen.grid[row].fill(part.columns, with: cell) }
  }

  /// DECCRA: copies a rectangle, of the only page, to another place.
  private mutating func copyRectangle(_ sequence: ControlSequence) -> Bool {
    guard let source = rectangle(sequence, from: 0) else { return true }
    let area = area
    let top = area.top + sequence.count(5) - 1
    let left = area.left + sequence.count(6) - 1
    let height = min(source.rows.count, area.bottom - top + 1)
    let width = min(source.columns.count, area.right - left + 1)
    guard height > 0, width > 0 else { return true }
    var copied = Array(screen.grid[source.rows])
    for index in 0..<height {
      let first = source.columns.lowerBound
      copied[index].split(at: first)
      copied[index].split(at: first + width)
      screen.grid[top + index].split(at: left)
      screen.grid[top + index].split(at: left + width)
      screen.grid[top + index].copy(first...first + width - 1, from: copied[index], to: left)
    }
    return true
  }

  /// DECCARA and DECRARA: changes attributes in a rectangle, or from its first to its last cell.
  private mutating func changeStyles(
    _ sequence: ControlSequence, _ change: (inout CellStyle, Int) -> Void
  ) -> Bool {
    guard let part = rectangle(sequence, from: 0) else { return true }
    let attributes = sequence.values.count > 4 ? sequence.values[4...].map { max($0, 0) } : [0]
    guard attributes.allSatisfy(CellStyle.isAttributeOfRectangle) else { return false }
    for row in part.rows {
      var columns = part.columns
      if !changesRectangles {
        let start = row == part.rows.lowerBound ? columns.lowerBound : 0
        let end = row == part.rows.upperBound - 1 ? columns.upperBound : screen.size.columns
        columns = start..<max(start, end)
      }
      screen.grid[row].restyle(columns) { style in
        for attribute in attributes { change(&style, attribute) }
      }
    }
    return true
  }

  /// DECRQCRA: the checksum of a rectangle, computed as by xterm 379: the negated sum of the characters'
  /// low bytes and of the attributes. xterm leaves out erased cells at the end but not blanks that were
  /// written; here both are left out, because cells do not tell one from the other.
  mutating func answerChecksum(_ sequence: ControlSequence) -> Bool {
    guard screen.modes.conformanceLevel >= 4 else { return false }
    var sum: UInt32 = 0
    var total: UInt32 = 0
    var isFirst = true
    if let part = rectangle(sequence, from: 2) {
      for row in part.rows {
        for column in part.columns {
          let value = checksum(row, column)
          total &+= value
          if isFirst || value != 0x20 { sum = total }
          isFirst = false
        }
      }
    }
    let checksum = UInt16(truncatingIfNeeded: 0 &- sum)
    let digits = hexadecimal(UInt8(checksum >> 8)) + hexadecimal(UInt8(checksum & 0xFF))
    return answer("\u{1B}P\(sequence.value(0))!~\(digits)\u{1B}\\")
  }

  private func checksum(_ row: Int, _ column: Int) -> UInt32 {
    let cell = screen.grid[row].storage[column]
    let style = cell.style
    var value: UInt32 = cell.isContinuation ? 0xFF : 0
    if style.conceal || cell.isTab {
      value = 0x20
    } else {
      screen.grid[row].forEachScalar(of: column) { value &+= $0.value & 0xFF }
    }
    if style.underline == .single { value += 0x10 }
    if style.reverse { value += 0x20 }
    if style.blink { value += 0x40 }
    if style.bold { value += 0x80 }
    return value
  }

  // MARK: Columns

  /// DECBI: to the left; at the left margin, the columns move to the right instead.
  mutating func backIndex() {
    wrapPending = false
    if screen.cursor.column == margins.left {
      shiftColumns(1, inserting: true)
    } else if screen.cursor.column > 0 {
      screen.cursor.column -= 1
    }
  }

  /// DECFI: to the right; at the right margin, the columns move to the left instead.
  mutating func forwardIndex() {
    wrapPending = false
    if screen.cursor.column == margins.right {
      shiftColumns(1, from: margins.left, inserting: false)
    } else if screen.cursor.column < screen.size.columns - 1 {
      screen.cursor.column += 1
    }
  }
}

extension CellStyle {
  /// Whether DECCARA and DECRARA know an attribute of SGR.
  fileprivate static func isAttributeOfRectangle(_ number: Int) -> Bool {
    [0, 1, 4, 5, 7, 8, 22, 24, 25, 27, 28].contains(number)
  }

  fileprivate mutating func change(to number: Int) {
    switch number {
    // Unlike in SGR, these two leave the attributes that no rectangle can have.
    case 0:
      (bold, underline, blink, reverse, conceal) = (false, .none, false, false, false)
    case 22: bold = false
    default: _ = obey(number)
    }
  }

  fileprivate mutating func reverse(_ number: Int) {
    switch number {
    case 1: bold.toggle()
    case 4: underline = underline == .none ? .single : .none
    case 5: blink.toggle()
    case 7: reverse.toggle()
    case 8: conceal.toggle()
    // As in xterm, 0 changes nothing.
    default: break
    }
  }
}
