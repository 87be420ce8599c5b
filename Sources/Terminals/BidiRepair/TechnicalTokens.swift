import MirrorLayout
import TerminalEmulator

/// The technical tokens of a text: versions, paths, addresses, options, calls, dates. Each is a word with
/// a Latin letter, or with two joints among its digits, and keeps its own order (UAX #9, HL4).
///
/// A token that stands in a run of Latin words is ordered with them. A run of words alone is no isolate.
struct TechnicalTokens {
  /// The columns of each run that is to be an isolate, from the left.
  private(set) var isolates: [Range<Int>] = []

  /// The Latin words beside each other that are being read: from the first to the last one that has a
  /// letter or is a token.
  private var run: Range<Int>?
  /// Whether one of these words is more than letters.
  private var isTechnical = false
  private let cells: UnsafeBufferPointer<PackedCell>

  init(_ row: ScreenRow, _ cells: UnsafeBufferPointer<PackedCell>, _ columns: Range<Int>) {
    self.cells = cells
    // Right-to-left letters, and signs beyond ASCII, are between the runs.
    var start = columns.lowerBound
    var hasLetter = false
    var before: Kind = .other
    for column in columns {
      let content = cells[column].content
      var kind = Kind.latin
      if content < 0x80 {
        hasLetter = hasLetter || Self.isAlphanumeric(content)
        continue
      } else if !cells[column].isContinuation {
        kind = Self.kind(row, content, column)
      }
      if kind == .latin {
        hasLetter = true
        continue
      }
      if hasLetter { readStretch(start..<column, before, kind) }
      (start, hasLetter, before) = (column + 1, false, kind)
    }
    if hasLetter { readStretch(start..<columns.upperBound, before, .other) }
  }

  private enum Kind { case latin, rightToLeft, other }

  private static func kind(_ row: ScreenRow, _ content: UInt32, _ column: Int) -> Kind {
    if (0x620..<0x64B).contains(content) || (0x5D0..<0x5EB).contains(content) {
      return .rightToLeft
    }
    var found: BidiClass?
    row.forEachScalar(of: column) { if found == nil { found = $0.bidiClass } }
    switch found {
    case .rightToLeft, .arabicLetter, .arabicNumber: return .rightToLeft
    case .leftToRight: return .latin
    default: return .other
    }
  }

  /// Reads the words between two letters that are no Latin ones.
  private mutating func readStretch(_ stretch: Range<Int>, _ before: Kind, _ after: Kind) {
    var place = stretch.lowerBound
    while place < stretch.upperBound {
      if cells[place].isBlank {
        // Two blanks separate texts.
        if place > stretch.lowerBound, cells[place - 1].isBlank { endRun() }
        place += 1
        continue
      }
      var end = place + 1
      if cells[place].content == Self.backquote,
        let last = (end..<stretch.upperBound).first(where: {
          cells[$0].content == Self.backquote
        }), last > end
      {
        endRun()
        note(end..<last)
        endRun()
        place = last + 1
        continue
      }
      while end < stretch.upperBound, !cells[end].isBlank { end += 1 }
      // A word that a right-to-left letter follows, or that signs join to one, is only a part of one.
      let isPart =
        before == .rightToLeft && place == stretch.lowerBound
        && !Self.isAlphanumeric(cells[place].content)
        || after == .rightToLeft && end == stretch.upperBound
      if isPart {
        endRun()
        place = end
        continue
      }
      let word = place..<end
      let core = withoutPunctuation(word)
      if core.lowerBound > place { endRun() }
      note(core)
      if core.upperBound < end { endRun() }
      place = end
    }
    endRun()
  }

  /// Notes a word; a number alone, or a sign, is a part of a run only between others.
  private mutating func note(_ word: Range<Int>) {
    guard isToken(word) else { return }
    isTechnical = isTechnical || word.contains { !Self.isLetter(cells[$0].content) }
    run = (run?.lowerBound ?? word.lowerBound)..<word.upperBound
  }

  private mutating func endRun() {
    guard let run else { return }
    self.run = nil
    let isTechnical = self.isTechnical
    self.isTechnical = false
    if isTechnical, holdsWholePairs(run) { isolates.append(run) }
  }

  /// Whether a word has a Latin letter, or two joints among its digits.
  private func isToken(_ word: Range<Int>) -> Bool {
    var joints = 0
    for column in word {
      let content = cells[column].content
      if Self.isLetter(content) { return true }
      let isInside = column > word.lowerBound && column + 1 < word.upperBound
      if isInside, Self.joints.contains(content), Self.isDigit(cells[column - 1].content),
        Self.isDigit(cells[column + 1].content)
      {
        joints += 1
      }
    }
    return joints >= 2
  }

  /// A word without the brackets, quotation marks and full stops of the text around it.
  private func withoutPunctuation(_ word: Range<Int>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    while start < end,
      Self.quotes.contains(cells[start].content) || Self.closer[cells[start].content] != nil
    {
      start += 1
    }
    while start < end {
      let last = cells[end - 1].content
      let isOuter: Bool
      if Self.quotes.contains(last) {
        isOuter = (start..<end).count { cells[$0].content == last } % 2 == 1
      } else if let opener = Self.closer.first(where: { $0.value == last })?.key {
        isOuter =
          (start..<end).count { cells[$0].content == last }
          > (start..<end).count { cells[$0].content == opener }
      } else {
        isOuter = Self.stops.contains(last) || Self.closer[last] != nil
      }
      guard isOuter else { break }
      end -= 1
    }
    return start..<end
  }

  private func holdsWholePairs(_ run: Range<Int>) -> Bool {
    var open: [UInt32] = []
    for column in run {
      let content = cells[column].content
      if let closer = Self.closer[content] {
        open.append(closer)
      } else if Self.closer.values.contains(content), open.popLast() != content {
        return false
      }
    }
    return open.isEmpty
  }

  private static let backquote: UInt32 = 0x60
  private static let joints = Set("-./:+_".unicodeScalars.map(\.value))
  private static let quotes = Set("\"'`".unicodeScalars.map(\.value))
  private static let stops = Set(".,;:!?-".unicodeScalars.map(\.value))
  private static let closer: [UInt32: UInt32] = [0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D]

  private static func isDigit(_ content: UInt32) -> Bool { (0x30...0x39).contains(content) }

  /// Among the cells of a run, every letter beyond ASCII is one from left to right.
  private static func isLetter(_ content: UInt32) -> Bool {
    (0x41...0x5A).contains(content & ~0x20) || content >= 0x80
  }

  private static func isAlphanumeric(_ content: UInt32) -> Bool {
    isDigit(content) || isLetter(content)
  }
}
