import BidiRepair
import MirrorLayout
import PackageVersion
import SettingsCore
import Terminal

/// What `lisan run` does in a terminal, as far as that is known.
enum RunPlan {
  /// Tells a `lisan run` inside another one that there is nothing to do.
  static let marker = "LISAN_RUN"

  /// Who orders text on this terminal, as far as that is known.
  ///
  /// - Parameters:
  ///   - detection: the terminal's type, its variables and, if it was asked, its answers.
  ///   - mode: the bidi mode of the configuration and of the screen.
  static func order(
    _ detection: TerminalDetection, mode: BidiChoice, environment: (String) -> String?
  ) -> ProgramOrder {
    let type = environment("TERM") ?? ""
    if environment(marker) != nil { return .byOuterCommand }
    if type.isEmpty || type == "dumb" { return .withoutScreen }
    // WezTerm can order text, and does not unless its user wants that; it can always be told not to.
    if mode == .automatic, detection.kind == .switchable, detection.multiplexer == .none,
      detection.name?.hasPrefix("WezTerm ") != true
    {
      return .byTerminal
    }
    // A user who wants the letters in logical order has them already.
    return detection.encoding(in: mode) == .logical ? .logical : .byCommand
  }

  /// How right-to-left text of this process's programs is shown in order; nil if it passes unchanged,
  /// because something else orders it, or nothing does. A terminal that has not answered is not
  /// trusted to order text: only variables say so, which a program may have inherited from another
  /// terminal. The first right-to-left text will show.
  @MainActor
  static func options(
    _ detection: TerminalDetection, _ context: ProgramContext, mode: BidiChoice
  ) -> RepairOptions? {
    let order = order(detection, mode: mode, environment: context.environment)
    if order == .byTerminal, detection.awaitsFirstAnswer { return RepairOptions() }
    guard order == .byCommand else { return nil }
    let configuration = context.configuration
    let encoding = detection.encoding(in: mode)
    let modes = BidiModes(
      kind: detection.kind, multiplexer: detection.multiplexer, encoding: encoding, isSilent: false)
    var options = RepairOptions(
      direction: configuration.text(.direction).flatMap { .init(rawValue: $0) } ?? .auto,
      fields: configuration.text(.fields).flatMap { .init(rawValue: $0) } ?? .auto,
      align: configuration.text(.align).flatMap { .init(rawValue: $0) } ?? .auto,
      encoding: encoding, holdsFrames: detection.supportsSynchronizedOutput)
    options.enter = modes.enter
    options.leave = modes.leave
    return options
  }
}

extension TerminalDetection {
  /// The order in which rows are sent in a mode.
  func encoding(in mode: BidiChoice) -> RowEncoding {
    switch mode {
    case .automatic: encoding
    case .fixed(let chosen): chosen
    }
  }
}

// MARK: The terminal's name

extension RunPlan {
  /// The terminals whose names tell a program that it can write hyperlinks, as the package
  /// supports-hyperlinks of npm knows them; and Windows Terminal by its variable.
  private static let linkingTerminals = ["iTerm.app", "WezTerm", "vscode", "ghostty", "zed"]
  private static let windowsTerminal = ["WT_SESSION", "WT_PROFILE_ID"]

  /// The environment of a program whose terminal is `lisan run`, and says so, as tmux does. Some
  /// programs order text themselves where they know the terminal by name; it would be turned twice.
  ///
  /// - Parameter outer: the environment outside, as `NAME=value`.
  static func environmentInside(_ outer: [String]) -> [String] {
    func value(_ name: String) -> String? {
      outer.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let former = value("TERM_PROGRAM")
    var added = [("TERM_PROGRAM", "lisan"), ("TERM_PROGRAM_VERSION", packageVersion)]
    if let former { added.append(("LISAN_TERM_PROGRAM", former)) }
    let linked = former.map(linkingTerminals.contains) ?? false || value(windowsTerminal[0]) != nil
    if linked, value("FORCE_HYPERLINK") == nil { added.append(("FORCE_HYPERLINK", "1")) }
    let replaced = windowsTerminal + added.map(\.0)
    return outer.filter { variable in !replaced.contains { variable.hasPrefix($0 + "=") } }
      + added.map { "\($0)=\($1)" }
  }
}
