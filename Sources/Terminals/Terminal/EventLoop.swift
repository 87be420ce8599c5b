import CSystem
import Glibc
import SystemCalls

/// An event that wakes the program.
public enum TerminalEvent: Hashable, Sendable {
  case input(TerminalInput)
  /// The terminal answered a query.
  case answered(TerminalAnswer)
  case resized
  /// Ctrl-Z, or TSTP from elsewhere: the program should restore the terminal and stop.
  case stopRequested
  /// The program continues after a stop that it could not handle (SIGSTOP).
  case continued
  /// The terminal is gone: end of file or EIO.
  case hungUp
  /// A watched descriptor can be read.
  case readable(Int32)
  /// The deadline passed without another event.
  case deadline
}

/// One loop for the terminal's input and the signals. Keys are handled without threads.
@MainActor
public final class EventLoop {
  private let input: Int32
  private let signals: OwnedDescriptor
  private var decoder = KeyDecoder()
  private var filter = AnswerFilter()
  private var answers: [TerminalAnswer] = []
  /// How long to wait before a lone ESC counts as the Escape key: 25 ms on a local line, longer
  /// over a network, where a sequence arrives in pieces.
  private let escapeGap: Duration
  /// For how long nothing may arrive before a paste, or a sequence that has begun, is given up. No
  /// shorter pause turns what follows into keys.
  private let patience: Duration
  /// When bytes last arrived.
  private var arrival = ContinuousClock.now

  /// - Parameters:
  ///   - input: the terminal's line.
  ///   - typedAhead: bytes that the previous program in this process read but did not use.
  ///   - awaitsAnswers: whether some of them may be answers of the terminal.
  ///   - patience: for how long the rest of a paste or of a sequence is awaited without a byte.
  public init(
    input: Int32 = STDIN_FILENO, isRemote: Bool, typedAhead: [UInt8], awaitsAnswers: Bool,
    patience: Duration = .seconds(10)
  ) throws(TerminalError) {
    self.input = input
    self.patience = patience
    escapeGap = isRemote ? .milliseconds(100) : .milliseconds(25)
    do throws(SystemError) {
      signals = try OwnedDescriptor(checking: cs_screen_signals())
    } catch {
      throw .system(call: "signalfd", errno: error.errno)
    }
    self.awaitsAnswers = awaitsAnswers
    feed(typedAhead)
  }

  private func feed(_ bytes: some Collection<UInt8>) {
    if awaitsAnswers {
      decoder.feed(filter.feed(bytes))
      answers += filter.takeAnswers()
    } else {
      decoder.feed(bytes)
    }
  }

  /// Other descriptors that the loop waits for.
  public var watched: [Int32] = []

  /// Bytes that were read but not used, for the next program in this process.
  public var typedAhead: [UInt8] { decoder.remainder + filter.remainder }

  /// Whether bytes of the line may be answers of the terminal.
  public var awaitsAnswers: Bool {
    didSet { if !awaitsAnswers { decoder.feed(filter.giveUp()) } }
  }

  /// Reads until the terminal has answered the last query of a batch or the deadline has passed,
  /// and returns the answers. Keys stay for `next`.
  public func collectAnswers(until deadline: ContinuousClock.Instant) -> [TerminalAnswer] {
    defer { answers = [] }
    while !answers.contains(where: \.closesBatch) {
      let left = deadline - .now
      guard left > .zero, awaitReady(input, within: left) > 0, readInput() else { break }
    }
    return answers
  }

  /// Waits for the next event until `deadline`, or indefinitely if it is nil.
  public func next(until deadline: ContinuousClock.Instant?) -> TerminalEvent {
    while true {
      if !answers.isEmpty { return .answered(answers.removeFirst()) }
      if let input = decoder.next() { return .input(input) }
      let clock = ContinuousClock.now
      let gapEnd = decoder.isWaiting || filter.waitsForPause ? clock + escapeGap : nil
      let isHolding = decoder.isHolding || filter.holdsAnswer
      let patienceEnd = isHolding ? arrival + patience : nil
      let wake = [deadline, gapEnd, patienceEnd].compactMap { $0 }.min()
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
        if let gapEnd, now >= gapEnd {
          decoder.feed(filter.release())
          if let input = decoder.pause() { return .input(input) }
        }
        if let patienceEnd, now >= patienceEnd {
          if filter.holdsAnswer { filter.breakOff() }
          if let input = decoder.giveUp() { return .input(input) }
        }
        if let deadline, now >= deadline { return .deadline }
      }
    }
  }

  /// Discards the CONT signal of a stop that the program handled itself.
  public func forgetContinuation() {
    while cs_next_signal(signals.number) != 0 {}
  }

  private enum Wake {
    case input
    case signal(Int32)
    case descriptor(Int32)
    case time
  }

  private func wait(until wake: ContinuousClock.Instant?, from now: ContinuousClock.Instant) -> Wake
  {
    var polled = ([signals.number, input] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard awaitReady(&polled, within: wake.map { $0 - now }) > 0 else { return .time }
    if polled[0].revents != 0 {
      let number = cs_next_signal(signals.number)
      if number != 0 { return .signal(number) }
    }
    if polled[1].revents != 0 { return .input }
    return polled.dropFirst(2).first { $0.revents != 0 }.map { .descriptor($0.fd) } ?? .time
  }

  /// Reads available input; returns false if the terminal is gone.
  private func readInput() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &buffer, buffer.count)
    if count > 0 {
      arrival = .now
      feed(buffer[..<count])
      return true
    }
    return count < 0 && (errno == EINTR || errno == EAGAIN)
  }
}
