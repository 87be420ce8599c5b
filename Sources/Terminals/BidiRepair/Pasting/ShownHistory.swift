import TerminalEmulator

/// A row that was shown in order: as the program wrote it, and its visual form.
struct ShownRecord: Sendable {
  var row: ScreenRow
  var visual: VisualRow
}

/// The last rows that were shown in order, each layout once.
struct ShownHistory: Sendable {
  static let capacity = 2_000

  /// The oldest first; nil where a row was shown again later.
  private var records: [ShownRecord?] = []
  private var count = 0
  /// The place of the last record with a hash.
  private var places: [UInt32: Int] = [:]

  mutating func note(_ row: ScreenRow, _ visual: VisualRow) {
    if records.count == 2 * Self.capacity { compact() }
    let hash = visual.shortHash
    if let place = places[hash], records[place]?.visual == visual {
      records[place] = nil
      count -= 1
    }
    places[hash] = records.count
    records.append(ShownRecord(row: row, visual: visual))
    count += 1
  }

  private mutating func compact() {
    records = ordered.map { $0 }
    count = records.count
    places.removeAll(keepingCapacity: true)
    for (place, record) in records.enumerated() {
      if let record { places[record.visual.shortHash] = place }
    }
  }

  /// The records, the oldest first.
  var ordered: [ShownRecord] { Array(records.compactMap(\.self).suffix(Self.capacity)) }
}
