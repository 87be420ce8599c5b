import Testing

/// Who ended a row: only one to which the next word did not fit can go on.
@Suite struct RowWrapTests {
  private static let prompts = ["$ ", "user@host:~$ ", "user@host:~/projects/demo$ "].flatMap {
    prompt in
    [40, 60, 80].map { columns in
      ShownCase(
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
    ShownCase(
      "a message below a longer one is a paragraph at \(columns) columns", columns,
      ["Downloading package main.swift from the mirror...", "خطأ: main.c (سطر 3)."],
      ["Downloading package main.swift from the mirror...", "→.(3 رطس) main.c :أطخ"])
  }

  private static let cells = [
    ShownCase(
      "a cell of a box is no end of a line", ["│ عشرون دقيقة │", "│ 15-20 دقيقة │"],
      ["│ ةقيقد نورشع │", "│ ةقيقد 15-20 │"])
  ]

  @Test("R98: a row goes on only if it was wrapped", arguments: prompts + messages + cells)
  func screens(screen: ShownCase) { screen.check() }
}
