/// Whether it is known where the terminal has the rows of the screen, and what is awaited to know it.
///
/// The terminal has had other programs before, so it is asked where its cursor is before the first
/// right-to-left text is shown. What the program writes waits while it is `asked` and `located`.
///
/// The table has the next state and, after a colon, what is to be done. An empty cell changes nothing.
///
/// | event    | unknown         | asked           | located         | known           | givenUp |
/// |----------|-----------------|-----------------|-----------------|-----------------|---------|
/// | needed   | asked: ask      |                 |                 | asked: ask      |         |
/// | place    |                 | located         | located         |                 |         |
/// | complete |                 |                 | : identify      |                 |         |
/// | late     |                 | givenUp: passOn | : identify      |                 |         |
/// | ordered  |                 |                 | known: show     |                 |         |
/// | declined | givenUp: passOn | givenUp: passOn | givenUp: passOn | givenUp: passOn |         |
/// | moved    |                 |                 |                 | unknown         |         |
package enum Inquiry: Hashable, Sendable {
  /// Nothing is known, and nothing has needed it.
  case unknown
  /// The terminal was asked.
  case asked
  /// The terminal has told its cursor's place, from 0; other answers are awaited, such as those of a
  /// terminal around this one.
  case located(row: Int, column: Int)
  /// The rows are known, on the normal screen too or on the alternate one only.
  case known(isNormalKnown: Bool)
  /// The terminal does not answer, or orders text itself: all goes on as it comes.
  case givenUp

  package enum Event: Hashable, Sendable {
    /// Right-to-left text comes where the rows are not known.
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
    /// The terminal's rows are others now: another program had it, or its size has changed.
    case moved
  }

  package enum Action: Hashable, Sendable {
    /// Ask the terminal.
    case ask
    /// Find out what the terminal is, and say so by `ordered` or `declined`.
    case identify
    /// Show what has waited; the terminal's cursor is in this place.
    case show(row: Int, column: Int)
    /// Hand on what has waited as it is.
    case passOn
  }

  /// The state after an event, and what is to be done.
  ///
  /// - Parameter isAlternate: whether the program shows the alternate screen.
  package func after(
    _ event: Event, onAlternate isAlternate: Bool
  ) -> (state: Inquiry, action: Action?) {
    switch (self, event) {
    case (.unknown, .needed), (.known, .needed): return (.asked, .ask)
    case (.asked, .place(let row, let column)), (.located, .place(let row, let column)):
      return (.located(row: row, column: column), nil)
    case (.located, .complete), (.located, .late): return (self, .identify)
    case (.asked, .late): return (.givenUp, .passOn)
    // The alternate screen begins with the cursor of the normal one, and not the other way round.
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
    case .unknown, .known, .givenUp: false
    }
  }
}
