/// Takes the terminal's answers out of what is typed.
///
/// The questions of this process stand between `CSI 5 n` and `CSI 6 n`, and a terminal answers in the
/// order in which it was asked. So what comes between `CSI 0 n` and the next report of the cursor's
/// place answers them, and what comes before and after is the program's, answers to its own questions
/// among it.
///
/// A terminal that does not know `CSI 5 n` reports its cursor's place without it. So what may be answers is
/// kept until either comes; the report is a `candidate`, because it may also be an answer to the program, and
/// the window opens later.
struct AnswerWindow {
  struct Place: Equatable {
    /// From 1.
    let row: Int
    let column: Int
  }

  /// What was found in the bytes of one read.
  struct Found: Equatable {
    /// For the program.
    var keys: [UInt8] = []
    /// What came within the window: answers, and keys between them.
    var within: [UInt8] = []
    var place: Place?
  }

  /// What came before the window opened, from the first ESC on.
  private var before: [UInt8] = []
  /// The first place that was reported among it, and where.
  private var candidate: (place: Place, range: Range<Int>)?
  private var isOpen = false
  /// What has come of a control sequence that may matter.
  private var held: [UInt8] = []

  private static let escape: UInt8 = 0x1B

  /// Whether the terminal may have answered without opening the window; `takeCandidate` takes that.
  var hasCandidate: Bool { candidate != nil }
  /// Whether something is held back, which `release` gives back after a pause.
  var holdsBytes: Bool { !held.isEmpty || !before.isEmpty }

  /// Takes what came from the terminal, in any parts. What comes after the place is all `keys`.
  mutating func take(_ bytes: some Sequence<UInt8>) -> Found {
    var found = Found()
    for byte in bytes {
      if found.place != nil || !isOpen && !holdsBytes && byte != Self.escape {
        found.keys.append(byte)
      } else {
        step(byte, &found)
      }
    }
    return found
  }

  private mutating func step(_ byte: UInt8, _ found: inout Found) {
    // An ESC begins anew.
    if byte == Self.escape { keep(&found) }
    held.append(byte)
    switch Report(held) {
    case .begun: break
    case .opening where !isOpen:
      found.keys += before
      (before, candidate, held) = ([], nil, [])
      isOpen = true
    case .place(let place) where isOpen:
      (isOpen, held) = (false, [])
      found.place = place
    case .place(let place):
      let start = before.count
      keep(&found)
      candidate = candidate ?? (place, start..<before.count)
    case .opening, .none: keep(&found)
    }
  }

  /// What was held back is no report that matters.
  private mutating func keep(_ found: inout Found) {
    if isOpen { found.within += held } else { before += held }
    held = []
  }

  /// Gives back what was held: no answer comes, or no end of one.
  mutating func release() -> Found {
    var found = Found()
    keep(&found)
    found.keys = before
    (before, candidate) = ([], nil)
    return found
  }

  /// The window does not open: the candidate is the answer, and others came before it.
  mutating func takeCandidate() -> Found? {
    guard let (place, range) = candidate else { return nil }
    let found = Found(
      keys: Array(before[range.upperBound...]) + held, within: Array(before[..<range.lowerBound]),
      place: place)
    self = AnswerWindow()
    return found
  }
}

/// A report of a terminal, or the beginning of one.
private enum Report {
  /// It may become one.
  case begun
  /// `CSI 0 n`.
  case opening
  /// `CSI row ; column R`.
  case place(AnswerWindow.Place)

  init?(_ bytes: [UInt8]) {
    let opening: [UInt8] = [0x1B, UInt8(ascii: "[")]
    guard bytes.count > 2 else {
      guard opening.starts(with: bytes) else { return nil }
      self = .begun
      return
    }
    guard bytes.starts(with: opening), bytes.count < 16, let final = bytes.last else { return nil }
    var numbers = [0]
    for byte in bytes.dropFirst(2).dropLast() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte) - 48, 99_999)
      case UInt8(ascii: ";"): numbers.append(0)
      default: return nil
      }
    }
    switch final {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): self = .begun
    case UInt8(ascii: "n") where bytes.count == 4 && numbers == [0]: self = .opening
    case UInt8(ascii: "R") where numbers.count == 2 && numbers.allSatisfy { $0 > 0 }:
      self = .place(AnswerWindow.Place(row: numbers[0], column: numbers[1]))
    default: return nil
    }
  }
}
