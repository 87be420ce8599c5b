import Testing

/// Rows in visual order, which stay as they are, beside rows that are not.
@Suite struct WrittenOrderTests {
  private static let rows = [
    ShownCase(
      "Arabic forms in visual order",
      ["\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3} abc", "\u{FEE3}\u{FEAE}\u{FEA3}\u{FE92}\u{FE8E}"],
      ["ابحرم abc", "→ابحرم"]),
    ShownCase(
      "Hebrew in visual order", ["םולש ץורע", "שלום ערוץ"], ["םולש ץורע", "→ץורע םולש"]),
    ShownCase(
      "vim, which writes such forms in the order of the text",
      [
        "\u{1B}[?1049h\u{1B}[H\u{FE8E}\u{FEDF}\u{FE90}\u{FEF4}\u{FE97} x",
        "\u{FE90}\u{FEF4}\u{FE97} x",
      ],
      ["x تيبلا", "x تيب"]),
    ShownCase(
      "vim -A, which writes them in visual order",
      [
        "\u{1B}[?1049h\u{1B}[Hx \u{FE96}\u{FEF4}\u{FE92}\u{FEDF}\u{FE8D}",
        "x \u{FE96}\u{FEF4}\u{FE91}",
      ],
      ["x تيبلا", "x تيب"]),
    ShownCase(
      "vim -A in Persian, by a full stop",
      [
        "\u{1B}[?1049h\u{1B}[H.\u{FE96}\u{FEB3}\u{FE8D} x",
        "x \u{FE96}\u{FEB3}\u{FE8D}",
      ],
      [".تسا x", "x تسا"]),
    ShownCase(
      "vim in Persian, by a full stop",
      [
        "\u{1B}[?1049h\u{1B}[H\u{FE8E}\u{FEB4}\u{FE97}.",
        "\u{FEB2}\u{FE97} x",
      ],
      [".تسا", "x تس"]),
    ShownCase("Hebrew between others", ["םולש", "הבא", "ךלה"], ["םולש", "הבא", "ךלה"]),
    ShownCase(
      "beside them a row that begins with Latin, in the order of the text", ["םולש", "ab הבא"],
      ["םולש", "ab אבה"]),
  ]

  @Test("R98: what is in visual order already stays so", arguments: rows)
  func screens(screen: ShownCase) { screen.check() }
}
