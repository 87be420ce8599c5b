import Cells
import MirrorLayout

/// Detects the terminal of the screen, and with it the order in which that terminal wants the cells
/// of a row.
///
/// Detection starts with the environment and then queries the terminal. Its answers are trusted
/// more, because programs inside a terminal, including other terminals, inherit the variables.
///
/// ```swift
/// var detection = TerminalDetection(type: "xterm-256color", environment: environment)
/// send(detection.drainQueries())
/// detection.accept(.version("kitty(0.26.5)"))
/// detection.encoding  // .kitty
/// ```
public struct TerminalDetection: Hashable, Sendable {
  /// How long to wait for the first answer before assuming that a program reads the output: the 300
  /// milliseconds of R28, plus a margin for a line on which an answer takes just that long.
  public static let silenceLimit = Duration.milliseconds(350)

  /// The terminal's type, `TERM`.
  private let type: String
  /// The variables that are set.
  private let hints: [Hint]
  /// The answers of the terminal itself or of a multiplexer.
  private var direct = TerminalReplies()
  /// The answers of the outer terminal, through GNU screen.
  private var outside = TerminalReplies()
  /// What tmux reports about the outer terminal.
  private var tmuxClient: TmuxClient?
  private var hasAsked = false
  private var hasAskedThroughScreen = false
  private var hasAnswered = false
  private var isSilent = false

  /// The background according to `COLORFGBG`.
  private let inheritedBackground: Surface.Background
  /// The background that this terminal had the last time.
  public var rememberedBackground = Surface.Background.unknown

  /// The terminal's program, if it was searched for; empty if none was recognized.
  private var program: String?

  /// What tmux reports about its outer terminal.
  public struct TmuxClient: Hashable, Sendable {
    /// Its type, `#{client_termname}`.
    public var type: String
    /// Its name, `#{client_termtype}`; empty if it has none.
    public var name: String
    /// Its number of colours; nil if unknown.
    public var colors: Int?

    public init(type: String, name: String, colors: Int? = nil) {
      (self.type, self.name, self.colors) = (type, name, colors)
    }
  }

  /// Environment variables that terminals set for their child processes.
  private enum Hint: String, CaseIterable {
    case vte = "VTE_VERSION"
    case konsole = "KONSOLE_VERSION"
    case kitty = "KITTY_WINDOW_ID"
    case mlterm = "MLTERM"
    case tmux = "TMUX"
    case screen = "STY"
  }

  /// - Parameters:
  ///   - type: the terminal's type, `TERM`.
  ///   - environment: returns a variable's value; nil if it is not set.
  public init(type: String, environment: (String) -> String?) {
    self.type = type
    hints = Hint.allCases.filter { environment($0.rawValue) != nil }
    inheritedBackground = Self.background(inVariable: environment("COLORFGBG") ?? "")
  }

  /// Whether variables are believed before the terminal has answered.
  private var believesVariables = false

  /// The terminal as far as it is known without asking. VTE and Konsole are known by the variables
  /// that they set, although a terminal started from them inherits these: the sequences for them do
  /// no harm elsewhere.
  public init(assuming type: String, environment: (String) -> String?) {
    self.init(type: type, environment: environment)
    believesVariables = true
  }

  // MARK: Asking

  private static let closing = "\u{1B}[c"
  private static let queries = "\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c"
  /// The query for the terminal's background, and for that of an outer terminal: a string inside a
  /// string of GNU screen must not end like the outer one.
  private static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"
  private static let backgroundQueryThroughScreen = "\u{1B}]11;?\u{07}"

  /// The queries to send now: one batch, ending with the query that every terminal answers. GNU
  /// screen gets a second batch for the outer terminal. Empty if everything was asked.
  public mutating func drainQueries() -> [UInt8] {
    var text = ""
    if !hasAsked {
      hasAsked = true
      // The Linux console is recognized by its type, and older versions print unknown queries.
      if !type.utf8.starts(with: "linux".utf8) { text += Self.queries }
      // Terminals from before Unicode print commands that they do not know.
      if hasOwnBackground { text += Self.backgroundQuery }
      text += Self.closing
    }
    if multiplexer == .screen, !hasAskedThroughScreen {
      hasAskedThroughScreen = true
      text += Multiplexer.throughScreen(
        Self.queries + Self.backgroundQueryThroughScreen + Self.closing)
    }
    return Array(text.utf8)
  }

  /// Whether the terminal may have another background than black, and report it.
  private var hasOwnBackground: Bool {
    !type.utf8.starts(with: "linux".utf8) && !isOlderThanUnicode && multiplexer != .screen
  }

  /// Whether a batch is still open, so that input bytes may be answers.
  public var awaitsAnswers: Bool {
    hasAsked && direct.primary == nil || hasAskedThroughScreen && outside.primary == nil
  }

  /// Whether no answer has arrived yet.
  public var awaitsFirstAnswer: Bool { hasAsked && !hasAnswered && !isSilent }

  /// Whether the first frame should wait for an answer that may arrive within milliseconds. Konsole
  /// needs a sequence that makes xterm look for a font. So a terminal that only inherited Konsole's
  /// variable must not receive it.
  public var isWorthWaitingFor: Bool {
    !hasAsked && multiplexer == .none && hints.contains(.konsole)
  }

  /// Whether to ask tmux about the outer terminal; through the terminal, tmux reports only itself.
  public var needsTmuxClient: Bool {
    multiplexer == .tmux && hints.contains(.tmux) && tmuxClient == nil
  }

  /// Handles an answer, even a late one.
  public mutating func accept(_ answer: TerminalAnswer) {
    hasAnswered = true
    isSilent = false
    if direct.primary == nil { direct.accept(answer) } else { outside.accept(answer) }
  }

  /// Records that the silence limit passed.
  public mutating func fallSilent() {
    isSilent = !hasAnswered
  }

  /// Handles what tmux reports about its client.
  public mutating func accept(_ client: TmuxClient) {
    tmuxClient = client
  }

  /// Whether the answers fit several terminals, so that the ancestor programs have to be examined.
  /// QTerminal and cool-retro-term send the same numbers. In tmux, neither they nor PuTTY report a
  /// name.
  public var needsPrograms: Bool {
    guard program == nil else { return false }
    switch multiplexer {
    case .none: return direct.kind?.kind == .qterminal
    case .screen: return outside.kind?.kind == .qterminal
    case .tmux:
      guard let tmuxClient else { return false }
      return tmuxClient.name.isEmpty && tmuxClient.type.utf8.starts(with: "xterm".utf8)
    }
  }

  /// Handles the names of the ancestor programs, nearest first; in tmux, those of its client.
  public mutating func acceptPrograms(_ names: [String]) {
    program = names.first { TerminalKind(program: $0) != nil } ?? ""
  }

  /// The number of colours of the terminal behind a multiplexer; nil if unknown.
  public var colorLimit: Int? { multiplexer == .tmux ? tmuxClient?.colors : nil }

  // MARK: Results

  public var multiplexer: Multiplexer {
    if let multiplexer = direct.multiplexer { return multiplexer }
    func isType(_ prefix: String) -> Bool { type.utf8.starts(with: prefix.utf8) }
    if hints.contains(.tmux), isType("tmux") || isType("screen") { return .tmux }
    if hints.contains(.screen), isType("screen") { return .screen }
    return isType("tmux") ? .tmux : .none
  }

  /// The kind of the terminal that the user sees.
  public var kind: TerminalKind { found.kind }

  /// What the kind was derived from.
  public var evidence: DetectionEvidence { isSilent ? .silence : found.evidence }

  /// The name of the terminal that the user sees; nil if it reports none.
  public var name: String? {
    switch multiplexer {
    case .none: direct.name
    case .tmux: tmuxClient?.name
    case .screen: outside.name
    }
  }

  private var found: (kind: TerminalKind, evidence: DetectionEvidence) {
    switch multiplexer {
    case .none:
      return byProgram(direct.kind) ?? direct.kind ?? byType(type)
        ?? (hasAnswered ? (.plain, .answer) : byVariable)
    case .screen:
      // The type in GNU screen ends with that of the outer terminal: `screen.mlterm`.
      let outer = type.firstIndex(of: ".").flatMap { byType(type[type.index(after: $0)...]) }
      return byProgram(outside.kind) ?? outside.kind ?? outer
        ?? (outside.primary == nil ? byVariable : (.plain, .answer))
    case .tmux:
      guard let client = tmuxClient else { return byVariable }
      if !client.name.isEmpty {
        return (TerminalKind(name: client.name) ?? .plain, .name(client.name))
      }
      if let byType = byType(client.type) { return byType }
      // The terminal has the most common type and no name. VTE sets a variable; others are
      // recognized by their program. If the program cannot be found, because tmux was started over
      // a connection, plain `xterm` means PuTTY.
      guard client.type.utf8.starts(with: "xterm".utf8) else { return (.plain, .type(client.type)) }
      if hints.contains(.vte) || hints.contains(.konsole) { return byVariable }
      // xterm.js up to 6.0 has this type and no name.
      let unknown = client.type == "xterm-256color" ? TerminalKind.xtermJS : .plain
      guard let program, !program.isEmpty, let kind = TerminalKind(program: program),
        kind != .putty || client.type == "xterm"
      else { return (unknown, .type(client.type)) }
      return (kind, .program(program))
    }
  }

  /// Distinguishes terminals with the same numbers by their program.
  private func byProgram(
    _ found: (kind: TerminalKind, evidence: DetectionEvidence)?
  ) -> (kind: TerminalKind, evidence: DetectionEvidence)? {
    guard found?.kind == .qterminal, let program, let kind = TerminalKind(program: program),
      kind != .putty
    else { return nil }
    return (kind, .program(program))
  }

  private func byType(
    _ type: some StringProtocol
  ) -> (kind: TerminalKind, evidence: DetectionEvidence)? {
    TerminalKind(type: type).map { ($0, .type(String(type))) }
  }

  /// The kind according to inherited variables, if nothing better is known.
  private var byVariable: (kind: TerminalKind, evidence: DetectionEvidence) {
    func believed(_ hint: Hint, _ kind: TerminalKind) -> (TerminalKind, DetectionEvidence)? {
      hints.contains(hint) ? (kind, .variable(hint.rawValue)) : nil
    }
    if let mlterm = believed(.mlterm, .mlterm) { return mlterm }
    // Outside a multiplexer, the terminal's own answer decides.
    let isInside = multiplexer != .none
    guard isInside || believesVariables else { return (.plain, .nothing) }
    return believed(.konsole, .konsole) ?? (isInside ? believed(.kitty, .kitty) : nil)
      ?? believed(.vte, .switchable) ?? (.plain, .nothing)
  }

  /// Whether the terminal's type predates Unicode, such as a serial console's `vt220`. Such a
  /// terminal is not expected to have ornaments.
  public var isOlderThanUnicode: Bool {
    ["vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "pcansi", "sun", "wy"].contains {
      type.utf8.starts(with: $0.utf8)
    }
  }

  /// The order of the cells in a row that the terminal needs.
  public var encoding: RowEncoding {
    if isSilent { return .logical }
    switch kind {
    case .kitty: return .kitty
    case .putty: return .paragraph
    case .qterminal: return .qterminal
    case .xtermJS: return .marks
    case .switchable where multiplexer == .tmux, .konsole where multiplexer == .tmux: return .lrm
    case .mlterm where multiplexer == .tmux: return .mlterm
    default: return .visual
    }
  }

  /// Whether the background of the terminal that the user sees is dark or light: by its answer,
  /// else by a variable, else by what it was the last time.
  public var background: Surface.Background {
    let answered = (multiplexer == .screen ? outside : direct).background
    if answered != .unknown { return answered }
    // The console's background is black.
    if kind == .linuxConsole { return .dark }
    return inheritedBackground == .unknown ? rememberedBackground : inheritedBackground
  }

  /// Parses `COLORFGBG`: the palette's numbers of the text and the background, such as `0;15`, in
  /// rxvt sometimes with `default` or another number between them.
  private static func background(inVariable text: String) -> Surface.Background {
    guard let separator = text.utf8.lastIndex(of: UInt8(ascii: ";")),
      let number = Int(text[text.index(after: separator)...])
    else { return .unknown }
    switch number {
    case 7, 9...15: return .light
    case 0...8: return .dark
    default: return .unknown
    }
  }

  /// Whether the terminal can hold back incomplete frames (mode 2026).
  public var supportsSynchronizedOutput: Bool { direct.synchronizedOutput.isUsable }

  /// The sequences that leave bidirectional text to this program, for rows in this order.
  public func bidiModes(for encoding: RowEncoding) -> BidiModes {
    BidiModes(kind: kind, multiplexer: multiplexer, encoding: encoding, isSilent: isSilent)
  }
}

extension TerminalDetection {
  /// The whole detection state, without semicolons, for the next program in this process.
  public var handedOn: String {
    let flags = [hasAsked, hasAskedThroughScreen, hasAnswered, isSilent]
    let client =
      tmuxClient.map {
        [
          Hexadecimal.digits($0.type.utf8), Hexadecimal.digits($0.name.utf8),
          $0.colors.map(String.init) ?? "-",
        ]
      } ?? ["-", "-", "-"]
    var fields = [flags.reduce(into: "") { $0 += $1 ? "1" : "0" }]
    fields += direct.fields + outside.fields + client
    fields.append(program.map { "p" + Hexadecimal.digits($0.utf8) } ?? "-")
    return fields.reduce(into: "") { $0 += $0.isEmpty ? $1 : ",\($1)" }
  }

  /// Parses `handedOn`, with the type and the environment of the previous program.
  public init?(handedOn text: Substring, type: String, environment: (String) -> String?) {
    self.init(type: type, environment: environment)
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let count = TerminalReplies.fieldCount
    guard fields.count == 5 + 2 * count, fields[0].count == 4,
      let direct = TerminalReplies(fields: fields[1..<(1 + count)]),
      let outside = TerminalReplies(fields: fields[(1 + count)..<(1 + 2 * count)])
    else { return nil }
    let flags = fields[0].map { $0 == "1" }
    hasAsked = flags[0]
    hasAskedThroughScreen = flags[1]
    hasAnswered = flags[2]
    isSilent = flags[3]
    self.direct = direct
    self.outside = outside
    func decoded(_ digits: Substring) -> String? {
      Hexadecimal.bytes(digits).map { String(decoding: $0, as: UTF8.self) }
    }
    let rest = Array(fields.suffix(4))
    if let type = decoded(rest[0]), let name = decoded(rest[1]) {
      tmuxClient = TmuxClient(type: type, name: name, colors: Int(rest[2]))
    }
    program = rest[3].first == "p" ? decoded(rest[3].dropFirst()) : nil
  }
}
