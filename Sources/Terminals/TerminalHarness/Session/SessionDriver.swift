import CSystem
import Glibc
import Synchronization
import SystemCalls

/// The engine of a `TerminalSession`: one thread that carries bytes between the terminal and the
/// emulator, tracks the program's state, and checks the conditions that tests wait for.
final class SessionDriver: Sendable {
  let process: cs_pty_process
  /// When the program replaced its process (execve).
  let started: ContinuousClock.Instant
  let initialSettings: LineSettings
  let initialState: TerminalState
  let state: Mutex<State>
  /// Wakes the thread; `cs_event_raise`.
  private let wake: OwnedDescriptor

  struct State: ~Copyable {
    var emulator: Emulator
    var log = ByteLog()
    /// The status visible to tests. They see the end of the program only after all of its output
    /// was read.
    var status = ProcessStatus.running
    /// How the program ended, once that is known.
    var end: ProcessStatus?
    var times: (user: Duration, system: Duration)?
    /// nil once the terminal is hung up.
    var terminal: OwnedDescriptor?
    /// The descriptor that `cs_pty_next_change` reads; nil at the end of the thread.
    var channel: OwnedDescriptor?
    /// No more output can come: the program has ended, and every process has closed the terminal.
    var isOutputClosed = false
    /// When to look for output again. No process had the terminal open a moment ago, but a running
    /// program may open it again.
    var outputIsDue: ContinuousClock.Instant?
    /// All that the program wrote before it ended has been read.
    var isDrained = false
    var lastOutput: ContinuousClock.Instant
    var unsent: [UInt8] = []
    var answers: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []
    var waits: [UInt64: Wait] = [:]
    var cancelled: Set<UInt64> = []
    var nextWait: UInt64 = 0
    var hangUp: HangUp?
    var isClosing = false
  }

  /// A request to hang up the terminal.
  struct HangUp {
    /// The event to raise when it is done.
    let event: Int32
    let isSilent: Bool
  }

  /// The state at one moment, for a waiting test to check.
  struct Moment {
    let screen: Screen
    let clipboard: String
    let history: ArraySlice<ScreenRow>
    let log: ByteLog
    let status: ProcessStatus
    let isHungUp: Bool
    let isDrained: Bool
    let lastOutput: ContinuousClock.Instant
    let time: ContinuousClock.Instant

    /// Whether the screen can no longer change.
    var isOver: Bool { status.hasEnded && isDrained || isHungUp }
  }

  enum Verdict {
    case satisfied
    case failed(WaitFailure.Cause)
    case pending
    /// Not yet; check again at that time, even if nothing changes.
    case pendingUntil(ContinuousClock.Instant)
  }

  typealias Check = @Sendable (Moment) -> Verdict

  struct Wait {
    let awaited: String
    let limit: Duration
    let deadline: ContinuousClock.Instant
    let check: Check
    /// Describes the difference between the screen and what is awaited.
    let explaining: (@Sendable (Screen) -> String)?
    let continuation: CheckedContinuation<Moment, any Error>
    var again: ContinuousClock.Instant?
  }

  init(
    program: String, arguments: [String], environment: [String: String], directory: String?,
    size: TerminalSize, profile: TerminalProfile, ignoredSignals: Set<Int32>
  ) throws(LaunchFailure) {
    let terminal = try Self.launching("/dev/ptmx") { () throws(SystemError) in
      try PseudoTerminal(rows: UInt16(size.rows), columns: UInt16(size.columns))
    }
    wake = try Self.launching("/dev/ptmx") { () throws(SystemError) in
      try OwnedDescriptor(checking: cs_event_make())
    }
    var settings = termios()
    tcgetattr(terminal.master.number, &settings)
    initialSettings = LineSettings(settings)
    let path = environment["PATH"].flatMap { executable(named: program, in: $0) } ?? program
    process = try Self.launching(path) { () throws(SystemError) in
      try terminal.start(
        path, [program] + arguments,
        environment: environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" },
        directory: directory, ignoring: ignoredSignals.reduce(0) { $0 | 1 << UInt64($1) })
    }
    let channel = OwnedDescriptor(owning: process.channel)
    let age = SystemClock.monotonic() - SystemClock.nanoseconds(process.started)
    started = .now - .nanoseconds(age)
    let emulator = Emulator(size: size, profile: profile, historyLimit: 1_000)
    initialState = emulator.terminalState
    state = Mutex(
      State(
        emulator: emulator, terminal: terminal.release(), channel: channel, lastOutput: started))
  }

  private static func launching<Value: ~Copyable>(
    _ program: String, _ body: () throws(SystemError) -> Value
  ) throws(LaunchFailure) -> Value {
    do throws(SystemError) { return try body() } catch {
      throw LaunchFailure(program: program, code: error.errno)
    }
  }

  // MARK: Calls from tests

  /// Starts the thread, which keeps the driver alive until `close()`.
  func start() throws(SystemError) { try SystemThread.start { [self] in run() } }

  func close() {
    state.withLock { $0.isClosing = true }
    cs_event_raise(wake.number)
  }

  func withTerminal<Result>(_ body: (Int32) -> Result) -> Result? {
    state.withLock { state in
      guard let terminal = state.terminal?.number else { return nil }
      return body(terminal)
    }
  }

  func send(_ bytes: [UInt8]) {
    let isUnsent = state.withLock { state in
      self.record(bytes, isOutput: false, &state)
      state.unsent += bytes
      Self.writeUnsent(&state)
      return !state.unsent.isEmpty
    }
    if isUnsent { cs_event_raise(wake.number) }
  }

  func resize(to size: TerminalSize) {
    state.withLock { state in
      state.emulator.resize(to: size)
      if let terminal = state.terminal?.number {
        _ = cs_pty_resize(terminal, UInt16(size.rows), UInt16(size.columns))
      }
    }
    cs_event_raise(wake.number)
  }

  func signal(_ number: Int32, toGroup: Bool) {
    state.withLock { state in
      // The process ID of an ended program may belong to another process.
      if state.end == nil { kill(toGroup ? -process.program : process.program, number) }
    }
  }

  func hangUp(silently: Bool) {
    // `close` does not release a descriptor that another thread polls, so that thread closes it.
    let event = OwnedDescriptor(owning: cs_event_make())
    let isUp = state.withLock { state in
      guard state.terminal != nil else { return false }
      state.hangUp = HangUp(event: event.number, isSilent: silently)
      return true
    }
    guard isUp else { return }
    cs_event_raise(wake.number)
    while awaitReady(event.number) < 0 && errno == EINTR {}
  }

  func wait(
    for awaited: String, limit: Duration, _ check: @escaping Check,
    explaining: (@Sendable (Screen) -> String)? = nil
  ) async throws -> Moment {
    let moment = try await met(awaited, limit: limit, check, explaining: explaining)
    if Self.showsScreens { show(awaited, moment) }
    return moment
  }

  /// Whether `TERMINAL_HARNESS_SHOW` is set in the environment of the tests.
  private static let showsScreens = getenv("TERMINAL_HARNESS_SHOW") != nil

  /// Writes what a wait has seen to standard error, so that a passing test can be watched.
  private func show(_ awaited: String, _ moment: Moment) {
    let time = started.duration(to: moment.time)
    let text = "process \(process.program) after \(time): \(awaited)\n\(moment.screen.picture)\n"
    try? writeAll(text, to: STDERR_FILENO)
  }

  private func met(
    _ awaited: String, limit: Duration, _ check: @escaping Check,
    explaining: (@Sendable (Screen) -> String)?
  ) async throws -> Moment {
    let moment = now
    if case .satisfied = check(moment) { return moment }
    let id = state.withLock { state in
      state.nextWait += 1
      return state.nextWait
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let wait = Wait(
          awaited: awaited, limit: limit, deadline: .now + limit, check: check,
          explaining: explaining, continuation: continuation)
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.waits[id] = wait
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        cs_event_raise(wake.number)
      }
    } onCancel: {
      let wait = state.withLock { state in
        let wait = state.waits.removeValue(forKey: id)
        if wait == nil { state.cancelled.insert(id) }
        return wait
      }
      wait?.continuation.resume(throwing: CancellationError())
    }
  }

  private var now: Moment {
    state.withLock { state in
      Moment(
        screen: state.emulator.screen, clipboard: state.emulator.clipboard,
        history: state.emulator.history, log: state.log,
        status: state.status, isHungUp: state.terminal == nil, isDrained: state.isDrained,
        lastOutput: state.lastOutput, time: .now)
    }
  }

  // MARK: The thread

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var channelIsOpen = true
    while true {
      let (terminal, wantsToWrite, isClosing) = state.withLock { state in
        if state.hangUp != nil || state.isClosing { closeTerminal(&state) }
        if let due = state.outputIsDue, due <= .now { state.outputIsDue = nil }
        let isQuiet = state.isOutputClosed || state.outputIsDue != nil
        return (isQuiet ? -1 : state.terminal?.number ?? -1, !state.unsent.isEmpty, state.isClosing)
      }
      if isClosing { break }
      var polled = [
        pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: terminal, events: Int16(POLLIN) | (wantsToWrite ? Int16(POLLOUT) : 0), revents: 0),
        pollfd(
          fd: channelIsOpen ? process.channel : -1, events: Int16(POLLIN), revents: 0),
      ]
      awaitReady(&polled, within: timeout)
      if polled[0].revents != 0 { cs_event_clear(wake.number) }
      if polled[2].revents != 0 {
        // Read first what the program wrote before the change.
        readAvailableOutput(&buffer)
        channelIsOpen = noteChange()
      }
      if polled[1].revents & Int16(POLLOUT) != 0 { state.withLock { Self.writeUnsent(&$0) } }
      if polled[1].revents & ~Int16(POLLOUT) != 0 { readOutput(&buffer) }
      if !channelIsOpen && state.withLock({ !$0.isDrained }) { drain(&buffer) }
      sendDueAnswers()
      checkWaits()
    }
    end()
  }

  /// The time until the next deadline.
  private var timeout: Duration? {
    let next: ContinuousClock.Instant? = state.withLock { state in
      let waits = state.waits.values.map { min($0.deadline, $0.again ?? $0.deadline) }
      return ([state.answers.first?.due, state.outputIsDue].compactMap(\.self) + waits).min()
    }
    return next.map { $0 - .now }
  }

  /// Reads once; returns the number of bytes.
  @discardableResult
  private func readOutput(_ buffer: inout [UInt8]) -> Int {
    state.withLock { state in
      guard let terminal = state.terminal?.number, !state.isOutputClosed else { return 0 }
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else {
        // EIO: no process has the other side open.
        if count == 0 || errno == EIO {
          if state.end == nil {
            state.outputIsDue = .now + .milliseconds(10)
          } else {
            state.isOutputClosed = true
          }
        }
        return 0
      }
      let bytes = buffer[..<count]
      record(Array(bytes), isOutput: true, &state)
      let size = state.emulator.screen.size
      state.emulator.feed(bytes)
      // The program changed the window (DECCOLM).
      if case let new = state.emulator.screen.size, new != size {
        _ = cs_pty_resize(terminal, UInt16(new.rows), UInt16(new.columns))
      }
      let replies = state.emulator.drainReplies()
      if !replies.isEmpty {
        state.answers.append((.now + state.emulator.profile.delay, replies))
      }
      return count
    }
  }

  /// Reads the remaining output of an ended program. There may be no end of file: a child process
  /// may still have the terminal open.
  private func drain(_ buffer: inout [UInt8]) {
    readAvailableOutput(&buffer)
    state.withLock { state in
      state.isDrained = true
      if let end = state.end { state.status = end }
    }
  }

  /// Reads all output written so far.
  private func readAvailableOutput(_ buffer: inout [UInt8]) {
    // A terminal never buffers more than this, so anything beyond it was written later.
    var rest = 1 << 18
    while rest > 0, case let count = readOutput(&buffer), count > 0 {
      rest -= count
      checkWaits()
    }
  }

  private func record(_ bytes: [UInt8], isOutput: Bool, _ state: inout State) {
    let time = ContinuousClock.now
    state.log.append(
      ByteLog.Chunk(time: started.duration(to: time), isOutput: isOutput, bytes: bytes))
    if isOutput { state.lastOutput = time }
  }

  private static func writeUnsent(_ state: inout State) {
    guard let terminal = state.terminal?.number,
      let written = try? writeAvailable(state.unsent, to: terminal)
    else {
      state.unsent = []
      return
    }
    state.unsent.removeFirst(written)
  }

  private func sendDueAnswers() {
    state.withLock { state in
      while let answer = state.answers.first, answer.due <= .now {
        state.answers.removeFirst()
        record(answer.bytes, isOutput: false, &state)
        state.unsent += answer.bytes
        Self.writeUnsent(&state)
      }
    }
  }

  /// Handles one change of the program's state; returns false if there will be no more. The end is
  /// reported after `drain`: otherwise a test could miss the last bytes.
  private func noteChange() -> Bool {
    var change = cs_process_state()
    guard cs_pty_next_change(process.channel, &change) == 0 else {
      state.withLock { state in
        if state.end == nil { state.end = .signaled(SIGKILL) }
      }
      return false
    }
    switch UInt32(change.change) {
    case CS_STOPPED.rawValue:
      state.withLock { $0.status = .stopped(change.value) }
      return true
    case CS_CONTINUED.rawValue:
      state.withLock { $0.status = .running }
      return true
    default: break
    }
    state.withLock { state in
      state.end =
        UInt32(change.change) == CS_EXITED.rawValue
        ? .exited(change.value) : .signaled(change.value)
      var user: Int64 = 0
      var system: Int64 = 0
      if cs_pty_reap(process.channel, &user, &system) == 0 {
        state.times = (.microseconds(user), .microseconds(system))
      }
    }
    return false
  }

  private func checkWaits() {
    let waits = state.withLock { $0.waits }
    if waits.isEmpty { return }
    let moment = now
    for (id, wait) in waits {
      let verdict = wait.check(moment)
      let result: Result<Moment, any Error>
      switch verdict {
      case .satisfied: result = .success(moment)
      case .failed(let cause): result = .failure(failure(wait, cause, moment))
      case .pending, .pendingUntil:
        guard moment.time >= wait.deadline else {
          if case .pendingUntil(let again) = verdict {
            state.withLock { $0.waits[id]?.again = again }
          }
          continue
        }
        result = .failure(failure(wait, .timeLimit, moment))
      }
      // Only the remover of a wait resumes it: it may have been cancelled meanwhile.
      let taken = state.withLock { $0.waits.removeValue(forKey: id) }
      taken?.continuation.resume(with: result)
    }
  }

  /// The failure for a terminal that was left changed, with the changes.
  func failure(_ awaited: String, leftBehind changes: [String]) -> WaitFailure {
    failure(awaited, .leftBehind, changes.joined(separator: "; "), now, difference: nil)
  }

  private func failure(
    _ wait: Wait, _ cause: WaitFailure.Cause, _ moment: Moment
  ) -> WaitFailure {
    failure(
      wait.awaited, cause, cause == .timeLimit ? "after \(wait.limit)" : cause.rawValue, moment,
      difference: wait.explaining?(moment.screen))
  }

  private func failure(
    _ awaited: String, _ cause: WaitFailure.Cause, _ reason: String, _ moment: Moment,
    difference: String?
  ) -> WaitFailure {
    state.withLock { state in
      WaitFailure(
        awaited: awaited, cause: cause, reason: reason, screen: moment.screen,
        status: moment.status, difference: difference,
        lastOutput: Array(state.log.output.suffix(200)),
        unknownSequences: state.emulator.unknownSequences)
    }
  }

  private func closeTerminal(_ state: inout State) {
    guard let terminal = state.terminal?.number else { return }
    if let hangUp = state.hangUp, !hangUp.isSilent, state.end == nil {
      // The signals come first, as from the kernel; otherwise a program might read the end of file
      // before them.
      let foreground = tcgetpgrp(terminal)
      if foreground > 0 {
        for number in [SIGHUP, SIGCONT] { kill(-foreground, number) }
      }
    }
    state.terminal = nil
    state.isOutputClosed = true
    if let hangUp = state.hangUp { cs_event_raise(hangUp.event) }
    state.hangUp = nil
  }

  /// Ends the thread: kills the program, and reaps the leader of its session.
  private func end() {
    let waits = state.withLock { state in
      defer { state.waits = [:] }
      return state.waits
    }
    for wait in waits.values {
      wait.continuation.resume(
        with: .failure(failure(wait, .closed, now)))
    }
    // Once the channel is closed, the leader kills the program and exits.
    state.withLock { $0.channel = nil }
    while waitpid(process.leader, nil, 0) < 0 && errno == EINTR {}
  }
}
