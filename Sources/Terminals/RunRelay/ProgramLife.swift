/// The state of a program and its terminal.
///
/// After the program's end its terminal is still read, because others may write there: for a short
/// time and up to a limit, because jobs could keep the session open for ever.
///
/// A cell has the next state and, after a colon, the step to take; an empty one changes nothing.
///
/// | event  | running           | silent | draining                       | left   | closed |
/// |--------|-------------------|--------|--------------------------------|--------|--------|
/// | ended  | draining: read    | closed |                                |        |        |
/// | closed | silent            |        | closed                         | closed |        |
/// | read   |                   |        | draining; left at the limit    |        |        |
/// | time   |                   |        | left once the time is over     |        |        |
package enum ProgramLife: Hashable, Sendable {
  case running
  /// The program runs, but no process has its terminal open.
  case silent
  /// The program has ended; its terminal is read until a time, and only so many more bytes.
  case draining(exitCode: Int32, until: ContinuousClock.Instant, room: Int)
  /// The program has ended. Its terminal is no longer read, although others have it open.
  case left(exitCode: Int32)
  /// The program has ended, and no process has its terminal open.
  case closed(exitCode: Int32)

  package enum Event: Hashable, Sendable {
    case ended(exitCode: Int32, at: ContinuousClock.Instant)
    /// No process has the program's terminal open.
    case closed
    /// This many bytes were read from the terminal.
    case read(Int)
    /// The current time.
    case time(ContinuousClock.Instant)
  }

  package enum Action: Hashable, Sendable {
    /// Read the program's output at once, however late its end was noticed.
    case read
  }

  /// How long after the program's end its terminal is read.
  package static let drainLimit = Duration.milliseconds(100)
  /// The maximum number of bytes read in that time.
  package static let drainedLimit = 1 << 18

  /// The state after an event, and the step to take.
  package func after(_ event: Event) -> (state: ProgramLife, action: Action?) {
    switch (self, event) {
    case (.running, .ended(let code, let time)):
      let state = Self.draining(
        exitCode: code, until: time + Self.drainLimit, room: Self.drainedLimit)
      return (state, .read)
    case (.silent, .ended(let code, _)): return (.closed(exitCode: code), nil)
    case (.running, .closed): return (.silent, nil)
    case (.draining(let code, _, _), .closed), (.left(let code), .closed):
      return (.closed(exitCode: code), nil)
    case (.draining(let code, let end, let room), .read(let count)):
      guard count < room else { return (.left(exitCode: code), nil) }
      return (.draining(exitCode: code, until: end, room: room - count), nil)
    case (.draining(let code, let end, _), .time(let time)) where end <= time:
      return (.left(exitCode: code), nil)
    default: return (self, nil)
    }
  }

  /// The program's exit code, once it has ended.
  package var exitCode: Int32? {
    switch self {
    case .running, .silent: nil
    case .draining(let code, _, _), .left(let code), .closed(let code): code
    }
  }

  /// Whether a process may have the program's terminal open.
  package var isTerminalOpen: Bool {
    switch self {
    case .running, .draining, .left: true
    case .silent, .closed: false
    }
  }

  /// When to stop reading the program's terminal.
  package var drainEnd: ContinuousClock.Instant? {
    guard case .draining(_, let end, _) = self else { return nil }
    return end
  }
}
