import CSystem
import Glibc
import Testing

/// The guard of a file's map and the handlers of fatal signals share SIGBUS. Each test takes a process
/// of its own: handlers stay.
struct FaultGuardTests {
  /// A map that faults when it is read: its file has no bytes.
  private static func faultingMap() -> UnsafeMutableRawPointer {
    let file = cs_memory_file("empty")
    return mmap(nil, 4096, PROT_READ, MAP_SHARED, file, 0)
  }

  private static func copies(_ source: UnsafeRawPointer) -> Bool {
    var copy: UInt64 = 0
    return cs_guarded_copy(&copy, source, 8)
  }

  /// Reads where nothing guards.
  private static func fault() {
    exit(Int32(faultingMap().load(as: UInt8.self)))
  }

  @Test("R31: copying from a faulting map fails, before and after the fatal handlers are installed")
  func guardFirst() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let map = Self.faultingMap()
      if Self.copies(map) { exit(1) }
      cs_fatal_install()
      if Self.copies(map) { exit(2) }
      var whole: UInt64 = 1
      if !Self.copies(&whole) { exit(3) }
      exit(7)
    }
  }

  @Test("R31: copying from a faulting map fails if the fatal handlers were installed first")
  func handlersFirst() async {
    await #expect(processExitsWith: .exitCode(7)) {
      cs_fatal_install()
      if Self.copies(Self.faultingMap()) { exit(1) }
      exit(7)
    }
  }

  @Test("R52: a SIGBUS outside a guarded copy ends the program by that signal")
  func unguarded() async {
    await #expect(processExitsWith: .signal(SIGBUS)) {
      if Self.copies(Self.faultingMap()) { exit(1) }
      cs_fatal_install()
      Self.fault()
    }
    await #expect(processExitsWith: .signal(SIGBUS)) {
      if Self.copies(Self.faultingMap()) { exit(1) }
      Self.fault()
    }
  }

  /// Faults with a terminal to give back.
  private static func faultWithTerminal(guardFirst: Bool) {
    if guardFirst, copies(faultingMap()) { exit(1) }
    cs_fatal_install()
    var modes = termios()
    cs_terminal_arm(STDOUT_FILENO, "restored", 8, &modes, "", 0, STDERR_FILENO)
    if copies(faultingMap()) { exit(2) }
    fault()
  }

  @Test("R52: a SIGBUS restores the terminal, whichever handler came first")
  func restoring() async throws {
    let guardFirst = await #expect(
      processExitsWith: .signal(SIGBUS), observing: [\.standardOutputContent]
    ) {
      Self.faultWithTerminal(guardFirst: true)
    }
    let handlersFirst = await #expect(
      processExitsWith: .signal(SIGBUS), observing: [\.standardOutputContent]
    ) {
      Self.faultWithTerminal(guardFirst: false)
    }
    for result in [guardFirst, handlersFirst] {
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(output.contains("restored"))
    }
  }
}
