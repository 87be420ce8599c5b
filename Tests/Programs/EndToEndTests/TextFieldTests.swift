import Foundation
import Glibc
import TerminalHarness
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TextFieldTests {
  private let arabicWord = "شاي"

  /// Opens the note of the embedded account.
  private func openNote(_ installation: Installation) async throws -> TerminalSession {
    let session = try await installation.openScreen()
    session.press(.tab, .home)
    try await session.waitUntil("the account", limit: .seconds(30)) { $0.shows("Note") }
    session.press(.enter)
    try await installation.wait(for: "the first item") {
      try installation.lastFrame()["focus"]?.hasPrefix("account.") == true
    }
    for _ in 0..<12 {
      let focus = try installation.lastFrame()["focus"]
      if focus == "account.note" { break }
      session.press(.down)
      try await installation.wait(for: "the next item") {
        try installation.lastFrame()["focus"] != focus
      }
    }
    session.press(.enter)
    try await session.waitUntil("the open field") { $0.shows("Room for") }
    return session
  }

  @Test("R50, R54: a note is typed in both directions, pasted, kept, and shown at the next start")
  func note() async throws {
    let installation = try Installation()
    let session = try await openNote(installation)
    // Letters that are commands elsewhere are text here.
    session.type("q2 ")
    session.paste(arabicWord)
    try await session.waitUntil("both words") { screen in
      screen.logicalRows.contains { $0.contains("q2 \(arabicWord)") }
    }
    // The caret is behind the last letter that is read, which is drawn at the left of its word.
    let caret = session.screen.cursor
    session.type("!")
    try await session.waitUntil("the sign") { $0.logicalRows.contains { $0.contains("!") } }
    #expect(session.screen.cursor.row == caret.row)
    session.press(.control("_"))
    try await session.waitUntil("undone") { screen in
      !screen.logicalRows.contains { $0.contains("!") }
    }
    session.press(.enter)
    try await session.waitUntil("kept", limit: .seconds(30)) { screen in
      !screen.shows("Room for") && screen.logicalRows.contains { $0.contains("q2 \(arabicWord)") }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let again = try await openNote(installation)
    try await again.waitUntil("the note") { screen in
      screen.logicalRows.contains { $0.contains("q2 \(arabicWord)") }
    }
    // Escape discards the typed text.
    again.type("xyz")
    again.press(.escape)
    try await again.waitUntil("as it was") { screen in
      !screen.shows("Room for") && !screen.logicalRows.contains { $0.contains("xyz") }
    }
  }

  @Test("R54: a press of the mouse puts the caret on the letter below it")
  func pointer() async throws {
    let installation = try Installation()
    let session = try await openNote(installation)
    session.type("abcdef")
    let place = try await session.waitFor(.text("abcdef"))
    session.click(row: place.row, column: place.columns.lowerBound + 2)
    session.type("X")
    try await session.waitUntil("in the middle") { $0.shows("abXcdef") }
  }

  @Test("R8, R29: the field stays open through every window size, and keeps its text")
  func resized() async throws {
    let installation = try Installation()
    let session = try await openNote(installation)
    session.type("half typed")
    session.press(.left, .left)
    for size in [
      TerminalSize(columns: 20, rows: 6), TerminalSize(columns: 4, rows: 2),
      TerminalSize(columns: 300, rows: 100), .standard,
    ] {
      session.resize(to: size)
      try await session.settled()
    }
    session.type("X")
    try await session.waitUntil("at the caret") { $0.shows("half typXed") }
  }

  @Test("R8, R14: a change from elsewhere while typing takes no letter and no focus")
  func changedElsewhere() async throws {
    let installation = try Installation()
    let session = try await openNote(installation)
    session.type("half typed")
    session.press(.left, .left)
    _ = try installation.run("set", "ar")
    try await session.waitUntil("the pending restart over the open field") {
      $0.shows(.pendingArabic) && $0.shows("half typed")
    }
    // The letters of the prompt are text.
    session.type("Xyn")
    try await session.waitUntil("at the caret") { $0.shows("half typXyned") }
    session.press(.enter)
    session.type("r")
    try await session.waitUntil("the note in the mirrored screen", limit: .seconds(30)) {
      $0.isMirrored && $0.shows("half typXyned")
    }
  }

  @Test("R41, R54: a password is dots on the form, and in no frame, trace, log or byte sent")
  func password() async throws {
    let installation = try Installation()
    let session = try installation.open("--server", "http://127.0.0.1:9")
    try await session.waitUntil("the form") { $0.shows("Sign-in name") }
    session.type("ana@example.org")
    session.press(.tab)
    session.type("geheim")
    session.paste("nis")
    try await session.waitUntil("the dots") { $0.shows("▪▪▪▪▪▪▪▪▪") }
    session.press(.enter)
    try await session.waitUntil("the answer", limit: .seconds(60)) { !$0.shows("Signing in") }
    session.press(.control("c"))
    _ = try await session.waitForExit()
    let sent = String(decoding: session.log.output, as: UTF8.self)
    let trace = try String(contentsOfFile: installation.trace, encoding: .utf8)
    for text in [sent, trace, installation.logText] {
      #expect(!text.contains("geheim") && !text.contains("nis"))
    }
    #expect(trace.contains("ana@example.org"))
  }

  @Test("R41, R53: in plain mode a password is typed without echo, and the echo comes back")
  func plainPassword() async throws {
    let installation = try Installation()
    let session = try installation.open("--plain", "--server", "http://127.0.0.1:9")
    try await session.waitUntil("the name") { $0.shows("Sign-in name") }
    session.type("ana@example.org\n")
    try await session.waitUntil("the password") { $0.shows("Password") }
    let echoes = { session.lineSettings?.echoes }
    try await installation.wait(for: "the end of the echo") { echoes() == false }
    session.type("geheim\n")
    try await session.waitUntil("the answer", limit: .seconds(60)) {
      $0.rows.filter { $0.contains("Password") }.count == 2
    }
    #expect(!session.screen.text.contains("geheim"))
    // Without echo again: the signal gives the terminal back as it was.
    try await installation.wait(for: "the end of the echo") { echoes() == false }
    session.press(.control("c"))
    #expect(try await session.waitForExit() == .signaled(SIGINT))
  }
}
