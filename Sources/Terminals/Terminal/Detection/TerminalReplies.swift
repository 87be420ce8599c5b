import Cells

/// The answers of one terminal.
struct TerminalReplies: Hashable, Sendable {
  /// XTVERSION.
  var name: String?
  /// DA1; nil until the batch is closed.
  var primary: [Int]?
  /// DA2.
  var secondary: [Int]?
  var bidiMode = TerminalAnswer.ModeState.unknown
  var synchronizedOutput = TerminalAnswer.ModeState.unknown
  /// OSC 11.
  var background = Surface.Background.unknown

  mutating func accept(_ answer: TerminalAnswer) {
    switch answer {
    case .primaryAttributes(let numbers): primary = numbers
    case .secondaryAttributes(let numbers): secondary = numbers
    case .version(let name): self.name = name
    case .bidiMode(let state): bidiMode = state
    case .synchronizedOutput(let state): synchronizedOutput = state
    case .background(let background): self.background = background
    }
  }

  /// The multiplexer that gave these answers; nil while unknown.
  var multiplexer: Multiplexer? {
    if let name, name.utf8.starts(with: "tmux".utf8) { return .tmux }
    switch secondary?.first {
    // 84 and 83 are the letters T and S.
    case 84: return .tmux
    case 83: return .screen
    default: return primary == nil && name == nil ? nil : Multiplexer.none
    }
  }

  /// The kind of terminal that gave these answers, and the decisive one; nil if none was decisive.
  var kind: (kind: TerminalKind, evidence: DetectionEvidence)? {
    if let name, let kind = TerminalKind(name: name) { return (kind, .name(name)) }
    if bidiMode.isUsable { return (.switchable, .bidiMode) }
    if let name { return (.plain, .name(name)) }
    guard let secondary, let kind = TerminalKind(secondaryAttributes: secondary) else { return nil }
    return (kind, .attributes(Self.joined(secondary, by: ";")))
  }

  private static func joined(_ numbers: [Int], by separator: String = ".") -> String {
    numbers.reduce(into: "") { $0 += $0.isEmpty ? String($1) : "\(separator)\($1)" }
  }
}

extension TerminalReplies {
  /// The answers as fields without commas and semicolons, for the next program in this process.
  var fields: [String] {
    [
      name.map { Hexadecimal.digits($0.utf8) } ?? "-", primary.map { Self.joined($0) } ?? "-",
      secondary.map { Self.joined($0) } ?? "-", String(bidiMode.rawValue),
      String(synchronizedOutput.rawValue), background.rawValue,
    ]
  }

  static let fieldCount = 6

  init?(fields: ArraySlice<Substring>) {
    let fields = Array(fields)
    guard fields.count == Self.fieldCount, let bidi = Int(fields[3]), let sync = Int(fields[4]),
      let bidiMode = TerminalAnswer.ModeState(rawValue: bidi),
      let synchronizedOutput = TerminalAnswer.ModeState(rawValue: sync),
      let background = Surface.Background(rawValue: String(fields[5]))
    else { return nil }
    name = Hexadecimal.bytes(fields[0]).map { String(decoding: $0, as: UTF8.self) }
    primary = fields[1] == "-" ? nil : Self.numbers(fields[1])
    secondary = fields[2] == "-" ? nil : Self.numbers(fields[2])
    self.bidiMode = bidiMode
    self.synchronizedOutput = synchronizedOutput
    self.background = background
  }

  private static func numbers(_ text: Substring) -> [Int] {
    text.split(separator: ".").compactMap { Int($0) }
  }
}
