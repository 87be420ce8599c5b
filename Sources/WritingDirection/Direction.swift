/// The direction in which a line, a paragraph or a layout runs: `.rightToLeft` for Arabic.
///
/// It is a target of its own because text, layout and languages all name it, and none of them needs
/// the others. `BidiText`, `MirrorLayout` and `Localization` re-export it.
public enum Direction: UInt8, Hashable, Sendable, CaseIterable {
  case leftToRight
  case rightToLeft
}
