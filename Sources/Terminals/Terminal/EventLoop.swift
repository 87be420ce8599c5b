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
  /// How long to wait for the end of a paste before keys count again.
  private static let pasteGap: Duration = .seconds(2)
  /// The longest time for a whole paste, and for an answer of the terminal. Otherwise key presses
  /// would extend an incomplete one for ever.
  private static let longestPaste: Duration = .seconds(10)
  private static let longestAnswer: Duration = .seconds(1)
  /// When the open paste, or the open answer, began.
  private var pasteBegan: ContinuousClock.Instant?
  private var answerBegan: ContinuousClock.Instant?

  /// - Parameters:
  ///   - input: the terminal's line.
  ///   - typedAhead: bytes that the previous program in this process read but did not use.
  ///   - awaitsAnswers: whether some of them may be answers of the terminal.
  public init(
    input: Int32 = STDIN_FILENO, isRemote: Bool, typedAhead: [UInt8], awaitsAnswers: Bool
  ) throws(TerminalError) {
    self.input = input
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
      decoder.feed(filter.take(bytes))
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
      let now = ContinuousClock.now
      var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard now < deadline, poll(&polled, 1, Self.milliseconds(deadline - now)) > 0, readInput()
      else { break }
    }
    return answers
  }

  /// Waits for the next event until `deadline`, or indefinitely if it is nil.
  public func next(until deadline: ContinuousClock.Instant?) -> TerminalEvent {
    while true {
      if !answers.isEmpty { return .answered(answers.removeFirst()) }
      let clock = ContinuousClock.now
      if let input = decoder.next() { return .input(input) }
      answerBegan = filter.holdsAnswer ? answerBegan ?? clock : nil
      pasteBegan = decoder.isPasting ? pasteBegan ?? clock : nil
      if let answerBegan, clock >= answerBegan + Self.longestAnswer { filter.breakOff() }
      if let pasteBegan, clock >= pasteBegan + Self.longestPaste {
        if let input = decoder.breakPaste() { return .input(input) }
      }
      let waits = decoder.isWaiting || filter.waitsForPause
      let gap = decoder.isPasting ? Self.pasteGap : waits ? escapeGap : nil
      let gapEnd = gap.map { clock + $0 }
      let wake = [
        deadline, gapEnd, answerBegan.map { $0 + Self.longestAnswer },
        pasteBegan.map { $0 + Self.longestPaste },
      ].compactMap { $0 }.min()
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
          if let input = decoder.next(isComplete: true) { return .input(input) }
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
    var milliseconds: Int32 = -1
    if let wake { milliseconds = Self.milliseconds(wake - now) }
    var polled = ([signals.number, input] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return .time }
    if polled[0].revents != 0 {
      let number = cs_next_signal(signals.number)
      if number != 0 { return .signal(number) }
    }
    if polled[1].revents != 0 { return .input }
    return polled.dropFirst(2).first { $0.revents != 0 }.map { .descriptor($0.fd) } ?? .time
  }

  /// Converts a duration to whole milliseconds for `poll`, rounded up.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let rounded = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: max(0, rounded))
  }

  /// Reads available input; returns false if the terminal is gone.
  private func readInput() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &buffer, buffer.count)
    if count > 0 {
      feed(buffer[..<count])
      return true
    }
    return count < 0 && (errno == EINTR || errno == EAGAIN)
  }
}
