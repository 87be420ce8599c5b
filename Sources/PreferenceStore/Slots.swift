/// Both slots of a preference file at one moment.
struct Slots: Sendable {
  typealias Slot = Result<Record, SlotFault>

  static let count = 2
  static let stride = 4096
  static let fileLength = count * stride

  var first: Slot
  var second: Slot

  subscript(index: Int) -> Slot { index == 0 ? first : second }

  func record(_ index: Int) -> Record? { try? self[index].get() }

  /// The slot of the valid record with the highest generation; if both are equal, the primary's.
  var newest: Int? {
    switch (record(0), record(1)) {
    case (nil, nil): nil
    case (_?, nil): 0
    case (nil, _?): 1
    case (let a?, let b?):
      if a.preference.generation != b.preference.generation {
        a.preference.generation > b.preference.generation ? 0 : 1
      } else {
        b.kind == .primary && a.kind != .primary ? 1 : 0
      }
    }
  }

  var current: Record? { newest.flatMap(record) }

  var isDegraded: Bool { (record(0) == nil) != (record(1) == nil) }

  /// The slot of the mirror if the file is at rest: one primary on the disk, and its mirror. `nil`
  /// during a commit, after a crash in one, and after damage.
  var mirrorAtRest: Int? {
    guard let a = record(0), let b = record(1),
      a.preference.generation == b.preference.generation, a.kind != b.kind
    else { return nil }
    return a.kind == .mirror ? 0 : 1
  }

  /// The highest generation that is certainly on the disk, with all before it: the lower one of
  /// two, because a commit begins only when the other slot's record is on the disk. 0 for a file
  /// with two equal primaries, whose creation is not finished, and for a damaged file.
  var settledGeneration: UInt64 {
    guard let a = record(0), let b = record(1) else { return 0 }
    let (first, second) = (a.preference.generation, b.preference.generation)
    return first == second && a.kind == b.kind ? 0 : min(first, second)
  }
}
