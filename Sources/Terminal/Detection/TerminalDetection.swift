import MirrorLayout

/// Finds out which terminal the screen stands on, and with it the order in which it wants the cells
/// of a row.
///
/// It begins with what the environment says, asks the terminal itself, and believes its answers
/// more: variables are inherited by whatever is started in a terminal, other terminals too.
///
/// ```swift
/// var detection = TerminalDetection(type: "xterm-256color", environment: environment)
/// send(detection.takeQueries())
/// detection.take(.version("kitty(0.26.5)"))
/// detection.encoding  // .kitty
/// ```
public struct TerminalDetection: Hashable, Sendable {
  /// How long the first answer is waited for before a program is taken to be reading: the 300
  /// milliseconds of R28, and some more for a line on which an answer takes just as long.
  public static let silenceLimit = Duration.milliseconds(350)

  /// The terminal's type, `TERM`.
  private let type: String
  private let hints: Hints
  /// What answers here: the terminal, or a multiplexer.
  private var direct = TerminalReplies()
  /// What answers through GNU screen: the terminal outside.
  private var outside = TerminalReplies()
  /// What tmux says of the terminal outside.
  private var tmuxClient: TmuxClient?
  private var hasAsked = false
  private var hasAskedThroughScreen = false
  private var hasAnswered = false
  private var isSilent = false

  /// The program that the terminal is, where that was looked for; empty if none was known.
  private var program: String?

  /// What tmux says of the terminal that it is shown in.
  public struct TmuxClient: Hashable, Sendable {
    /// Its type, `#{client_termname}`.
    public var type: String
    /// What it calls itself, `#{client_termtype}`; empty where it does not.
    public var name: String
    /// How many colours it has; nil where that is not known.
    public var colors: Int?

    public init(type: String, name: String, colors: Int? = nil) {
      (self.type, self.name, self.colors) = (type, name, colors)
    }
  }

  /// Variables that terminals set for what runs in them.
  private struct Hints: OptionSet, Hashable {
    let rawValue: UInt8
    static let vte = Hints(rawValue: 1)
    static let konsole = Hints(rawValue: 2)
    static let kitty = Hints(rawValue: 4)
    static let mlterm = Hints(rawValue: 8)
    static let tmux = Hints(rawValue: 16)
    static let screen = Hints(rawValue: 32)
  }

  private static let variables: [(name: String, hint: Hints)] = [
    ("VTE_VERSION", .vte), ("KONSOLE_VERSION", .konsole), ("KITTY_WINDOW_ID", .kitty),
    ("MLTERM", .mlterm), ("TMUX", .tmux), ("STY", .screen),
  ]

  /// - Parameters:
  ///   - type: the terminal's type, `TERM`.
  ///   - environment: a variable's value; nil where it is not set.
  public init(type: String, environment: (String) -> String?) {
    self.type = type
    var hints: Hints = []
    for (name, hint) in Self.variables where environment(name) != nil { hints.insert(hint) }
    self.hints = hints
  }

  // MARK: Asking

  private static let closing = "\u{1B}[c"
  private static let queries = "\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c"

  /// The queries to send now: one batch, closed by the query that every terminal answers; GNU
  /// screen gets a second one, for the terminal outside. Empty where all is asked.
  public mutating func takeQueries() -> [UInt8] {
    var text = ""
    if !hasAsked {
      hasAsked = true
      // The Linux console is known by its type, and older ones print what they do not know.
      text += (type.utf8.starts(with: "linux".utf8) ? "" : Self.queries) + Self.closing
    }
    if multiplexer == .screen, !hasAskedThroughScreen {
      hasAskedThroughScreen = true
      text += Multiplexer.throughScreen(Self.queries + Self.closing)
    }
    return Array(text.utf8)
  }

  /// Whether a batch is still open, so that bytes of the line may be answers.
  public var awaitsAnswers: Bool {
    hasAsked && direct.primary == nil || hasAskedThroughScreen && outside.primary == nil
  }

  /// Whether nobody has said anything yet.
  public var awaitsFirstAnswer: Bool { hasAsked && !hasAnswered && !isSilent }

  /// Whether the first frame is better for an answer that may come within milliseconds: Konsole
  /// wants a sequence of its own, which makes xterm look for a font, so that no terminal may get it
  /// that has only inherited Konsole's variable.
  public var isWorthWaitingFor: Bool {
    !hasAsked && multiplexer == .none && hints.contains(.konsole)
  }

  /// Whether tmux, which answers for itself alone, is to be asked what is outside of it.
  public var needsTmuxClient: Bool {
    multiplexer == .tmux && hints.contains(.tmux) && tmuxClient == nil
  }

  /// Takes an answer, early or late.
  public mutating func take(_ answer: TerminalAnswer) {
    hasAnswered = true
    isSilent = false
    if direct.primary == nil { direct.take(answer) } else { outside.take(answer) }
  }

  /// The silence limit has passed.
  public mutating func fallSilent() {
    isSilent = !hasAnswered
  }

  /// Takes what tmux says of its client.
  public mutating func take(_ client: TmuxClient) {
    tmuxClient = client
  }

  /// Whether the answers are those of several terminals, so that it is worth looking for the
  /// programs that this one runs in: QTerminal and cool-retro-term give the same numbers, and to
  /// tmux neither PuTTY nor any of these gives a name.
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

  /// Takes the names of the programs that this one runs in, the nearest first; in tmux, those that
  /// its client runs in.
  public mutating func takePrograms(_ names: [String]) {
    program = names.first { TerminalKind(program: $0) != nil } ?? ""
  }

  /// How many colours the terminal behind a multiplexer has; nil where that is not known.
  public var colorLimit: Int? { multiplexer == .tmux ? tmuxClient?.colors : nil }

  // MARK: What came of it

  public var multiplexer: Multiplexer {
    if let multiplexer = direct.multiplexer { return multiplexer }
    func isType(_ prefix: String) -> Bool { type.utf8.starts(with: prefix.utf8) }
    if hints.contains(.tmux), isType("tmux") || isType("screen") { return .tmux }
    if hints.contains(.screen), isType("screen") { return .screen }
    return isType("tmux") ? .tmux : .none
  }

  /// The terminal that a person looks at.
  public var kind: TerminalKind { found.kind }

  /// What it was known by.
  public var evidence: DetectionEvidence { isSilent ? .silence : found.evidence }

  /// What the terminal that a person looks at calls itself; nil where it does not.
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
      // Its own type ends in that of the terminal outside: `screen.mlterm`.
      let outer = type.firstIndex(of: ".").flatMap { byType(type[type.index(after: $0)...]) }
      return byProgram(outside.kind) ?? outside.kind ?? outer
        ?? (outside.primary == nil ? byVariable : (.plain, .answer))
    case .tmux:
      guard let client = tmuxClient else { return byVariable }
      if !client.name.isEmpty {
        return (TerminalKind(name: client.name) ?? .plain, .name(client.name))
      }
      if let byType = byType(client.type) { return byType }
      // What calls itself by the commonest type and has no name: VTE sets a variable, and others are
      // known by their program. Where that cannot be found, because tmux was started over a
      // connection, the plain `xterm` is PuTTY's.
      guard client.type.utf8.starts(with: "xterm".utf8) else { return (.plain, .type(client.type)) }
      if !hints.isDisjoint(with: [.vte, .konsole]) { return byVariable }
      guard let program, !program.isEmpty, let kind = TerminalKind(program: program) else {
        return (.plain, .type(client.type))
      }
      return kind == .putty && client.type != "xterm"
        ? (.plain, .type(client.type)) : (kind, .program(program))
    }
  }

  /// Which of the terminals that give these numbers it is.
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

  /// What the inherited variables say, where nothing better is known.
  private var byVariable: (kind: TerminalKind, evidence: DetectionEvidence) {
    if hints.contains(.mlterm) { return (.mlterm, .variable("MLTERM")) }
    // Outside of a multiplexer these wait for the terminal's own word.
    if multiplexer != .none {
      if hints.contains(.konsole) { return (.konsole, .variable("KONSOLE_VERSION")) }
      if hints.contains(.kitty) { return (.kitty, .variable("KITTY_WINDOW_ID")) }
      if hints.contains(.vte) { return (.switchable, .variable("VTE_VERSION")) }
    }
    return (.plain, .nothing)
  }

  /// Whether its type is one that is older than Unicode, such as a serial console's `vt220`: then
  /// no ornaments are to be expected of it.
  public var isOlderThanUnicode: Bool {
    ["vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "pcansi", "sun", "wy"].contains {
      type.utf8.starts(with: $0.utf8)
    }
  }

  /// The order in which the terminal wants a row.
  public var encoding: RowEncoding {
    if isSilent { return .logical }
    switch kind {
    case .kitty: return .kitty
    case .putty: return .paragraph
    case .qterminal: return .qterminal
    case .switchable where multiplexer == .tmux, .konsole where multiplexer == .tmux: return .lrm
    case .mlterm where multiplexer == .tmux: return .mlterm
    default: return .visual
    }
  }

  /// Whether a frame can be held back until it is whole (mode 2026).
  public var supportsSynchronizedOutput: Bool { direct.synchronizedOutput.isUsable }

  /// The sequences that leave bidirectional text to this program, where rows are sent in that order.
  public func bidiModes(for encoding: RowEncoding) -> BidiModes {
    BidiModes(kind: kind, multiplexer: multiplexer, encoding: encoding, isSilent: isSilent)
  }
}

extension TerminalDetection {
  /// All that was found, without semicolons, to be handed to the next program of this process.
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

  /// What `handedOn` wrote, with the type and the environment of the program before.
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
