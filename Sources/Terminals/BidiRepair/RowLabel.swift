import TerminalEmulator

/// The label that a program writes before the text of another: grep its file and number, `diff` its sign,
/// pytest its `E`, tqdm its bar, Python its prompt, `ls -l` the facts about a file, `git blame` those about a row.
enum RowLabel {
  /// The columns that end the label's parts; the text begins after the last one. Empty without a label.
  static func ends(_ cells: [PackedCell]) -> [Int] {
    guard let start = cells.firstIndex(where: { !$0.isBlank }) else { return [] }
    if start == 0, isDiff(cells) || isPytest(cells) { return [0] }
    if let bars = progress(cells) { return bars }
    if let end = python(cells, start) { return [end] }
    if let end = fileDate(cells, start) { return [end] }
    if let ends = blame(cells, start) { return ends }
    if start < 3, let end = branch(cells) { return [end] }
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

  /// The `E` and the `>` that pytest writes in the margin of the rows of a failure.
  private static func isPytest(_ cells: [PackedCell]) -> Bool {
    [0x45, 0x3E].contains(cells[0].content) && cells.count > 8
      && cells[1..<4].allSatisfy(\.isBlank)
  }

  /// The blank behind a prompt of Python (`>>> `, `... `) or of IPython (`In [4]: `, `Out[4]: `, `   ...: `).
  static func python(_ cells: [PackedCell], _ start: Int) -> Int? {
    var place = start
    func take(_ signs: String) -> Bool {
      let end = place + signs.unicodeScalars.count
      guard end < cells.count,
        zip(signs.unicodeScalars, cells[place...]).allSatisfy({ $0.value == $1.content })
      else { return false }
      place = end
      return true
    }
    if start == 0, take(">>> ") { return 3 }
    if take("...") {
      if start == 0, take(" ") { return 3 }
      return take(": ") ? place - 1 : nil
    }
    guard take("In [") || take("Out[") else { return nil }
    let number = place
    while place < cells.count, isDigit(cells[place].content) { place += 1 }
    return place > number && take("]: ") ? place - 1 : nil
  }

  /// The two ends of the bar of tqdm: `|` behind a percentage, and the next one.
  private static func progress(_ cells: [PackedCell]) -> [Int]? {
    guard
      let first = cells.indices.dropFirst().first(where: {
        cells[$0].content == 0x7C && cells[$0 - 1].content == 0x25
      }), let second = cells[(first + 1)...].firstIndex(where: { $0.content == 0x7C })
    else { return nil }
    return [first, second]
  }

  /// The colon of `11:` before a text that begins with a digit, which can also be a time.
  static func number(_ cells: [PackedCell], _ start: Int) -> Int? {
    guard start < cells.count,
      let end = cells[start...].firstIndex(where: { !isDigit($0.content) }), end > start,
      end + 1 < cells.count, cells[end].content == colon, isDigit(cells[end + 1].content)
    else { return nil }
    return end
  }

  /// The column of a `+` or a `-` before a text, which can follow the margin of pytest.
  static func sign(_ cells: [PackedCell], _ labels: [Int]) -> Int? {
    guard labels.isEmpty || labels == [0],
      let place = cells[labels.count...].firstIndex(where: { !$0.isBlank }),
      place + 1 < cells.count, [0x2B, 0x2D].contains(cells[place].content),
      cells[place + 1].content != cells[place].content, !isDigit(cells[place + 1].content)
    else { return nil }
    return place
  }

  /// Whether a row says which rows of two files follow: `@@ -1,3 +1,12 @@`, or `3,4c3` with this word only.
  static func isHunk(_ cells: [PackedCell], _ word: Range<Int>) -> Bool {
    guard word.count > 1 else { return false }
    if cells[word].allSatisfy({ $0.content == 0x40 }) {
      return word.count < 4 && word.upperBound + 1 < cells.count
        && cells[word.upperBound + 1].content == 0x2D
    }
    var letters = 0
    for cell in cells[word] {
      if [0x61, 0x63, 0x64].contains(cell.content) {
        letters += 1
      } else if !isDigit(cell.content), cell.content != 0x2C {
        return false
      }
    }
    return letters == 1 && isDigit(cells[word.lowerBound].content)
      && isDigit(cells[word.upperBound - 1].content)
      && cells[word.upperBound...].allSatisfy(\.isBlank)
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

  /// The blank before the hash in a row of `git branch -v`: `* main f25f1fa text`.
  private static func branch(_ cells: [PackedCell]) -> Int? {
    guard cells.count > 12, cells[0].isBlank || cells[0].content == 0x2A, cells[1].isBlank,
      !cells[2].isBlank, let end = cells[2...].firstIndex(where: \.isBlank),
      let hash = cells[end...].firstIndex(where: { !$0.isBlank })
    else { return nil }
    var place = hash
    var hasDigit = false
    while place < cells.count, isHash(cells[place].content) {
      hasDigit = hasDigit || isDigit(cells[place].content)
      place += 1
    }
    return place - hash > 6 && hasDigit && place < cells.count && cells[place].isBlank
      ? hash - 1 : nil
  }

  private static let colon: UInt32 = 0x3A
  private static let bracket: UInt32 = 0x5B

  private static func isDigit(_ content: UInt32) -> Bool { (0x30...0x39).contains(content) }

  private static func isHash(_ content: UInt32) -> Bool {
    isDigit(content) || (0x61...0x66).contains(content)
  }
}
