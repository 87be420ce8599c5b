/// Removes invisible and unchanged colours and attributes (SGR) from a frame's bytes.
///
/// ncurses sends both colours of a pair at each change, even if one stays, and also for blanks,
/// which show no ink. On a painted screen that is a third of the bytes of a move of the focus. A
/// frame sent as a difference begins and ends with the terminal's default style.
struct StyleCompaction {
  /// The state of SGR. A colour is the range of the parameters that set it in the frame; an empty
  /// range is the terminal's default colour.
  private struct Pen {
    var ink = 0..<0
    var paper = 0..<0
    /// One bit for each attribute of `attributes`.
    var attributes = 0

    /// Whether blanks show a line, or the ink as their background.
    var isSeenInBlanks: Bool { attributes & 0b1100 != 0 }
  }

  /// The parameters that set bold, italic, underline and reverse, and those that unset them.
  private static let attributes: [(on: UInt8, off: UInt8)] = [(1, 22), (3, 23), (4, 24), (7, 27)]

  private let frame: UnsafeBufferPointer<UInt8>
  private var shown = Pen()
  private var wanted = Pen()
  private var bytes: [UInt8] = []

  private init(_ frame: UnsafeBufferPointer<UInt8>) {
    self.frame = frame
    bytes.reserveCapacity(frame.count)
  }

  /// The frame in fewer bytes; unchanged if it contains an unknown sequence.
  ///
  /// - Parameter head: sequences that set the first style, which stay as they are, with all before them.
  static func compacted(_ bytes: [UInt8], after head: Range<Int> = 0..<0) -> [UInt8] {
    bytes.withUnsafeBufferPointer { frame in
      var compaction = StyleCompaction(frame)
      guard compaction.compact(head) else { return bytes }
      compaction.bytes = Array(frame[..<head.upperBound])
      return compaction.compact(head.upperBound..<frame.count) ? compaction.bytes : bytes
    }
  }

  /// False at the first unknown sequence.
  private mutating func compact(_ part: Range<Int>) -> Bool {
    var place = part.lowerBound
    while place < part.upperBound {
      switch frame[place] {
      case 0x1B:
        guard place + 1 < frame.count, frame[place + 1] == UInt8(ascii: "[") else { return false }
        var end = place + 2
        while end < frame.count, frame[end] >= 0x20, frame[end] <= 0x3F { end += 1 }
        guard end < frame.count, compactSequence(from: place, to: end) else { return false }
        place = end + 1
        continue
      case 0x20: showBlanks()
      // Moves of the cursor, and the charset, which never changes.
      case 0x08, 0x0D, 0x0F: break
      case 0..<0x20: return false
      default: show(wanted)
      }
      bytes.append(frame[place])
      place += 1
    }
    show(wanted)
    return true
  }

  /// Takes one control sequence, from its ESC to its final byte.
  private mutating func compactSequence(from start: Int, to end: Int) -> Bool {
    switch frame[end] {
    case UInt8(ascii: "m"): return compactStyle(start + 2..<end)
    // Moves of the cursor.
    case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "C"), UInt8(ascii: "D"),
      UInt8(ascii: "G"), UInt8(ascii: "H"), UInt8(ascii: "d"):
      break
    // Blanks in the background's colour, and private modes such as the cursor's visibility.
    case UInt8(ascii: "K"), UInt8(ascii: "X"), UInt8(ascii: "J"), UInt8(ascii: "P"),
      UInt8(ascii: "@"), UInt8(ascii: "L"), UInt8(ascii: "M"):
      showBlanks()
    case UInt8(ascii: "b"), UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "r"): show(wanted)
    default: return false
    }
    append(start..<end + 1)
    return true
  }

  private mutating func compactStyle(_ parameters: Range<Int>) -> Bool {
    var start = parameters.lowerBound
    /// The next parameter, without its separator; nil after the last one.
    func next() -> Range<Int>? {
      guard start <= parameters.upperBound else { return nil }
      let first = start
      var end = start
      while end < parameters.upperBound, frame[end] != UInt8(ascii: ";") { end += 1 }
      start = end + 1
      return first..<end
    }
    while let parameter = next() {
      let number = self.number(parameter)
      switch number {
      case 0: wanted = Pen()
      case 39: wanted.ink = 0..<0
      case 49: wanted.paper = 0..<0
      case .some(30...37), .some(90...97): wanted.ink = parameter
      case .some(40...47), .some(100...107): wanted.paper = parameter
      case 38, 48:
        guard let kind = next() else { return false }
        var end = kind.upperBound
        for _ in 0..<(self.number(kind) == 5 ? 1 : 3) {
          guard let part = next() else { return false }
          end = part.upperBound
        }
        let color = parameter.lowerBound..<end
        if number == 38 { wanted.ink = color } else { wanted.paper = color }
      case nil where isColor(parameter, first: UInt8(ascii: "3")): wanted.ink = parameter
      case nil where isColor(parameter, first: UInt8(ascii: "4")): wanted.paper = parameter
      default:
        guard let number, let place = place(of: number) else { return false }
        if Int(Self.attributes[place].on) == number {
          wanted.attributes |= 1 << place
        } else {
          wanted.attributes &= ~(1 << place)
        }
      }
    }
    return true
  }

  private func place(of number: Int) -> Int? {
    Self.attributes.firstIndex { Int($0.on) == number || Int($0.off) == number }
  }

  /// Whether a parameter gives a colour in subparameters, such as `38:2::0:0:0`.
  private func isColor(_ parameter: Range<Int>, first digit: UInt8) -> Bool {
    let start = parameter.lowerBound
    return parameter.count >= 3 && frame[start] == digit && frame[start + 1] == UInt8(ascii: "8")
      && frame[start + 2] == UInt8(ascii: ":")
  }

  /// nil if it is not a number; 0 if it is empty.
  private func number(_ digits: Range<Int>) -> Int? {
    var number = 0
    for place in digits {
      let digit = frame[place]
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9"), number < 1000 else {
        return nil
      }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    frame[one].elementsEqual(frame[other])
  }

  /// Sets the part of the wanted style that a blank shows.
  private mutating func showBlanks() {
    guard !wanted.isSeenInBlanks, !shown.isSeenInBlanks else { return show(wanted) }
    var pen = shown
    pen.paper = wanted.paper
    show(pen)
  }

  /// Sets a style, beginning with a reset if that is shorter.
  private mutating func show(_ pen: Pen) {
    guard
      pen.attributes != shown.attributes || !isSame(pen.ink, shown.ink)
        || !isSame(pen.paper, shown.paper)
    else { return }
    let start = bytes.count
    bytes += "\u{1B}[".utf8
    appendParameters(from: shown, to: pen)
    let middle = bytes.count
    bytes += "\u{1B}[".utf8
    // An empty parameter at the start resets.
    if pen.attributes != 0 || !pen.ink.isEmpty || !pen.paper.isEmpty { bytes += ";".utf8 }
    appendParameters(from: Pen(), to: pen)
    let isResetShorter = bytes.count - middle < middle - start
    bytes.removeSubrange(isResetShorter ? start..<middle : middle..<bytes.count)
    bytes.append(UInt8(ascii: "m"))
    shown = pen
  }

  private mutating func appendParameters(from one: Pen, to other: Pen) {
    var isFirst = true
    func separate(_ bytes: inout [UInt8]) {
      if !isFirst { bytes.append(UInt8(ascii: ";")) }
      isFirst = false
    }
    for (place, attribute) in Self.attributes.enumerated()
    where (one.attributes ^ other.attributes) & 1 << place != 0 {
      separate(&bytes)
      appendNumber(other.attributes & 1 << place != 0 ? attribute.on : attribute.off)
    }
    if !isSame(one.ink, other.ink) {
      separate(&bytes)
      if other.ink.isEmpty { appendNumber(39) } else { append(other.ink) }
    }
    if !isSame(one.paper, other.paper) {
      separate(&bytes)
      if other.paper.isEmpty { appendNumber(49) } else { append(other.paper) }
    }
  }

  /// Appends a number below 100.
  private mutating func appendNumber(_ number: UInt8) {
    if number >= 10 { bytes.append(UInt8(ascii: "0") + number / 10) }
    bytes.append(UInt8(ascii: "0") + number % 10)
  }

  private mutating func append(_ places: Range<Int>) {
    for place in places { bytes.append(frame[place]) }
  }
}
