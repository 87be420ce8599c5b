import Input
import Localization
import MirrorLayout
import SettingsCore
import TestEffort
import Testing

/// English as it would be in a right-to-left script: the same texts, and everything mirrored.
struct MirrorPropertyTests {
  /// A person's input, without sides.
  enum Deed: Sendable {
    case key(Key)
    case toLeading, toTrailing
    /// A press or a turn of the wheel at a logical place.
    case pointer(PointerEvent.Kind, Position)
    case resize(Size)
    case paste(String)
    case work(Action)
  }

  private static let keys: [Key] = [
    .up, .down, .enter, .escape, .tab, .backTab, .home, .end, .pageUp, .pageDown, .backspace,
    .character("?"), .character("m"), .character("j"), .character("k"), .character("x"),
    .character("3"),
  ]

  static func deed(_ generator: inout SeededGenerator, _ size: Size) -> Deed {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...9: return .key(keys.randomElement(using: &generator)!)
    case 10...12: return .toLeading
    case 13...14: return .toTrailing
    case 15...17:
      let kind: PointerEvent.Kind = [.press, .wheelDown, .wheelUp]
        .randomElement(using: &generator)!
      return .pointer(
        kind,
        Position(
          row: Int.random(in: 0..<size.rows, using: &generator),
          column: Int.random(in: 0..<size.columns, using: &generator)))
    case 18:
      return .resize(
        Size(
          columns: Int.random(in: 18...100, using: &generator),
          rows: Int.random(in: 5...30, using: &generator)))
    default:
      return [
        .paste("pasted"), .work(.settingNotStored(.theme)), .work(.synchronizeChosen),
        .work(.requestEnded(1, nil)),
      ].randomElement(using: &generator)!
    }
  }

  static func perform(_ deed: Deed, on conductor: inout Conductor) throws {
    let isMirrored = conductor.state.layoutDirection == .rightToLeft
    switch deed {
    case .key(let key): try conductor.press(key)
    case .toLeading: try conductor.press(isMirrored ? .right : .left)
    case .toTrailing: try conductor.press(isMirrored ? .left : .right)
    case .pointer(let kind, var place):
      if isMirrored { place.column = conductor.state.size.columns - 1 - place.column }
      try conductor.send(.pointed(PointerEvent(kind, at: place)))
    case .resize(let size): try conductor.send(.resized(size))
    case .paste(let text): try conductor.send(.pasted(text))
    case .work(let action): try conductor.send(action)
    }
  }

  /// A span without the levels of its text, which are the text's own affair.
  private static func shape(_ span: Span) -> [String] {
    let content =
      switch span.content {
      case .blank: "blank"
      // Its language has a direction.
      case .picture: "picture"
      case .symbols(let symbols): "symbols \(symbols.map(\.base))"
      // About says which way it is.
      case .text(let line): "text \(line.text.replacing("right to left", with: "left to right"))"
      }
    return ["\(span.column) \(span.width) \(span.style)", content]
  }

  @Test(
    "R23, R24: after any input, the mirrored screen is the frame with its columns reversed",
    arguments: 1...Effort.rounds(short: 10, long: 40))
  func mirrored(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var straight = try Conductor.everything()
    var mirrored = try Conductor.everything(direction: .rightToLeft)
    // Another language would have another direction.
    straight.failingCatalogs = [arabic]
    mirrored.failingCatalogs = [arabic]
    let encoding = RowEncoding.allCases[seed % RowEncoding.allCases.count]
    try straight.send(.terminalDetected(.sent(encoding)))
    try mirrored.send(.terminalDetected(.sent(encoding)))
    var deeds: [Deed] = []
    for _ in 0..<60 {
      let deed = Self.deed(&generator, straight.state.size)
      deeds.append(deed)
      try Self.perform(deed, on: &straight)
      try Self.perform(deed, on: &mirrored)
      let (one, other) = (view(straight.state), view(mirrored.state))
      try #require(one.focus == other.focus, "\(deeds)")
      // A caret goes by its text.
      if straight.state.editing == nil { #expect(one.cursor == other.cursor, "\(deeds)") }
      for (row, twin) in zip(one.rows, other.rows) {
        try #require(row.spans.map(Self.shape) == twin.spans.map(Self.shape), "\(deeds)")
      }
      // The other encodings come from this picture (`EncodingLayoutTests`).
      let picture: RowEncoding = encoding == .logical ? .logical : .visual
      try Self.compare(
        one.laidOut(.leftToRight, as: picture), other.laidOut(.rightToLeft, as: picture), one, deeds
      )
    }
  }

  /// Outside of texts every cell stands in the mirrored column, its sign mirrored; inside of them
  /// its style does.
  private static func compare(
    _ straight: Grid, _ mirrored: Grid, _ frame: Frame, _ deeds: [Deed]
  ) throws {
    let columns = straight.size.columns
    for row in 0..<straight.size.rows {
      var isText = [Bool](repeating: false, count: columns)
      for span in frame.rows[row].spans {
        for column in max(0, span.column)..<max(0, min(columns, span.column + span.width)) {
          isText[column] =
            switch span.content {
            case .text, .picture: true
            case .symbols, .blank: false
            }
        }
      }
      for column in 0..<columns {
        let cell = straight[row, column]
        let twin = mirrored[row, columns - 1 - column]
        if !isText[column] || frame.focus == "account.note" {
          try #require(cell.style == twin.style, "\(row) \(column): \(deeds)")
        }
        guard !isText[column] else { continue }
        let pair = "\(cell.glyph.base)\(twin.glyph.base)"
        let isSame = cell.glyph.base == twin.glyph.base
        let isMirror = ["┌┐", "┐┌", "└┘", "┘└", "├┤", "┤├", "‹›", "›‹", "[]", "][", "()", ")("]
          .contains(pair)
        try #require(isSame || isMirror, "\(row) \(column): \(pair) \(deeds)")
      }
    }
  }
}
