import Foundation
import TerminalHarness
import Testing

/// Whose the terminal's answers are, with the test as the terminal.
@Suite struct RunAnswerTests {
  private static let written = "مرحبا"

  /// A program that asks and writes right-to-left text at once, and shows what it gets.
  private static func asking(_ questions: String) -> String {
    "stty raw -echo; printf '\(questions)\(written)\\r\\nready\\r\\n'; exec cat -v"
  }

  private func open(
    _ installation: Installation, asking questions: String, profile: TerminalProfile = .silent
  ) throws -> TerminalSession {
    try installation.install("asks", script: Self.asking(questions))
    return try TerminalSession(
      Installation.program, arguments: ["run", "./asks"], environment: installation.environment(),
      directory: installation.home, profile: profile)
  }

  private static let status = "\u{1B}[0n"
  private static let own = [
    status, "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}[8;0$y", "\u{1B}[?2026;0$y", "\u{1B}[>41;379;0c",
    "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}[?64;1c", "\u{1B}[1;1R",
  ]
  private static let ofProgram = [status, "\u{1B}[7;7R"]

  private static func twice(_ answers: [String]) -> [String] { answers.flatMap { [$0, $0] } }

  private func replaced(_ answers: [String], _ old: String, by new: String) -> [String] {
    answers.map { $0 == old ? new : $0 }
  }

  enum Answering: String, CaseIterable {
    case once, twice, notReady, noPlace, withoutStatus, byteByByte
  }

  @Test(
    "R67: a program that asks and writes Arabic at once gets only its answers, early or late",
    arguments: Answering.allCases, [false, true])
  func answers(_ answering: Answering, isLate: Bool) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(installation, asking: "\\033[5n\\033[6n")
    try await session.waitForLog("all questions") {
      String(decoding: $0.output, as: UTF8.self).components(separatedBy: "\u{1B}[6n").count == 3
    }
    // Without an answer the text passes unchanged.
    if isLate { try await session.waitUntil("the text") { $0.shows("ready") } }
    var answers = Self.ofProgram + Self.own
    var expected = "^[[0n^[[7;7R"
    switch answering {
    case .once, .byteByByte: break
    case .twice: answers = Self.twice(answers)
    case .notReady:
      answers = replaced(answers, Self.status, by: "\u{1B}[3n")
      expected = "^[[3n^[[7;7R"
    case .noPlace: answers = replaced(answers, "\u{1B}[1;1R", by: "\u{1B}[0;0R")
    case .withoutStatus:
      answers = answers.filter { $0 != Self.status }
      expected = "^[[7;7R"
    }
    let bytes = Array(answers.joined().utf8)
    if answering == .byteByByte {
      // A lone ESC becomes the Escape key after 50 ms, which a busy machine lets pass.
      var escape: [UInt8] = []
      for byte in bytes {
        if byte == 0x1B {
          escape = [byte]
        } else {
          session.send(escape + [byte])
          escape = []
        }
      }
    } else {
      session.send(bytes)
    }
    try await session.waitUntil("the text") { $0.shows("ready") }
    session.type("q")
    session.press(.down)
    session.type("z")
    try await session.waitUntil("the keys") { $0.text.contains("z") }
    #expect(session.screen.rows[2] == "\(expected)q^[[Bz", "\(session.screen.rows)")
  }

  @Test("R67: a program that asks after its Arabic text gets each answer")
  func askingAfterwards() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let after =
      "\\r\\n\\033[5n\\033[c\\033[>c\\033[>q\\033[?2026$p\\033]11;?\\007\\033]10;?;?\\007\\033[6n"
    let session = try open(installation, asking: "\(Self.written)\(after)", profile: .xterm)
    try await session.waitUntil("the answers") { $0.text.contains("R") && $0.shows("ready") }
    session.type("z")
    try await session.waitUntil("the key") { $0.text.contains("z") }
    let got = session.screen.rows[3...].joined()
    #expect(
      got == "^[[0n^[[?64;1;2;6;9;15;16;17;18;21;22;28c^[[>41;379;0c^[P>|XTerm(379)^[\\^[[?2026;2$y"
        + "^[]11;rgb:0000/0000/0000^[\\^[]10;rgb:e5e5/e5e5/e5e5^[\\"
        + "^[]11;rgb:0000/0000/0000^[\\^[[2;1Rz", "\(session.screen.rows)")
  }

  @Test(
    "R67: a terminal that never answers delays neither the Escape key nor typed text",
    arguments: [false, true])
  func never(answersProgram: Bool) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(installation, asking: "\\033[5n\\033[6n")
    try await session.waitUntil("the text") { $0.shows("ready") }
    if answersProgram { session.type(Self.ofProgram.joined()) }
    session.press(.escape)
    try await session.waitUntil("Escape") { $0.rows[2].hasSuffix("^[") }
    session.type("z")
    let answers = answersProgram ? "^[[0n^[[7;7R" : ""
    try await session.waitUntil("the key") { $0.rows[2] == "\(answers)^[z" }
  }
}
