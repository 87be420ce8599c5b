import MirrorLayout
import TerminalEmulator

/// The rooms of a row: what lies between box drawing, or the whole row.
struct RowRooms {
  /// The part of a row in which a program writes one text or one row of columns.
  struct Room {
    /// All its columns.
    let columns: Range<Int>
    /// The places of its fields in `fields`.
    fileprivate(set) var fields: Range<Int>
    /// Whether a gap between two fields is wider than three blanks, or was made by a tab.
    fileprivate(set) var hasWideGap: Bool
  }

  /// From the left; a room without text is here, too.
  private(set) var rooms: [Room] = []
  /// The columns of each text between gaps of two or more blanks, or tabs, from the left.
  private(set) var fields: [Range<Int>] = []

  /// - Parameters:
  ///   - hasEdges: whether a sign in the first or the last column, such as the `>` of nano and less
  ///     for more text beside the screen, is separate from the text beside it.
  ///   - hasBoxes: whether box drawing divides the row.
  init(_ row: ScreenRow, hasEdges: Bool, hasBoxes: Bool = true) {
    let count = row.storage.count
    row.storage.withUnsafeBufferPointer { cells in
      var first = 0
      for column in 0...count {
        guard column < count else {
          add(cells, first..<count)
          break
        }
        let content = cells[column].content
        let isEdge =
          hasEdges && (column == 0 || column == count - 1) && Self.edgeSigns.contains(content)
        if isEdge || hasBoxes && Unicode.Scalar(content)?.isBox == true {
          add(cells, first..<column)
          first = column + 1
        }
      }
    }
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
      if let begun = start, hasTab || blanks > 1 {
        fields.append(begun..<(column - blanks))
        start = column
        if hasTab || blanks > 3 { room.hasWideGap = true }
      }
      start = start ?? column
      (blanks, hasTab) = (0, false)
    }
    if let start { fields.append(start..<(columns.upperBound - blanks)) }
    room.fields = room.fields.lowerBound..<fields.count
    rooms.append(room)
  }

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
  func hasColumns(_ room: Room, beside rows: [RowRooms?]) -> Bool {
    if room.hasWideGap { return true }
    let further = room.fields.dropFirst()
    return !further.isEmpty
      && further.allSatisfy { field in
        rows.contains { $0?.hasField(at: fields[field].lowerBound, inRoomLike: room) == true }
      }
  }

  private func hasField(at column: Int, inRoomLike other: Room) -> Bool {
    guard let place = room(from: other.columns.lowerBound) else { return false }
    var (low, high) = (rooms[place].fields.lowerBound, rooms[place].fields.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if fields[middle].lowerBound < column { low = middle + 1 } else { high = middle }
    }
    return low < rooms[place].fields.upperBound && fields[low].lowerBound == column
  }

  private static let edgeSigns: Set<UInt32> = Set("<>$+\\".unicodeScalars.map(\.value))
}
