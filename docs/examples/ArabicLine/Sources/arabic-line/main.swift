import BidiText

/// Lays a text out in 40 columns and prints it as a terminal needs it: each row from left to
/// right, letters joined. A text that starts in Arabic stands at the right edge.
///
///     swift run arabic-line                     # one Arabic line
///     swift run arabic-line "أهلًا Swift (6.2)"
let width = 40
let text = CommandLine.arguments.dropFirst().first ?? "مرحبًا بكم في لسان 1.0 (Lisan)"

// What a person typed is filtered before it may reach a terminal.
let paragraph = Paragraph(
  ForeignText.filtered(text), direction: .firstStrong(fallback: .rightToLeft))

// Terminals that reorder on their own are told not to, and told again that they may.
print("\u{1B}[8l", terminator: "")
for line in paragraph.lines(width: width) {
  var row = String.UnicodeScalarView()
  if paragraph.level == 1 {
    row.append(contentsOf: repeatElement(" ", count: width - line.width))
  }
  for glyph in line.glyphs {
    row.append(glyph.base)
    row.append(contentsOf: glyph.marks.scalars)
  }
  print(String(row))
}
print("\u{1B}[8h", terminator: "")
