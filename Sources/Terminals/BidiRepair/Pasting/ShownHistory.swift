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
  /// The place of the last record with a hash.
  private var places: [UInt32: Int] = [:]

  mutating func note(_ record: ShownRecord) {
    if records.count == Self.capacity * 5 / 4 { compact() }
    let hash = record.visual.shortHash
    if let place = places[hash], records[place]?.visual == record.visual {
      records[place] = nil
    }
    places[hash] = records.count
    records.append(record)
  }

  private mutating func compact() {
    records = ordered.map { $0 }
    places.removeAll(keepingCapacity: true)
    for (place, record) in records.enumerated() {
      if let record { places[record.visual.shortHash] = place }
    }
  }

  /// The records, the oldest first.
  var ordered: [ShownRecord] { Array(records.compactMap(\.self).suffix(Self.capacity)) }
}
