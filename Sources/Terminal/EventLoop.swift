import CSystem
import Cells
import Glibc

/// What can wake the program.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case pointer(PointerEvent)
  case pasted(String)
  case resized
  /// Ctrl-Z, or TSTP from elsewhere: the program should give the terminal back and stop.
  case stopRequested
  /// The program goes on after a stop that it did not see coming (SIGSTOP).
  case continued
  /// The terminal is gone: end of file or EIO.
  case hungUp
  /// A watched descriptor can be read.
  case readable(Int32)
  /// The deadline came and nothing else.
  case deadline
}

/// One loop for the terminal's line and the signals, with no threads on a key's way.
@MainActor
public final class EventLoop {
  private let input: Int32
  private let signals: Int32
  private var decoder = KeyDecoder()
  private var clicks = ClickCounter()
  /// After this gap a lone ESC is the Escape key: 25 ms on a local line, longer over a network,
  /// where a sequence comes in pieces.
  private let escapeGap: Duration
  /// After this gap a paste is taken to have lost its end, so that keys count again.
  private static let pasteGap: Duration = .seconds(2)

  /// - Parameter typedAhead: bytes that the program before this one, of the same process, had
  ///   read and not used.
  public init(isRemote: Bool, typedAhead: [UInt8]) throws(TerminalError) {
    input = STDIN_FILENO
    escapeGap = isRemote ? .milliseconds(100) : .milliseconds(25)
    signals = cs_screen_signals()
    guard signals >= 0 else { throw .system(call: "signalfd", errno: errno) }
    decoder.feed(typedAhead)
  }

  /// Descriptors of others that the loop waits for too.
  public var watched: [Int32] = []

  /// Bytes that were read and not used, to be handed on.
  public var typedAhead: [UInt8] { decoder.remainder }

  /// Waits for the next event, until `deadline` at most, or for ever where there is none.
  public func next(until deadline: ContinuousClock.Instant?) -> TerminalEvent {
    while true {
      let clock = ContinuousClock.now
      if let input = decoder.next() { return event(input, at: clock) }
      let gap = decoder.isPasting ? Self.pasteGap : decoder.isWaiting ? escapeGap : nil
      let gapEnd = gap.map { clock + $0 }
      let wake = [deadline, gapEnd].compactMap { $0 }.min()
      switch wait(until: wake, from: clock) {
      case .input:
        if !readInput() { return .hungUp }
      case .descriptor(let descriptor):
        return .readable(descriptor)
      case .signal(let number):
        switch number {
        case SIGWINCH: return .resized
        case SIGTSTP: return .stopRequested
        case SIGCONT: return .continued
        default: break
        }
      case .time:
        let now = ContinuousClock.now
        if let gapEnd, now >= gapEnd, let input = decoder.next(isComplete: true) {
          return event(input, at: now)
        }
        if let deadline, now >= deadline { return .deadline }
      }
    }
  }

  private func event(
    _ input: TerminalInput, at time: ContinuousClock.Instant
  ) -> TerminalEvent {
    switch input {
    case .key(let key): .key(key)
    case .pointer(let event): .pointer(clicks.counted(event, at: time))
    case .pasted(let text): .pasted(text)
    }
  }

  /// Throws away the CONT that belongs to a stop which the program handled itself.
  public func forgetContinuation() {
    var number = cs_next_signal(signals)
    while number != 0 { number = cs_next_signal(signals) }
  }

  private enum Wake {
    case input
    case signal(Int32)
    case descriptor(Int32)
    case time
  }

  private func wait(until wake: ContinuousClock.Instant?, from now: ContinuousClock.Instant) -> Wake
  {
    var milliseconds: Int32 = -1
    if let wake {
      let left = (wake - now).components
      let rounded =
        left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      milliseconds = Int32(clamping: max(0, rounded))
    }
    var polled = ([signals, input] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return .time }
    if polled[0].revents != 0 {
      let number = cs_next_signal(signals)
      if number != 0 { return .signal(number) }
    }
    if polled[1].revents != 0 { return .input }
    return polled.dropFirst(2).first { $0.revents != 0 }.map { .descriptor($0.fd) } ?? .time
  }

  /// False where the terminal is gone.
  private func readInput() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &buffer, buffer.count)
    if count > 0 {
      decoder.feed(buffer[..<count])
      return true
    }
    return count < 0 && (errno == EINTR || errno == EAGAIN)
  }
}
