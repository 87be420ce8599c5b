import Testing

/// Which columns stand together: bars, gutters, gaps, numbers and dates below each other.
@Suite struct ColumnEvidenceTests {
  private static let rows = [
    ShownCase(
      "names in a panel", ["│report تقري~│", "│ملف 2.txt   │"],
      ["│report يرقت~│", "│2.txt فلم   │"]),
    ShownCase(
      "a default table of psql",
      [
        " id |   name    |   city   | total", "----+-----------+----------+-------",
        "  1 | سامي خالد | القاهرة  |  1250", "  2 | Dana      | حيفا     |    90",
        "  3 | دانة (ب)  | Amman    |     7",
      ],
      [
        " id |   name    |   city   | total", "----+-----------+----------+-------",
        "  1 | دلاخ يماس | ةرهاقلا  |  1250", "  2 | Dana      | افيح     |    90",
        "  3 | (ب) ةناد  | Amman    |     7",
      ]),
    ShownCase(
      "two windows of vim", 40,
      (0..<4).map { _ in "الحروف (Lorem) هو\u{1B}[7m|\u{1B}[mabc من 15" },
      (0..<4).map { _ in "وه (Lorem) فورحلا|abc 15 نم" }),
    ShownCase(
      "one bar is none", ["a | ب", "ab | ج د"], ["a | ب", "ab | د ج"]),
    ShownCase(
      "numbers of lines", 40,
      ["  1 def f():", "  2     # היי", "  3 סיכום קצר", "  4 end"],
      ["  1 def f():", "  2     # ייה", "  3 רצק םוכיס", "  4 end"]),
    ShownCase(
      "a long line with a number", 20,
      ["  1 אבג דהו", "  2 abc", "  3 אבגד הוזחט יכל", "    מנס 12 ab", "  4 end"],
      ["  1 והד גבא", "  2 abc", "  3 לכי טחזוה דגבא", "    ab 12 סנמ", "  4 end"]),
    ShownCase(
      "dates of ls of this year and others", 70,
      [
        "-rw-r--r-- 1 root root 1234 ماي 25  2023 a.txt",
        "-rw-r--r-- 1 root root 1234 ماي 25  2023 b.txt",
        "-rw-r--r-- 1 root root   90 نوف 28 17:49 c.txt",
      ],
      [
        "-rw-r--r-- 1 root root 1234 2023  25 يام a.txt",
        "-rw-r--r-- 1 root root 1234 2023  25 يام b.txt",
        "-rw-r--r-- 1 root root   90 17:49 28 فون c.txt",
      ]),
    ShownCase(
      "a gutter beside a table", ["17   │ │ main.swift │ تم الإصلاح │ 12 KB │"],
      ["17   │ │ main.swift │ حالصإلا مت │ 12 KB │"]),
    ShownCase(
      "times at the same columns of three rows", ["10:00:01 خطأ", "10:00:02 مفتاح", "10:00:03 نص"],
      ["10:00:01 أطخ", "10:00:02 حاتفم", "10:00:03 صن"]),
    ShownCase(
      "and of two", ["10:00:01 خطأ", "10:00:02 مفتاح"], ["→أطخ 10:00:01", "→حاتفم 10:00:02"]),
    ShownCase(
      "a number filled up in brackets", ["1    سامي    (   1) خطأ"], ["1    يماس    (   1) أطخ"]),
    ShownCase(
      "names in quotation marks", ["'ملف 2'  قلم"], ["'2 فلم'  ملق"]),
    ShownCase(
      "what is searched in a pager", ["\u{1B}[?1049h\u{1B}[2;1H/مفتاح"], ["", "/حاتفم"]),
    ShownCase(
      "an amount at the beginning", ["\u{1B}[?1049h\u{1B}[H$20 غير صحيحة"], ["ةحيحص ريغ $20"]),
    ShownCase("a sum", ["\u{1B}[?1049h\u{1B}[H+7 درجات اليوم"], ["مويلا تاجرد 7+"]),
  ]

  @Test("R98: text never leaves its column", arguments: rows)
  func screens(screen: ShownCase) { screen.check() }
}
