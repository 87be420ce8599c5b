import Foundation
import Glibc

/// A window of a terminal, alone or with a multiplexer in it. A program runs in it; once that has
/// ended, texts can be drawn there.
final class TerminalWindow {
  let home: String
  let size: GridSize
  let display: any Display
  private let terminal: TerminalProgram
  private let process = Process()
  private var variables: [String: String] = [:]

  init(_ terminal: TerminalProgram, _ size: GridSize, display: any Display) throws {
    self.terminal = terminal
    self.size = size
    self.display = display
    let mark = UUID().uuidString.prefix(8).lowercased()
    home = FileManager.default.temporaryDirectory.appending(path: "lisan-terminals-\(mark)")
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(
      atPath: "\(home)/run/screens", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for (path, text) in terminal.settings {
      let file = URL(filePath: "\(home)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try "set -g status off\nset -s escape-time 0\n".write(
      toFile: "\(home)/tmux.conf", atomically: true, encoding: .utf8)
    for name in ["keys", "page"] {
      guard mkfifo("\(home)/\(name)", 0o600) == 0 else { throw Obstacle(description: "mkfifo") }
    }
    variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home,
      "XDG_CONFIG_HOME": "\(home)/.config", "XDG_DATA_HOME": "\(home)/data",
      "XDG_STATE_HOME": "\(home)/state", "XDG_RUNTIME_DIR": "\(home)/run",
      "SCREENDIR": "\(home)/run/screens", "LIBGL_ALWAYS_SOFTWARE": "1",
      "QT_QPA_PLATFORM": "xcb",
    ]
  }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - program: runs in it between relayed keys and the terminal (`Relay`).
  ///   - own: is added to its environment.
  func open(_ setting: Setting, program: String, adding own: [String: String]) throws {
    variables.merge(own) { $1 }
    let exports = variables.map { "export \($0)='\($1)'" }.joined(separator: "\n")
    // Some terminals set their own environment; this one applies inside all of them.
    try script(
      "inside",
      """
      \(exports)
      # No keyring is asked, whose window would cover the terminal.
      export DBUS_SESSION_BUS_ADDRESS=disabled:
      '\(CommandLine.arguments[0])' relay '\(home)' '\(program)' 2>'\(home)/relay'
      echo done >'\(home)/done'
      \(Self.drawing(home))
      """)
    let command = setting.command(
      "\(home)/inside", name: URL(filePath: home).lastPathComponent, home: home)
    try script("outside", "\(exports)\nexec " + command.joined(separator: " "))
    // A separate session, so that all of its processes can be ended.
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments =
      ["--wait", "dbus-run-session", "--"] + terminal.command(size) + ["\(home)/outside"]
    process.environment = variables.merging(display.environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    let errors = "\(home)/errors"
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: errors)
    // Threads of the dispatch library block signals, and child processes inherit that: Konsole
    // would wait for its program forever.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    try process.run()
  }

  /// Lines of a shell script that draw what is written into the pipe `page`.
  private static func drawing(_ home: String) -> String {
    "stty -echo\nwhile cat '\(home)/page'; do :; done"
  }

  /// Opens the window with nothing in it but what is drawn.
  func open() throws {
    try script("draw", "stty -opost\n\(Self.drawing(home))")
    try open(.alone, program: "\(home)/draw", adding: [:])
    try awaited("the window") { currentSize() }
    try fit()
  }

  deinit {
    endSession()
    try? FileManager.default.removeItem(atPath: home)
  }

  /// Ends the terminal and all processes in it, including a multiplexer's server. Each of them has
  /// the sitting's directory in its environment.
  private func endSession() {
    let mark = Array("HOME=\(home)".utf8)
    for attempt in 0..<20 {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let own = processes.compactMap { pid_t($0) }.filter { id in
        let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") ?? Data()
        return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
      }
      if own.isEmpty { return }
      for id in own { kill(id, attempt < 10 ? SIGTERM : SIGKILL) }
      pause(milliseconds: 100)
    }
  }

  // MARK: Glyphs

  /// Draws each glyph alone, and takes pictures.
  ///
  /// - Parameter mode: the sequence that sets the mode in which the terminal shows them, if it is
  ///   not the default.
  func draw(_ samples: Set<Sample>, in mode: String?) throws -> DrawnGlyphs {
    let reference = ReferencePages(of: samples, size: size)
    var pictures: [Picture] = []
    if let mode { try pour(mode) }
    for page in reference.pages {
      try pour(page)
      pictures.append(try display.settledPicture(after: pictures.last))
    }
    try pour(reference.pages[0])
    let first = try display.settledPicture(after: pictures.count > 1 ? pictures.last : nil)
    try pour(reference.markedPage)
    let marked = try display.settledPicture(after: first)
    guard let area = first.difference(from: marked) else {
      throw Obstacle(description: "the grid is not to be found")
    }
    return DrawnGlyphs(reference: reference, pictures: pictures, area: area)
  }

  // MARK: Its size

  /// Resizes the window to the size of this run.
  func fit() throws {
    try fit(to: size)
    guard currentSize() == size else {
      let found = currentSize().map { "\($0)" } ?? "unknown"
      throw Obstacle(description: "its size is \(found), not \(size)")
    }
  }

  func fit(to wanted: GridSize) throws {
    // The first steps guess the size of a cell; each result improves the guess.
    var cell = (x: 7.0, y: 15.0)
    for _ in 0..<8 {
      guard let size = try? awaited("the size", { currentSize() }), size != wanted else { return }
      let step = (
        x: Int((Double(wanted.columns - size.columns) * cell.x).rounded()),
        y: Int((Double(wanted.rows - size.rows) * cell.y).rounded())
      )
      try display.resizeWindow(byX: step.x, y: step.y)
      let next = try? awaited("another size", seconds: 1) {
        currentSize().flatMap { $0 == size ? nil : $0 }
      }
      // With a multiplexer, the new size arrives in several steps.
      pause(milliseconds: 150)
      guard next != nil, let reached = currentSize() else { continue }
      if reached.columns != size.columns {
        cell.x = max(4, min(20, Double(step.x) / Double(reached.columns - size.columns)))
      }
      if reached.rows != size.rows {
        cell.y = max(8, min(40, Double(step.y) / Double(reached.rows - size.rows)))
      }
    }
  }

  func currentSize() -> GridSize? {
    (try? String(contentsOfFile: "\(home)/size", encoding: .utf8)).flatMap { GridSize($0) }
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(home)/\(name)")
  }

  private func script(_ name: String, _ text: String) throws {
    let path = "\(home)/\(name)"
    try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
  }

  func type(_ keys: String) throws { try write(keys, into: "keys") }

  /// Draws a page.
  func pour(_ text: String) throws { try write(text, into: "page") }

  /// Writes a text to the pipe that is read inside the terminal.
  private func write(_ text: String, into name: String) throws {
    // Opened for reading and writing, so that opening does not block.
    let descriptor = Glibc.open("\(home)/\(name)", O_RDWR)
    guard descriptor >= 0 else { throw Obstacle(description: "the pipe \(name)") }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Obstacle(description: "the pipe \(name)") }
      rest = rest.dropFirst(count)
    }
    // Keep it open until the reader has read everything.
    try awaited("\(name) to be read") { () -> Void? in
      var waiting: Int32 = 0
      return ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 0 ? () : nil
    }
  }
}

/// Glyphs as a terminal draws each on its own.
struct DrawnGlyphs {
  let reference: ReferencePages
  let pictures: [Picture]
  /// The area of the grid in the pictures.
  let area: PixelArea
}
