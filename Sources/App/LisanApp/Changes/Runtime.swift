import AgentProtocol
import Glibc
import LisanPreferences
import Localization
import MirrorLayout
import SettingsCore
import SystemCalls

/// Holds the settings' state, runs the effects from `update`, and feeds their results back.
@MainActor
final class Runtime {
  private(set) var state: SettingsState
  /// Makes the commits durable.
  let durability: Durability
  private let context: ProgramContext
  private let world: World
  private var queue: [Action] = []
  /// Whether writes that have to wait for the disk are put off, because this thread draws.
  private let putsWritesOff: Bool
  /// The writes that were put off.
  private var waiting: [Effect] = []
  /// Why these cannot be made.
  private var diskFailure: PreferenceError?

  /// The toasts on the screen, and when each disappears.
  private(set) var deadlines: [(toast: Toast.ID, instant: ContinuousClock.Instant)] = []
  /// Whether anything has happened since the last frame.
  private(set) var mayShowAnother = true
  private(set) var isQuitting = false
  /// Whether the next frame has to draw everything.
  var needsRedraw = false
  /// The installed locales where programs need one of their language; nil elsewhere, and until the shell's files tell
  /// programs the language. A change of the language starts no program to read them.
  private var locales: [String]?
  /// The errors of a change, for commands that fail with them.
  private(set) var catalogError: CatalogError?
  private(set) var preferenceError: PreferenceError?
  /// The new name of a damaged preference file that a change set aside.
  private(set) var setAside: String?
  /// This session's preference if it could not be written (R12); a restart keeps it.
  private(set) var unsavedPreference: LanguagePreference?
  /// The number of the record that the preference was read from or written to. Another program may
  /// have written a later one that is not applied here yet.
  private(set) var sequence: UInt64

  /// - Parameters:
  ///   - isShown: whether there are toasts, which begin with the warnings of the start.
  ///   - putsWritesOff: whether the caller draws and calls `heedDisk()` and `finishWriting()`.
  init(
    _ state: SettingsState, _ launch: Launch, _ context: ProgramContext,
    unsavedPreference: LanguagePreference? = nil, isShown: Bool = true, putsWritesOff: Bool = false,
    world: World
  ) {
    self.state = state
    self.putsWritesOff = putsWritesOff
    sequence = launch.sequence
    self.unsavedPreference = unsavedPreference
    durability = Durability(context.log)
    self.context = context
    self.world = world
    guard isShown else { return }
    for warning in context.configuration.warnings + launch.warnings { send(.toastRaised(warning)) }
  }

  private var log: Log { context.log }
  private var trace: Trace? { context.trace }

  /// Reports commits that may not survive a power cut.
  func tell(failures: Int) {
    for _ in 0..<failures { send(.preferenceNotDurable) }
  }

  /// Takes news of the disk: reports commits that may not survive a power cut, and makes those that
  /// waited for it.
  func heedDisk() {
    let failures = durability.drainFailures()
    // A write that waited says itself that it failed.
    if waiting.isEmpty { tell(failures: failures) }
    if !durability.isRunning { writeAtLast() }
  }

  /// Makes all writes, and waits at most one second for the disk.
  func finishWriting() {
    tell(failures: durability.finish())
    guard !waiting.isEmpty else { return }
    writeAtLast()
    tell(failures: durability.finish())
  }

  /// Makes the writes that waited for the disk. If it has failed, so do they: they would have to ask it
  /// again, on this thread. The next choice has another thread ask.
  private func writeAtLast() {
    let due = waiting
    waiting = []
    diskFailure = durability.failure
    for effect in due { runNow(effect) }
    diskFailure = nil
    processQueue()
  }

  /// Puts a write off while it would have to wait for the disk: after a crash or damage, the last
  /// commit may not be there yet. Of several choices of a language, the last one counts.
  private func isPutOff(_ effect: Effect) -> Bool {
    guard putsWritesOff, effect.isWrite else { return false }
    if waiting.isEmpty {
      guard let abandoned = context.preferences.abandoned() else { return false }
      durability.start(abandoned, of: context.preferences)
    }
    if effect.isChoice { waiting.removeAll(where: \.isChoice) }
    waiting.append(effect)
    return true
  }

  /// Processes an action and all actions that follow from it.
  func send(_ action: Action) {
    queue.append(action)
    processQueue()
  }

  private func processQueue() {
    mayShowAnother = true
    while !queue.isEmpty {
      for effect in update(&state, queue.removeFirst()) { run(effect) }
    }
  }

  /// The frame of the state, which the caller shows.
  func frame() -> Frame {
    var frame = state.shownFrame()
    if state.showsUnreadShell {
      considerShell()
      frame = state.shownFrame()
    }
    mayShowAnother = false
    return frame
  }

  /// Removes expired toasts.
  func expireToasts(at now: ContinuousClock.Instant) {
    let expired = deadlines.filter { $0.instant <= now }
    deadlines.removeAll { $0.instant <= now }
    for deadline in expired { send(.toastExpired(deadline.toast)) }
  }

  /// Applies a change by another program, from the record with this number.
  func observe(_ sequence: UInt64, _ actions: [Action]) {
    let isNews = sequence != self.sequence
    self.sequence = sequence
    for action in actions { send(action) }
    guard isNews else { return }
    world.account.send(
      .observed(language: state.language.code.rawValue, sequence: sequence), nil)
  }

  private func run(_ effect: Effect) {
    if !isPutOff(effect) { runNow(effect) }
  }

  private func runNow(_ effect: Effect) {
    switch effect {
    case .loadLanguages: loadLanguages()
    case .loadCatalog(let language): loadCatalog(language)
    case .loadPreview(let language): loadPreview(language)
    case .writePreference(let change): write(change)
    case .sendChange(let code):
      world.account.send(.changed(language: code.rawValue, sequence: sequence), nil)
    case .sendUnstored(let code):
      world.account.send(.unstored(language: code.rawValue, sequence: sequence), nil)
    case .tellLanguage(let code): world.account.send(.language(language: code.rawValue), nil)
    case .request(let request, let id):
      let language = state.language.code.rawValue
      world.account.send(.account(request: request, language: language, sequence: sequence), id)
    case .cancelRequest(let id): world.account.cancel(id)
    case .format(let values, let language): world.account.format(values, language)
    case .storeSetting(let setting): store(setting)
    case .storeProgram(let choice): store(choice)
    case .proposeShell(let goal):
      let setup = context.shellSetup(in: languageOfPrograms(state.preference))
      queue.append(.shellProposed(goal, setup?.proposals(goal) ?? []))
    case .setUpShell(let goal): setUpShell(goal)
    case .findPackages(let code):
      if let answer = world.packages?.start(code, in: context.programPath) { queue.append(answer) }
    case .restart: restart()
    case .expireToast(let toast):
      guard let seconds = toast.seconds else { return }
      deadlines.append((toast.id, .now + .seconds(seconds)))
    case .redraw: needsRedraw = true
    case .suspend: world.suspend()
    case .quit: isQuitting = true
    case .record(let milestone): record(milestone)
    }
  }

  private func loadLanguages() {
    do throws(CatalogError) {
      queue.append(.languagesLoaded(try context.languageList().languages))
    } catch {
      log.error("languages", error.description)
      queue.append(.languagesFailed(error))
    }
  }

  private func loadCatalog(_ language: Language) {
    do throws(CatalogError) {
      let catalog = try Launch.load(language, context)
      // Whether this shell has the language is another question then.
      let shell = state.shell.flatMap { _ in context.shellState(in: language.code, locales: locales)
      }
      queue.append(.catalogLoaded(catalog, shell: shell))
    } catch {
      catalogError = error
      log.error("catalog", error.description)
      queue.append(.catalogFailed(error))
    }
  }

  private func loadPreview(_ language: Language) {
    do throws(CatalogError) {
      let resources = context.configuration.resources
      let catalog = try Catalog<Message>.load(
        language: language, from: language.directory ?? resources)
      queue.append(.previewLoaded(catalog))
    } catch {
      log.info("no preview of \(language.code): \(error.description)")
    }
  }

  private func write(_ change: PreferenceWrite) {
    let preference = change.preference ?? state.preference
    do {
      var changes = PreferenceChanges(change)
      // The account may have the choice that the file could not take, so the file's own counts anew.
      if change.preference != nil, unsavedPreference != nil {
        changes.isNumberedAnew = true
        changes.languageChosenAt = change.chosenAt ?? SystemClock.millisecondsSince1970()
      }
      let commit = try written(changes)
      trace?.event(
        "preference.write",
        [
          ("ok", .bool(true)), ("code", .string(preference.name)),
          ("us", .number(Int(commit.microseconds))),
        ])
      log.info("preference \(preference.name) written, generation \(commit.preference.generation)")
      if commit.isNewDevice {
        log.warning(
          "device",
          "the choices of this device have no numbers left; it goes on as the new device "
            + commit.preference.device.description)
      }
      if change.preference != nil { unsavedPreference = nil }
      sequence = commit.preference.sequence
      tellSetAside(commit)
      context.informSession(languageOfPrograms(preference))
      queue.append(.preferenceWritten(commit.preference.languageChosenAt))
      // The file may have a choice of another program, or none at all after it was damaged.
      if change.preference == nil, unsavedPreference == nil {
        queue.append(.preferenceObserved(LanguagePreference(commit.preference)))
      }
    } catch {
      preferenceError = error
      if change.preference != nil { unsavedPreference = preference }
      trace?.event(
        "preference.write", [("ok", .bool(false)), ("code", .string(preference.name))])
      log.warning("preference", error.description)
      queue.append(.preferenceNotWritten)
      tellForeignFile(error)
    }
  }

  /// Writes settings. The commit is not durable yet.
  private func written(_ changes: PreferenceChanges) throws(PreferenceError) -> Commit {
    if let diskFailure { throw diskFailure }
    let commit = try context.preferences.commit(changes)
    durability.start(commit, of: context.preferences)
    return commit
  }

  /// Reports where a damaged file went that prevented a change.
  private func tellSetAside(_ commit: Commit) {
    guard let name = commit.setAside else { return }
    setAside = name
    log.error("preference", "the damaged file was set aside as \(name)")
    queue.append(.toastRaised(.message(.storeSetAside, .path(name))))
  }

  /// Says what to do about another program's file, which prevents every choice from being stored.
  private func tellForeignFile(_ error: PreferenceError) {
    guard case .foreignFile(let path) = error else { return }
    queue.append(.toastRaised(.message(.preferenceNotWritten, .path(path), error.text)))
  }

  private func store(_ choice: SettingChoice) {
    let setting = choice.setting
    if commit(PreferenceChanges(choice)) {
      log.info("setting \(setting.rawValue) written: \(choice.value?.word ?? "none")")
    } else {
      queue.append(.settingNotStored(setting))
      if let preferenceError { tellForeignFile(preferenceError) }
    }
  }

  private func store(_ choice: ProgramChoice) {
    let (name, word) = (choice.program.rawValue, choice.language?.rawValue ?? "none")
    if commit(PreferenceChanges(choice)) {
      log.info("language of the program \(name) written: \(word)")
    } else {
      queue.append(.programNotStored(choice.program))
      if let preferenceError { tellForeignFile(preferenceError) }
    }
  }

  private func setUpShell(_ goal: ShellGoal) {
    do throws(ShellSetup.Failure) {
      _ = try context.shellSetup(in: languageOfPrograms(state.preference))?.apply(goal)
      log.info("files of the shell: \(goal)")
    } catch {
      log.warning("shell", "\(error)")
      queue.append(.toastRaised(error.text))
    }
    considerShell()
  }

  /// Reads the files of the user's shell, and, if they tell programs the language, what programs need for it.
  func considerShell() {
    let code = state.language.code
    var shell = context.shellState(in: code, locales: nil)
    if let goal = shell?.goal, goal != .none {
      locales = InstalledLocales.needed(context.programPath)
      if locales != nil { shell = context.shellState(in: code, locales: locales) }
    }
    send(.shellConsidered(shell))
  }

  /// The language that programs follow; nil if they follow the system's.
  private func languageOfPrograms(_ preference: LanguagePreference) -> LanguageCode? {
    preference == .system ? nil : state.language.code
  }

  /// Writes settings; false if that failed.
  @discardableResult
  func commit(_ changes: PreferenceChanges) -> Bool {
    do {
      tellSetAside(try written(changes))
      return true
    } catch {
      preferenceError = error
      log.warning("preference", error.description)
      return false
    }
  }

  private func restart() {
    trace?.event("restart.exec")
    let number = world.restart()
    log.error("restart", "exec failed: \(String(cString: strerror(number)))")
    queue.append(.restartFailed(number))
  }

  private func record(_ milestone: Milestone) {
    switch milestone {
    case .languageChangeBegan(let code):
      trace?.event("language.change.begin", [("code", .string(code.rawValue))])
    case .languageChangeEnded(let code):
      trace?.event("language.change.end", [("code", .string(code.rawValue))])
      log.info("language changed to \(code)")
    case .directionRequested(let direction):
      trace?.event("direction.force", [("rtl", .bool(direction == .rightToLeft))])
    case .restartPromptShown: trace?.event("restart.prompt.shown")
    case .restartPromptHidden:
      log.warning("restart", "the window is too small for the restart prompt; it waits for room")
    case .restartAccepted: trace?.event("restart.accepted")
    case .restartDismissed: trace?.event("restart.dismissed")
    }
  }
}

extension Effect {
  /// Whether it writes the preference file.
  fileprivate var isWrite: Bool {
    switch self {
    case .writePreference, .storeSetting, .storeProgram: true
    default: false
    }
  }

  /// Whether it writes a choice of a language.
  fileprivate var isChoice: Bool {
    if case .writePreference(let change) = self { change.preference != nil } else { false }
  }
}
