import ControlSequences

// The window that a program moves, resizes and asks about (XTWINOPS). There is none, so it is assumed
// to be on a display of 1920 by 1080 pixels, with cells of 8 by 16 pixels.
extension Emulator {
  /// What a program changed in the window.
  struct Window: Hashable {
    var isIconified = false
    var x = 0
    var y = 0
    /// The size before it was maximized.
    var former: TerminalSize?
  }

  /// How titles are sent and reported (XTSMTITLE), one bit each: set as hexadecimal digits, asked for
  /// as such, set as UTF-8, asked for as such.
  struct TitleModes: OptionSet {
    let rawValue: Int

    static let setsHexadecimal = TitleModes(rawValue: 1)
    static let asksHexadecimal = TitleModes(rawValue: 2)
    static let standard = TitleModes(rawValue: 4 + 8)
  }

  private static let cell = (width: 8, height: 16)
  private static let display = (width: 1_920, height: 1_080)
  private static let most = TerminalSize(
    columns: display.width / cell.width, rows: display.height / cell.height)

  /// Executes `CSI … t`; returns false if unknown.
  mutating func obeyWindow(_ sequence: ControlSequence) -> Bool {
    let size = screen.size
    let operation = sequence.value(0)
    switch operation {
    case 1, 2: window.isIconified = operation == 2
    case 3: (window.x, window.y) = (sequence.value(1), sequence.value(2))
    case 4:
      setSize(
        columns: wanted(sequence, 2, size.columns, Self.most.columns, per: Self.cell.width),
        rows: wanted(sequence, 1, size.rows, Self.most.rows, per: Self.cell.height))
    // The emulator does not show the order of windows or their redrawing.
    case 5, 6, 7: break
    case 8:
      setSize(
        columns: wanted(sequence, 2, size.columns, Self.most.columns),
        rows: wanted(sequence, 1, size.rows, Self.most.rows))
    case 9, 10: return maximize(sequence)
    case 11: return answer("\u{1B}[\(window.isIconified ? 2 : 1)t")
    case 13: return answer("\u{1B}[3;\(window.x);\(window.y)t")
    case 14:
      return answer(
        "\u{1B}[4;\(size.rows * Self.cell.height);\(size.columns * Self.cell.width)t")
    case 15: return answer("\u{1B}[5;\(Self.display.height);\(Self.display.width)t")
    case 16: return answer("\u{1B}[6;\(Self.cell.height);\(Self.cell.width)t")
    case 18: return answer("\u{1B}[8;\(size.rows);\(size.columns)t")
    case 19: return answer("\u{1B}[9;\(Self.most.rows);\(Self.most.columns)t")
    case 20: return answer("\u{1B}]L\(reported(screen.iconTitle))\u{1B}\\")
    case 21: return answer("\u{1B}]l\(reported(screen.title))\u{1B}\\")
    case 22, 23: return keepTitles(pushing: operation == 22, sequence.value(1))
    case 24...: setSize(columns: size.columns, rows: operation)
    default: return false
    }
    return true
  }

  /// A wanted height or width in cells; 0 means the display's, an omitted one the present one.
  private func wanted(
    _ sequence: ControlSequence, _ index: Int, _ present: Int, _ most: Int, per unit: Int = 1
  ) -> Int {
    switch sequence.value(index, -1) {
    case -1: present
    case 0: most
    case let value: value / unit
    }
  }

  /// Changes the size as far as the display has room for it, or the program has a larger one already.
  mutating func setSize(columns: Int, rows: Int) {
    guard resizesItself else { return }
    let size = TerminalSize(
      columns: min(max(columns, 1), max(Self.most.columns, screen.size.columns)),
      rows: min(max(rows, 1), max(Self.most.rows, screen.size.rows)))
    if size != screen.size { resize(to: size) }
  }

  private mutating func maximize(_ sequence: ControlSequence) -> Bool {
    let former = window.former ?? screen.size
    let most = Self.most
    switch (sequence.value(0), sequence.value(1)) {
    case (9, 0), (10, 0):
      window.former = nil
      setSize(columns: former.columns, rows: former.rows)
      return true
    case (10, 2) where window.former != nil:
      window.former = nil
      setSize(columns: former.columns, rows: former.rows)
      return true
    case (9, 1), (10, 1), (10, 2): setSize(columns: most.columns, rows: most.rows)
    case (9, 2): setSize(columns: screen.size.columns, rows: most.rows)
    case (9, 3): setSize(columns: most.columns, rows: screen.size.rows)
    default: return false
    }
    window.former = former
    return true
  }

  /// XTPUSHTITLE and XTPOPTITLE: both titles, the icon's or the window's.
  private mutating func keepTitles(pushing: Bool, _ which: Int) -> Bool {
    guard (0...2).contains(which) else { return false }
    if pushing {
      if titles.count < 16 { titles.append((screen.iconTitle, screen.title)) }
    } else if let title = titles.popLast() {
      if which != 2 { screen.iconTitle = title.icon }
      if which != 1 { screen.title = title.window }
    }
    screen.pushedTitles = titles.count
    return true
  }

  // MARK: Titles

  /// XTSMTITLE and XTRMTITLE; returns false if one is unknown.
  mutating func setTitleModes(_ sequence: ControlSequence, to isSet: Bool) -> Bool {
    if sequence.values.isEmpty { titleModes = .standard }
    var isKnown = true
    for value in sequence.values {
      guard (0...3).contains(value) else {
        isKnown = false
        continue
      }
      let mode = TitleModes(rawValue: 1 << value)
      if isSet { titleModes.insert(mode) } else { titleModes.remove(mode) }
    }
    return isKnown
  }

  /// A title as sent; nil where it should consist of hexadecimal digits, and does not.
  func received(_ title: String) -> String? {
    guard titleModes.contains(.setsHexadecimal) else { return title }
    let digits = Array(title.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard
        let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func reported(_ title: String) -> String {
    guard titleModes.contains(.asksHexadecimal) else { return title }
    return title.utf8.reduce(into: "") { $0 += hexadecimal($1) }
  }
}
