import Foundation
import Recordings
import TerminalEmulator
import Testing

/// A terminal that shows a program's output, and tells the rows of its screen.
private enum Oracle: String, CaseIterable, Sendable {
  case xterm, tmux

  static let display = ProcessInfo.processInfo.environment["COMPARE_SCREENS"]

  /// The rows after some output; nil if the terminal does not tell them within some seconds.
  func rows(after bytes: [UInt8], _ size: TerminalSize) throws -> [String]? {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "stream"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script(size)]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "DISPLAY": Self.display ?? "",
      // The key to a display that xvfb-run has made.
      "XAUTHORITY": ProcessInfo.processInfo.environment["XAUTHORITY"] ?? "",
      "HOME": folder.path, "TERM": "xterm-256color",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard let text = try? String(contentsOf: folder.appending(path: "screen"), encoding: .utf8)
    else { return nil }
    return rows(of: text, size)
  }

  /// The rows of what a terminal printed.
  private func rows(of text: String, _ size: TerminalSize) -> [String] {
    // xterm prints the right half of a wide character as U+FFFF, and a form feed at the end. tmux has
    // line drawing in G1.
    let plain = text.unicodeScalars.filter { $0 != "\u{FFFF}" && $0 != "\u{0C}" }
    var rows = String(String.UnicodeScalarView(plain)).replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    if rows.last == "" { rows.removeLast() }
    var emulator = Emulator(
      size: TerminalSize(columns: size.columns + 1, rows: max(rows.count, 1)))
    emulator.feed("\u{1B})0" + rows.joined(separator: "\r\n"))
    return emulator.screen.rows
  }

  private func script(_ size: TerminalSize) -> String {
    switch self {
    case .xterm:
      // Prints the whole screen (DECPEX, MC), and waits until that is done.
      """
      timeout 20 xterm -u8 -geometry \(size) -xrm 'xterm*printerCommand: cat > screen' \
        -xrm 'xterm*printAttributes: 0' -xrm 'xterm*printerAutoClose: true' \
        -e sh -c 'stty raw -echo; cat stream; printf "\\033[?19h\\033[i\\033[5n"; \
          dd bs=1 count=4 of=/dev/null 2>&1; sleep 0.1'
      """
    case .tmux:
      """
      printf 'set -g status off\\n' > settings
      timeout 20 tmux -S socket -f settings new-session -d -x \(size.columns) -y \(size.rows) \
        'stty raw -echo; cat stream; tmux -S socket wait-for -S done; sleep 20'
      timeout 20 tmux -S socket wait-for done && tmux -S socket capture-pane -pe > screen
      tmux -S socket kill-server
      """
    }
  }
}

/// Recordings on which a terminal has another screen than the emulator, and why.
private let judged: [Oracle: [String: String]] = [
  // The emulator shows each maximal subpart as one U+FFFD, as the Unicode Standard recommends (3.9).
  .xterm: ["binary": "it shows a malformed sequence as one character, whatever is wrong with it"],
  .tmux: [
    "binary": "it drops malformed UTF-8",
    "tmux-vertical": "it knows no left and right margins (DECSLRM), so whole rows scroll",
  ],
]

/// The emulator beside real terminals: xterm, by its print function, and tmux. `make screens` gives
/// them a display.
@Suite(
  "Compared with terminals",
  .enabled(if: Oracle.display != nil, "COMPARE_SCREENS is not set to a display"), .serialized)
struct ScreenOracleTests {
  private func difference(
    _ oracle: Oracle, _ bytes: [UInt8], _ size: TerminalSize
  ) throws -> String? {
    var emulator = Emulator(size: size)
    emulator.feed(bytes)
    guard let theirs = try oracle.rows(after: bytes, size) else { return "no answer" }
    let ours = emulator.screen.grid.map { oracle == .xterm ? Self.printed($0) : $0.text }
    for row in 0..<size.rows {
      let their = row < theirs.count ? theirs[row] : ""
      if ours[row] != their { return "row \(row): ours “\(ours[row])”, theirs “\(their)”" }
    }
    return nil
  }

  /// A row as xterm prints it: without what is concealed.
  private static func printed(_ row: ScreenRow) -> String {
    var text = row.cells.map { $0.style.conceal ? " " : $0.text }.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  @Test("single sequences make the screen of xterm", arguments: SequenceCase.table)
  func sequences(_ wanted: SequenceCase) throws {
    let bytes = Array(wanted.input.replacing("␛", with: "\u{1B}").utf8)
    if let difference = try difference(.xterm, bytes, SequenceCase.size) {
      Issue.record("\(wanted.name): \(difference)")
    }
  }

  @Test(
    "the screens of a hundred programs equal those of xterm and tmux, except for judged differences",
    arguments: Oracle.allCases)
  fileprivate func recordings(_ oracle: Oracle) throws {
    for recording in ProgramRecording.all {
      let bytes = try recording.bytes()
      let size = TerminalSize(columns: recording.columns, rows: recording.rows)
      // In the middle a program's screen is there, at the end its traces.
      for part in [bytes.count / 2, bytes.count * 9 / 10, bytes.count] {
        var end = part
        var emulator = Emulator(size: size)
        emulator.feed(bytes[..<end])
        while end < bytes.count, !emulator.isBetweenSequences {
          emulator.feed(bytes[end...end])
          end += 1
        }
        if let difference = try difference(oracle, Array(bytes[..<end]), size) {
          if judged[oracle]?[recording.name] == nil {
            Issue.record("\(recording), byte \(end) of \(bytes.count): \(difference)")
          }
          break
        }
      }
    }
  }
}
