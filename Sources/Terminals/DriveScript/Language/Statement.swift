import TerminalHarness

/// A statement with all its values: variables are replaced, patterns are compiled, names are known.
enum Statement: Sendable {
  // What the next program finds.
  case require(String)
  case size(TerminalSize)
  /// A variable of the environment; nil takes it over from the one that runs the script.
  case environment(String, String?)
  case directory(String)
  case terminal(TerminalProfile)
  /// Sequences that are no finding.
  case allow(String)
  case file(path: String, rows: [String])
  case start(program: String, arguments: [String])

  // What a person does.
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

  // What has to come.
  case limit(Duration)
  case await(Awaited, WaitOptions)
  case refuse(Awaited, WaitOptions)

  // For those who watch.
  case picture(String)
  case pause(Duration)
  case typing(Duration)
  case show(Bool)

  /// Whether it waits for something, and does nothing.
  var isWait: Bool {
    switch self {
    case .await, .refuse: true
    default: false
    }
  }
}

/// A key with those that are held.
struct KeyPress: Hashable, Sendable {
  let key: TerminalKey
  let modifiers: KeyModifiers
}

/// How long is waited, and how long it has to stay so.
struct WaitOptions: Hashable, Sendable {
  /// nil is the script's limit.
  var limit: Duration?
  var staying = Duration.zero
}

/// What the pointer does.
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

/// What a script waits for, expects or refuses.
enum Awaited: Sendable {
  case found(Locator)
  case row(Int, String, TextOrder)
  case screen(Literal)
  case cursorAt(Cell)
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
  /// nil is any end.
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
  /// nil is the whole screen.
  let region: Region?
  let source: Source

  /// Where the rows are kept, for `--update` to rewrite.
  enum Source: Hashable, Sendable {
    /// Lines of the script, from 1, with what stands before each bar.
    case script(file: String, lines: Range<Int>)
    case file(String)
  }
}

/// A statement in the order in which it runs.
struct Step: Sendable {
  let place: ScriptPlace
  let statement: Statement
}
