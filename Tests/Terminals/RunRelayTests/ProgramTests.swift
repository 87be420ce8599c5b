import BuiltPrograms
import Foundation
import TerminalHarness
import Testing

/// Real programs in `lisan run`, on a terminal that shows cells as they come.
@Suite(.timeLimit(.minutes(3))) struct ProgramTests {
  private static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  /// A home with Arabic files in it.
  private struct Home: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "run-programs-\(UUID().uuidString)"
    ).path

    init() throws {
      try FileManager.default.createDirectory(
        atPath: "\(path)/folder", withIntermediateDirectories: true)
      for (name, text) in [
        ("notes.txt", "اسم الملف هنا\nexport A=بيت\nplain\n"), ("folder/تقرير.pdf", ""),
        ("folder/ملف جديد", ""), ("folder/plain.txt", ""),
      ] {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func start(_ command: String...) throws -> TerminalSession {
      var environment = TerminalSession.plainEnvironment
      environment["LC_ALL"] = "C.UTF-8"
      environment["HOME"] = path
      environment["SHELL"] = "/bin/sh"
      return try TerminalSession(
        builtProgram("run-session"), arguments: ["auto"] + command, environment: environment,
        directory: path, size: TerminalSize(columns: 70, rows: 14))
    }
  }

  /// Waits until a text is shown in order in a row, whose logical text is what was written.
  private func expect(
    _ visual: String, _ logical: String, in session: TerminalSession
  ) async throws {
    try await session.waitUntil("“\(logical)” in order") { screen in
      screen.rows.contains { $0.contains(visual) }
    }
    #expect(session.screen.grid.contains { $0.shows(logical, order: .logical) })
  }

  @Test(
    "R67: nano shows and edits a file in order",
    .enabled(if: isInstalled("/usr/bin/nano"), "install nano"))
  func nano() async throws {
    let home = try Home()
    let session = try home.start("/usr/bin/nano", "-I", "notes.txt")
    try await expect("ﺎﻨﻫ ﻒﻠﻤﻟﺍ ﻢﺳﺍ", "اسم الملف هنا", in: session)
    // A line below right-to-left prose has its own direction.
    try await expect("export A=ﺖﻴﺑ", "export A=بيت", in: session)
    // The cursor is before the first letter, which is the last one from the left.
    #expect(session.screen.cursor.column == 12)
    session.type("من ")
    try await expect("ﺎﻨﻫ ﻒﻠﻤﻟﺍ ﻢﺳﺍ ﻦﻣ", "من اسم الملف هنا", in: session)
    session.send([0x18])
    try await session.waitFor(.text("Save modified buffer"))
    session.type("n")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.changesLeftBehind.isEmpty, "\(session.changesLeftBehind)")
  }

  @Test(
    "R67: mc keeps its panels, and the names in them are in order",
    .enabled(if: isInstalled("/usr/bin/mc"), "install mc"))
  func midnightCommander() async throws {
    let home = try Home()
    let session = try home.start("/usr/bin/mc", "-u", "-b", "folder", "/")
    // Each name has the direction of its own first letter.
    try await session.waitUntil("a name in order") { screen in
      screen.rows.contains { $0.contains("│ pdf.ﺮﻳﺮﻘﺗ  │") }
    }
    try await expect("│ ﺪﻳﺪﺟ ﻒﻠﻣ   │", "│ ملف جديد   │", in: session)
    #expect(session.screen.rows.contains { $0.hasPrefix("│ plain.txt  │") })
    session.press(.function(10))
    try await session.waitUntil("the question or the end") { !$0.isAlternate || $0.shows("Yes") }
    if session.screen.isAlternate { session.press(.enter) }
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test(
    "R67: fzf lists and finds names in order",
    .enabled(if: isInstalled("/usr/bin/fzf"), "install fzf"))
  func fuzzyFinder() async throws {
    let home = try Home()
    let session = try home.start("/bin/sh", "-c", "ls folder | fzf")
    try await expect("  pdf.ﺮﻳﺮﻘﺗ", "تقرير.pdf", in: session)
    session.type("جدي")
    try await session.waitUntil("one name left") {
      $0.shows("1/3") && $0.rows.contains { $0.contains("ﺪﻳﺪﺟ ﻒﻠﻣ") }
        && !$0.shows("plain.txt")
    }
    session.press(.enter)
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test(
    "R67: the editors of zsh and fish show a line in order, with the cursor after each key",
    arguments: [["/usr/bin/zsh", "-f"], ["/usr/bin/fish", "--no-config"]])
  func shells(_ command: [String]) async throws {
    try #require(Self.isInstalled(command[0]))
    let home = try Home()
    let session = try home.start(command[0], command[1])
    try await session.waitUntil("a prompt") { screen in
      screen.rows[0].contains("# ") || screen.rows[0].last.map { "#>%$".contains($0) } == true
    }
    try await session.settled(for: .milliseconds(300))
    session.type("x ")
    try await session.waitUntil("x") { $0.rows[0].hasSuffix(" x") }
    try await session.settled(for: .milliseconds(100))
    let start = session.screen.cursor.column
    for (letters, shown) in [("ب", "ﺏ"), ("ي", "ﻲﺑ"), ("ت", "ﺖﻴﺑ")] {
      session.type(letters)
      let end = start + shown.unicodeScalars.count
      try await session.waitUntil("“\(shown)” with the cursor behind it") {
        $0.rows[0].hasSuffix("x \(shown)") && $0.cursor.column == end
      }
    }
    // From the end the cursor comes onto the last letter, which stands at the left.
    session.press(.left)
    try await session.waitUntil("the cursor on the last letter") { $0.cursor.column == start }
    session.press(.backspace)
    try await session.waitUntil("the letter before it is gone") {
      $0.rows[0].hasSuffix("x ﺖﺑ") && $0.cursor.column == start
    }
    session.send([0x05, 0x15])
    try await session.waitUntil("an empty line") { !$0.rows[0].contains("x") }
    session.type("exit\n")
    try await session.waitForExit()
  }

  @Test("R67: ls shows Arabic names in order, even in quotes")
  func list() async throws {
    let home = try Home()
    let session = try home.start("/bin/ls", "-l", "--time-style=+", "folder")
    #expect(try await session.waitForExit() == .exited(0))
    // Each column has its own order, and a name's first letter decides.
    try await expect("  pdf.ﺮﻳﺮﻘﺗ", "تقرير.pdf", in: session)
    try await expect(" 'ﺪﻳﺪﺟ ﻒﻠﻣ'", " 'ملف جديد'", in: session)
  }

  @Test("R67: readline's history, search and completion, with the cursor")
  func readline() async throws {
    let home = try Home()
    let session = try home.start(
      "/usr/bin/env", "PS1=> ", "HISTFILE=/dev/null", "bash", "--noprofile", "--norc", "-i")
    func expect(_ row: String, _ number: Int, cursor: Int) async throws {
      try await session.waitUntil("“\(row)” with the cursor in \(cursor)") {
        $0.rows[number] == row && $0.cursor.row == number && $0.cursor.column == cursor
      }
    }
    try await expect(">", 0, cursor: 2)
    session.type("echo بيت\n")
    try await expect(">", 2, cursor: 2)
    session.press(.up)
    try await expect("> echo ﺖﻴﺑ", 2, cursor: 10)
    session.press(.down)
    try await expect(">", 2, cursor: 2)
    // The search stops on the first letter, which stands at the right.
    session.send([0x12])
    session.type("بي")
    try await expect("(reverse-i-search)`ﻲﺑ': echo ﺖﻴﺑ", 2, cursor: 31)
    session.send([0x07])
    try await expect(">", 2, cursor: 2)
    session.type("cat folder/تق\t")
    try await expect("> cat folder/ﺮﻳﺮﻘﺗ.pdf", 2, cursor: 23)
    session.send([0x15])
    session.type("exit\n")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: a manual page reads right, with its margins")
  func manual() async throws {
    let home = try Home()
    let page = packagePath("Resources/man/ar/man1/lisan.1")
    let session = try home.start("/usr/bin/env", "MANPAGER=less", "man", "-l", page)
    try await expect("lisan — ﺔﻴﻓﺮﻄﻟﺍ ﺔﻐﻟ ﺭﺎﻴﺘﺧﺍ", "lisan — اختيار لغة الطرفية", in: session)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: git's log and diff have each line in its own direction")
  func git() async throws {
    let home = try Home()
    let session = try home.start(
      "/bin/sh", "-c",
      """
      export GIT_CONFIG_GLOBAL=/dev/null; alias git='git --no-pager -c user.name=a -c user.email=a@b'
      git init -q; git add notes.txt; git commit -qm 'خطأ في README.md'; echo اسم >>notes.txt
      git log --format='commit %s'; git diff --unified=0
      """)
    #expect(try await session.waitForExit() == .exited(0))
    try await expect("commit ﻲﻓ ﺄﻄﺧ README.md", "commit خطأ في README.md", in: session)
    // The sign of an added line is a label, and stays at the left.
    #expect(session.screen.rows.contains { $0.hasPrefix("+ﻢﺳﺍ") })
    #expect(session.screen.rows.contains { $0.hasPrefix("@@ -3,0 +4 @@") })
  }

  @Test("R67: python's prompt shows a typed line in order, and prints it in order")
  func python() async throws {
    let home = try Home()
    let session = try home.start("/usr/bin/python3", "-q")
    try await session.waitFor(.text(">>>"))
    session.type("x = 'بيت'")
    try await session.waitUntil("the line, and the cursor after it") {
      $0.rows[0] == ">>> x = 'ﺖﻴﺑ'" && $0.cursor.column == 13
    }
    session.press(.enter)
    session.type("x\n")
    // This paragraph begins with an Arabic letter.
    try await session.waitUntil("its value") { screen in
      screen.rows.contains { $0.hasSuffix("  'ﺖﻴﺑ'") && $0.count == 70 }
    }
    session.send([0x04])
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: a box, and words that come one by one above a line that is drawn again")
  func assistant() async throws {
    let home = try Home()
    let session = try home.start(
      "/bin/sh", "-c",
      """
      stty -echo; printf '╭────────────────╮\\n│ > اكتب سطر     │\\n╰────────────────╯\\n'; text='●'; number=0
      for word in كتبت سطر في sum.py; do
        text="$text $word"; number=$((number + 1))
        printf '\\r\\033[K%s\\n\\033[K✻ step %d\\033[A' "$text" $number; read -r line
      done
      """)
    for (step, row) in [
      "ﺖﺒﺘﻛ ●", "ﺮﻄﺳ ﺖﺒﺘﻛ ●", "ﻲﻓ ﺮﻄﺳ ﺖﺒﺘﻛ ●", "sum.py ﻲﻓ ﺮﻄﺳ ﺖﺒﺘﻛ ●",
    ].enumerated() {
      try await session.waitUntil("“\(row)”") {
        $0.rows[0...2] == ["╭────────────────╮", "│ > ﺮﻄﺳ ﺐﺘﻛﺍ     │", "╰────────────────╯"]
          && $0.rows[3] == String(repeating: " ", count: 70 - row.count) + row
          && $0.rows[4] == "✻ step \(step + 1)"
      }
      session.press(.enter)
    }
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: htop shows a command line in order, and leaves its meters alone")
  func htop() async throws {
    let home = try Home()
    // A shell whose name is Arabic, and nothing else of the machine.
    let session = try home.start(
      "/bin/bash", "-c", "(exec -a سلام sleep 60) & htop -p $!; kill $!")
    try await session.waitFor(.text("Load average"))
    try await expect(" ﻡﺎﻠﺳ", " سلام", in: session)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R67: whiptail orders text itself and is left alone, between lines that are ordered")
  func whiptail() async throws {
    let home = try Home()
    let box = "whiptail --title 'اسم' --msgbox 'اختر لغة مع English' 9 40"
    let bare = try TerminalSession(
      "/bin/sh", arguments: ["-c", box], environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"],
      size: TerminalSize(columns: 70, rows: 14))
    try await bare.waitUntil("the box") { $0.shows("<Ok>") }
    let wanted = try await bare.settled().rows
    bare.signal(SIGKILL)
    let session = try home.start(
      "/bin/sh", "-c", "printf '\\nx ملف\\n\\n'; \(box); echo; printf '\\033[14H\\nx بيت\\n'; cat")
    try await session.waitUntil("the box") { $0.shows("<Ok>") }
    let rows = try await session.settled().rows
    #expect(rows.filter { $0.contains("│") } == wanted.filter { $0.contains("│") })
    #expect(rows.contains { $0.contains("ﺔﻐﻟ ﺮﺘﺧﺍ") }, "\(rows)")
    session.press(.enter)
    try await session.waitUntil("a line after it, in order") { $0.rows.contains("x ﺖﻴﺑ") }
    session.signal(SIGKILL)
    try await session.waitForExit()
  }

  @Test("R67: a program that orders text is recognized by its name, wherever it runs")
  func names() async throws {
    let home = try Home()
    try FileManager.default.copyItem(atPath: "/bin/cat", toPath: "\(home.path)/emacs-nox")
    for (command, row) in [
      ("cat", "x ﻒﻠﻣ"), ("./emacs-nox", "x ملف"), ("sh -c './emacs-nox; true'", "x ملف"),
    ] {
      let session = try home.start(
        "/bin/sh", "-c",
        "echo x بيت; printf '\\033[?1049hready\\n'; \(command); printf '\\033[?1049lx ملف'")
      try await session.waitFor(.text("ready"))
      session.type("x ملف\n")
      try await session.waitUntil("“\(row)” by \(command)") {
        $0.rows.filter { $0 == row }.count == 2
      }
      session.send([0x04])
      #expect(try await session.waitForExit() == .exited(0))
      #expect(session.screen.rows[0] == "x ﺖﻴﺑ")
      #expect(session.screen.rows.contains("x ﻒﻠﻣ"))
    }
  }
}
