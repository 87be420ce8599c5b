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
    var continuesAbove = false
    var isRightToLeft = false
    /// Whether the room is empty in the row above.
    let isBelowBlank: Bool
  }

  private let screen: Screen
  private let options: RepairOptions
  private let rows: ClosedRange<Int>
  /// For each row what its cells say.
  private(set) var readings: [RowReading] = []
  /// For each row whether it is the first one of a line.
  private var beginsLine: [Bool] = []
  private var parts: [Part] = []
  /// The columns of each text that is in a column, with its row.
  private var columnTexts: [(row: Int, columns: Range<Int>)] = []
  private var paragraphs: [Paragraph] = []
  private var pieces: [Piece] = []

  private struct Paragraph {
    let isRightToLeft: Bool
    /// Its places in `pieces`.
    let pieces: Range<Int>
  }

  /// What a paragraph has in one row.
  private struct Piece {
    let row: Int
    let columns: Range<Int>
    /// Whether a blank is missing before it.
    let followsWrap: Bool
    let isLast: Bool
  }

  init(_ rows: ClosedRange<Int>, in screen: Screen, _ options: RepairOptions) {
    (self.rows, self.screen, self.options) = (rows, screen, options)
    readings.reserveCapacity(rows.count)
    parts.reserveCapacity(rows.count)
    paragraphs.reserveCapacity(rows.count)
    pieces.reserveCapacity(rows.count)
    let hasBoxes = options.fields != .off
    let hasEdges = screen.isAlternate && hasBoxes
    for row in rows {
      readings.append(.of(screen.grid[row], hasEdges: hasEdges, hasBoxes: hasBoxes))
    }
    var columns = ColumnEvidence(screen.grid[rows], readings)
    if hasBoxes {
      var isDivided = false
      for (index, row) in rows.enumerated() {
        let input = Int(screen.grid[row].marks.inputStart)
        let walls = isCommandLine(row) ? [0] : input > 0 ? [input - 1] : columns.walls(index)
        if walls == readings[index].walls { continue }
        readings[index] = readings[index].with(
          walls: walls, screen.grid[row], hasEdges: hasEdges)
        isDivided = true
      }
      if isDivided { columns = ColumnEvidence(screen.grid[rows], readings) }
    }
    beginsLine = rows.enumerated().map { index, row in
      columns.beginsLine(index) || screen.grid[row].marks.beginsLine
        || row > 0 && screen.grid[row - 1].marks.isEntered
    }
    var above = 0..<0
    for row in rows { above = addParts(of: row, above: above, columns) }
    for place in parts.indices where parts[place].above == nil { joinRows(from: place) }
    for place in parts.indices { parts[place].isRightToLeft = isRightToLeft(parts[place]) }
    for place in parts.indices where !parts[place].continuesAbove { addParagraph(from: place) }
  }

  /// Whether a row is the command line of an editor or a pager, which begins with `/`, `?` or `:`.
  private func isCommandLine(_ row: Int) -> Bool {
    let cells = screen.grid[row].storage
    return screen.isAlternate && row == screen.size.rows - 1 && cells.count > 1
      && [0x2F, 0x3A, 0x3F].contains(cells[0].content) && !cells[1].isBlank
  }

  /// - Parameter above: the places of the parts of the row above.
  /// - Returns: the places of the row's parts.
  private mutating func addParts(
    of row: Int, above: Range<Int>, _ evidence: ColumnEvidence
  ) -> Range<Int> {
    let index = row - rows.lowerBound
    let found = readings[index].rooms
    let before = index > 0 ? readings[index - 1].rooms : nil
    let start = parts.count
    var next = above.lowerBound
    // A line that the terminal has wrapped goes on in the first room of the next row.
    let wrapped =
      row > 0 && screen.grid[row - 1].isWrapped && !above.isEmpty ? above.upperBound - 1 : nil
    for (room, text) in zip(found.rooms, readings[index].texts) {
      guard let text else { continue }
      let columns = columns(of: room, index, evidence)
      if columns.count > 1 {
        for column in columns { columnTexts.append((row, column)) }
        continue
      }
      while next < above.upperBound, parts[next].room.lowerBound < room.columns.lowerBound {
        next += 1
      }
      var isBelow =
        next < above.upperBound && parts[next].room.lowerBound == room.columns.lowerBound
      if let wrapped, room.columns.lowerBound == 0, reachesEnd(parts[wrapped]) {
        (isBelow, next) = (true, wrapped)
      }
      if isBelow { parts[next].below = parts.count }
      let same = before?.room(from: room.columns.lowerBound)
      parts.append(
        Part(
          row: row, room: room.columns, text: text,
          above: isBelow ? next : nil,
          isBelowBlank: row > 0 && same.map { before!.rooms[$0].fields.isEmpty } ?? true))
    }
    return start..<parts.count
  }

  private func columns(
    of room: RowRooms.Room, _ index: Int, _ evidence: ColumnEvidence
  ) -> [Range<Int>] {
    if isInput(room.columns, rows.lowerBound + index) { return inputAndRightPrompt(room, index) }
    return switch options.fields {
    case .on: Array(readings[index].rooms.fields[room.fields])
    case .off: []
    case .auto: evidence.columns(index, of: room)
    }
  }

  /// Whether a room is what the person types behind a prompt.
  private func isInput(_ room: Range<Int>, _ row: Int) -> Bool {
    screen.grid[row].marks.inputStart == room.lowerBound
  }

  /// A person's line is one text, whatever blanks are in it. A prompt at the right ends with the row, or
  /// one column before its end, as zsh draws it.
  private func inputAndRightPrompt(_ room: RowRooms.Room, _ index: Int) -> [Range<Int>] {
    let fields = readings[index].rooms.fields[room.fields]
    guard fields.count > 1, let last = fields.last, last.upperBound >= room.columns.upperBound - 1,
      !screen.grid[rows.lowerBound + index].isWrapped
    else { return [] }
    return [room.columns.lowerBound..<fields[fields.endIndex - 2].upperBound, last]
  }

  // MARK: Paragraphs

  private func isWholeRow(_ part: Part) -> Bool {
    part.room == screen.grid[part.row].storage.indices
  }

  private func isWrapped(before part: Part) -> Bool {
    part.row > 0 && screen.grid[part.row - 1].isWrapped && reachesEnd(part)
  }

  /// Whether its room ends with the row.
  private func reachesEnd(_ part: Part) -> Bool {
    part.room.upperBound == screen.size.columns
  }

  private func isWrappedByProgram(_ part: Part) -> Bool {
    guard let below = part.below else { return false }
    return parts[below].continuesAbove && !isWrapped(before: parts[below])
  }

  /// Finds the rows that go on in the next one, from the first one of a room on.
  private mutating func joinRows(from first: Int) {
    guard parts[first].below != nil else { return }
    var places = [first]
    while let below = parts[places[places.count - 1]].below { places.append(below) }
    var wrap: RowWrap?
    for (index, (above, place)) in zip(places, places.dropFirst()).enumerated() {
      if isWrapped(before: parts[place]), reachesEnd(parts[above]) {
        parts[place].continuesAbove = true
        continue
      }
      guard mayContinue(parts[place].text, parts[above].text),
        !beginsLine[parts[place].row - rows.lowerBound],
        readings[parts[above].row - rows.lowerBound].labels.isEmpty,
        !screen.grid[parts[above].row].marks.isPrompt
      else { continue }
      let found =
        wrap
        ?? RowWrap(
          places.map {
            let text = parts[$0].text
            return RowWrap.Row(
              columns: text.columns, firstWord: text.firstWord, words: text.words, isCut: text.isCut
            )
          }, in: parts[first].room, window: screen.size.columns)
      wrap = found
      parts[place].continuesAbove = found.goesOn(after: index)
    }
  }

  /// Whether what two texts say by themselves lets the second one go on with the first.
  private func mayContinue(_ text: RoomText, _ above: RoomText) -> Bool {
    if text.hasMarker || text.isPrompt || text.isCode || above.isPrompt || above.isCode {
      return false
    }
    // A message in English, and one in Arabic after it.
    if above.beginsWithLatin != text.beginsWithLatin, above.isSentence { return false }
    let start = text.columns.lowerBound
    return abs(start - above.columns.lowerBound) <= 4 || abs(start - above.textStart) <= 4
  }

  private func isRightToLeft(_ part: Part) -> Bool {
    switch options.direction {
    case .leftToRight: return false
    case .rightToLeft: return true
    case .auto: break
    }
    let (text, above) = (part.text, part.above.map { parts[$0] })
    // A command line begins with the command, beside its prompt.
    if screen.grid[part.row].marks.isPrompt { return false }
    if part.continuesAbove, let above { return above.isRightToLeft }
    if let inherited = inherited(part) { return inherited }
    let isAboveRight = above?.isRightToLeft == true
    guard text.firstRight != nil || text.beginsWithLatin else { return isAboveRight }
    if !text.beginsWithLatin { return !isComment(part) }
    guard text.firstRight != nil, !text.isPrompt, !text.isCode else { return false }
    // Inline code at the beginning of prose, and not of a row of a listing.
    if text.beginsWithPiece, part.isBelowBlank || isWrappedByProgram(part) { return true }
    // A sign such as `>` is the prompt of a shell, unless the row above has it, too, as quotes do.
    guard isAboveRight, let above, text.hasWords, text.hasMarker,
      text.beginsWithChevron == above.text.beginsWithChevron
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

  private mutating func addParagraph(from first: Int) {
    let isRightToLeft = parts[first].isRightToLeft
    var margin = Int.max
    var next: Int? = first
    while let place = next {
      margin = min(margin, parts[place].room.upperBound)
      next = continuation(of: place)
    }
    let start = pieces.count
    next = first
    while let place = next {
      next = continuation(of: place)
      let part = parts[place]
      let continuesWhole = isWrapped(before: part) && part.continuesAbove
      let endsWhole = screen.grid[part.row].isWrapped && reachesEnd(part)
      let isMirrored = isRightToLeft && isAligned(part)
      // The pointer of a list or a prompt stays: the text beside it begins where those of other rows do.
      let staysLeft = !isMirrored && part.text.beginsWithChevron && part.text.hasMarker
      let all = part.room
      let own = staysLeft ? part.text.textStart..<part.text.columns.upperBound : part.text.columns
      let first = isMirrored || continuesWhole ? all.lowerBound : own.lowerBound
      let end =
        endsWhole
        ? all.upperBound
        : isMirrored ? max(margin, own.upperBound) : max(own.upperBound, endOfTyping(part) ?? 0)
      pieces.append(
        Piece(
          row: part.row, columns: first..<end, followsWrap: part.continuesAbove && !continuesWhole,
          isLast: !endsWhole))
    }
    paragraphs.append(
      Paragraph(
        isRightToLeft: isRightToLeft, pieces: start..<pieces.count))
  }

  /// The end of the cells that a text from right to left has while the cursor is in it: the cursor comes
  /// after its last letter, which stands at the left.
  private func endOfTyping(_ part: Part) -> Int? {
    let cursor = screen.cursor
    guard isTyped(part), cursor.row == part.row, part.room.contains(cursor.column) else {
      return nil
    }
    return min(max(part.text.columns.upperBound, cursor.column) + 1, part.room.upperBound)
  }

  /// Whether a text from right to left is behind a prompt that is a label.
  private func isTyped(_ part: Part) -> Bool {
    part.isRightToLeft && part.room.lowerBound > 0
      && readings[part.row - rows.lowerBound].hasPrompt
  }

  /// The next part of the same paragraph.
  private func continuation(of place: Int) -> Int? {
    parts[place].below.flatMap { parts[$0].continuesAbove ? $0 : nil }
  }

  /// Whether the margins of right-to-left text change places.
  private func isAligned(_ part: Part) -> Bool {
    switch options.align {
    case .on: true
    case .off: false
    case .auto: !screen.isAlternate && isWholeRow(part)
    }
  }

  // MARK: Keys

  /// For each row a hash, never 0, of all that its layout depends on besides its own cells: its columns,
  /// and its paragraphs with their cells in other rows.
  var keys: [UInt32] {
    var hashes = rows.map { _ in WordHash() }
    for (row, columns) in columnTexts { hashes[row - rows.lowerBound].add(columns) }
    for paragraph in paragraphs {
      var hash = WordHash()
      hash.add(paragraph.isRightToLeft ? 1 : 0)
      let pieces = pieces[paragraph.pieces]
      for piece in pieces {
        hash.add((piece.followsWrap ? 1 : 0) | (piece.isLast ? 2 : 0))
        hash.add(piece.columns)
        if pieces.count > 1 { add(piece, to: &hash) }
      }
      for (place, piece) in pieces.enumerated() {
        hashes[piece.row - rows.lowerBound].add(UInt64(place))
        hashes[piece.row - rows.lowerBound].add(hash.value)
      }
    }
    return hashes.map { UInt32(truncatingIfNeeded: $0.value >> 32) | 1 }
  }

  /// Adds the cells of a piece.
  private func add(_ piece: Piece, to hash: inout WordHash) {
    let row = screen.grid[piece.row]
    row.storage.withUnsafeBufferPointer { cells in
      for column in piece.columns {
        let content = cells[column].content
        if content & PackedCell.clusterFlag != 0 {
          row.forEachScalar(of: column) { hash.add(UInt64($0.value)) }
        }
        hash.add(UInt64(content & ~PackedCell.clusterFlag))
      }
    }
  }

  // MARK: Layout

  /// Orders all texts.
  func arrange(with text: inout OrderedText, into shown: inout ShownRows) {
    for (row, columns) in columnTexts where shown[row] != nil {
      let found = RoomText(screen.grid[row], columns)
      let isRightToLeft =
        options.direction == .auto
        ? found.firstRight != nil && !found.beginsWithLatin && !screen.grid[row].marks.isPrompt
        : options.direction == .rightToLeft
      text.removeAll()
      text.append(
        screen.grid[row], at: row, columns: columns, isLast: true)
      if text.holdsRightToLeft {
        text.arrange(
          isRightToLeft ? .rightToLeft : .leftToRight, mirrorsBoxes: false, into: &shown)
      }
    }
    for part in parts { noteDirection(of: part, &shown) }
    for paragraph in paragraphs {
      let pieces = pieces[paragraph.pieces]
      guard pieces.contains(where: { shown[$0.row] != nil }) else { continue }
      text.removeAll()
      for piece in pieces {
        if piece.followsWrap { text.appendWrap() }
        text.append(
          screen.grid[piece.row], at: piece.row, columns: piece.columns, isLast: piece.isLast)
      }
      if text.holdsRightToLeft {
        text.arrange(
          paragraph.isRightToLeft ? .rightToLeft : .leftToRight, mirrorsBoxes: false, into: &shown)
      }
    }
  }

  private func noteDirection(of part: Part, _ shown: inout ShownRows) {
    if part.isRightToLeft { shown[noteOf: part.row].insert(.isRightToLeft) }
    if isTyped(part) { shown[noteOf: part.row].insert(.isTyped) }
    let isInherited = inherited(part) != nil
    let follows =
      part.isRightToLeft && part.above != nil
      && (part.text.beginsWithLatin || part.text.firstRight == nil)
    if part.continuesAbove || isInherited || follows {
      shown[noteOf: part.row].insert(.isContinuation)
    }
  }
}
