/// Modes that a program can set and ask for, and that change nothing on a screen without keyboard,
/// printer and window: `?67h` (DECBKM), `12l` (SRM). Names and first states are those of xterm 379.
public struct OtherModes: Hashable, Sendable, CustomStringConvertible {
  /// One bit for each mode of the table that differs from a new terminal's.
  private var changed: UInt64 = 0

  private struct Entry {
    let number: Int
    let isPrivate: Bool
    let standard: Bool

    init(_ number: Int, isPrivate: Bool = true, standard: Bool = false) {
      self.number = number
      self.isPrivate = isPrivate
      self.standard = standard
    }
  }

  private static let table = [
    Entry(2, isPrivate: false), Entry(12, isPrivate: false, standard: true),
    Entry(4), Entry(13), Entry(18), Entry(19), Entry(30), Entry(35, standard: true), Entry(41),
    Entry(42), Entry(44), Entry(67), Entry(1001), Entry(1010, standard: true), Entry(1011),
    Entry(1035, standard: true), Entry(1036), Entry(1037), Entry(1039), Entry(1040, standard: true),
    Entry(1041), Entry(1042), Entry(1043), Entry(1044), Entry(1046, standard: true), Entry(1050),
    Entry(1051), Entry(1060), Entry(1061),
  ]

  private static func place(_ number: Int, isPrivate: Bool) -> Int? {
    table.firstIndex { $0.number == number && $0.isPrivate == isPrivate }
  }

  /// Whether a mode is set; nil if this type does not keep it.
  func isSet(_ number: Int, isPrivate: Bool = true) -> Bool? {
    Self.place(number, isPrivate: isPrivate).map {
      (changed >> UInt64($0) & 1 == 1) != Self.table[$0].standard
    }
  }

  /// Sets or resets a mode; returns false if this type does not keep it.
  mutating func set(_ number: Int, isPrivate: Bool = true, to isSet: Bool) -> Bool {
    guard let place = Self.place(number, isPrivate: isPrivate) else { return false }
    let bit = UInt64(1) << UInt64(place)
    if isSet == Self.table[place].standard { changed &= ~bit } else { changed |= bit }
    return true
  }

  /// The modes that differ from those of a new terminal, as in `CSI … h` and `CSI … l`.
  public var description: String { sequences { $0 }.joined(separator: " ") }

  /// What sets them all as in a new terminal, each without its CSI.
  var restoration: [String] { sequences { !$0 } }

  private func sequences(_ state: (Bool) -> Bool) -> [String] {
    Self.table.indices.filter { changed >> UInt64($0) & 1 == 1 }.map { place in
      let entry = Self.table[place]
      return "\(entry.isPrivate ? "?" : "")\(entry.number)\(state(!entry.standard) ? "h" : "l")"
    }
  }
}
