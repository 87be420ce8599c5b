import BidiRepair
import Testing

/// Every transition of the inquiry at the terminal.
@Suite struct InquiryTests {
  private static let states: [Inquiry] = [
    .unknown, .asked, .overdue(hasMoved: false), .overdue(hasMoved: true),
    .located(row: 1, column: 2), .known(isNormalKnown: false), .known(isNormalKnown: true),
    .givenUp,
  ]
  private static let events: [Inquiry.Event] = [
    .needed, .place(row: 3, column: 4), .complete, .late, .ordered, .declined, .moved,
  ]

  private struct Pair: Hashable {
    let state: Inquiry
    let event: Inquiry.Event

    init(_ state: Inquiry, _ event: Inquiry.Event) { (self.state, self.event) = (state, event) }
  }

  /// What changes something, on the normal screen.
  private static let changes: [Pair: (state: Inquiry, action: Inquiry.Action?)] = [
    Pair(.unknown, .needed): (.asked, .ask),
    Pair(.unknown, .declined): (.givenUp, .passOn),
    Pair(.asked, .place(row: 3, column: 4)): (.located(row: 3, column: 4), nil),
    Pair(.asked, .late): (.overdue(hasMoved: false), .passOn),
    Pair(.overdue(hasMoved: false), .place(row: 3, column: 4)): (
      .located(row: 3, column: 4), nil
    ),
    Pair(.overdue(hasMoved: false), .declined): (.givenUp, .passOn),
    Pair(.overdue(hasMoved: false), .moved): (.overdue(hasMoved: true), nil),
    Pair(.overdue(hasMoved: true), .place(row: 3, column: 4)): (.unknown, nil),
    Pair(.overdue(hasMoved: true), .declined): (.givenUp, .passOn),
    Pair(.asked, .declined): (.givenUp, .passOn),
    Pair(.located(row: 1, column: 2), .place(row: 3, column: 4)): (
      .located(row: 3, column: 4), nil
    ),
    Pair(.located(row: 1, column: 2), .complete): (.located(row: 1, column: 2), .identify),
    Pair(.located(row: 1, column: 2), .late): (.located(row: 1, column: 2), .identify),
    Pair(.located(row: 1, column: 2), .ordered): (
      .known(isNormalKnown: true), .show(row: 1, column: 2)
    ),
    Pair(.located(row: 1, column: 2), .declined): (.givenUp, .passOn),
    Pair(.known(isNormalKnown: false), .needed): (.asked, .ask),
    Pair(.known(isNormalKnown: false), .declined): (.givenUp, .passOn),
    Pair(.known(isNormalKnown: false), .moved): (.unknown, nil),
    Pair(.known(isNormalKnown: true), .needed): (.asked, .ask),
    Pair(.known(isNormalKnown: true), .declined): (.givenUp, .passOn),
    Pair(.known(isNormalKnown: true), .moved): (.unknown, nil),
  ]

  @Test("R67: each event in each state leads where the table says, or changes nothing")
  func transitions() {
    var count = 0
    for state in Self.states {
      for event in Self.events {
        for isAlternate in [false, true] {
          count += 1
          var expected = Self.changes[Pair(state, event)] ?? (state, nil)
          if isAlternate, case .show = expected.action {
            expected.state = .known(isNormalKnown: false)
          }
          let (next, action) = state.after(event, onAlternate: isAlternate)
          #expect(next == expected.state, "\(state), \(event), \(isAlternate)")
          #expect(action == expected.action, "\(state), \(event), \(isAlternate)")
        }
      }
    }
    #expect(count == 112)
  }

  @Test("R67: which rows are known, and when the program's output waits")
  func properties() {
    #expect(
      Self.states.map { $0.isKnown(onAlternate: false) } == [
        false, false, false, false, false, false, true, false,
      ])
    #expect(
      Self.states.map { $0.isKnown(onAlternate: true) } == [
        false, false, false, false, false, true, true, false,
      ])
    #expect(
      Self.states.map(\.isAwaiting) == [false, true, false, false, true, false, false, false])
    #expect(
      Self.states.map(\.passesAll) == [false, false, true, true, false, false, false, true])
  }
}
