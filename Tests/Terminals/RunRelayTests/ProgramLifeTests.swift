import RunRelay
import Testing

/// Every transition of the program's life.
@Suite struct ProgramLifeTests {
  private static let start = ContinuousClock.now
  private static let end = start + .milliseconds(100)
  private static let states: [ProgramLife] = [
    .running, .silent, .draining(exitCode: 3, until: end, room: 50), .left(exitCode: 3),
    .closed(exitCode: 3),
  ]
  private static let events: [ProgramLife.Event] = [
    .ended(exitCode: 4, at: start), .closed, .read(0), .read(49), .read(50),
    .time(end - .nanoseconds(1)), .time(end),
  ]

  private struct Pair: Hashable {
    let state: ProgramLife
    let event: ProgramLife.Event

    init(_ state: ProgramLife, _ event: ProgramLife.Event) {
      (self.state, self.event) = (state, event)
    }
  }

  /// What changes something.
  private static let changes: [Pair: (state: ProgramLife, action: ProgramLife.Action?)] = [
    Pair(.running, events[0]): (.draining(exitCode: 4, until: end, room: 1 << 18), .read),
    Pair(.running, .closed): (.silent, nil),
    Pair(.silent, events[0]): (.closed(exitCode: 4), nil),
    Pair(states[2], .closed): (.closed(exitCode: 3), nil),
    Pair(states[2], .read(49)): (.draining(exitCode: 3, until: end, room: 1), nil),
    Pair(states[2], .read(50)): (.left(exitCode: 3), nil),
    Pair(states[2], .time(end)): (.left(exitCode: 3), nil),
    Pair(.left(exitCode: 3), .closed): (.closed(exitCode: 3), nil),
  ]

  @Test("R67: each event in each state leads where the table says, or changes nothing")
  func transitions() {
    for state in Self.states {
      for event in Self.events {
        let expected = Self.changes[Pair(state, event)] ?? (state, nil)
        let (next, action) = state.after(event)
        #expect(next == expected.state, "\(state), \(event)")
        #expect(action == expected.action, "\(state), \(event)")
      }
    }
  }

  @Test("R67: what the session asks a state: its exit code, its terminal, and its time")
  func properties() {
    #expect(Self.states.map(\.exitCode) == [nil, nil, 3, 3, 3])
    #expect(Self.states.map(\.isTerminalOpen) == [true, false, true, true, false])
    #expect(Self.states.map(\.drainEnd) == [nil, nil, Self.end, nil, nil])
  }
}
