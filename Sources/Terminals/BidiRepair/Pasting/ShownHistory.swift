import TerminalEmulator

/// A row that was shown in order: as the program wrote it, and its visual form.
struct ShownRecord: Sendable {
  var row: ScreenRow
  var visual: VisualRow
}

/// The last rows that were shown in order, each layout once.
struct ShownHistory: Sendable {
  static let capacity = 2_000

  private var records: [ShownRecord] = []
  /// The place of the oldest record, once the list is full.
  private var oldest = 0
  /// The place of the last record with a hash.
  private var places: [UInt32: Int] = [:]

  mutating func note(_ row: ScreenRow, _ visual: VisualRow) {
    let hash = visual.shortHash
    if let place = places[hash], records[place].visual == visual {
      // Its marks may be others.
      records[place].row = row
      return
    }
    let record = ShownRecord(row: row, visual: visual)
    if records.count < Self.capacity {
      places[hash] = records.count
      records.append(record)
      return
    }
    let former = records[oldest].visual.shortHash
    if places[former] == oldest { places[former] = nil }
    places[hash] = oldest
    records[oldest] = record
    oldest = (oldest + 1) % Self.capacity
  }

  /// The records, the oldest first.
  var ordered: [ShownRecord] { Array(records[oldest...] + records[..<oldest]) }
}
