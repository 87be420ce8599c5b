import Foundation
import TerminalHarness
import Testing

/// Its loops use all processors, so it runs by itself, like the other floods.
struct LastOutputFloodTests {
  @Test("all output is there at a program's end, even beside busy loops")
  func lastBytes() async throws {
    let loops = try (0..<3).map { _ in
      try TerminalSession("/bin/sh", arguments: ["-c", "while :; do :; done"])
    }
    defer { for loop in loops { loop.signal(SIGKILL) } }
    let (sessions, atOnce) = (60, 8)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<sessions {
        if number >= atOnce { try await group.next() }
        group.addTask {
          // A line at the very end, and more than one read can take before it.
          let size = number % 4 == 0 ? 60_000 : 0
          let session = try TerminalSession(
            "/bin/sh",
            arguments: ["-c", "head -c \(size) /dev/zero | tr '\\0' x; echo end-\(number)"])
          let status = try await session.waitForExit()
          let output = String(decoding: session.log.output, as: UTF8.self)
          #expect(status == .exited(0))
          #expect(output.hasSuffix("end-\(number)\r\n"), "\(number): \(output.suffix(40))")
          #expect(output.utf8.count > size)
          #expect(session.screen.text.contains("end-\(number)"))
        }
      }
      try await group.waitForAll()
    }
  }
}
