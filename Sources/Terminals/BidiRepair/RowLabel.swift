import TerminalEmulator

/// The label that a program writes before the text of another: grep its file and number, `diff` its sign,
/// `ls -l` the facts about a file, `git blame` those about a row.
enum RowLabel {
  /// The columns that end the label's parts; the text begins after the last one. Empty without a label.
  static func ends(_ cells: [PackedCell]) -> [Int] {
    guard let start = cells.firstIndex(where: { !$0.isBlank }) else { return [] }
    if start == 0, isDiff(cells) { return [0] }
    if let end = fileDate(cells, start) { return [end] }
    if let ends = blame(cells, start) { return ends }
    return match(cells, start).map { [$0] } ?? []
  }

  /// `ar.txt:12:text`, `ar.txt:text` and `12:text`: the text follows the last colon at once.
  private static func match(_ cells: [PackedCell], _ start: Int) -> Int? {
    var place = start
    var (digits, isFile, hasLetter) = (true, false, false)
    while place < cells.count, !cells[place].isBlank, cells[place].content != colon {
      digits = digits && isDigit(cells[place].content)
      isFile = isFile || cells[place].content == 0x2E && place > start
      hasLetter = hasLetter || (0x41..<0x2000).contains(cells[place].content)
      place += 1
    }
    guard place > start, place + 1 < cells.count, cells[place].content == colon else { return nil }
    var end = digits || isFile ? place : nil
    // The number of a row behind the name of a file.
    var next = place + 1
    while hasLetter, cells[start].content != bracket, next < cells.count,
      isDigit(cells[next].content)
    { next += 1 }
    if next > place + 1, next < cells.count, cells[next].content == colon { end = next }
    guard let end, end + 1 < cells.count else { return nil }
    let text = cells[end + 1]
    return text.isBlank || isDigit(text.content) && end == place || text.content == 0x2F ? nil : end
  }

  /// `+text` and `-text` in the colours of a change.
  private static func isDiff(_ cells: [PackedCell]) -> Bool {
    [0x2B, 0x2D].contains(cells[0].content) && cells.count > 1 && !cells[1].isBlank
      && cells[0].style.foreground != .default && cells[1].content != cells[0].content
  }

  /// The blank behind the time or the year of a row of `ls -l` or exa.
  private static func fileDate(_ cells: [PackedCell], _ start: Int) -> Int? {
    let letters = Set(".-dlbcpsrwxStT".unicodeScalars.map(\.value))
    // exa begins with a full stop, and names no links and no group.
    let least = cells[start].content == 0x2E ? 4 : 6
    guard start + 11 < cells.count,
      cells[start..<(start + 10)].allSatisfy({ letters.contains($0.content) }),
      cells[start + 10].isBlank || cells[start + 11].isBlank
    else { return nil }
    var words = 0
    var place = start
    while place < cells.count, words < 11 {
      let word = place
      while place < cells.count, !cells[place].isBlank { place += 1 }
      words += 1
      let isTime = cells[word..<place].allSatisfy { isDigit($0.content) || $0.content == colon }
      // The year can follow the time.
      let isBeforeYear =
        place + 5 < cells.count && cells[place + 5].isBlank
        && cells[(place + 1)...(place + 4)].allSatisfy { isDigit($0.content) }
      if words > least, isTime, place - word > 3, place < cells.count, !isBeforeYear {
        return place
      }
      while place < cells.count, cells[place].isBlank { place += 1 }
    }
    return nil
  }

  /// The blanks before the date and behind the number of a row of `git blame`.
  private static func blame(_ cells: [PackedCell], _ start: Int) -> [Int]? {
    var place = start
    while place < cells.count, isHash(cells[place].content) || cells[place].content == 0x5E {
      place += 1
    }
    guard place - start > 6, place + 2 < cells.count, cells[place].isBlank else { return nil }
    guard let open = cells[place...].firstIndex(where: { $0.content == 0x28 }) else { return nil }
    guard let close = cells[open...].firstIndex(where: { $0.content == 0x29 }),
      isDigit(cells[close - 1].content), close + 1 < cells.count, cells[close + 1].isBlank
    else { return nil }
    // A date in ISO form.
    let date = (open..<close).first { column in
      column + 10 < close && cells[column].isBlank && cells[column + 5].content == 0x2D
        && cells[column + 8].content == 0x2D && isDigit(cells[column + 1].content)
    }
    return date.map { [$0, close + 1] }
  }

  private static let colon: UInt32 = 0x3A
  private static let bracket: UInt32 = 0x5B

  private static func isDigit(_ content: UInt32) -> Bool { (0x30...0x39).contains(content) }

  private static func isHash(_ content: UInt32) -> Bool {
    isDigit(content) || (0x61...0x66).contains(content)
  }
}
