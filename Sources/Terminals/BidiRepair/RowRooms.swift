import MirrorLayout
import TerminalEmulator

/// What the cells of a row say by themselves, with the walls that rows beside it give it. A row has it
/// until it changes.
final class RowReading: Sendable {
  let rooms: RowRooms
  /// The text of each room, if there is any.
  let texts: [RoomText?]
  /// The columns that divide the row besides box drawing.
  let walls: [Int]
  /// The columns with `|`, of a number at its beginning, and of a `>` there.
  let bars: [Int]
  let number: Range<Int>?
  let quote: Int?
  /// The columns that end the parts of its label, and whether that is one of `ls -l`.
  let labels: [Int]
  /// The column and the end of a number before a colon that is no label by itself, as `11:` in `11:3 a`.
  let numberLabel: Int?
  /// Whether its label is a number before a colon.
  let isNumbered: Bool
  /// The column in which rows below have the signs of a difference, if it says where they are (`@@ -1 +1 @@`).
  let hunk: Int?
  /// The column of the `+` or the `-` of a difference, or of a list, at the beginning of its text.
  let sign: Int?
  /// Whether its label is a prompt, behind which a person types.
  let hasPrompt: Bool
  var isListing: Bool { labels.count == 1 && labels[0] > 30 }
  /// What its right-to-left letters say about their order; nil if it has none.
  let order: WrittenOrder?

  private init(_ row: ScreenRow, hasEdges: Bool, hasBoxes: Bool, walls: [Int]) {
    let rooms = RowRooms(row, hasEdges: hasEdges, hasBoxes: hasBoxes, walls: walls)
    self.rooms = rooms
    self.walls = walls
    texts = rooms.rooms.map { rooms.text(of: $0).map { RoomText(row, $0) } }
    let cells = row.storage
    let start = cells.firstIndex { !$0.isBlank } ?? 0
    let end = cells[start...].firstIndex { $0.isBlank } ?? cells.count
    labels = hasBoxes ? RowLabel.ends(cells) : []
    hasPrompt = !labels.isEmpty && RowLabel.python(cells, start) != nil
    isNumbered =
      labels.first.map {
        cells[start..<$0].allSatisfy { (0x30...0x39).contains($0.content) } && $0 > start
          && cells[$0].content == 0x3A
      } == true
    numberLabel = hasBoxes && labels.isEmpty ? RowLabel.number(cells, start) : nil
    hunk = hasBoxes && RowLabel.isHunk(cells, start..<end) ? start : nil
    order = texts.contains { $0?.firstRight != nil } ? WrittenOrder(row) : nil
    let isNumber =
      end < cells.count && cells[start..<end].allSatisfy { (0x30...0x39).contains($0.content) }
    number = hasBoxes && isNumber && end > start ? start..<end : nil
    sign = hasBoxes ? RowLabel.sign(cells, labels) : nil
    quote =
      hasBoxes && end == start + 1 && end < cells.count && cells[start].content == 0x3E
      ? start : nil
    bars = hasBoxes ? cells.indices.filter { cells[$0].content == 0x7C } : []
  }

  /// The reading of a row, which is remembered if it has not changed.
  static func of(_ row: ScreenRow, hasEdges: Bool, hasBoxes: Bool) -> RowReading {
    if !row.hasChanged, let known = row.reading as? RowReading { return known }
    return RowReading(row, hasEdges: hasEdges, hasBoxes: hasBoxes, walls: [])
  }

  /// The reading with other walls.
  func with(walls: [Int], _ row: ScreenRow, hasEdges: Bool) -> RowReading {
    RowReading(row, hasEdges: hasEdges, hasBoxes: true, walls: walls)
  }
}

/// The rooms of a row: what lies between box drawing, or the whole row.
struct RowRooms: Sendable {
  /// The part of a row in which a program writes one text or one row of columns.
  struct Room: Sendable {
    /// All its columns.
    let columns: Range<Int>
    /// The places of its fields in `fields`.
    fileprivate(set) var fields: Range<Int>
    /// Whether a gap between two fields is wider than three blanks, or was made by a tab, or a field is in
    /// quotation marks from end to end, as `ls` writes names with blanks.
    fileprivate(set) var hasWideGap: Bool
  }

  /// From the left; a room without text is here, too.
  private(set) var rooms: [Room] = []
  /// The columns of each text between gaps of two or more blanks, or tabs, from the left.
  private(set) var fields: [Range<Int>] = []
  /// Where each of them begins without a quotation mark, which `ls` writes into the gap.
  private var starts: [Int] = []

  /// - Parameters:
  ///   - hasEdges: whether a sign in the first or the last column, such as the `>` of nano and less
  ///     for more text beside the screen, and a scroll bar there, are separate from the text beside
  ///     them.
  ///   - hasBoxes: whether box drawing divides the row.
  ///   - walls: the columns that divide it, too, from the left.
  init(_ row: ScreenRow, hasEdges: Bool, hasBoxes: Bool, walls: [Int]) {
    let count = row.storage.count
    row.storage.withUnsafeBufferPointer { cells in
      let hasBars = hasBoxes && Self.isBetweenBars(cells)
      let end = hasEdges ? Self.endBeforeScrollBar(cells) : count
      var first = 0
      var wall = 0
      for column in 0...end {
        guard column < end else {
          add(cells, first..<end)
          break
        }
        let content = cells[column].content
        let isWall = wall < walls.count && walls[wall] == column
        if isWall { wall += 1 }
        // `$20` at the beginning is an amount.
        let isEdge =
          hasEdges && (column == 0 || column == count - 1) && Self.edgeSigns.contains(content)
          && !(column == 0 && count > 1 && (0x30...0x39).contains(cells[1].content))
        if isEdge || isWall || hasBoxes && Unicode.Scalar(content)?.isBox == true
          || hasBars && content == Self.bar
        {
          add(cells, first..<column)
          first = column + 1
        }
      }
    }
  }

  /// The column of a scroll bar that is drawn as one or two blanks with another background; the row's
  /// end if there is none.
  private static func endBeforeScrollBar(_ cells: UnsafeBufferPointer<PackedCell>) -> Int {
    guard let last = cells.last, last.isBlank,
      last.style.reverse || last.style.background != .default
    else { return cells.count }
    var start = cells.count - 1
    while start > 0, cells.count - start <= 2, cells[start - 1].isBlank,
      cells[start - 1].style == last.style
    {
      start -= 1
    }
    let isBar =
      start > 0 && cells.count - start <= 2
      && (cells[start - 1].style.background != last.style.background
        || cells[start - 1].style.reverse != last.style.reverse)
    return isBar ? start : cells.count
  }

  /// `|`
  private static let bar: UInt32 = 0x7C

  /// Whether a row begins and ends with `|`, as the rows of a table in ASCII and in Markdown do.
  private static func isBetweenBars(_ cells: UnsafeBufferPointer<PackedCell>) -> Bool {
    guard let first = cells.firstIndex(where: { !$0.isBlank }), cells[first].content == bar,
      let last = cells.lastIndex(where: { !$0.isBlank })
    else { return false }
    return last > first && cells[last].content == bar
  }

  /// Adds a room with its fields.
  private mutating func add(_ cells: UnsafeBufferPointer<PackedCell>, _ columns: Range<Int>) {
    if columns.isEmpty { return }
    var room = Room(columns: columns, fields: fields.count..<fields.count, hasWideGap: false)
    var start: Int?
    var (blanks, hasTab) = (0, false)
    for column in columns {
      if cells[column].isBlank {
        blanks += 1
        if cells[column].isTab { hasTab = true }
        continue
      }
      // Blanks in a bracket fill up its number: `(   1)`.
      if let begun = start, hasTab || blanks > 1, !Self.opensNumber(cells, column, blanks) {
        fields.append(begun..<(column - blanks))
        start = column
        if hasTab || blanks > 3 { room.hasWideGap = true }
      }
      start = start ?? column
      (blanks, hasTab) = (0, false)
    }
    if let start { fields.append(start..<(columns.upperBound - blanks)) }
    room.fields = room.fields.lowerBound..<fields.count
    splitMessage(cells, &room)
    if room.fields.count > 1, fields[room.fields].contains(where: { Self.isQuoted(cells, $0) }) {
      room.hasWideGap = true
    }
    for field in fields[starts.count...] {
      let isQuote = [0x22, 0x27].contains(cells[field.lowerBound].content)
      starts.append(field.lowerBound + (isQuote ? 1 : 0))
    }
    rooms.append(room)
  }

  private static func isQuoted(
    _ cells: UnsafeBufferPointer<PackedCell>, _ field: Range<Int>
  ) -> Bool {
    let first = cells[field.lowerBound].content
    return field.count > 2 && [0x22, 0x27].contains(first)
      && cells[field.upperBound - 1].content == first
  }

  /// Whether the blanks before a column are between a bracket and its number.
  private static func opensNumber(
    _ cells: UnsafeBufferPointer<PackedCell>, _ column: Int, _ blanks: Int
  ) -> Bool {
    let open = column - blanks - 1
    return open >= 0 && cells[open].content == 0x28 && (0x30...0x39).contains(cells[column].content)
  }

  /// Makes columns of a chat's message: the time, the name and the text of `12:30 <name> text`. The name
  /// has the text beside it, and is no part of it.
  private mutating func splitMessage(
    _ cells: UnsafeBufferPointer<PackedCell>, _ room: inout Room
  ) {
    guard let place = room.fields.first,
      let (name, text) = Self.message(cells, fields[place])
    else { return }
    let first = fields[place]
    let end = room.hasWideGap ? first.upperBound : fields[fields.count - 1].upperBound
    if !room.hasWideGap { fields.removeLast(room.fields.count - 1) }
    fields.replaceSubrange(
      place...place, with: [first.lowerBound..<(name.lowerBound - 1), name, text..<end])
    room.fields = place..<fields.count
    room.hasWideGap = true
  }

  /// The columns of the name and the first one of the text, if a field is a message with its time.
  private static func message(
    _ cells: UnsafeBufferPointer<PackedCell>, _ field: Range<Int>
  ) -> (name: Range<Int>, text: Int)? {
    var column = field.lowerBound
    func take(_ sign: Unicode.Scalar) -> Bool {
      guard column < field.upperBound, cells[column].content == sign.value else { return false }
      column += 1
      return true
    }
    let isBracketed = take("[")
    let start = column
    var colons = 0
    while column < field.upperBound, (0x30...0x3A).contains(cells[column].content) {
      if cells[column].content == 0x3A { colons += 1 }
      column += 1
    }
    guard colons > 0, column - start >= 4, !isBracketed || take("]"), take(" ") else { return nil }
    let name = column
    guard take("<") else { return nil }
    let last = cells[column..<min(field.upperBound, column + longestName)]
      .firstIndex { $0.content == 0x3E }
    guard let last else { return nil }
    column = last + 1
    return take(" ") && column < field.upperBound ? (name..<(last + 1), column) : nil
  }

  private static let longestName = 40

  /// The columns from the first to the last text of a room; nil without text.
  func text(of room: Room) -> Range<Int>? {
    room.fields.isEmpty
      ? nil
      : fields[room.fields.lowerBound].lowerBound..<fields[room.fields.upperBound - 1].upperBound
  }

  /// The place of the room that begins in a column.
  func room(from column: Int) -> Int? {
    var (low, high) = (0, rooms.count)
    while low < high {
      let middle = (low + high) / 2
      if rooms[middle].columns.lowerBound < column { low = middle + 1 } else { high = middle }
    }
    return low < rooms.count && rooms[low].columns.lowerBound == column ? low : nil
  }

  /// Whether the room's fields are columns: one gap is wide, or each further field begins where one
  /// begins in the same room of a row beside it.
  func hasColumns(_ room: Room, beside rows: (RowRooms?, RowRooms?)) -> Bool {
    if room.hasWideGap { return true }
    let further = room.fields.dropFirst()
    return !further.isEmpty
      && further.allSatisfy { field in
        let column = starts[field]
        return rows.0?.hasField(at: column, inRoomLike: room) == true
          || rows.1?.hasField(at: column, inRoomLike: room) == true
      }
  }

  /// Whether a field begins in a column of the room that begins where another row's does.
  func hasField(at column: Int, inRoomLike other: Room) -> Bool {
    guard let place = room(from: other.columns.lowerBound) else { return false }
    var (low, high) = (rooms[place].fields.lowerBound, rooms[place].fields.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < column { low = middle + 1 } else { high = middle }
    }
    return low < rooms[place].fields.upperBound && starts[low] == column
  }

  private static let edgeSigns: Set<UInt32> = Set("<>$+\\".unicodeScalars.map(\.value))
}
