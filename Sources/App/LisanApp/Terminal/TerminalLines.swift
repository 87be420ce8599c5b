import BidiText
import CommandLineTool
import Glibc
import Localization
import MirrorLayout
import SettingsCore
import Terminal

/// Lines for people as a terminal needs them: in order, joined, and from the edge where their
/// language begins, like the screen.
///
/// The terminal is known from the environment, or from an earlier screen in this very terminal. No
/// queries are sent.
@MainActor
struct TerminalLines {
  /// A text at a column of a row, counted from the leading edge.
  typealias Piece = (column: Int, text: String, direction: ParagraphDirection)

  /// The maximum width of lines, so that in a wide window they stay near what was typed.
  private static let longest = HelpLine.width

  private let columns: Int
  private let encoding: RowEncoding
  private let modes: BidiModes
  private let repertoire: GlyphRepertoire
  /// The direction of the language on display.
  let direction: Direction

  private var width: Int { min(columns, Self.longest) }

  /// A paragraph, broken into as many rows as it needs.
  ///
  /// - Parameter indent: the column of each row, counted from the leading edge.
  func paragraph(_ text: String, indent: Int = 0) -> [UInt8] {
    let paragraph = Paragraph(text, direction: own)
    let lines = paragraph.lines(width: max(1, width - indent))
    return bytes(lines.map { [Span(line: $0, column: indent)] })
  }

  /// Pieces that share a row; nil if they do not fit.
  func row(_ pieces: [Piece]) -> [UInt8]? {
    let spans = pieces.map {
      Span(line: Paragraph($0.text, direction: $0.direction).line, column: $0.column)
    }
    guard spans.allSatisfy({ $0.column + $0.width <= columns }) else { return nil }
    return bytes([spans])
  }

  /// A line with tabs between its fields, each at the terminal's usual stops.
  func table(_ line: String) -> [UInt8]? {
    var pieces: [Piece] = []
    var column = 0
    for field in line.split(separator: "\t", omittingEmptySubsequences: false) {
      let text = String(field)
      pieces.append((column, text, .firstStrong(fallback: .leftToRight)))
      column += Paragraph(text, direction: .leftToRight).line.width
      column += 8 - column % 8
    }
    return row(pieces)
  }

  /// The direction of the language's paragraphs.
  var own: ParagraphDirection { direction == .leftToRight ? .leftToRight : .rightToLeft }

  /// Whether a text has letters that a terminal may show in another order than it gets them.
  /// Isolated to no actor: otherwise the runtime would check the actor at each letter.
  nonisolated static func needsLayout(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      guard scalar.value >= 0x0590 else { return false }
      return switch scalar.bidiClass {
      case .rightToLeft, .arabicLetter, .arabicNumber: true
      default: false
      }
    }
  }

  /// The rows in the terminal's order, between the modes that they need.
  private func bytes(_ rows: [[Span]]) -> [UInt8] {
    var frame = Frame(size: Size(columns: columns, rows: rows.count))
    // A row is measured from the window's edge, and the block from the longest line's edge.
    let margin = direction == .leftToRight ? 0 : columns - width
    for (index, spans) in rows.enumerated() {
      frame.rows[index].spans = spans.map { span in
        var span = span
        if span.column + span.width + margin <= columns { span.column += margin }
        return span
      }
    }
    // The cursor is in none of these rows.
    frame.cursor = Position(row: rows.count, column: 0)
    let grid = frame.laidOut(direction, as: encoding, drawing: repertoire)
    var bytes = modes.enter
    for row in 0..<grid.size.rows {
      bytes += Self.bytes(of: grid.cells[(row * columns)..<((row + 1) * columns)])
      bytes.append(0x0A)
    }
    return bytes + modes.leave
  }

  /// The cells of a row without its blank end, with the faces that some terminals shape separately.
  private static func bytes(of cells: ArraySlice<Cell>) -> [UInt8] {
    var text = ""
    var face = Cell.Face.own
    let end = (cells.lastIndex { $0 != Cell() } ?? cells.startIndex - 1) + 1
    for cell in cells[..<end] where !cell.isContinuation {
      if cell.face != face {
        text += face == .own ? "" : "\u{1B}[\(face == .slanted ? 23 : 22)m"
        face = cell.face
        text += face == .own ? "" : "\u{1B}[\(face == .slanted ? 3 : 1)m"
      }
      text.unicodeScalars.append(cell.glyph.base)
      text.unicodeScalars.append(contentsOf: cell.glyph.marks.scalars)
    }
    if face != .own { text += "\u{1B}[\(face == .slanted ? 23 : 22)m" }
    return Array(text.utf8)
  }
}

extension Span {
  fileprivate init(line: TextLine, column: Int) {
    self.init(column: column, width: line.width, style: .plain, content: .text(line))
  }
}

// MARK: This terminal

extension TerminalLines {
  /// The lines for a descriptor; nil if they stay in logical order: for a file or a pipe, in plain
  /// mode, in `lisan run`, and in a terminal that needs it.
  init?(_ context: ProgramContext, descriptor: Int32, language: Language) {
    let type = context.environment("TERM") ?? ""
    guard isatty(descriptor) == 1, !type.isEmpty, type != "dumb",
      context.environment(RunPlan.marker) == nil
    else { return nil }
    let settings = context.inEffect(StoredSettings(context.preferences.current, context))
    guard !settings.isOn(.plain) else { return nil }
    let memory = TerminalMemory(
      directory: context.stateDirectory, type: type, descriptor: descriptor,
      environment: context.environment)
    let detection =
      memory.detection(context.environment)
      ?? TerminalDetection(assuming: type, environment: context.environment)
    encoding = detection.encoding(in: settings.bidiMode)
    guard encoding != .logical else { return nil }
    modes = detection.bidiModes(for: encoding)
    repertoire =
      detection.kind == .linuxConsole
      ? ConsoleFont.ranges(of: STDOUT_FILENO).map { .font($0) } ?? .console
      : detection.isOlderThanUnicode ? .asciiOrnaments : .unicode
    direction = language.direction
    var window = winsize()
    let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
    columns = hasSize ? Int(window.ws_col) : Self.longest
  }
}

extension ProgramContext {
  /// Whether the environment asks for lines instead of a screen, for a screen reader.
  var wantsLines: Bool {
    environment("ACCESSIBLE").map { !$0.isEmpty && $0 != "0" } ?? false
  }
}
