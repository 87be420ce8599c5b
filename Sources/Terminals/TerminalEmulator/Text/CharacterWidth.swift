import BidiText

/// The number of columns of a character on a terminal: 2 for East Asian wide characters and emoji,
/// 0 for characters that join the cell before them, else 1. `columns(of: "a") == 1`, `columns(of:
/// "\u{64E}") == 0`. This matches `wcwidth` of glibc, which ncurses uses.
@inline(__always) func columns(of scalar: Unicode.Scalar) -> Int {
  // The most frequent ones.
  switch scalar.value {
  case ..<0x300, 0x0621...0x064A, 0x2500...0x25FC, 0xFE80...0xFEFC: 1
  case 0x3400...0x9FFF, 0xAC00...0xD7A3: 2
  default: cellColumns(of: scalar)
  }
}
