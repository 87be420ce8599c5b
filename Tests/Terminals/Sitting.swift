import Foundation
import Glibc
import TerminalHarness

/// One terminal, alone or with a multiplexer in it, from its start to its end: Lisan runs in it
/// first, and then what draws the reference page.
final class Sitting {
  private let terminal: TerminalProgram
  private let display: Display
  private let scene: Scene
  private let process = Process()

  init(
    _ terminal: TerminalProgram, _ setting: Setting, program: String, display: Display
  ) throws {
    self.terminal = terminal
    self.display = display
    let home = FileManager.default.temporaryDirectory
      .appending(path: "lisan-terminals-\(UUID().uuidString.prefix(8))")
      .path(percentEncoded: false)
    scene = Scene(program: program, home: home)
    try FileManager.default.createDirectory(
      atPath: "\(home)/run/screens", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for (path, text) in terminal.settings {
      let file = URL(filePath: "\(home)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try run(program, ["set", "ar"])
    for name in ["page", "marked", "end"] {
      guard mkfifo("\(home)/\(name)", 0o600) == 0 else { throw Obstacle(description: "mkfifo") }
    }
    // Some terminals bring an environment of their own; this one holds inside of each.
    let variables = scene.environment([:]).map { "export \($0)='\($1)'" }.joined(separator: "\n")
    try script(
      "inside",
      """
      \(variables)
      echo "$TERM" >'\(home)/type'
      '\(program)'
      stty size >'\(home)/size.new'; mv '\(home)/size.new' '\(home)/size'
      stty -echo
      cat '\(home)/page'; cat '\(home)/marked'; cat '\(home)/end'
      """)
    try script(
      "outside",
      "\(variables)\nexec "
        + setting.command("\(home)/inside", name: "lisan-\(UUID().uuidString.prefix(8))")
        .joined(separator: " "))
    // A session of its own, so that all of it can be ended.
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments =
      ["--wait", "dbus-run-session", "--"] + terminal.command + ["\(home)/outside"]
    process.environment = scene.environment(["DISPLAY": display.name])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // Threads of the dispatch library block signals, and what they start inherits that: Konsole
    // would wait for its program for ever.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    try process.run()
  }

  deinit {
    endSession()
    try? FileManager.default.removeItem(atPath: scene.home)
  }

  /// Ends the terminal with all that runs in it, a multiplexer's server too: each of them has the
  /// sitting's own directory in its environment.
  private func endSession() {
    let mark = Array("HOME=\(scene.home)".utf8)
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

  /// Looks at the screen, saves its picture, and says how rows were sent and whether the picture
  /// is right.
  func look(savingTo file: String) async throws -> (order: String, verdict: Judge.Verdict) {
    try scene.enter { try display.press($0) }
    let picture = try display.settledPicture()
    try save(file)
    let rows = scene.lastFrame()?.rows ?? []
    let order = try awaited("the log") { orderOfRows() }
    // Not Escape: GNU screen holds it back until another key comes.
    try display.press("q")
    try awaited("the section") { scene.lastFrame()?.focus == "about.terminal" ? () : nil }
    try display.press("q")
    let size = try awaited("the end of Lisan") { sizeOfGrid() }
    let type = try String(contentsOfFile: "\(scene.home)/type", encoding: .utf8)
      .trimmingCharacters(in: .newlines)
    let expected = try await scene.expected(size: size, type: type)

    let reference = ReferencePage(of: expected.screen)
    try pour(reference.bytes, into: "page")
    let page = try display.settledPicture()
    try pour(reference.markedBytes, into: "marked")
    let marked = try display.settledPicture()
    try pour("\n", into: "end")
    guard let area = page.difference(from: marked) else {
      throw Obstacle(description: "the grid is not to be found")
    }
    let judge = Judge(reference, page: page, area: area, size: size)
    // What the page says about the terminal itself differs from the emulator's.
    let same = expected.rows.indices.filter {
      rows.indices.contains($0) && rows[$0] == expected.rows[$0]
    }
    return (order, judge.verdict(on: picture, of: expected.screen, rows: Array(same)))
  }

  /// As Lisan's log tells it: `rows are sent visual`.
  private func orderOfRows() -> String? {
    guard let text = try? String(contentsOfFile: "\(scene.home)/log", encoding: .utf8),
      let line = text.split(separator: "\n").last(where: { $0.contains("rows are sent ") }),
      let range = line.range(of: "rows are sent ")
    else { return nil }
    return String(line[range.upperBound...].prefix { $0 != "," })
  }

  private func sizeOfGrid() -> TerminalSize? {
    let text = try? String(contentsOfFile: "\(scene.home)/size", encoding: .utf8)
    let numbers = text?.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) } ?? []
    return numbers.count == 2 ? TerminalSize(columns: numbers[1], rows: numbers[0]) : nil
  }

  private func script(_ name: String, _ text: String) throws {
    let path = "\(scene.home)/\(name)"
    try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
  }

  /// Gives a text to whoever waits for it inside the terminal.
  private func pour(_ text: String, into name: String) throws {
    // Read and write, so that opening it waits for nobody.
    let descriptor = open("\(scene.home)/\(name)", O_RDWR)
    guard descriptor >= 0 else { throw Obstacle(description: "the pipe \(name)") }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Obstacle(description: "the pipe \(name)") }
      rest = rest.dropFirst(count)
    }
    // It is open at the other end until all is read, and closed here only then.
    try awaited("the page to be read") {
      var waiting: Int32 = 0
      return ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 0 ? () : nil
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = scene.environment([:])
    try process.run()
    process.waitUntilExit()
  }

  /// Saves the terminal's window as a picture.
  private func save(_ file: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/import")
    process.arguments = [
      "-silent", "-window", "root", "-trim", "+repage", "-colors", "32", file,
    ]
    process.environment = ["DISPLAY": display.name, "PATH": "/usr/bin:/bin"]
    try process.run()
    process.waitUntilExit()
  }
}
