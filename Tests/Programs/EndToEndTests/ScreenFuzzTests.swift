import Foundation
import Glibc
import TerminalHarness
import TestEffort
import Testing

/// Random input against the real program in a pseudo-terminal.
///
/// `LISAN_FUZZ_EVENTS=100000 LISAN_FUZZ_SEED=7 make test-one NAME=ScreenFuzzTests` runs as many
/// events from that seed; a failure names both and the last events.
@Suite(.timeLimit(.minutes(60)))
struct ScreenFuzzTests {
  private static let events = Effort.rounds(short: 400, long: 1000, "LISAN_FUZZ_EVENTS")

  @Test("R50, R52: random keys, pointers, pastes and sizes: no crash, no hang, all restored")
  func random() async throws {
    var monkey = Monkey(seed: Effort.seed)
    let installation = try Installation()
    var session = try await open(installation)
    var done = 0
    var ends = 0
    while done < Self.events {
      let batch = (0..<40).map { _ in monkey.deed() }
      done += batch.count
      let context: Comment = "seed \(Effort.seed), \(done) events, the last: \(batch)"
      for deed in batch where session.status == .running { deed.happen(to: session) }
      guard try await isAlive(session, context) else {
        try await expectOrderlyEnd(session, context)
        ends += 1
        session = try await open(installation)
        continue
      }
      let screen = session.screen
      #expect(screen.isAlternate, context)
      #expect(screen.cursor.isVisible, context)
      #expect(session.unknownSequences.isEmpty, context)
      #expect(screen.bells == 0, context)
    }
    session.signal(SIGTERM)
    #expect(try await session.waitForExit() == .signaled(SIGTERM))
    expectRestored(session, "at the end")
    expectFiltered(session, "at the end")
    #expect(ends < Self.events / 40, "it ended \(ends) times")
  }

  /// On a line without echo, so that every byte on the screen is the program's, and that keeps what
  /// was written when a signal key comes (NOFLSH): the program sees to that itself as long as the
  /// line is its own, but the next Ctrl-Z can come when it has put the line's own modes back and the
  /// terminal has not read its last bytes yet. A trace of hundreds of thousands of frames is of no
  /// use to anyone.
  private func open(_ installation: Installation) async throws -> TerminalSession {
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "stty -echo noflsh; exec \"$0\"", Installation.program],
      environment: installation.environment(["LISAN_TRACE": nil]), directory: installation.home)
    try await session.waitUntil("the first frame", limit: .seconds(60)) {
      $0.isAlternate && !$0.text.isEmpty
    }
    return session
  }

  /// Whether it still answers: what was asked for last, a whole new frame, has come.
  private func isAlive(_ session: TerminalSession, _ context: Comment) async throws -> Bool {
    if case .stopped = session.status { session.resume() }
    // An unfinished sequence has to be given up first, and an unfinished paste ended.
    session.send(Array("\u{1B}[201~".utf8))
    try await session.settled(for: .milliseconds(60), limit: .seconds(60))
    if case .stopped = session.status { session.resume() }
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      let mark = session.log.end
      session.press(.control("l"))
      try await session.settled(for: .milliseconds(20), limit: .seconds(60))
      if session.status.hasEnded { return false }
      // Whoever was told to stop more than once stops again.
      if case .stopped = session.status {
        session.resume()
        continue
      }
      let sent = String(decoding: session.log.output(since: mark), as: UTF8.self)
      if sent.contains("\u{1B}[2J"), session.screen.isAlternate { return true }
    }
    Issue.record("no answer: \(session.screen.text)\n\(context)")
    return false
  }

  /// It ended on request, and restored everything.
  private func expectOrderlyEnd(_ session: TerminalSession, _ context: Comment) async throws {
    switch try await session.waitForExit() {
    case .exited(let code): #expect(code == 0, context)
    case .signaled(let number): #expect(number == SIGINT || number == SIGQUIT, context)
    case let status: Issue.record("\(status): \(context)")
    }
    expectRestored(session, context)
    expectFiltered(session, context)
  }

  private func expectRestored(_ session: TerminalSession, _ context: Comment) {
    let settings = session.lineSettings
    #expect(
      settings?.local == session.initialLineSettings.local & ~UInt32(ECHO) | UInt32(NOFLSH),
      context)
    #expect(settings?.input == session.initialLineSettings.input, context)
    #expect(settings?.output == session.initialLineSettings.output, context)
    #expect(settings?.characters == session.initialLineSettings.characters, context)
    #expect(session.terminalState.differences(from: session.initialTerminalState) == [], context)
    #expect(session.unknownSequences.isEmpty, context)
  }

  /// Nothing of what was pasted to do harm came back.
  private func expectFiltered(_ session: TerminalSession, _ context: Comment) {
    let sent = String(decoding: session.log.output, as: UTF8.self)
    for scalar in ["\u{202E}", "\u{2067}", "\u{9B}", "\u{85}", "\u{2028}"] {
      #expect(!sent.contains(scalar), context)
    }
    #expect(!sent.contains("\u{1B}]0;pwned"), context)
  }
}

/// Something that happens at the terminal.
private enum Deed: CustomStringConvertible {
  case bytes([UInt8])
  case paste(String)
  case click(row: Int, column: Int)
  case wheel(row: Int, column: Int, isUp: Bool)
  case resize(TerminalSize)

  func happen(to session: TerminalSession) {
    switch self {
    case .bytes(let bytes): session.send(bytes)
    case .paste(let text): session.paste(text)
    case .click(let row, let column):
      session.click(row: row, column: column)
    case .wheel(let row, let column, let isUp):
      session.point(.press(isUp ? .wheelUp : .wheelDown), row: row, column: column)
    case .resize(let size): session.resize(to: size)
    }
  }

  var description: String {
    switch self {
    case .bytes(let bytes): "\(String(reflecting: String(decoding: bytes, as: UTF8.self)))"
    case .paste(let text): "paste(\(String(reflecting: text)))"
    case .click(let row, let column): "click(\(row), \(column))"
    case .wheel(let row, let column, let isUp): "wheel(\(row), \(column), \(isUp))"
    case .resize(let size): "\(size.columns)x\(size.rows)"
    }
  }
}

/// The source of the keys; equal seeds give equal keys.
private struct Monkey {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func random(_ bound: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[random(elements.count)]
  }

  private static let keys: [String] = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OA", "\u{1B}OB", "\u{1B}[H", "\u{1B}[F",
    "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[3~", "\u{1B}[Z", "\u{1B}[1;2C", "\u{1B}[1;5D", "\u{1B}[1;6C",
    "\t", "\t", "\r", "\r", "\n", "\u{7F}", "\u{1B}", "\u{1B}b", "\u{1B}\r", " ",
    "1", "2", "3", "9", "٢", "r", "y", "n", "?", "m", "h", "j", "k", "l", "x", "ق",
    "ل", "ا", "\u{0301}", "\u{200D}", "\u{1F469}", "\u{4E2D}", "א",
    "\u{01}", "\u{05}", "\u{0B}", "\u{15}", "\u{17}", "\u{1F}",
  ]

  private static let hostile: [String] = [
    "\u{202E}reversed\u{2066}", "\u{1B}[2J\u{1B}]0;pwned\u{7}", "\u{9B}31m", "a\rb\nc\td",
    "\u{85}\u{2028}", String(repeating: "لا", count: 2000), "q", "\u{0301}\u{0301}",
    String(repeating: "\u{0300}", count: 50), "سلام (x) 12",
  ]

  mutating func deed() -> Deed {
    switch random(100) {
    case 0..<70: .bytes(Array(one(of: Self.keys).utf8))
    case 70..<80: .click(row: random(30), column: random(100))
    case 80..<84: .wheel(row: random(30), column: random(100), isUp: random(2) == 0)
    case 84..<89: .paste(one(of: Self.hostile))
    case 89..<93:
      .resize(
        one(of: [
          TerminalSize.standard, TerminalSize(columns: 20, rows: 6),
          TerminalSize(columns: 40, rows: 12), TerminalSize(columns: 300, rows: 100),
          TerminalSize(columns: 1 + random(120), rows: 1 + random(50)),
        ]))
    case 93..<96: .bytes((0..<1 + random(12)).map { _ in harmless(UInt8(random(256))) })
    case 96..<98: .bytes(Array("\u{1B}[<\(random(100));\(random(400));\(random(200))M".utf8))
    case 98: .bytes(Array("\u{1B}[M".utf8) + [UInt8(32 + random(90)), 33, 33])
    // Suspended, and continued by whoever looks whether it lives.
    default: .bytes([one(of: [0x1A, 0x71, 0x03])])
    }
  }

  /// Quitting has its place in `deed`; XOFF would stop the terminal itself.
  private func harmless(_ byte: UInt8) -> UInt8 {
    [0x03, 0x1A, 0x1C, 0x13, 0x11, 0x71].contains(byte) ? 0x20 : byte
  }
}
