/// Says colours and attributes (SGR) in a frame's bytes only where they are seen, and only what changes.
///
/// ncurses gives both colours of a pair at each change, also where one of them stays, and gives them
/// to blanks, which have no ink. On a painted screen that is a third of what a move of the focus
/// sends. A frame that is sent as a difference begins and ends with the terminal's own style.
struct StyleCompaction {
  /// What SGR has set, as the parameters that set it; an empty text is the terminal's own.
  private struct Pen: Equatable {
    var ink: [UInt8] = []
    var paper: [UInt8] = []
    /// One bit for each attribute of `attributes`.
    var attributes = 0

    /// Whether blanks show a line, or the ink as their background.
    var isSeenInBlanks: Bool { attributes & 0b1100 != 0 }
  }

  /// The parameters that set bold, italic, underline and reverse, and those that unset them.
  private static let attributes: [(on: Int, off: Int)] = [(1, 22), (3, 23), (4, 24), (7, 27)]

  private var shown = Pen()
  private var wanted = Pen()
  private var bytes: [UInt8] = []

  /// The same frame in fewer bytes; the bytes as they are if they have what is not known here.
  static func compacted(_ bytes: [UInt8]) -> [UInt8] {
    var compaction = StyleCompaction()
    compaction.bytes.reserveCapacity(bytes.count)
    return compaction.take(bytes) ? compaction.bytes : bytes
  }

  /// False at the first sequence that is not known.
  private mutating func take(_ frame: [UInt8]) -> Bool {
    var place = 0
    while place < frame.count {
      switch frame[place] {
      case 0x1B:
        guard place + 1 < frame.count, frame[place + 1] == UInt8(ascii: "[") else { return false }
        var end = place + 2
        while end < frame.count, (0x20...0x3F).contains(frame[end]) { end += 1 }
        guard end < frame.count, takeSequence(frame[place...end]) else { return false }
        place = end + 1
        continue
      case 0x20: showBlanks()
      // Moves of the cursor, and the charset that is always the same.
      case 0x08, 0x0D, 0x0F: break
      case 0..<0x20: return false
      default: show()
      }
      bytes.append(frame[place])
      place += 1
    }
    show()
    return true
  }

  /// Takes one control sequence, from its ESC to its final byte.
  private mutating func takeSequence(_ sequence: ArraySlice<UInt8>) -> Bool {
    let parameters = sequence.dropFirst(2).dropLast()
    switch sequence.last {
    case UInt8(ascii: "m"): return takeStyle(parameters)
    // Moves of the cursor.
    case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "C"), UInt8(ascii: "D"),
      UInt8(ascii: "G"), UInt8(ascii: "H"), UInt8(ascii: "d"):
      break
    // Blanks in the background's colour, and private modes such as the cursor's visibility.
    case UInt8(ascii: "K"), UInt8(ascii: "X"), UInt8(ascii: "J"), UInt8(ascii: "P"),
      UInt8(ascii: "@"), UInt8(ascii: "L"), UInt8(ascii: "M"):
      showBlanks()
    case UInt8(ascii: "b"), UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "r"): show()
    default: return false
    }
    bytes += sequence
    return true
  }

  private mutating func takeStyle(_ parameters: ArraySlice<UInt8>) -> Bool {
    var start = parameters.startIndex
    /// The next parameter, without its separator; nil after the last one.
    func next() -> ArraySlice<UInt8>? {
      guard start <= parameters.endIndex else { return nil }
      let end = parameters[start...].firstIndex(of: UInt8(ascii: ";")) ?? parameters.endIndex
      defer { start = end + 1 }
      return parameters[start..<end]
    }
    while let parameter = next() {
      let number = Self.number(parameter)
      switch number {
      case 0: wanted = Pen()
      case 39: wanted.ink = []
      case 49: wanted.paper = []
      case .some(30...37), .some(90...97): wanted.ink = Array(parameter)
      case .some(40...47), .some(100...107): wanted.paper = Array(parameter)
      case 38, 48:
        var color = Array(parameter)
        guard let kind = next() else { return false }
        color += [UInt8(ascii: ";")] + kind
        for _ in 0..<(Self.number(kind) == 5 ? 1 : 3) {
          guard let part = next() else { return false }
          color += [UInt8(ascii: ";")] + part
        }
        if number == 38 { wanted.ink = color } else { wanted.paper = color }
      case nil where parameter.starts(with: "38:".utf8): wanted.ink = Array(parameter)
      case nil where parameter.starts(with: "48:".utf8): wanted.paper = Array(parameter)
      default:
        guard let place = Self.attributes.firstIndex(where: { $0.on == number || $0.off == number })
        else { return false }
        if Self.attributes[place].on == number {
          wanted.attributes |= 1 << place
        } else {
          wanted.attributes &= ~(1 << place)
        }
      }
    }
    return true
  }

  /// nil for what is no number; 0 for nothing.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), number < 1000 else {
        return nil
      }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// Sets what a blank shows of the wanted style.
  private mutating func showBlanks() {
    guard !wanted.isSeenInBlanks, !shown.isSeenInBlanks else { return show() }
    guard shown.paper != wanted.paper else { return }
    var pen = shown
    pen.paper = wanted.paper
    show(pen)
  }

  private mutating func show() { show(wanted) }

  private mutating func show(_ pen: Pen) {
    guard shown != pen else { return }
    let change = Self.parameters(from: shown, to: pen)
    // An empty parameter at the start resets.
    let anew = Self.parameters(from: Pen(), to: pen)
    let reset = anew.isEmpty ? [] : [UInt8(ascii: ";")] + anew
    bytes += [0x1B, UInt8(ascii: "[")]
    bytes += reset.count < change.count ? reset : change
    bytes.append(UInt8(ascii: "m"))
    shown = pen
  }

  private static func parameters(from one: Pen, to other: Pen) -> [UInt8] {
    var list: [[UInt8]] = []
    for (place, attribute) in attributes.enumerated() {
      let bit = 1 << place
      guard one.attributes & bit != other.attributes & bit else { continue }
      list.append(Array(String(other.attributes & bit != 0 ? attribute.on : attribute.off).utf8))
    }
    if one.ink != other.ink { list.append(other.ink.isEmpty ? Array("39".utf8) : other.ink) }
    if one.paper != other.paper {
      list.append(other.paper.isEmpty ? Array("49".utf8) : other.paper)
    }
    return Array(list.joined(separator: [UInt8(ascii: ";")]))
  }
}
