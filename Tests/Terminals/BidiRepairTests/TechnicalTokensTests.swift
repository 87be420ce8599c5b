import Testing

/// Which words keep their order, whatever their looks are.
@Suite struct TechnicalTokensTests {
  private static let tokens = [
    ("مُثبّت", "5.2.15-2+b8"), ("في", "2026-11-28"), ("انظر", "/usr/share/doc/bash-5.2"),
    ("مع", "--prefix=/usr"), ("صدر", "2.0.0-rc.1"), ("مع", "-O2"), ("عند", "192.168.1.1:8080"),
    ("عند", "2026-11-28T17:49:00Z"), ("في", "~/.config/"), ("نادِ", "parse()"), ("بلغة", "C++"),
    ("اكتب", "$HOME"), ("أضف", "#tag"), ("אל", "a@b.org"),
  ].map { word, token in
    ShownCase(
      "\(token) stays one", ["\(word) \(token) اليوم"],
      ["→مويلا \(token) \(String(word.reversed()))"])
  }

  private static let looks = [
    ShownCase("a bracket in another look", ["\u{1B}[36mx[\u{1B}[mאב]"], ["x[בא]"]),
    ShownCase(
      "a branch of git",
      [
        "\u{1B}[33m86023be\u{1B}[m\u{1B}[33m (\u{1B}[m\u{1B}[1;36mHEAD -> \u{1B}[m"
          + "\u{1B}[1;32mفرع\u{1B}[m\u{1B}[33m)\u{1B}[m إصلاح الملف"
      ], ["86023be (HEAD -> عرف) فلملا حالصإ"]),
    ShownCase(
      "bold in a run of Latin words", ["اكتب \u{1B}[1mgit\u{1B}[0m commit -m الآن"],
      ["→نآلا git commit -m بتكا"]),
    ShownCase(
      "bold before a version", ["صدر \u{1B}[1mcommit\u{1B}[0m 3.11.7-beta اليوم"],
      ["→مويلا commit 3.11.7-beta ردص"]),
    ShownCase(
      "an address of which half is underlined",
      ["انظر https://\u{1B}[4mexample.org/a-b/\u{1B}[24mc/ هنا"],
      ["→انه https://example.org/a-b/c/ رظنا"]),
    ShownCase(
      "a place in a file", ["في src/\u{1B}[1mmain.c\u{1B}[0m:\u{1B}[32m42\u{1B}[m خطأ"],
      ["→أطخ src/main.c:42 يف"]),
    ShownCase(
      "a numbered item in bold", ["2. \u{1B}[1mالسرعة\u{1B}[0m: عالية"], ["→ةيلاع :ةعرسلا .2"]),
  ]

  private static let others = [
    ShownCase("a range stays as it is", ["من 15-20 دقيقة"], ["→ةقيقد 20-15 نم"]),
    ShownCase("a percentage", ["نسبة 12.5% اليوم"], ["→مويلا %12.5 ةبسن"]),
  ]

  @Test("R98: a technical token stays one", arguments: tokens + looks + others)
  func screens(screen: ShownCase) { screen.check() }
}
