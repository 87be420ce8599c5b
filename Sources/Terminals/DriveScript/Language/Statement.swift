import TerminalHarness

/// A statement with all its values: variables are replaced, patterns are compiled, names are known.
enum Statement: Sendable {
  // The next program's surroundings.
  case require(String)
  case size(TerminalSize)
  /// A variable of the environment; nil copies it from the environment of `lisan-drive`.
  case environment(String, String?)
  case directory(String)
  case terminal(TerminalProfile)
  /// A sequence that does not count as an error; nil allows any.
  case allow(String?)
  case file(path: String, rows: [String])
  case start(program: String, arguments: [String])
  /// The statements that follow are for the program of this session.
  case session(String)

  // A person's actions.
  case press([KeyPress])
  case type(String)
  case paste(String)
  case send([UInt8])
  case point(Pointing)
  case focus(Bool)
  case resize(TerminalSize)
  case signal(Int32)
  case resume
  case hangUp

  // Conditions.
  case limit(Duration)
  case await(Awaited, WaitOptions)
  case refuse(Awaited, WaitOptions)
  /// Until one of them is true.
  case awaitAny([Awaited], WaitOptions)
  /// The first steps if the condition is true at this moment, otherwise the others.
  case choose(Awaited, then: [Step], otherwise: [Step])

  // For viewers.
  /// The whole screen, or a part of it.
  case picture(String, Region?)
  case pause(Duration)
  case typing(Duration)
  case show(Bool)

  /// Whether it only waits for something.
  var isWait: Bool {
    switch self {
    case .await, .awaitAny, .refuse: true
    default: false
    }
  }
}

/// A key with the modifiers held.
struct KeyPress: Hashable, Sendable {
  let key: TerminalKey
  let modifiers: KeyModifiers
}

/// The limit of a wait, and how long the condition has to last.
struct WaitOptions: Hashable, Sendable {
  /// nil means the script's limit.
  var limit: Duration?
  var staying = Duration.zero
}

/// An action of the pointer.
enum Pointing: Sendable {
  case click(Target, MouseButton, KeyModifiers, times: Int)
  case drag(Target, Target, MouseButton)
  case move(Target)
  case scroll(MouseButton, times: Int, Target?)

  /// A cell, or the middle of a text.
  enum Target: Sendable {
    case cell(Cell)
    case text(Locator)
  }
}

/// A cell's row and column, from 0.
struct Cell: Hashable, Sendable {
  let row: Int
  let column: Int
}

/// Whole rows and columns of a screen, both ends included.
struct Region: Hashable, Sendable {
  let rows: ClosedRange<Int>
  let columns: ClosedRange<Int>
}

/// A condition that a script waits for, expects or refuses.
enum Awaited: Sendable {
  case found(Locator)
  case row(Int, String, TextOrder)
  case screen(Literal)
  case cursorAt(Cell)
  /// The row of the cursor matches.
  case cursorRow(Pattern)
  case cursorVisible(Bool)
  case cursorShape(CursorShape)
  case title(String)
  case clipboard(String)
  /// A text in the rows that have left the screen at its top.
  case scrollback(String, TextOrder?)
  case mode(ModeValue)
  case alternateScreen(Bool)
  case bells(Int)
  case bytes(String)
  /// nil means any end.
  case exit(ProcessStatus?)
  case stop
  case restored
  /// No output for a while.
  case quiet(Duration)
  /// From now on no output for a while; the first byte is a failure.
  case silence(Duration)
}

/// A screen or a part of it as rows of text.
struct Literal: Hashable, Sendable {
  let rows: [String]
  let order: TextOrder
  /// nil means the whole screen.
  let region: Region?
  let source: Source

  /// The place of the rows, for `--update` to rewrite.
  enum Source: Hashable, Sendable {
    /// Lines of the script, from 1, with the text before each bar.
    case script(file: String, lines: Range<Int>)
    case file(String)
  }
}

/// A statement in the order in which it runs.
struct Step: Sendable {
  let place: ScriptPlace
  let statement: Statement
}
