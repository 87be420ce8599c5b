import Glibc
import TerminalEmulator

/// A query for one of the modes of the recommendation "BiDi in Terminal Emulators" (DECRQM): `CSI 8
/// $ p`, `CSI ? 2501 $ p`.
struct ModeQuestion {
  enum Mode: String, CaseIterable {
    /// BDSM.
    case bidirectional = "8"
    case arrowSwapping = "?1243"
    case boxMirroring = "?2500"
    case detection = "?2501"
  }

  let mode: Mode
  let range: Range<Int>

  private static let end = Array("$p".utf8)

  /// The first complete query from a place on.
  init?(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    var place = start
    while place + 1 < bytes.count {
      // Most output has no dollar sign.
      let rest = UnsafeRawPointer(bytes.baseAddress! + place)
      guard let found = memchr(rest, Int32(Self.end[0]), bytes.count - place) else { return nil }
      let dollar = place + (UnsafeRawPointer(found) - rest)
      guard dollar + 1 < bytes.count else { return nil }
      place = dollar + 1
      guard bytes[dollar + 1] == Self.end[1] else { continue }
      for mode in Mode.allCases {
        let opening = Array("\u{1B}[\(mode.rawValue)".utf8)
        let begin = dollar - opening.count
        if begin >= start, bytes[begin..<dollar].elementsEqual(opening) {
          self.mode = mode
          range = begin..<(dollar + 2)
          return
        }
      }
    }
    return nil
  }

  /// DECRPM: 1 for set, 2 for reset.
  func answer(_ isSet: Bool) -> [UInt8] {
    Array("\u{1B}[\(mode.rawValue);\(isSet ? 1 : 2)$y".utf8)
  }
}
