import BidiRepair
import MirrorLayout
import TerminalEmulator
import Testing

/// What ordinary programs write in a shell, and what they show in the terminal.
@Suite struct OrdinaryRowTests {
  struct Screen: CustomTestStringConvertible {
    let claim: String
    let columns: Int
    let written: [String]
    /// The rows in plain letters; blanks at the end are left out, and at the beginning of those that
    /// begin with `→`.
    let shown: [String]
    var testDescription: String { claim }

    init(_ claim: String, _ columns: Int, _ written: [String], _ shown: [String]) {
      (self.claim, self.columns, self.written, self.shown) = (claim, columns, written, shown)
    }

    init(_ claim: String, _ written: [String], _ shown: [String]) {
      self.init(claim, 60, written, shown)
    }
  }

  private static let prompts = ["$ ", "user@host:~$ ", "user@host:~/projects/demo$ "].flatMap {
    prompt in
    [40, 60, 80].map { columns in
      Screen(
        "output below \(prompt)at \(columns) columns is a paragraph", columns,
        [
          "\(prompt)cat a.txt", "خطأ: main.c (سطر 3).", "\(prompt)make", "تحذير: util.c",
          "main.c: خطأ",
        ],
        [
          "\(prompt)cat a.txt", "→.(3 رطس) main.c :أطخ", "\(prompt)make", "→util.c :ريذحت",
          "main.c: أطخ",
        ])
    }
  }

  private static let messages = [60, 80, 120, 200].map { columns in
    Screen(
      "a message below a longer one is a paragraph at \(columns) columns", columns,
      ["Downloading package main.swift from the mirror...", "خطأ: main.c (سطر 3)."],
      ["Downloading package main.swift from the mirror...", "→.(3 رطس) main.c :أطخ"])
  }

  private static let rooms = [
    Screen(
      "a cell of a box is no end of a line", ["│ عشرون دقيقة │", "│ 15-20 دقيقة │"],
      ["│ ةقيقد نورشع │", "│ ةقيقد 15-20 │"]),
    Screen(
      "names in a panel", ["│report تقري~│", "│ملف 2.txt   │"],
      ["│report يرقت~│", "│2.txt فلم   │"]),
    Screen(
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
    Screen(
      "two windows of vim", 40,
      (0..<4).map { _ in "الحروف (Lorem) هو\u{1B}[7m|\u{1B}[mabc من 15" },
      (0..<4).map { _ in "وه (Lorem) فورحلا|abc 15 نم" }),
    Screen(
      "one bar is none", ["a | ب", "ab | ج د"], ["a | ب", "ab | د ج"]),
    Screen(
      "numbers of lines", 40,
      ["  1 def f():", "  2     # היי", "  3 סיכום קצר", "  4 end"],
      ["  1 def f():", "  2     # ייה", "  3 רצק םוכיס", "  4 end"]),
    Screen(
      "a long line with a number", 20,
      ["  1 אבג דהו", "  2 abc", "  3 אבגד הוזחט יכל", "    מנס 12 ab", "  4 end"],
      ["  1 והד גבא", "  2 abc", "  3 לכי טחזוה דגבא", "    ab 12 סנמ", "  4 end"]),
    Screen(
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
    Screen(
      "a gutter beside a table", ["17   │ │ main.swift │ تم الإصلاح │ 12 KB │"],
      ["17   │ │ main.swift │ حالصإلا مت │ 12 KB │"]),
  ]

  private static let pieces = [
    Screen("a bracket in another look", ["\u{1B}[36mx[\u{1B}[mאב]"], ["x[בא]"]),
    Screen(
      "a branch of git",
      [
        "\u{1B}[33m86023be\u{1B}[m\u{1B}[33m (\u{1B}[m\u{1B}[1;36mHEAD -> \u{1B}[m"
          + "\u{1B}[1;32mفرع\u{1B}[m\u{1B}[33m)\u{1B}[m إصلاح الملف"
      ], ["86023be (HEAD -> عرف) فلملا حالصإ"]),
    Screen(
      "bold in a run of Latin words", ["اكتب \u{1B}[1mgit\u{1B}[0m commit -m الآن"],
      ["→نآلا git commit -m بتكا"]),
    Screen(
      "bold before a version", ["صدر \u{1B}[1mcommit\u{1B}[0m 3.11.7-beta اليوم"],
      ["→مويلا commit 3.11.7-beta ردص"]),
    Screen(
      "an address of which half is underlined",
      ["انظر https://\u{1B}[4mexample.org/a-b/\u{1B}[24mc/ هنا"],
      ["→انه https://example.org/a-b/c/ رظنا"]),
    Screen(
      "a place in a file", ["في src/\u{1B}[1mmain.c\u{1B}[0m:\u{1B}[32m42\u{1B}[m خطأ"],
      ["→أطخ src/main.c:42 يف"]),
    Screen(
      "a numbered item in bold", ["2. \u{1B}[1mالسرعة\u{1B}[0m: عالية"], ["→ةيلاع :ةعرسلا .2"]),
    Screen(
      "an amount at the beginning", ["\u{1B}[?1049h\u{1B}[H$20 غير صحيحة"], ["ةحيحص ريغ $20"]),
    Screen("a sum", ["\u{1B}[?1049h\u{1B}[H+7 درجات اليوم"], ["مويلا تاجرد 7+"]),
    Screen(
      "grep with a file and a number, in colour",
      [
        "",
        "\u{1B}[35mar.txt\u{1B}[m\u{1B}[36m:\u{1B}[m\u{1B}[32m3\u{1B}[m\u{1B}[36m:\u{1B}[mنص عربي طويل",
      ], ["", "ar.txt:3:ليوط يبرع صن"]),
    Screen(
      "a prompt of IPython",
      ["", "\u{1B}[32mIn [\u{1B}[1m4\u{1B}[22m]: \u{1B}[mمرحبا"], ["", "In [4]: ابحرم"]),
  ]

  private static let labels = [
    Screen(
      "a file and a number of grep", ["ar.txt:2:خطأ: main.c (سطر 3)."],
      ["ar.txt:2:.(3 رطس) main.c :أطخ"]),
    Screen("a file of grep", ["./a.c:خطأ: main.c."], ["./a.c:.main.c :أطخ"]),
    Screen("a number of grep", ["12:خطأ: main.c."], ["12:.main.c :أطخ"]),
    Screen("no label, but a time", ["12:30 خطأ"], ["→أطخ 12:30"]),
    Screen("no label, but a message", ["Error: خطأ a."], ["Error: أطخ a."]),
    Screen("a changed row", ["\u{1B}[31m-خطأ: main.c.\u{1B}[m"], ["-.main.c :أطخ"]),
    Screen("a sign without the colour of a change", ["-خطأ: main.c."], ["→.main.c :أطخ-"]),
    Screen(
      "a row of git blame", 70, ["^960f39e (سامي خالد 2026-11-20  1) خطأ: main.c."],
      ["^960f39e (دلاخ يماس 2026-11-20  1) .main.c :أطخ"]),
    Screen(
      "a name of ls -l", 70, ["-rw-r--r-- 1 root root 91 Nov 18 11:06 'ملف 2.txt'"],
      ["-rw-r--r-- 1 root root 91 Nov 18 11:06 '2.txt فلم'"]),
    Screen("a name with a date", ["files/قائمة-2026.md"], ["files/2026-ةمئاق.md"]),
  ]

  /// Each kind of evidence, beside rows that only just escape it.
  private static let evidence = [
    Screen(
      "the signs of a difference that pytest shows", ["E         - مفتاح", "E         + مرحبا"],
      ["E         - حاتفم", "E         + ابحرم"]),
    Screen("the signs of a list", ["- مفتاح", "- مرحبا"], ["→حاتفم -", "→ابحرم -"]),
    Screen(
      "the signs below a row that says where files differ",
      ["@@ -1 +1,2 @@", "+خطأ: main.c.", "+3 أ"],
      ["@@ -1 +1,2 @@", "+.main.c :أطخ", "+أ 3"]),
    Screen("amounts with signs", ["+7 درجات", "-5 درجات"], ["→تاجرد 7+", "→تاجرد 5-"]),
    Screen(
      "a number of grep before a digit, beside another", ["10:نص a.", "11:3 ملفات"],
      ["10:.a صن", "11:تافلم 3"]),
    Screen("a time beside none", ["نص a.", "11:30 ملفات"], ["→.a صن", "→تافلم 11:30"]),
    Screen(
      "a branch with its hash", ["  فرع  d8ff87a نص"], ["  عرف  d8ff87a صن"]),
    Screen("a bar of tqdm", ["نص: 100%|███| 3/3 [00:00]"], ["%100 :صن|███| 3/3 [00:00]"]),
    Screen(
      "times at the same columns of three rows", ["10:00:01 خطأ", "10:00:02 مفتاح", "10:00:03 نص"],
      ["10:00:01 أطخ", "10:00:02 حاتفم", "10:00:03 صن"]),
    Screen(
      "and of two", ["10:00:01 خطأ", "10:00:02 مفتاح"], ["→أطخ 10:00:01", "→حاتفم 10:00:02"]),
    Screen(
      "a number filled up in brackets", ["1    سامي    (   1) خطأ"], ["1    يماس    (   1) أطخ"]),
    Screen(
      "names in quotation marks", ["'ملف 2'  قلم"], ["'2 فلم'  ملق"]),
    Screen(
      "what is searched in a pager", ["\u{1B}[?1049h\u{1B}[2;1H/مفتاح"], ["", "/حاتفم"]),
  ]

  private static let tokens = [
    ("مُثبّت", "5.2.15-2+b8"), ("في", "2026-11-28"), ("انظر", "/usr/share/doc/bash-5.2"),
    ("مع", "--prefix=/usr"), ("صدر", "2.0.0-rc.1"), ("مع", "-O2"), ("عند", "192.168.1.1:8080"),
    ("عند", "2026-11-28T17:49:00Z"), ("في", "~/.config/"), ("نادِ", "parse()"), ("بلغة", "C++"),
    ("اكتب", "$HOME"), ("أضف", "#tag"), ("אל", "a@b.org"),
  ].map { word, token in
    Screen(
      "\(token) stays one", ["\(word) \(token) اليوم"],
      ["→مويلا \(token) \(String(word.reversed()))"])
  }

  private static let others = [
    Screen("a range stays as it is", ["من 15-20 دقيقة"], ["→ةقيقد 20-15 نم"]),
    Screen("a percentage", ["نسبة 12.5% اليوم"], ["→مويلا %12.5 ةبسن"]),
  ]

  private static let visual = [
    Screen(
      "Arabic forms in visual order",
      ["\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3} abc", "\u{FEE3}\u{FEAE}\u{FEA3}\u{FE92}\u{FE8E}"],
      ["ابحرم abc", "→ابحرم"]),
    Screen(
      "Hebrew in visual order", ["םולש ץורע", "שלום ערוץ"], ["םולש ץורע", "→ץורע םולש"]),
    Screen(
      "vim, which writes such forms in the order of the text",
      [
        "\u{1B}[?1049h\u{1B}[H\u{FE8E}\u{FEDF}\u{FE90}\u{FEF4}\u{FE97} x",
        "\u{FE90}\u{FEF4}\u{FE97} x",
      ],
      ["x تيبلا", "x تيب"]),
    Screen(
      "vim -A, which writes them in visual order",
      [
        "\u{1B}[?1049h\u{1B}[Hx \u{FE96}\u{FEF4}\u{FE92}\u{FEDF}\u{FE8D}",
        "x \u{FE96}\u{FEF4}\u{FE91}",
      ],
      ["x تيبلا", "x تيب"]),
    Screen("Hebrew between others", ["םולש", "הבא", "ךלה"], ["םולש", "הבא", "ךלה"]),
    Screen(
      "beside them a row that begins with Latin, in the order of the text", ["םולש", "ab הבא"],
      ["םולש", "ab אבה"]),
  ]

  @Test(
    "R98: what ordinary programs write is shown as it reads",
    arguments: prompts + messages + rooms + pieces + labels + evidence + tokens + others + visual)
  func screens(screen: Screen) {
    var sitting = Sitting(
      columns: screen.columns, rows: max(screen.written.count + 1, screen.shown.count))
    sitting.write(screen.written.joined(separator: "\r\n"))
    for (row, wanted) in zip(sitting.rows, screen.shown) {
      var found = String(String.UnicodeScalarView(row.unicodeScalars.map(letter)))
      var wanted = wanted
      if wanted.hasPrefix("→") {
        wanted.removeFirst()
        found = String(found.drop { $0 == " " })
      }
      #expect(found == wanted, "\(screen.written)")
    }
  }

  private func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    BaseLetters.letter(of: scalar) ?? scalar
  }
}
