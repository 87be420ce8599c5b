import Input
import WritingDirection

/// A key as a layer sees it: Left and Right are translated to leading and trailing (R24).
enum Keystroke: Hashable, Sendable {
  case key(Key)
  case leading
  case trailing

  static func character(_ character: Character) -> Keystroke { .key(.character(character)) }

  /// Left and Right (and `h` and `l`) move visually: in a right-to-left layout, Right moves toward
  /// the leading side.
  init(_ key: Key, layout: Direction) {
    switch KeyboardLayout.latin(key) {
    case .left, .character("h"): self = layout == .leftToRight ? .leading : .trailing
    case .right, .character("l"): self = layout == .leftToRight ? .trailing : .leading
    case .character("j"): self = .key(.down)
    case .character("k"): self = .key(.up)
    case let key: self = .key(key)
    }
  }
}
