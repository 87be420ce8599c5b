/// A cell as a row stores it. It contains no references, so cells can be copied as plain memory.
struct PackedCell: Hashable, Sendable {
  /// Marks `content` as an index into the row's clusters.
  static let clusterFlag: UInt32 = 1 << 31

  /// A scalar's value; 0 in the right half of a wide character; with `clusterFlag`, the index of a
  /// base with its marks in the row's clusters.
  var content: UInt32 = 0x20
  var width: UInt8 = 1
  /// An index into the row's links, from 1; 0 for none.
  var link: UInt16 = 0
  var style = CellStyle.plain

  static func erased(_ style: CellStyle) -> PackedCell { PackedCell(style: style.erased) }

  var isContinuation: Bool { width == 0 }
  var isBlank: Bool { content == 0x20 }
}
