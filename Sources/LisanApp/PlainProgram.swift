import CTerminalControl
import Glibc
import Localization
import PreferenceStore
import Settings
import SystemCalls

/// The settings as a conversation in lines (R53): from the first line to the last.
@MainActor
final class PlainProgram {
  private let context: ProgramContext
  private let durability = Durability()
  private let account: ScreenAccount
  private let runtime: Runtime
  private var conversation: PlainConversation
  private var input = LineInput(descriptor: STDIN_FILENO)
  private var watch: PreferenceWatch?
  /// Whether the question that was asked last waits for its answer.
  private var isAsking = false

  init(context: ProgramContext) {
    self.context = context
    let launch = Launch(context)
    account = ScreenAccount(context, language: launch.catalog.language.code, adopting: nil)
    runtime = Runtime(
      // Nothing is out of sight here, however long it is.
      state: State(
        launch, context, terminal: context.environment("TERM") ?? "",
        size: Size(columns: 80, rows: 1 << 20), account: context.account()),
      sequence: launch.sequence,
      world: World(
        context, durability: durability, account: account.link, suspend: {}, restart: { ENOTSUP }),
      log: context.log, trace: context.trace)
    for warning in launch.warnings { runtime.send(.toastRaised(warning)) }
    conversation = PlainConversation(runtime.state)
  }

  /// Talks until the person leaves or the input ends; returns the exit code.
  func run() -> ExitCode {
    // A fault leaves the terminal with its echo.
    cs_fatal_install()
    say(conversation.opening())
    watchPreferences()
    account.open(
      runtime.state.language.code, sequence: runtime.sequence, isRestarted: false)
    var hasEnded = false
    while !runtime.isQuitting, !hasEnded {
      ask()
      switch wait() {
      case .line(let line): answered(line)
      case .end: hasEnded = true
      case .news: takeNews()
      case .failures: tellFailures()
      case .account: break
      }
      takeAccountNews()
      runtime.expireToasts(at: .now)
    }
    input.showsTyping = true
    if hasEnded, isAsking { say([""]) }
    tellFailures(durability.finish())
    if let farewell = runtime.state.farewell {
      say([farewell.plain(in: runtime.state.wording)])
    }
    return .done
  }

  private enum Event {
    case line(String)
    case end
    case news
    case failures
    case account
  }

  /// Whether the next line has to wait: a script's next answer is no wish to cancel what it waits
  /// for, while a person can do that.
  private var isBusy: Bool {
    let state = runtime.state
    return !input.isTerminal && (state.account.work != nil || state.account.access == .checking)
  }

  private func wait() -> Event {
    while true {
      if account.hasActions { return .account }
      if !isBusy, let line = input.next() { return .line(line) }
      let others = [durability.descriptor, watch?.descriptor, account.descriptor].compactMap { $0 }
      // A negative descriptor is passed over.
      var polled = ([isBusy ? -1 : input.descriptor] + others).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0, !input.read() { return .end }
      for entry in polled.dropFirst() where entry.revents != 0 {
        if entry.fd == account.descriptor { return .account }
        return entry.fd == watch?.descriptor ? .news : .failures
      }
    }
  }

  private func answered(_ line: String) {
    isAsking = false
    input.showsTyping = true
    // What the terminal did not echo ends no line.
    if !input.isEchoed { say([""]) }
    readClock()
    conversation.refresh(runtime.state)
    let showedTime = runtime.state.showsElapsedTime
    let (actions, words) = conversation.take(line)
    say(words)
    for action in actions { runtime.send(action) }
    if !showedTime { readClock() }
    say(conversation.news(runtime.state, chosen: actions.lazy.compactMap(\.chosenItem).first))
  }

  /// What others did is said when it happens, and the question is asked again.
  private func sayNews() {
    let news = conversation.news(runtime.state)
    guard !news.isEmpty else { return }
    if isAsking { say([""]) }
    isAsking = false
    say(news)
  }

  private func ask() {
    guard !isAsking, let question = conversation.question() else { return }
    isAsking = true
    input.showsTyping = !question.isSecret
    Console.ask(question.text)
  }

  private func say(_ lines: [String]) {
    for line in lines { Console.say(line) }
  }

  private func readClock() {
    guard runtime.state.showsElapsedTime else { return }
    runtime.send(.clockRead(SystemClock.millisecondsSince1970()))
  }

  private func watchPreferences() {
    do throws(ReadFailure) {
      watch = try PreferenceWatch(path: context.preferences.path)
    } catch {
      context.log.warning("watch", error.description)
    }
    takeNews()
  }

  private func takeNews() {
    watch?.takeNews(for: runtime, context)
    sayNews()
  }

  private func takeAccountNews() {
    for action in account.takeActions() { runtime.send(action) }
    sayNews()
  }

  private func tellFailures(_ failures: [PreferenceError]? = nil) {
    for failure in failures ?? durability.takeFailures() {
      context.log.warning("durability", failure.description)
      runtime.send(.preferenceNotDurable)
    }
    sayNews()
  }
}

/// Lines of a descriptor, in whatever pieces they come, and whether a terminal shows what is typed.
@MainActor
struct LineInput {
  let descriptor: Int32
  private var bytes: [UInt8] = []
  private let modes: termios?
  /// The longest line that is kept.
  private static let longest = 64 << 10

  init(descriptor: Int32) {
    self.descriptor = descriptor
    var modes = termios()
    self.modes = tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  var isTerminal: Bool { modes != nil }

  /// Whether a terminal shows what is typed, as it was set when this program came.
  var isEchoed: Bool { showsTyping && modes.map { $0.c_lflag & tcflag_t(ECHO) != 0 } ?? false }

  /// False while a password is asked for; the terminal is given back as it was whatever happens.
  var showsTyping = true {
    didSet {
      guard showsTyping != oldValue, var modes else { return }
      var original = modes
      if showsTyping {
        cs_terminal_disarm()
      } else {
        cs_terminal_arm(descriptor, "", 0, &original, "", 0, descriptor)
        modes.c_lflag &= ~tcflag_t(ECHO)
      }
      tcsetattr(descriptor, TCSADRAIN, &modes)
    }
  }

  /// The next whole line without its end, or nil.
  mutating func next() -> String? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    var line = bytes[..<end]
    if line.last == 0x0D { line = line.dropLast() }
    let text = String(decoding: line, as: UTF8.self)
    bytes.removeFirst(end + 1)
    return text
  }

  /// Reads what there is; false at the end of the input.
  mutating func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN { return true }
      // A last line without an end counts.
      guard !bytes.isEmpty, bytes.last != 0x0A else { return false }
      bytes.append(0x0A)
      return true
    }
    bytes += buffer[..<count].prefix(max(0, Self.longest - bytes.count))
    return true
  }
}
