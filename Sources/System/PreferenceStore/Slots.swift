/// Both slots of a file at one moment.
struct Slots: Sendable {
  typealias Slot = Result<SlotContent, SlotFault>

  static let count = 2

  var first: Slot
  var second: Slot

  subscript(index: Int) -> Slot { index == 0 ? first : second }

  func content(_ index: Int) -> SlotContent? { try? self[index].get() }

  /// The slot of the valid record with the highest generation; if both are equal, the primary's.
  var newest: Int? {
    switch (content(0), content(1)) {
    case (nil, nil): nil
    case (_?, nil): 0
    case (nil, _?): 1
    case (let a?, let b?):
      if a.record.generation != b.record.generation {
        a.record.generation > b.record.generation ? 0 : 1
      } else {
        b.kind == .primary && a.kind != .primary ? 1 : 0
      }
    }
  }

  var current: SlotContent? { newest.flatMap(content) }

  var isDegraded: Bool { (content(0) == nil) != (content(1) == nil) }

  /// The slot of the mirror if the file is at rest: one primary on the disk, and its mirror. `nil`
  /// during a commit, after a crash in one, and after damage.
  var mirrorAtRest: Int? {
    guard let a = content(0), let b = content(1),
      a.record.generation == b.record.generation, a.kind != b.kind
    else { return nil }
    return a.kind == .mirror ? 0 : 1
  }

  /// The highest generation that is certainly on the disk, with all before it: the lower one of
  /// two, because a commit begins only when the other slot's record is on the disk. 0 for a file
  /// with two equal primaries, whose creation is not finished, and for a damaged file.
  var settledGeneration: UInt64 {
    guard let a = content(0), let b = content(1) else { return 0 }
    let (first, second) = (a.record.generation, b.record.generation)
    return first == second && a.kind == b.kind ? 0 : min(first, second)
  }
}
