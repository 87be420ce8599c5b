import Cells
import Foundation
import Terminal
import TestFolders
import Testing

@testable import LisanApp

@MainActor
struct TerminalMemoryTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func memory(_ variables: [String: String] = [:]) -> TerminalMemory {
    // Not a terminal: the session is unknown, and only variables tell terminals apart.
    TerminalMemory(directory: "\(folder.path)/state", type: "xterm", descriptor: -1) {
      variables[$0]
    }
  }

  private func detection(_ background: Surface.Background) -> TerminalDetection {
    var detection = TerminalDetection(type: "xterm") { _ in nil }
    detection.accept(.background(background))
    return detection
  }

  private var file: String { "\(folder.path)/state/terminals" }

  @Test("R51: a background is remembered for equal variables, and the latest counts")
  func background() throws {
    #expect(memory().background() == .unknown)
    memory(["TERM": "xterm"]).remember(detection(.light))
    memory(["TERM": "st"]).remember(detection(.dark))
    #expect(memory(["TERM": "xterm"]).background() == .light)
    #expect(memory(["TERM": "st"]).background() == .dark)
    #expect(memory(["TERM": "xterm", "TMUX": "x"]).background() == .unknown)
    memory(["TERM": "xterm"]).remember(detection(.dark))
    #expect(memory(["TERM": "xterm"]).background() == .dark)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // Windows of one terminal program differ in these.
    memory(["KITTY_WINDOW_ID": "1"]).remember(detection(.light))
    #expect(memory(["KITTY_WINDOW_ID": "2"]).background() == .light)
  }

  @Test("R28: a terminal without a session is not mistaken for another one")
  func noSession() {
    memory().remember(detection(.light))
    #expect(memory().detection { _ in nil } == nil)
  }

  @Test("The file is bounded, and invalid lines are ignored")
  func bounds() throws {
    for number in 0..<40 { memory(["TERM": "t\(number)"]).remember(detection(.light)) }
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == TerminalMemory.capacity)
    #expect(memory(["TERM": "t39"]).background() == .light)
    #expect(memory(["TERM": "t0"]).background() == .unknown)
    for text in ["", "\n\n", "a\tb\n", "-\t0\txterm\tpink\tx\n", "\u{0}\u{FFFD}"] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(memory().background() == .unknown, "\(text)")
    }
    try String(repeating: "x", count: 100_000).write(
      toFile: file, atomically: true, encoding: .utf8)
    #expect(memory().background() == .unknown)
    memory().remember(detection(.dark))
    #expect(memory().background() == .dark)
  }

  @Test("A file that is a link, a directory or cannot be written harms nothing")
  func obstacles() throws {
    memory().remember(detection(.light))
    try FileManager.default.moveItem(atPath: file, toPath: "\(folder.path)/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "\(folder.path)/elsewhere")
    #expect(memory().background() == .unknown)
    // A rename replaces the link and leaves its target.
    memory().remember(detection(.dark))
    #expect(memory().background() == .dark)
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    memory().remember(detection(.light))
    #expect(memory().background() == .unknown)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state")
    #expect(names == ["terminals"])
  }
}
