import Glibc
import Synchronization
import SystemCalls
import TerminalHarness

/// Lets a person use a program on their terminal and records the bytes in both directions.
///
/// The program's terminal answers nothing itself: queries go to the person's terminal, and its
/// answers come back as input.
final class Recorder: Sendable {
  private let terminal: PersonTerminal
  private let session: TerminalSession
  private let size: TerminalSize
  private let environment: [String: String]
  private let resizes = Mutex<[(time: Duration, size: TerminalSize)]>([])
  private let isOver = Atomic(false)

  /// Starts the program in this process's environment, with the given variables, and passes on what
  /// is typed.
  init(
    _ program: String, _ arguments: [String], given: [String: String], on terminal: PersonTerminal
  ) throws(LaunchFailure) {
    self.terminal = terminal
    size = terminal.size ?? .standard
    environment = inheritedEnvironment.merging(given) { $1 }
    session = try TerminalSession(
      program, arguments: arguments, environment: environment, size: size, profile: .silent)
    do throws(SystemError) {
      try SystemThread.start { self.carryInput() }
    } catch {
      throw LaunchFailure(program: program, code: error.errno)
    }
  }

  /// Passes on the program's output until it has ended, and returns the recording.
  func record(title: String) async -> (recording: Recording, status: ProcessStatus) {
    var written = session.log.start
    while true {
      let hasEnded = session.status.hasEnded
      let log = try? await session.waitForLog("output", limit: .milliseconds(200)) {
        [written] in $0.end != written
      }
      let now = log ?? session.log
      for chunk in now.chunks(since: written) where chunk.isOutput {
        _ = terminal.write(chunk.bytes)
      }
      written = now.end
      // Its end was reported after its last output, which has been written now.
      if hasEnded || terminal.isInterrupted { break }
    }
    isOver.store(true, ordering: .relaxed)
    let recording = Recording(
      log: session.log, size: size, resizes: resizes.withLock { $0 }, duration: session.time,
      title: title, environment: environment, status: session.status)
    return (recording, session.status)
  }

  /// Passes on typed keys, and the window's size.
  private func carryInput() {
    var size = size
    while !isOver.load(ordering: .relaxed), !terminal.isInterrupted {
      guard let typed = terminal.read(within: .milliseconds(50)) else { return session.hangUp() }
      if !typed.isEmpty { session.send(typed) }
      if let now = terminal.size, now != size {
        size = now
        resizes.withLock { $0.append((session.time, now)) }
        session.resize(to: now)
      }
    }
  }

  /// The variables that a script must set so that the program speaks and looks as it did: the given
  /// ones, and those that recordings keep and that it would otherwise lack.
  func relevantEnvironment(given: [String: String]) -> [String: String] {
    let plain = TerminalSession.plainEnvironment
    var relevant = environment.filter { name, value in
      given[name] != nil || plain[name] != value && Recording.isRecorded(name)
    }
    // Without `LANG` it spoke English.
    if environment["LANG"] == nil { relevant["LANG"] = "" }
    return relevant
  }

  /// The name of a program for a script, which looks it up in fewer folders.
  func found(_ program: String) -> String {
    let here = executable(named: program, in: environment["PATH"] ?? "")
    let there = executable(named: program, in: TerminalSession.plainEnvironment["PATH"] ?? "")
    return here == there ? program : here ?? program
  }

}

/// The environment of this process.
var inheritedEnvironment: [String: String] {
  var result: [String: String] = [:]
  var next = environ
  while let entry = next.pointee {
    let text = String(cString: entry)
    if let sign = text.firstIndex(of: "=") {
      result[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    next = next.advanced(by: 1)
  }
  return result
}
