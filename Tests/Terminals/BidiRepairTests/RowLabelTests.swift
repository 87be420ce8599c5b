import Testing

/// What programs write before the text of another, beside what only looks like it.
@Suite struct RowLabelTests {
  private static let labels = [
    ShownCase(
      "a file and a number of grep", ["ar.txt:2:خطأ: main.c (سطر 3)."],
      ["ar.txt:2:.(3 رطس) main.c :أطخ"]),
    ShownCase("a file of grep", ["./a.c:خطأ: main.c."], ["./a.c:.main.c :أطخ"]),
    ShownCase("a number of grep", ["12:خطأ: main.c."], ["12:.main.c :أطخ"]),
    ShownCase("no label, but a time", ["12:30 خطأ"], ["→أطخ 12:30"]),
    ShownCase("no label, but a message", ["Error: خطأ a."], ["Error: أطخ a."]),
    ShownCase("a changed row", ["\u{1B}[31m-خطأ: main.c.\u{1B}[m"], ["-.main.c :أطخ"]),
    ShownCase("a sign without the colour of a change", ["-خطأ: main.c."], ["→.main.c :أطخ-"]),
    ShownCase(
      "a row of git blame", 70, ["^960f39e (سامي خالد 2026-11-20  1) خطأ: main.c."],
      ["^960f39e (دلاخ يماس 2026-11-20  1) .main.c :أطخ"]),
    ShownCase(
      "a name of ls -l", 70, ["-rw-r--r-- 1 root root 91 Nov 18 11:06 'ملف 2.txt'"],
      ["-rw-r--r-- 1 root root 91 Nov 18 11:06 '2.txt فلم'"]),
    ShownCase("a name with a date", ["files/قائمة-2026.md"], ["files/2026-ةمئاق.md"]),
    ShownCase(
      "grep with a file and a number, in colour",
      [
        "",
        "\u{1B}[35mar.txt\u{1B}[m\u{1B}[36m:\u{1B}[m\u{1B}[32m3\u{1B}[m\u{1B}[36m:\u{1B}[mنص عربي طويل",
      ], ["", "ar.txt:3:ليوط يبرع صن"]),
    ShownCase(
      "a prompt of IPython",
      ["", "\u{1B}[32mIn [\u{1B}[1m4\u{1B}[22m]: \u{1B}[mمرحبا abc", ""], ["", "In [4]: abc ابحرم"]),
    ShownCase(
      "a prompt of Python", [">>> 'خطأ' 3", "... 'خطأ' 3", ""], [">>> 3 'أطخ'", "... 3 'أطخ'"]),
    ShownCase("no prompt, but an address", ["In [a]: خطأ abc", ""], ["In [a]: أطخ abc"]),
  ]

  private static let signs = [
    ShownCase(
      "the signs of a difference that pytest shows", ["E         - مفتاح", "E         + مرحبا"],
      ["E         - حاتفم", "E         + ابحرم"]),
    ShownCase("the signs of a list", ["- مفتاح", "- مرحبا"], ["→حاتفم -", "→ابحرم -"]),
    ShownCase(
      "the signs below a row that says where files differ",
      ["@@ -1 +1,2 @@", "+خطأ: main.c.", "+3 أ"],
      ["@@ -1 +1,2 @@", "+.main.c :أطخ", "+أ 3"]),
    ShownCase("amounts with signs", ["+7 درجات", "-5 درجات"], ["→تاجرد 7+", "→تاجرد 5-"]),
    ShownCase(
      "a number of grep before a digit, beside another", ["10:نص a.", "11:3 ملفات"],
      ["10:.a صن", "11:تافلم 3"]),
    ShownCase("a time beside none", ["نص a.", "11:30 ملفات"], ["→.a صن", "→تافلم 11:30"]),
    ShownCase(
      "a branch with its hash", ["  فرع  d8ff87a نص"], ["  عرف  d8ff87a صن"]),
    ShownCase("a bar of tqdm", ["نص: 100%|███| 3/3 [00:00]"], ["%100 :صن|███| 3/3 [00:00]"]),
  ]

  @Test("R98: a label keeps its place", arguments: labels + signs)
  func screens(screen: ShownCase) { screen.check() }
}
