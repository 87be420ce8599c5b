/// The direction of a line, a paragraph or a layout: `.rightToLeft` for Arabic.
///
/// This is a separate target because text, layout and languages all use it without needing each
/// other. `BidiText`, `MirrorLayout` and `Localization` re-export it.
public enum Direction: UInt8, Hashable, Sendable, CaseIterable {
  /// Lines begin at the left: Latin, Cyrillic, Chinese.
  case leftToRight
  /// Lines begin at the right: Arabic, Hebrew.
  case rightToLeft
}
