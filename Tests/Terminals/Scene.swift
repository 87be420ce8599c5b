import Foundation
import TerminalHarness

/// The screen that every terminal has to show: the self-test page in Arabic, mirrored, over the
/// section About, with the navigation beside it.
struct Scene {
  let program: String
  let home: String
  /// Where Lisan writes what it shows.
  var trace: String

  init(program: String, home: String) {
    self.program = program
    self.home = home
    trace = "\(home)/trace"
  }

  /// The keys that lead to it, by their names in X, with how the focus after each begins.
  private static let path = [("End", "navigation.about"), ("Return", "about.")]

  func environment(_ more: [String: String]) -> [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home,
      "XDG_CONFIG_HOME": "\(home)/.config", "XDG_RUNTIME_DIR": "\(home)/run",
      "SCREENDIR": "\(home)/run/screens", "LISAN_TRACE": trace, "LIBGL_ALWAYS_SOFTWARE": "1",
      "LISAN_LOG": "\(home)/log", "QT_QPA_PLATFORM": "xcb", "LISAN_PREFERENCES": "\(home)/choice",
    ].merging(more) { $1 }
  }

  /// The last frame that Lisan told of: its focus and its rows as they are spelt.
  func lastFrame() -> (focus: String, rows: [String])? {
    guard let text = try? String(contentsOfFile: trace, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n").reversed() where line.contains("\"event\":\"frame\"") {
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let focus = object?["focus"] as? String, let rows = object?["rows"] as? [String] else {
        return nil
      }
      return (focus, rows)
    }
    return nil
  }

  /// Presses the keys, each once what the one before has brought is there.
  func enter(_ press: (String) throws -> Void) throws {
    try awaited("the first frame") { lastFrame().map { _ in () } }
    // The frame can be there before the window gets what is typed. The first key does no more when it
    // is pressed again.
    for _ in 0..<5 where lastFrame()?.focus.hasPrefix("navigation.") != true {
      try press("Right")
      try? awaited("the navigation", seconds: 3) {
        lastFrame()?.focus.hasPrefix("navigation.") == true ? () : nil
      }
    }
    for (key, focus) in Self.path { try step(key, press) { $0.hasPrefix(focus) } }
    for _ in 0..<12 where lastFrame()?.focus != "about.terminal" {
      let focus = lastFrame()?.focus
      try step("Down", press) { $0 != focus }
    }
    try step("Return", press) { $0.hasPrefix("terminal.") }
    try step("Home", press) { $0 == "terminal.auto" }
  }

  private func step(
    _ key: String, _ press: (String) throws -> Void, _ isThere: (String) -> Bool
  ) throws {
    try press(key)
    try awaited("the focus after \(key)") {
      (lastFrame().map { isThere($0.focus) } ?? false) ? () : nil
    }
  }

  /// The same screen in the emulator of the tests, cell by cell as the layout puts it down, with its
  /// rows as they are spelt.
  func expected(
    size: TerminalSize, type: String
  ) async throws -> (screen: Screen, rows: [String]) {
    var reference = self
    reference.trace = "\(home)/expected-trace"
    try? FileManager.default.removeItem(atPath: reference.trace)
    let session = try TerminalSession(
      program, arguments: ["--bidi", "visual"], environment: reference.environment(["TERM": type]),
      directory: home, size: size)
    try await session.waitUntil("the first frame") { $0.rows.count > 3 && !$0.rows[1].isEmpty }
    try reference.enter { key in
      switch key {
      case "Right": session.press(.right)
      case "End": session.press(.end)
      case "Home": session.press(.home)
      case "Down": session.press(.down)
      default: session.press(.enter)
      }
    }
    let screen = try await session.settled()
    return (screen, reference.lastFrame()?.rows ?? [])
  }
}
