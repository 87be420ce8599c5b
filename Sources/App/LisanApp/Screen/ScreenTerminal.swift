import Cells
import Glibc
import MirrorLayout
import SettingsCore
import Terminal

/// The screen's terminal: what was detected, what the user chose, and how rows are sent.
@MainActor
struct ScreenTerminal {
  var detection: TerminalDetection
  var mode: BidiChoice
  /// When the terminal was last asked; nil if it was not.
  var askedAt: ContinuousClock.Instant?
  /// The console font's code points; nil if the terminal is not a console that reports them.
  private let consoleFont: [ClosedRange<UInt32>]?
  private let memory: TerminalMemory
  /// The detection that was last stored there.
  private var remembered: TerminalDetection?

  /// How long the first frame waits for an answer, if an answer would improve it.
  static let patience = Duration.milliseconds(8)
  /// How long after a query an exit waits for its answers.
  private static let courtesy = Duration.milliseconds(100)

  init(type: String, _ context: ProgramContext, _ handover: Handover?) {
    detection =
      handover.flatMap {
        TerminalDetection(
          handedOn: $0.detection[...], type: type, environment: context.environment)
      } ?? TerminalDetection(type: type, environment: context.environment)
    memory = TerminalMemory(
      directory: context.stateDirectory, type: type, descriptor: STDOUT_FILENO,
      environment: context.environment)
    if detection.background == .unknown { detection.rememberedBackground = memory.background() }
    mode = .automatic
    askedAt = detection.awaitsAnswers ? .now : nil
    consoleFont =
      detection.kind == .linuxConsole && detection.multiplexer == .none
      ? ConsoleFont.ranges(of: STDOUT_FILENO) : nil
  }

  /// The order in which rows are sent.
  var encoding: RowEncoding { detection.encoding(in: mode) }

  var bidiModes: BidiModes { detection.bidiModes(for: encoding) }

  /// The glyphs that the terminal can draw.
  var repertoire: GlyphRepertoire {
    if detection.kind == .linuxConsole { return consoleFont.map { .font($0) } ?? .console }
    return detection.isOlderThanUnicode ? .asciiOrnaments : .unicode
  }

  /// The surface on which the terminal draws.
  ///
  /// - Parameter colors: how many colours the screen uses.
  func surface(colors: Int) -> Surface {
    Surface(background: detection.background, colors: Surface.Colors(count: colors))
  }

  // MARK: Waiting

  /// When silence means that a program, not a terminal, reads the output; nil if that is settled.
  var silenceDeadline: ContinuousClock.Instant? {
    guard detection.awaitsFirstAnswer else { return nil }
    return askedAt.map { $0 + TerminalDetection.silenceLimit }
  }

  /// How long to wait for answers before another program gets the terminal.
  var courtesyDeadline: ContinuousClock.Instant? { askedAt.map { $0 + Self.courtesy } }

  mutating func noteSilence(at now: ContinuousClock.Instant) {
    if let deadline = silenceDeadline, deadline <= now { detection.fallSilent() }
  }

  /// Stores the detection for later screens and commands in this terminal.
  mutating func remember() {
    guard !detection.awaitsAnswers, detection.evidence != .silence, remembered != detection else {
      return
    }
    remembered = detection
    memory.remember(detection)
  }

  // MARK: Reports

  /// The report for the screen.
  var report: TerminalReport {
    TerminalReport(
      reason: detection.evidence.text, detected: detection.encoding, used: encoding)
  }

  /// The description for the log.
  var description: String {
    "terminal: \(detection.name ?? detection.kind.rawValue), "
      + "multiplexer \(detection.multiplexer.rawValue), known by \(detection.evidence.logged); "
      + "rows are sent \(encoding.rawValue), mode \(mode.name)"
  }
}

extension DetectionEvidence {
  /// Why a terminal is treated as it is, for the log.
  fileprivate var logged: String {
    switch self {
    case .name(let name): "its name \(name)"
    case .bidiMode: "mode 8"
    case .attributes(let numbers): "its numbers \(numbers)"
    case .type(let type): "its type \(type)"
    case .program(let name): "its program \(name)"
    case .variable(let name): "the variable \(name)"
    case .answer: "answering"
    case .silence: "silence"
    case .nothing: "nothing"
    }
  }
}
