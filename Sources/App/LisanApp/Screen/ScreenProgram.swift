import CSystem
import Glibc
import LisanPreferences
import Localization
import MirrorLayout
import SettingsCore
import StrictJSON
import SystemCalls
import Terminal

/// The settings screen, from its first frame to its last.
@MainActor
final class ScreenProgram {
  private let context: ProgramContext
  private let handover: Handover?
  private let screen: TerminalScreen
  private let events: EventLoop
  private let account: ScreenAccount
  private let packages = PackageSearch()
  private var runtime: Runtime!
  /// The frame on the terminal, and the layout of its rows; nil if everything must be drawn: if
  /// anything else about it changed, such as the encoding or the number of colours.
  private var shown: (frame: Frame, direction: Direction, repertoire: GlyphRepertoire)?
  /// The order in which the rows on the terminal were sent; nil before the first frame.
  private var shownEncoding: RowEncoding?
  private var frameCount = 0
  private var standardError: Int32 = -1
  private var watch: PreferenceWatch?
  /// The files of the language that is previewed.
  private var textWatch: FolderWatch?
  /// The language of the crash notice, once there is one.
  private var noticeLanguage: LanguageCode?
  /// The terminal report that was last logged.
  private var loggedTerminal: (report: TerminalReport, encoding: RowEncoding)?
  private var terminal: ScreenTerminal
  /// Whether what is known about the terminal was stored and logged.
  private var isTerminalNoted = true
  private var followed: Followed?
  private var tmuxClient: TmuxQuestion?
  private var chore: Chore? = .surroundings
  /// Whether the trace records the cells of each frame.
  private let tracesCells: Bool

  init(
    context: ProgramContext, _ launch: Launch, terminal: String, handover: Handover?,
    at place: Resumption? = nil
  ) throws(TerminalError) {
    self.context = context
    self.handover = handover
    // Before the first output: a signal handler must be able to restore the terminal.
    cs_fatal_install()
    let noColor = context.environment("NO_COLOR").map { !$0.isEmpty } ?? false
    self.terminal = ScreenTerminal(type: terminal, context, handover)
    screen = try TerminalScreen(
      terminal: terminal, usesColor: !noColor, bidiModes: self.terminal.bidiModes,
      handedOn: handover?.modes)
    tracesCells = context.environment("LISAN_TRACE_CELLS") != nil
    do throws(TerminalError) {
      events = try EventLoop(
        isRemote: context.environment("SSH_TTY") != nil, typedAhead: handover?.typedAhead ?? [],
        awaitsAnswers: self.terminal.detection.awaitsAnswers)
    } catch {
      screen.close()
      throw error
    }
    if handover != nil { cs_unblock_after_exec() }

    account = ScreenAccount(
      context, language: launch.catalog.language.code, adopting: handover?.agent)
    let surface = self.terminal.surface(colors: screen.colors)
    var state = SettingsState(
      launch, context, terminal: terminal, surface: surface, size: screen.size,
      runtimeDirection: launch.catalog.language.direction,
      account: context.account(nextRequest: (handover?.agent?.unfinished.max() ?? 0) + 1))
    if let resumption = handover?.resumption ?? place { state.resume(resumption) }
    runtime = Runtime(
      state, launch, context, unsavedPreference: handover?.unsavedPreference, putsWritesOff: true,
      world: World(
        account: account.link, packages: packages, suspend: { [unowned self] in suspend() },
        restart: { [unowned self] in context.preview == nil ? restart() : ENOTSUP }))
    if handover == nil, let text = state.missingPlace { runtime.send(.toastRaised(text)) }
    // Repeat after a restart which settings could not be saved: it is still true (R12).
    for setting in handover?.unsavedSettings ?? [] { runtime.send(.settingNotStored(setting)) }
  }

  /// Runs the screen until the user leaves; returns the exit code.
  func run() -> ExitCode {
    askTerminal()
    // The texts of the previews, so that the first frame has them.
    runtime.send(.screenOpened)
    draw()
    while !runtime.isQuitting {
      events.watched =
        [
          runtime.durability.descriptor, watch?.descriptor, account.descriptor,
          tmuxClient?.descriptor, textWatch?.descriptor, packages.descriptor,
        ]
        .compactMap { $0 }
      switch events.next(until: chore == nil && isTerminalNoted ? nextWake : .now) {
      case .input(.key(let key)): runtime.send(.keyPressed(key))
      case .input(.pointer(let event)): runtime.send(.pointed(event))
      case .input(.pasted(let text)): runtime.send(.pasted(text))
      case .answered(let answer):
        terminal.detection.accept(answer)
        askTerminal()
      case .resized: runtime.send(.resized(screen.size))
      case .stopRequested: suspend()
      case .continued:
        screen.resume()
        resized()
      case .hungUp:
        leave()
        return .failed
      case .readable(watch?.descriptor): handleNews()
      case .readable(textWatch?.descriptor): loadTexts()
      case .readable(account.descriptor): handleAccountNews()
      case .readable(tmuxClient?.descriptor): handleTmuxClient()
      case .readable(packages.descriptor):
        if let answer = packages.drainAnswer() { runtime.send(answer) }
      case .readable: runtime.heedDisk()
      case .deadline where chore != nil:
        performChore()
      case .deadline where !isTerminalNoted:
        noteTerminal()
      case .deadline:
        runtime.expireToasts(at: .now)
        terminal.noteSilence(at: .now)
        if runtime.state.account.work != nil { runtime.send(.workTicked) }
      }
      if account.hasActions { handleAccountNews() }
      followTerminal()
      if runtime.needsRedraw {
        screen.invalidate()
        shown = nil
        runtime.needsRedraw = false
      }
      // Before drawing: the crash notice must be in the language of the frame.
      if let noticeLanguage, noticeLanguage != runtime.state.language.code { tellWhereDetailsAre() }
      if !runtime.isQuitting { draw() }
    }
    // A person who quits before the agent is open still sends the pending choice.
    if chore != nil {
      chore = .agent
      performChore()
    }
    runtime.finishWriting()
    leave()
    if let farewell = runtime.state.farewell {
      Console.tell(farewell, in: runtime.state.catalog.wording)
    }
    return .done
  }

  /// The state for which the screen was last updated, and how frames are sent there.
  private struct Followed {
    let detection: TerminalDetection
    let mode: BidiChoice
    let hasFrame: Bool
    let encoding: RowEncoding
    let repertoire: GlyphRepertoire
  }

  /// The tasks after the first frame, in order. A pressed key is handled before each task.
  private enum Chore: Int {
    case surroundings, agent
  }

  private func performChore() {
    guard let chore else { return }
    self.chore = Chore(rawValue: chore.rawValue + 1)
    switch chore {
    case .surroundings:
      askTmux()
      redirectStandardError()
      watchPreferences()
      if runtime.state.shell?.isRead == false { runtime.considerShell() }
      watchTexts()
    case .agent:
      account.open(
        runtime.state.language.code, sequence: runtime.sequence, isRestarted: handover != nil)
      runtime.send(.clockRead(SystemClock.millisecondsSince1970()))
      runtime.send(.formattingBegan)
    }
  }

  /// When to wake without events: for an expiring toast, or to update an elapsed time.
  private var nextWake: ContinuousClock.Instant? {
    var instants = runtime.deadlines.map(\.instant)
    if let silence = terminal.silenceDeadline { instants.append(silence) }
    if runtime.state.showsElapsedTime { instants.append(.now + .seconds(30)) }
    if runtime.state.account.work != nil { instants.append(.now + .milliseconds(300)) }
    return instants.min()
  }

  private func draw() {
    if runtime.state.showsElapsedTime {
      runtime.send(.clockRead(SystemClock.millisecondsSince1970()))
    }
    guard shown == nil || runtime.mayShowAnother else { return }
    let frame = runtime.frame()
    guard frame != shown?.frame else { return }
    frameCount += 1
    let direction = runtime.state.layoutDirection
    let encoding = followed?.encoding ?? terminal.encoding
    let repertoire = followed?.repertoire ?? terminal.repertoire
    let isDrawn =
      if let shown, shown.direction == direction, shown.repertoire == repertoire,
        let changes = frame.changes(
          since: shown.frame, direction, as: encoding, drawing: repertoire,
          sameLook: screen.sameLook)
      { screen.draw(changes) { tell(frame, bytes: $0) } } else { false }
    if !isDrawn {
      let grid = frame.laidOut(
        direction, as: encoding, drawing: repertoire, sameLook: screen.sameLook)
      screen.draw(grid) { tell(frame, bytes: $0) }
    }
    shown = (frame, direction, repertoire)
    shownEncoding = encoding
  }

  private func tell(_ frame: Frame, bytes: Int) {
    guard let trace = context.trace else { return }
    if tracesCells { tellCells(frame, trace) }
    trace.event(
      "frame",
      [
        ("n", .number(frameCount)), ("language", .string(runtime.state.language.code.rawValue)),
        ("direction", .string(runtime.state.layoutDirection == .rightToLeft ? "rtl" : "ltr")),
        ("bytes", .number(bytes)), ("focus", .string(frame.focus)),
        ("rows", .array(frame.rows.indices.map { .string(frame.logicalText(row: $0)) })),
      ])
  }

  /// Records the expected cells of the screen from left to right, independently of what is sent to
  /// the terminal. `make terminals` compares its pictures with it.
  ///
  /// Each row has its text and one letter per column: the index of the cell's style in `styles`,
  /// from `a`, or a full stop for the right half of a wide glyph. A style is three numbers:
  /// attributes, foreground and background, in this terminal's color numbers; -1 is its default.
  private func tellCells(_ frame: Frame, _ trace: Trace) {
    let grid = frame.laidOut(runtime.state.layoutDirection, drawing: terminal.repertoire)
    var texts: [JSON] = []
    var columns: [JSON] = []
    var styles: [Style] = []
    for row in 0..<grid.size.rows {
      var text = String.UnicodeScalarView()
      var letters = String.UnicodeScalarView()
      for column in 0..<grid.size.columns {
        let cell = grid[row, column]
        guard !cell.isContinuation else {
          letters.append(".")
          continue
        }
        let place = styles.firstIndex(of: cell.style) ?? styles.count
        if place == styles.count { styles.append(cell.style) }
        letters.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(place)))
        text.append(cell.glyph.base)
        text.append(contentsOf: cell.glyph.marks.scalars)
      }
      texts.append(.string(String(text)))
      columns.append(.string(String(letters)))
    }
    trace.event(
      "cells",
      [
        ("encoding", .string(terminal.encoding.rawValue)),
        ("cursor", .array([.number(grid.cursor.row), .number(grid.cursor.column)])),
        ("rows", .array(texts)), ("columns", .array(columns)),
        ("styles", .array(styles.map(numbers))),
      ])
  }

  private func numbers(_ style: Style) -> JSON {
    func number(_ color: Color?) -> JSON {
      .number(color?.number(ofColors: screen.colors) ?? -1)
    }
    return .array([
      .number(Int(style.attributes.rawValue)), number(style.ink), number(style.paper),
    ])
  }

  /// Sends messages of the Swift runtime (`fatalError`) to the log instead of the screen.
  private func redirectStandardError() {
    guard let file = context.log.opened() else { return }
    standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    file.replaceOutput(STDERR_FILENO)
    tellWhereDetailsAre()
  }

  /// Sets the crash notice, in the language on display.
  private func tellWhereDetailsAre() {
    noticeLanguage = runtime.state.language.code
    screen.crashNotice = String(
      decoding: Console.complaint(
        .message(.crashNotice, .path(context.log.path)), in: runtime.state.catalog), as: UTF8.self)
  }

  /// Starts watching for changes by other programs (R34), and applies those made meanwhile.
  private func watchPreferences() {
    let path = context.preferences.path
    if let descriptor = handover?.watch {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      watch = PreferenceWatch(path: path, adopting: descriptor)
    } else {
      do throws(ReadFailure) {
        watch = try PreferenceWatch(path: path)
      } catch {
        context.log.warning("watch", error.description)
      }
    }
    handleNews()
  }

  private func handleNews() {
    watch?.handleNews(for: runtime, context)
  }

  private func watchTexts() {
    guard let language = context.preview, let directory = language.directory else { return }
    do throws(SystemError) {
      textWatch = try FolderWatch("\(directory)/\(language.code).lproj")
    } catch {
      context.log.warning("watch", error.description)
    }
  }

  /// Shows the texts that a translator has just saved. If they have an error, such as a file that is
  /// saved half, the texts before stay, and the error is said.
  private func loadTexts() {
    textWatch?.drain()
    guard let language = context.preview else { return }
    do throws(CatalogError) {
      let catalog = try Launch.load(language, context)
      if runtime.state.language.code == language.code { runtime.send(.catalogLoaded(catalog)) }
    } catch {
      context.log.error("catalog", error.description)
      runtime.send(
        .toastRaised(
          .message(
            .catalogUnavailable, .nativeName(language), error.reason)))
    }
  }

  private func handleAccountNews() {
    for action in account.drainActions() { runtime.send(action) }
  }

  // MARK: The terminal

  /// Sends pending queries, with the first frame or immediately.
  private func askTerminal() {
    let isWorthWaiting = terminal.detection.isWorthWaitingFor && terminal.mode == .automatic
    let queries = terminal.detection.drainQueries()
    guard !queries.isEmpty else { return followTerminal() }
    terminal.askedAt = .now
    if isWorthWaiting {
      screen.askAtOnce(queries)
      events.awaitsAnswers = true
      for answer in events.collectAnswers(until: .now + ScreenTerminal.patience) {
        terminal.detection.accept(answer)
      }
    } else {
      screen.ask(queries)
    }
    followTerminal()
  }

  /// Updates the screen for what is now known about the terminal and for the chosen mode.
  private func followTerminal() {
    defer { events.awaitsAnswers = terminal.detection.awaitsAnswers }
    // The rest depends on the terminal's detection, the chosen mode, and whether there is a frame.
    // Deriving it again takes as long as a small frame.
    if let followed, followed.detection == terminal.detection,
      followed.mode == runtime.state.bidiMode, followed.hasFrame == (frameCount > 0)
    {
      return
    }
    terminal.detection.lookAround()
    if let limit = terminal.detection.colorLimit, limit != screen.colorLimit {
      screen.colorLimit = limit
      shown = nil
    }
    terminal.mode = runtime.state.bidiMode
    followed = Followed(
      detection: terminal.detection, mode: terminal.mode, hasFrame: frameCount > 0,
      encoding: terminal.encoding, repertoire: terminal.repertoire)
    screen.sendsWholeFrames = terminal.detection.supportsSynchronizedOutput
    if screen.use(terminal.bidiModes) { shown = nil }
    if let shownEncoding, shownEncoding != terminal.encoding {
      shown = nil
      // A program that reads the output must get whole words, not just the changed cells.
      if terminal.encoding == .logical { screen.invalidate() }
    }
    let surface = terminal.surface(colors: screen.colors)
    if surface != runtime.state.surface { runtime.send(.surfaceDetected(surface)) }
    let report = terminal.report
    if report != runtime.state.terminal { runtime.send(.terminalDetected(report)) }
    let order = RunPlan.order(
      terminal.detection, mode: terminal.mode, environment: context.environment)
    if order != runtime.state.programOrder { runtime.send(.programsConsidered(order)) }
    isTerminalNoted = false
  }

  /// Stores and logs what is known about the terminal. It waits until nothing else is to be done, so
  /// that no frame waits for files, and several answers are stored once.
  private func noteTerminal() {
    guard !isTerminalNoted, frameCount > 0 else { return }
    isTerminalNoted = true
    terminal.remember()
    let report = terminal.report
    guard !terminal.detection.awaitsFirstAnswer,
      loggedTerminal?.report != report || loggedTerminal?.encoding != terminal.encoding
    else { return }
    loggedTerminal = (report, terminal.encoding)
    context.log.info(terminal.description)
  }

  /// Asks tmux for its terminal, after the first frame.
  private func askTmux() {
    guard terminal.detection.needsTmuxClient, tmuxClient == nil else { return }
    tmuxClient = TmuxQuestion()
  }

  private func handleTmuxClient() {
    let answer = tmuxClient?.readAnswer()
    tmuxClient = nil
    terminal.detection.accept(
      answer?.terminal ?? TerminalDetection.TmuxClient(type: "", name: ""))
    if terminal.detection.needsPrograms {
      terminal.detection.acceptPrograms(answer?.programs ?? [])
    }
  }

  /// Waits for outstanding answers, so that the terminal's next user does not receive them.
  private func awaitAnswersBeforeLeaving() {
    guard terminal.detection.awaitsAnswers, let deadline = terminal.courtesyDeadline else { return }
    for answer in events.collectAnswers(until: deadline) { terminal.detection.accept(answer) }
  }

  private func giveStandardErrorBack() {
    guard standardError >= 0 else { return }
    dup2(standardError, STDERR_FILENO)
  }

  private func suspend() {
    awaitAnswersBeforeLeaving()
    noteTerminal()
    screen.suspend()
    events.forgetContinuation()
    resized()
  }

  private func resized() {
    shown = nil
    runtime.send(.resized(screen.size))
  }

  private func leave() {
    awaitAnswersBeforeLeaving()
    screen.close()
    noteTerminal()
    giveStandardErrorBack()
    watch?.closeAside()
  }

  /// Replaces the process. The terminal keeps its contents, to avoid flicker.
  private func restart() -> Int32 {
    runtime.finishWriting()
    giveStandardErrorBack()
    tmuxClient?.finish()
    tmuxClient = nil
    screen.holdDisplay()
    let handover = Handover(
      modes: screen.originalModes, start: context.start, resumption: runtime.state.resumption,
      typedAhead: events.typedAhead,
      unsavedPreference: runtime.unsavedPreference,
      unsavedSettings: runtime.state.unsavedSettings,
      settings: runtime.state.settings.choices, watch: watch?.descriptor ?? handover?.watch,
      agent: account.handOn(), detection: terminal.detection.handedOn)
    let failure = Restart.replaceProcess(handingOn: handover)
    account.keep()
    screen.releaseDisplay()
    context.log.opened()?.replaceOutput(STDERR_FILENO)
    return failure
  }
}
