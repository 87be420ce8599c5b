/// Whether the rows' places on the terminal are known, and if not, what is awaited.
///
/// Other programs had the terminal before, so it is asked for its cursor's place before the first
/// right-to-left text. The program's output waits in the states `asked` and `located`.
///
/// A cell has the next state and, after a colon, the step to take; an empty one changes nothing.
///
/// | event    | unknown         | asked            | overdue         | located         | known           | givenUp |
/// |----------|-----------------|------------------|-----------------|-----------------|-----------------|---------|
/// | needed   | asked: ask      |                  |                 |                 | asked: ask      |         |
/// | place    |                 | located          | located*        | located         |                 |         |
/// | complete |                 |                  |                 | : identify      |                 |         |
/// | late     |                 | overdue: passOn  |                 | : identify      |                 |         |
/// | ordered  |                 |                  |                 | known: show     |                 |         |
/// | declined | givenUp: passOn | givenUp: passOn  | givenUp: passOn | givenUp: passOn | givenUp: passOn |         |
/// | moved    |                 |                  | overdue*        |                 | unknown         |         |
///
/// An `overdue` inquiry notes that the rows have moved; the answer that comes then says where the
/// cursor was and not where the rows are, and leads to `unknown`.
package enum Inquiry: Hashable, Sendable {
  /// Nothing is known or was needed.
  case unknown
  /// The terminal was asked.
  case asked
  /// The answers did not come in time, but still may: everything passes unchanged.
  ///
  /// - Parameter hasMoved: whether the rows have changed since then in a way that is not known.
  case overdue(hasMoved: Bool)
  /// The terminal has reported its cursor's place, from 0; other answers are awaited, such as those
  /// of a terminal around this one.
  case located(row: Int, column: Int)
  /// The rows are known, also on the normal screen or only on the alternate one.
  case known(isNormalKnown: Bool)
  /// The terminal orders text itself, or is gone: everything passes unchanged.
  case givenUp

  package enum Event: Hashable, Sendable {
    /// Right-to-left text arrives while the rows are not known.
    case needed
    case place(row: Int, column: Int)
    /// No other answer is awaited.
    case complete
    /// The time for answers is over.
    case late
    /// The terminal is known, and text is ordered for it.
    case ordered
    /// The terminal orders text itself.
    case declined
    /// The terminal's rows have changed: another program had it, its size has changed, or the
    /// program has written too much to keep since the terminal was asked.
    case moved
  }

  package enum Action: Hashable, Sendable {
    /// Ask the terminal.
    case ask
    /// Find out what the terminal is, and report `ordered` or `declined`.
    case identify
    /// Show the output that waited; the terminal's cursor is in this place.
    case show(row: Int, column: Int)
    /// Pass the output that waited unchanged.
    case passOn
  }

  /// The state after an event, and the step to take.
  ///
  /// - Parameter isAlternate: whether the program shows the alternate screen.
  package func after(
    _ event: Event, onAlternate isAlternate: Bool
  ) -> (state: Inquiry, action: Action?) {
    switch (self, event) {
    case (.unknown, .needed), (.known, .needed): return (.asked, .ask)
    case (.asked, .place(let row, let column)), (.located, .place(let row, let column)),
      (.overdue(hasMoved: false), .place(let row, let column)):
      return (.located(row: row, column: column), nil)
    case (.located, .complete), (.located, .late): return (self, .identify)
    case (.asked, .late): return (.overdue(hasMoved: false), .passOn)
    case (.overdue(hasMoved: true), .place): return (.unknown, nil)
    case (.overdue, .moved): return (.overdue(hasMoved: true), nil)
    // The alternate screen begins with the cursor of the normal one, but not the reverse.
    case (.located(let row, let column), .ordered):
      return (.known(isNormalKnown: !isAlternate), .show(row: row, column: column))
    case (.givenUp, _): return (.givenUp, nil)
    case (_, .declined): return (.givenUp, .passOn)
    case (.known, .moved): return (.unknown, nil)
    default: return (self, nil)
    }
  }

  /// Whether the rows of a screen are known.
  package func isKnown(onAlternate isAlternate: Bool) -> Bool {
    guard case .known(let isNormalKnown) = self else { return false }
    return isAlternate || isNormalKnown
  }

  /// Whether answers of the terminal are awaited.
  package var isAwaiting: Bool {
    switch self {
    case .asked, .located: true
    case .unknown, .overdue, .known, .givenUp: false
    }
  }

  /// Whether the program's output passes unchanged, with all of its queries.
  package var passesAll: Bool {
    switch self {
    case .overdue, .givenUp: true
    case .unknown, .asked, .located, .known: false
    }
  }
}
