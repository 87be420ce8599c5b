import MirrorLayout
import TerminalEmulator

/// The paragraphs of rows, room by room. Text in a room continues in the same room of the next row,
/// until a row is empty, has columns or a marker, or the row before it ends early.
struct RoomParagraphs {
  /// The text of a room in one row.
  private struct Part {
    let row: Int
    let room: Range<Int>
    let text: RoomText
    /// The part in the same room of the row above and of the row below.
    let above: Int?
    var below: Int?
    /// A sequence of parts below each other, whose widest end is in `ends`.
    let sequence: Int
    var continuesAbove = false
    var isRightToLeft = false
    /// Whether the room is empty in the row above.
    let isBelowBlank: Bool
  }

  private let screen: Screen
  private let options: RepairOptions
  private let rows: ClosedRange<Int>
  private var rooms: [RowRooms] = []
  private var parts: [Part] = []
  private var ends: [Int] = []
  /// The columns of each text that is in a column, with its row.
  private var columnTexts: [(row: Int, columns: Range<Int>)] = []

  init(_ rows: ClosedRange<Int>, in screen: Screen, _ options: RepairOptions) {
    (self.rows, self.screen, self.options) = (rows, screen, options)
    for row in rows {
      rooms.append(
        RowRooms(
          screen.grid[row], hasEdges: screen.isAlternate && options.fields != .off,
          hasBoxes: options.fields != .off))
    }
    var above = 0..<0
    for row in rows { above = addParts(of: row, above: above) }
    for place in parts.indices { parts[place].continuesAbove = continuesAbove(parts[place]) }
    for place in parts.indices { parts[place].isRightToLeft = isRightToLeft(parts[place]) }
  }

  /// - Parameter above: the places of the parts of the row above.
  /// - Returns: the places of the row's parts.
  private mutating func addParts(of row: Int, above: Range<Int>) -> Range<Int> {
    let index = row - rows.lowerBound
    let found = rooms[index]
    let before = index > 0 ? rooms[index - 1] : nil
    let after = index + 1 < rooms.count ? rooms[index + 1] : nil
    let start = parts.count
    var next = above.lowerBound
    for room in found.rooms {
      guard let text = found.text(of: room) else { continue }
      if hasColumns(found, room, before, after) {
        for field in room.fields { columnTexts.append((row, found.fields[field])) }
        continue
      }
      while next < above.upperBound, parts[next].room.lowerBound < room.columns.lowerBound {
        next += 1
      }
      let isBelow =
        next < above.upperBound && parts[next].room.lowerBound == room.columns.lowerBound
      if isBelow { parts[next].below = parts.count } else { ends.append(0) }
      let sequence = isBelow ? parts[next].sequence : ends.count - 1
      ends[sequence] = max(ends[sequence], text.upperBound)
      let same = before?.room(from: room.columns.lowerBound)
      parts.append(
        Part(
          row: row, room: room.columns, text: RoomText(screen.grid[row], text),
          above: isBelow ? next : nil, sequence: sequence,
          isBelowBlank: row > 0 && same.map { before!.rooms[$0].fields.isEmpty } ?? true))
    }
    return start..<parts.count
  }

  private func hasColumns(
    _ row: RowRooms, _ room: RowRooms.Room, _ above: RowRooms?, _ below: RowRooms?
  ) -> Bool {
    switch options.fields {
    case .on: room.fields.count > 1
    case .off: false
    case .auto: row.hasColumns(room, beside: [above, below])
    }
  }

  // MARK: Paragraphs

  private func isWholeRow(_ part: Part) -> Bool {
    part.room == screen.grid[part.row].storage.indices
  }

  private func isWrapped(before part: Part) -> Bool {
    part.row > 0 && screen.grid[part.row - 1].isWrapped && isWholeRow(part)
  }

  private func isWrappedByProgram(_ part: Part) -> Bool {
    guard let below = part.below else { return false }
    return parts[below].continuesAbove && !isWrapped(before: parts[below])
  }

  private func continuesAbove(_ part: Part) -> Bool {
    guard let above = part.above.map({ parts[$0] }) else { return false }
    if isWrapped(before: part), isWholeRow(above) { return true }
    let (text, before) = (part.text, above.text)
    if text.hasMarker || text.isPrompt || text.isCode || before.isPrompt || before.isCode {
      return false
    }
    let start = text.columns.lowerBound
    guard abs(start - before.columns.lowerBound) <= 4 || abs(start - before.textStart) <= 4 else {
      return false
    }
    // A row ends early if the next word had room in it.
    return 5 * (before.columns.upperBound - part.room.lowerBound) >= 2 * part.room.count
      && before.columns.upperBound + 1 + text.firstWord > ends[part.sequence]
  }

  private func isRightToLeft(_ part: Part) -> Bool {
    switch options.direction {
    case .leftToRight: return false
    case .rightToLeft: return true
    case .auto: break
    }
    let (text, above) = (part.text, part.above.map { parts[$0] })
    if part.continuesAbove, let above { return above.isRightToLeft }
    if let inherited = inherited(part) { return inherited }
    let isAboveRight = above?.isRightToLeft == true
    guard text.firstRight != nil || text.beginsWithLatin else { return isAboveRight }
    if !text.beginsWithLatin { return !isComment(part) }
    guard text.firstRight != nil, !text.isPrompt, !text.isCode else { return false }
    // Inline code at the beginning of prose, and not of a row of a listing.
    if text.beginsWithPiece, part.isBelowBlank || isWrappedByProgram(part) { return true }
    // A sign such as `>` is the prompt of a shell, unless the row above has it, too, as quotes do.
    guard isAboveRight, let above, text.hasWords,
      !text.beginsWithChevron
        || above.text.beginsWithChevron
    else { return false }
    return abs(text.columns.lowerBound - above.text.columns.lowerBound) <= 4
  }

  /// The direction that the first row on the screen has from a row that has left it.
  private func inherited(_ part: Part) -> Bool? {
    let row = screen.grid[part.row]
    guard part.row == 0, part.above == nil, row.shownNote.contains(.isContinuation),
      !screen.isAlternate || !row.hasChanged
    else { return nil }
    return row.shownNote.contains(.isRightToLeft)
  }

  /// Whether a text that begins with a right-to-left letter is a comment of a program.
  private func isComment(_ part: Part) -> Bool {
    if part.text.isCode { return true }
    let cells = screen.grid[part.row].storage
    guard part.text.hasMarker, cells[part.text.columns.lowerBound].content == 0x23 else {
      return false
    }
    return [part.above, part.below].contains { place in
      guard let text = place.map({ parts[$0].text }) else { return false }
      return text.beginsWithLatin && (text.isCode || text.firstRight == nil)
    }
  }

  // MARK: Layout

  /// Orders all texts.
  mutating func arrange(with text: inout OrderedText, into shown: inout ShownRows) {
    for (row, columns) in columnTexts where shown[row] != nil {
      let found = RoomText(screen.grid[row], columns)
      let isRightToLeft =
        options.direction == .auto
        ? found.firstRight != nil && !found.beginsWithLatin : options.direction == .rightToLeft
      text.removeAll()
      text.append(
        screen.grid[row], at: row, columns: columns, isLast: true, look: found.look)
      if text.holdsRightToLeft {
        text.arrange(
          isRightToLeft ? .rightToLeft : .leftToRight, mirrorsBoxes: false, into: &shown)
      }
    }
    for place in parts.indices {
      noteDirection(of: parts[place], &shown)
      if !parts[place].continuesAbove { arrangeParagraph(from: place, with: &text, into: &shown) }
    }
  }

  private func noteDirection(of part: Part, _ shown: inout ShownRows) {
    if part.isRightToLeft { shown[noteOf: part.row].insert(.isRightToLeft) }
    let isInherited = inherited(part) != nil
    let follows =
      part.isRightToLeft && part.above != nil
      && (part.text.beginsWithLatin || part.text.firstRight == nil)
    if part.continuesAbove || isInherited || follows {
      shown[noteOf: part.row].insert(.isContinuation)
    }
  }

  private func arrangeParagraph(
    from first: Int, with text: inout OrderedText, into shown: inout ShownRows
  ) {
    var places = [first]
    while let below = parts[places[places.count - 1]].below, parts[below].continuesAbove {
      places.append(below)
    }
    let isRightToLeft = parts[first].isRightToLeft
    var margin = Int.max
    var look: CellStyle?
    var isEmpty = true
    for place in places {
      margin = min(margin, parts[place].room.upperBound)
      look = look ?? parts[place].text.look
      if shown[parts[place].row] != nil { isEmpty = false }
    }
    if isEmpty { return }
    text.removeAll()
    for place in places {
      let part = parts[place]
      let continuesWhole = isWrapped(before: part) && part.continuesAbove
      if part.continuesAbove, !continuesWhole { text.appendWrap() }
      let endsWhole = screen.grid[part.row].isWrapped && isWholeRow(part)
      let isMirrored = isRightToLeft && isAligned(part)
      // The pointer of a list or a prompt stays: the text beside it begins where those of other rows do.
      let staysLeft = !isMirrored && part.text.beginsWithChevron && part.text.hasMarker
      let all = part.room
      let start = staysLeft ? part.text.textStart : part.text.columns.lowerBound
      let own = start..<part.text.columns.upperBound
      text.append(
        screen.grid[part.row], at: part.row,
        columns: (isMirrored || continuesWhole ? all.lowerBound : own.lowerBound)..<(endsWhole
          ? all.upperBound : isMirrored ? max(margin, own.upperBound) : own.upperBound),
        isLast: !endsWhole, look: look ?? .plain)
    }
    if text.holdsRightToLeft {
      text.arrange(isRightToLeft ? .rightToLeft : .leftToRight, mirrorsBoxes: false, into: &shown)
    }
  }

  /// Whether the margins of right-to-left text change places.
  private func isAligned(_ part: Part) -> Bool {
    switch options.align {
    case .on: true
    case .off: false
    case .auto: !screen.isAlternate && isWholeRow(part)
    }
  }
}
