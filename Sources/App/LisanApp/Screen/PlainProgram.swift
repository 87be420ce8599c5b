import CSystem
import Cells
import Glibc
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls
import Terminal

/// Plain mode: the settings as a line-by-line conversation (R53).
@MainActor
final class PlainProgram {
  private let context: ProgramContext
  private let account: ScreenAccount
  private let packages = PackageSearch()
  private let runtime: Runtime
  private var conversation: PlainConversation
  private var input = LineInput(descriptor: STDIN_FILENO)
  private var watch: PreferenceWatch?
  /// Whether the last question is waiting for its answer.
  private var isAsking = false

  /// - Parameter place: the place where the conversation begins; nil for the first section.
  init(context: ProgramContext, _ launch: Launch, at place: Resumption? = nil) {
    self.context = context
    account = ScreenAccount(context, language: launch.catalog.language.code, adopting: nil)
    // Plain mode has no screen limit: everything is visible.
    var state = SettingsState(
      launch, context, terminal: context.environment("TERM") ?? "",
      size: Size(columns: 80, rows: 1 << 20), account: context.account())
    if let place { state.resume(place) }
    runtime = Runtime(
      state, launch, context, world: World(account: account.link, packages: packages))
    let terminal = TerminalDetection(
      assuming: context.environment("TERM") ?? "", environment: context.environment)
    runtime.send(
      .programsConsidered(
        RunPlan.order(terminal, mode: launch.settings.bidiMode, environment: context.environment)))
    runtime.considerShell()
    if let text = state.missingPlace { runtime.send(.toastRaised(text)) }
    conversation = PlainConversation(runtime.state)
  }

  /// Runs until the user leaves or the input ends; returns the exit code.
  func run() -> ExitCode {
    // Lines stay in logical order, also after the user has chosen the screen.
    Console.context = nil
    // After a crash, restore the terminal's echo.
    cs_fatal_install()
    account.open(
      runtime.state.language.code, sequence: runtime.sequence, isRestarted: false)
    runtime.send(.clockRead(SystemClock.millisecondsSince1970()))
    runtime.send(.formattingBegan)
    awaitValues()
    conversation.refresh(runtime.state)
    say(conversation.opening())
    watchPreferences()
    var hasEnded = false
    while !runtime.isQuitting, !hasEnded {
      ask()
      hasEnded = !handleEvent()
      handleAccountNews()
      runtime.expireToasts(at: .now)
    }
    input.showsTyping = true
    if hasEnded, isAsking { say([""]) }
    tell(failures: runtime.durability.finish())
    if let farewell = runtime.state.farewell {
      say([farewell.plain(in: runtime.state.wording)])
    }
    watch?.closeAside()
    return .done
  }

  /// Whether the next line has to wait. A script's next line must not cancel the running request; a
  /// user's may. It also waits for packages, and for formatted dates, unless they take too long.
  private var isBusy: Bool {
    let state = runtime.state
    return !input.isTerminal
      && (state.account.work != nil || state.account.access == .checking
        || account.valuesDeadline != nil || packages.descriptor != nil)
  }

  /// Waits for a line or for news, and handles it; false at the end of the input.
  private func handleEvent() -> Bool {
    while true {
      if account.hasActions { return true }
      if !isBusy, let line = input.next() {
        answered(line)
        return true
      }
      let others = [
        runtime.durability.descriptor, watch?.descriptor, account.descriptor, packages.descriptor,
      ].compactMap { $0 }
      // poll(2) ignores a negative descriptor.
      var polled = ([isBusy ? -1 : input.descriptor] + others).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let limit = isBusy ? account.valuesDeadline.map { $0 - .now } : nil
      guard awaitReady(&polled, within: limit) > 0 else { continue }
      if polled[0].revents != 0, !input.read() { return false }
      for entry in polled.dropFirst() where entry.revents != 0 {
        switch entry.fd {
        case account.descriptor: break
        case packages.descriptor:
          if let answer = packages.drainAnswer() { runtime.send(answer) }
          sayNews()
        case watch?.descriptor: handleNews()
        default: tell(failures: runtime.durability.drainFailures())
        }
        return true
      }
    }
  }

  private func answered(_ line: String) {
    isAsking = false
    input.showsTyping = true
    // Without echo, the user's Enter did not start a new line.
    if !input.isEchoed { say([""]) }
    readClock()
    conversation.refresh(runtime.state)
    let showedTime = runtime.state.showsElapsedTime
    let (actions, words) = conversation.answer(line)
    say(words)
    for action in actions { runtime.send(action) }
    if !showedTime { readClock() }
    // A list printed now must not have codes instead of names that will arrive soon.
    awaitValues()
    say(conversation.news(runtime.state, chosen: actions.lazy.compactMap(\.chosenItem).first))
  }

  /// Prints changes made by others as they happen, then asks the question again.
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
    handleNews()
  }

  private func handleNews() {
    watch?.handleNews(for: runtime, context)
    sayNews()
  }

  /// Waits for names in a list, at most a second, because it is not listed again.
  private func awaitValues() {
    while let deadline = account.valuesDeadline, let descriptor = account.descriptor {
      guard awaitReady(descriptor, within: deadline - .now) > 0 else { continue }
      for action in account.drainActions() { runtime.send(action) }
    }
  }

  private func handleAccountNews() {
    for action in account.drainActions() {
      let isWording = if case .valuesFormatted = action { true } else { false }
      if isWording { sayNews() }
      runtime.send(action)
      // Values in another wording are not news.
      if isWording { conversation.refresh(runtime.state) }
    }
    sayNews()
  }

  private func tell(failures: Int) {
    runtime.tell(failures: failures)
    sayNews()
  }
}

/// Reads lines from a descriptor in pieces of any size, and controls the terminal's echo.
@MainActor
struct LineInput {
  let descriptor: Int32
  private var bytes: [UInt8] = []
  private let modes: termios?
  /// The maximum length kept of a line, in bytes.
  private static let longest = 64 << 10

  init(descriptor: Int32) {
    self.descriptor = descriptor
    var modes = termios()
    self.modes = tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  var isTerminal: Bool { modes != nil }

  /// Whether the terminal echoes input, by its modes at the start of this program.
  var isEchoed: Bool { showsTyping && modes.map { $0.c_lflag & tcflag_t(ECHO) != 0 } ?? false }

  /// False while a password is asked for. The terminal's modes are restored in every case.
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

  /// The next complete line without its line ending, or nil.
  mutating func next() -> String? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    var line = bytes[..<end]
    if line.last == 0x0D { line = line.dropLast() }
    let text = String(decoding: line, as: UTF8.self)
    bytes.removeFirst(end + 1)
    return text
  }

  /// Reads the available input; false at end of input.
  mutating func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN { return true }
      // A last line without a line ending counts.
      guard !bytes.isEmpty, bytes.last != 0x0A else { return false }
      bytes.append(0x0A)
      return true
    }
    bytes += buffer[..<count].prefix(max(0, Self.longest - bytes.count))
    return true
  }
}
