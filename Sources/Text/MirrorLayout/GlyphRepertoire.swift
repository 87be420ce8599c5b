import Cells

/// The glyphs that a terminal can draw, and substitutes for the others.
///
///     GlyphRepertoire.font([0x30...0x39]).substitute(for: "\u{0663}")  // "3"
///
/// A substitute takes exactly the cell of the original glyph, after layout, so nothing moves.
public enum GlyphRepertoire: Hashable, Sendable {
  /// All of Unicode.
  case unicode
  /// No ornaments beyond ASCII: a terminal whose type predates Unicode.
  case asciiOrnaments
  /// The characters of one font, as code points in ascending order (Linux console).
  case font([ClosedRange<UInt32>])

  /// The character to draw: the original if available, else its first available substitute.
  public func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch self {
    case .unicode: return scalar
    case .asciiOrnaments: return Ornament.ascii(scalar) ?? scalar
    case .font(let ranges):
      guard scalar.value > 0x7E, !Self.contains(ranges, scalar) else { return scalar }
      let others = [
        westernDigit(scalar), BaseLetters.letter(of: scalar), Ornament.relative(scalar),
        Ornament.ascii(scalar),
      ]
      return others.lazy.compactMap { $0 }.first { Self.contains(ranges, $0) } ?? scalar
    }
  }

  private static func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].contains(scalar.value) { return true }
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return scalar.value <= 0x7E
  }
}

extension GlyphRepertoire {
  /// A Linux console whose font cannot be queried. It has the characters of code page 437, on which
  /// console fonts are based, and Arabic letters with their forms but without Arabic digits, as in
  /// Debian's Arabic fonts.
  public static let console = font(
    [
      0xA0...0xFF, 0x060C...0x060C, 0x061B...0x061B, 0x061F...0x061F, 0x0621...0x063A,
      0x0640...0x0652, 0x2022...0x2022, 0x2190...0x2195, 0x221A...0x221A, 0x2261...0x2261,
      0x2500...0x2500, 0x2502...0x2502, 0x250C...0x250C, 0x2510...0x2510, 0x2514...0x2514,
      0x2518...0x2518, 0x251C...0x251C, 0x2524...0x2524, 0x252C...0x252C, 0x2534...0x2534,
      0x253C...0x253C, 0x2550...0x256C, 0x2580...0x2580, 0x2584...0x2584, 0x2588...0x2588,
      0x258C...0x258C, 0x2590...0x2593, 0x25A0...0x25A0, 0xFE80...0xFEFC,
    ])
}

private func westernDigit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.value {
  case 0x0660...0x0669: Unicode.Scalar(scalar.value - 0x0660 + 0x30)
  case 0x06F0...0x06F9: Unicode.Scalar(scalar.value - 0x06F0 + 0x30)
  default: nil
  }
}

/// Substitutes for signs of the interface.
private enum Ornament {
  /// A similar sign that older fonts contain.
  static func relative(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "✓": "√"
    case "●", "◉": "■"
    default: nil
    }
  }

  static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "─", "━", "═", "–", "—": "-"
    case "│", "┃", "║", "▏", "▕": "|"
    case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯": "+"
    case "█", "▌", "▐": "#"
    case "‹", "◂", "◀", "◄", "←": "<"
    case "›", "▸", "▶", "►", "→": ">"
    case "↑", "▴": "^"
    case "↓", "▾": "v"
    case "⇄": "~"
    case "↵": "/"
    case "✓", "●", "◉", "•", "★", "▪": "*"
    case "◦": "o"
    case "✗": "x"
    case "↻": "~"
    case "≡": "="
    case "…": "."
    default: nil
    }
  }
}

extension Grid {
  /// Replaces what cannot be drawn in a row.
  mutating func substitute(in row: Int, by repertoire: GlyphRepertoire) {
    guard repertoire != .unicode else { return }
    for index in row * size.columns..<(row + 1) * size.columns
    where cells[index].glyph.base.value > 0x7E {
      cells[index].glyph.base = repertoire.substitute(for: cells[index].glyph.base)
    }
  }
}
