/// Finds pieces of a text by three characters in a row.
struct TrigramIndex: Sendable {
  private let text: [UInt32]
  /// The places of all trigrams, by their bucket, and in each bucket from the first.
  private var places: [Int32]
  /// Where each bucket begins in `places`, and the end.
  private var starts: [Int32]

  private static let bits: UInt32 = 16
  /// The most places that are compared with a piece.
  private static let mostCompared = 256

  init(_ text: [UInt32]) {
    self.text = text
    var starts = [Int32](repeating: 0, count: 1 << Self.bits + 1)
    let count = max(0, text.count - 2)
    for place in 0..<count { starts[Self.bucket(text, place) + 1] += 1 }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    var next = starts
    places = [Int32](repeating: 0, count: count)
    for place in 0..<count {
      let bucket = Self.bucket(text, place)
      places[Int(next[bucket])] = Int32(truncatingIfNeeded: place)
      next[bucket] += 1
    }
    self.starts = starts
  }

  private static func bucket(_ text: [UInt32], _ place: Int) -> Int {
    var hash = text[place] &* 0x9E37_79B1
    hash = (hash ^ text[place + 1]) &* 0x85EB_CA6B
    hash = (hash ^ text[place + 2] ^ hash >> 15) &* 0xC2B2_AE35
    return Int(hash >> (32 - bits))
  }

  /// The last place of a piece for which `accepts` is true. Shorter pieces than three characters are
  /// not found, and a piece may not be found if it is at very many places.
  func last(_ piece: [UInt32], where accepts: (Range<Int>) -> Bool = { _ in true }) -> Range<Int>? {
    guard piece.count >= 3 else { return nil }
    var rarest = 0..<0
    var offset = 0
    for place in 0...(piece.count - 3) {
      let bucket = Self.bucket(piece, place)
      let range = Int(starts[bucket])..<Int(starts[bucket + 1])
      if place == 0 || range.count < rarest.count { (rarest, offset) = (range, place) }
    }
    for place in rarest.suffix(Self.mostCompared).reversed() {
      let start = Int(places[place]) - offset
      guard holds(piece, at: start) else { continue }
      let found = start..<(start + piece.count)
      if accepts(found) { return found }
    }
    return nil
  }

  /// Whether the text has a piece at a place.
  func holds(_ piece: [UInt32], at place: Int) -> Bool {
    guard place >= 0, place + piece.count <= text.count else { return false }
    return text[place..<(place + piece.count)].elementsEqual(piece)
  }
}
