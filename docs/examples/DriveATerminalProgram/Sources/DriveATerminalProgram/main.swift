import TerminalHarness

// Drives `dialog`, a program that is not ours, as a person would: reads its menu, moves down,
// takes the second item, and checks what it leaves behind. Ends with an error that shows the
// screen if anything is otherwise. Run it with `swift run`; `--picture` prints the menu.

struct Mismatch: Error {
  let what: String
}

func expect(_ condition: Bool, _ what: String) throws {
  if !condition { throw Mismatch(what: what) }
}

let session = try TerminalSession(
  "dialog",
  arguments: [
    "--title", "Language", "--menu", "", "9", "34", "2", "en", "English", "ar", "العربية",
  ],
  size: TerminalSize(columns: 50, rows: 14))

// Waiting is checked at each change of the screen; there is nothing to tune.
let english = try await session.waitFor(.text("English"))
let arabic = try await session.waitFor(.text("العربية"))
try expect(arabic.row == english.row + 1, "one item below the other")
try await session.waitFor(.text("English").styled("with the bar") { $0.reverse || $0.bold })

if CommandLine.arguments.contains("--picture") {
  print(session.screen.picture)
}

let start = session.log.end
session.press(.down)
try await session.waitUntil("the bar to move") { screen in
  screen.cell(arabic.row, arabic.columns.lowerBound).style == english.style
}
try expect(session.log.output(since: start).count < 400, "a move costs less than 400 bytes")

session.press(.enter)
try expect(try await session.waitForExit() == .exited(0), "an item was chosen")
try expect(session.lineSettings == session.initialLineSettings, "the terminal is as it was")
try expect(session.unknownSequences.isEmpty, "every sequence was known")
print("dialog did what a person would expect")
