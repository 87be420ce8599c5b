/// Directional symbols and their counterparts: box corners and sides, chevrons, arrows, brackets. A
/// symbol that is not listed (✓ ★ ●) looks the same in both directions.
///
/// These are for ornaments only. The text of a line is mirrored by rule L4.
package enum SymbolMirroring {
  private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("┌", "┐"), ("└", "┘"), ("├", "┤"), ("╭", "╮"), ("╰", "╯"), ("╔", "╗"), ("╚", "╝"),
    ("╠", "╣"), ("┏", "┓"), ("┗", "┛"), ("┣", "┫"), ("╴", "╶"), ("▏", "▕"), ("▌", "▐"),
    ("‹", "›"), ("«", "»"), ("<", ">"), ("(", ")"), ("[", "]"), ("{", "}"),
    ("←", "→"), ("⇐", "⇒"), ("↖", "↗"), ("↙", "↘"), ("◀", "▶"), ("◂", "▸"), ("◄", "►"),
    ("◁", "▷"), ("⟨", "⟩"), ("❮", "❯"),
  ]

  private static let mirrored: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: pairs.flatMap { [($0, $1), ($1, $0)] })

  package static func mirror(of symbol: Unicode.Scalar) -> Unicode.Scalar {
    mirrored[symbol] ?? symbol
  }
}
