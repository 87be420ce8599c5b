/// Takes the terminal's answers out of what is typed.
///
/// The questions of this process stand between `CSI 5 n` and `CSI 6 n`, and a terminal answers in the
/// order in which it was asked. So what comes between `CSI 0 n` and the next report of the cursor's
/// place answers them, and what comes before and after is the program's, answers to its own questions
/// among it.
///
/// A terminal that does not know `CSI 5 n` answers with its cursor's place alone. That is kept as a
/// `candidate`, because it may also be an answer to the program, and the window opens later.
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

  private(set) var isOpen = false
  /// The first place that was reported before the window opened.
  private(set) var candidate: Place?
  /// What has come of a control sequence that may matter.
  private var held: [UInt8] = []
  /// The candidate's bytes, and what came after them.
  private var doubtful: [UInt8] = []

  private static let escape: UInt8 = 0x1B

  /// Whether something is held back, which `release` gives back after a pause.
  var holdsBytes: Bool { !held.isEmpty || candidate != nil }

  /// Takes what came from the terminal, in any parts. What comes after the place is all `keys`.
  mutating func take(_ bytes: some Sequence<UInt8>) -> Found {
    var found = Found()
    for byte in bytes {
      if found.place != nil {
        found.keys.append(byte)
      } else {
        step(byte, &found)
      }
    }
    return found
  }

  private mutating func step(_ byte: UInt8, _ found: inout Found) {
    // An ESC begins anew.
    if byte == Self.escape, !held.isEmpty { release(&found) }
    held.append(byte)
    switch Report(held) {
    case .begun: break
    case .opening where !isOpen:
      held = []
      found.keys += doubtful
      doubtful = []
      candidate = nil
      isOpen = true
    case .place(let place) where isOpen:
      held = []
      isOpen = false
      found.place = place
    case .place(let place) where candidate == nil:
      candidate = place
      release(&found)
    case .opening, .place, .none: release(&found)
    }
  }

  /// What was held back is nothing of this process's.
  private mutating func release(_ found: inout Found) {
    if isOpen {
      found.within += held
    } else if candidate != nil {
      doubtful += held
    } else {
      found.keys += held
    }
    held = []
  }

  /// Gives back what was held: the end of a sequence does not come, and a candidate is not the answer.
  mutating func release() -> Found {
    var found = Found(keys: doubtful)
    (doubtful, candidate) = ([], nil)
    release(&found)
    return found
  }

  /// The window does not open: the candidate is the answer, and what came after it is the program's.
  mutating func takeCandidate() -> Found? {
    guard let place = candidate else { return nil }
    // The report itself is the first sequence.
    let end = doubtful.firstIndex(of: UInt8(ascii: "R")).map { $0 + 1 } ?? 0
    let found = Found(keys: Array(doubtful[end...]) + held, place: place)
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
