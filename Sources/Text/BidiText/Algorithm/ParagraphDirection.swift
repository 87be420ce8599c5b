import WritingDirection

/// How a paragraph's direction is determined (UAX #9, rules P2 and P3).
public enum ParagraphDirection: Hashable, Sendable {
  /// From left to right, whatever the text.
  case leftToRight
  /// From right to left, whatever the text.
  case rightToLeft
  /// By the first strong character outside isolates; `fallback` if there is none.
  case firstStrong(fallback: Direction)

  /// The embedding level of a paragraph with these characters: 0 left-to-right, 1 right-to-left.
  func level(of scalars: UnsafeBufferPointer<Unicode.Scalar>) -> UInt8 {
    switch self {
    case .leftToRight: 0
    case .rightToLeft: 1
    case .firstStrong(let fallback):
      firstStrongLevel(of: scalars) ?? (fallback == .rightToLeft ? 1 : 0)
    }
  }
}

/// The level given by the first strong character, skipping isolates (rule P2).
private func firstStrongLevel(of scalars: UnsafeBufferPointer<Unicode.Scalar>) -> UInt8? {
  var depth = 0
  for scalar in scalars {
    let code = CharacterProperties(scalar.value).bidiCode
    if depth == 0 {
      if code == BidiCode.l { return 0 }
      if code == BidiCode.r || code == BidiCode.al { return 1 }
    }
    if BidiCode.isIsolateInitiator(code) {
      depth += 1
    } else if code == BidiCode.pdi, depth > 0 {
      depth -= 1
    }
  }
  return nil
}
