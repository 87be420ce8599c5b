import Settings
import Terminal
import TextRepair

/// What `lisan run` does in a terminal, from what is known of the terminal.
enum RunPlan {
  /// Says to a `lisan run` inside of another that there is nothing left to do.
  static let marker = "LISAN_RUN"

  /// Why a program is run as it would be without `lisan run`.
  enum Reason {
    /// It is inside of another `lisan run`.
    case isInside
    /// There is no terminal, or one that can do nothing (`TERM=dumb`).
    case hasNoScreen
    /// The terminal reorders text by itself.
    case terminalOrders
    /// The person chose to get the letters in logical order.
    case isLogical
  }

  /// The program's text goes on as it comes.
  case direct(Reason)
  /// Right-to-left text is shown in order.
  case ordered(RepairOptions)

  /// The plan of this process's programs.
  @MainActor
  init(_ detection: TerminalDetection, _ context: ProgramContext, mode: BidiMode) {
    self.init(
      detection: detection, environment: context.environment, mode: mode,
      direction: context.configuration.runDirection, fields: context.configuration.runFields)
  }

  /// The plan as the settings tell it.
  var order: ProgramOrder {
    switch self {
    case .ordered: .byCommand
    case .direct(.isInside): .byOuterCommand
    case .direct(.terminalOrders): .byTerminal
    case .direct(.isLogical): .logical
    case .direct(.hasNoScreen): .withoutScreen
    }
  }

  /// - Parameters:
  ///   - detection: what the terminal's type, its variables and, where it was asked, its answers say.
  ///   - mode: the bidi mode of the configuration and of the screen.
  ///   - direction: the configuration's word for `RepairOptions.direction`.
  ///   - fields: likewise for `RepairOptions.fields`.
  init(
    detection: TerminalDetection, environment: (String) -> String?, mode: BidiMode,
    direction: String?, fields: String?
  ) {
    let type = environment("TERM") ?? ""
    if environment(Self.marker) != nil {
      self = .direct(.isInside)
      return
    }
    if type.isEmpty || type == "dumb" {
      self = .direct(.hasNoScreen)
      return
    }
    let kind = detection.kind
    var encoding = detection.encoding
    switch mode {
    case .automatic:
      if kind == .switchable, detection.multiplexer == .none {
        self = .direct(.terminalOrders)
        return
      }
    case .fixed(let chosen): encoding = chosen
    }
    // Who wants the letters in logical order has them already.
    if encoding == .logical {
      self = .direct(.isLogical)
      return
    }
    let modes = BidiModes(
      kind: kind, multiplexer: detection.multiplexer, encoding: encoding, isSilent: false)
    var options = RepairOptions(
      direction: direction.flatMap(RepairOptions.TextDirection.init(rawValue:)) ?? .auto,
      fields: fields.flatMap(RepairOptions.Fields.init(rawValue:)) ?? .auto, encoding: encoding,
      holdsFrames: detection.supportsSynchronizedOutput)
    options.enter = modes.enter
    options.leave = modes.leave
    self = .ordered(options)
  }
}
