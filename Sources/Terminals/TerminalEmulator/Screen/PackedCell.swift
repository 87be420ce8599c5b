/// A cell as a row stores it. It holds no reference, so cells are written and moved as memory.
@usableFromInline package struct PackedCell: Hashable, Sendable {
  /// Marks `content` as a place in the row's clusters.
  @inlinable package static var clusterFlag: UInt32 { 1 << 31 }

  /// A scalar's value; 0 in the right half of a wide character; U+0009 in a blank skipped by a tab,
  /// if these are marked; with `clusterFlag`, the index of a base with its marks in the row's
  /// clusters.
  @usableFromInline package var content: UInt32 = 0x20
  @usableFromInline package var width: UInt8 = 1
  /// A place in the row's links, from 1; 0 for none.
  @usableFromInline package var link: UInt16 = 0
  @usableFromInline package var style = CellStyle.plain

  static func erased(_ style: CellStyle) -> PackedCell { PackedCell(style: style.erased) }

  @inlinable package var isContinuation: Bool { width == 0 }
  @inlinable package var isTab: Bool { content == 0x09 }
  @inlinable package var isBlank: Bool { content == 0x20 || isTab }
  /// Whether it equals a cell that a terminal erases in plain style.
  @inlinable package var isErased: Bool { isBlank && link == 0 && style.isPlain }
}
