import AccountModel
import Testing

@testable import AccountAgent

/// Each state is walked with each event. The tables are those of `AgentState`.
@Suite("The state of the agent")
struct AgentStateTests {
  typealias State = AgentState
  typealias Event = AgentState.Event
  typealias Effect = AgentState.Effect

  // MARK: States and events

  static let token = TokenStore.Found(token: "the token of the session", place: .file)
  static let other = TokenStore.Found(token: "the token of another", place: .secretService)
  static let offline = ServiceFailure(AccountFailure(.offline), "x")
  static let busy = ServiceFailure(AccountFailure(.serverError, retryAfter: 7), "x")
  static let untrusted = ServiceFailure(AccountFailure(.untrusted), "x")
  static let forbidden = ServiceFailure(AccountFailure(.forbidden), "x")

  /// How each state is reached, by its name in the tables.
  static let syncs: [(String, [Event])] = [
    ("idle", []),
    ("retrying", [.asked(1), failure(untrusted)]),
    ("looking", [.asked(1)]),
    ("sending", [.asked(1), .sending(5)]),
    ("comparing", [.asked(1), .comparing]),
    ("pausing", [.asked(1), failure(offline)]),
  ]
  static let sessions: [(String, State.Session)] = [
    ("embedded", .embedded), ("out", .signedOut(.neverSignedIn)),
    ("refused", .signedOut(.expired, refused: token)), ("in", .signedIn(token)),
  ]
  static let events: [(String, Event)] = [
    ("asked", .asked(2)), ("another asked", .asked(3)), ("asked for 5", .asked(2, choice: 5)),
    ("asked for 6", .asked(2, choice: 6)), ("asked to compare", .asked(2, compares: true)),
    ("asked not to compare", .asked(2, compares: false)),
    ("cancelled 1", .cancelled(1)), ("cancelled 9", .cancelled(9)), ("compareDue", .compareDue),
    ("served", .served), ("left", .left), ("found", .found(other)),
    ("missing", .missing(.signedOut)), ("refused", .refused(token, .expired)),
    ("another refused", .refused(other, .expired)), ("leaving", .leaving),
    ("signedOut", .signedOut), ("sending", .sending(6)), ("sent", .sent),
    ("comparing", .comparing), ("compared", .compared), ("overtaken", .overtaken),
    ("committed 5", .committed(5)), ("committed 6", .committed(6)),
    ("succeeded", .succeeded()), ("offline", failure(offline)), ("busy", failure(busy)),
    ("untrusted", failure(untrusted)), ("forbidden", failure(forbidden)),
    ("late", .failed(offline, after: .seconds(9), chance: 0)), ("resumed", .resumed),
    ("retryDue", .retryDue), ("reached", .reached), ("followingEnded", .followingEnded),
  ]

  static func failure(_ error: ServiceFailure) -> Event {
    .failed(error, after: .zero, chance: 0.5)
  }

  static func state(
    _ session: State.Session = .signedIn(token), canFollow: Bool = true, after events: [Event] = []
  ) -> State {
    var state = State(session: session, canFollow: canFollow)
    for event in events { _ = state.handle(event) }
    return state
  }

  static func name(_ state: State) -> String {
    switch state.sync {
    case .idle: "idle"
    case .retrying: "retrying"
    case .running(let run):
      switch run.step {
      case .looking: "looking"
      case .sending: "sending"
      case .comparing: "comparing"
      case .pausing: "pausing"
      }
    }
  }

  // MARK: Tables

  /// Where each event leads from idle, retrying, looking, sending 5, comparing, and pausing. An event
  /// that is not named leaves the sync as it is.
  static let syncTable: [String: String] = [
    "asked": "looking looking looking looking looking looking",
    "another asked": "looking looking looking looking looking looking",
    "asked for 5": "looking looking looking sending looking looking",
    "asked for 6": "looking looking looking looking looking looking",
    "asked to compare": "looking looking looking looking looking looking",
    "asked not to compare": "looking looking looking looking looking looking",
    "compareDue": "looking looking looking looking looking looking",
    "cancelled 1": "idle retrying idle idle idle idle",
    "left": "idle retrying looking sending looking looking",
    "leaving": "idle idle idle idle idle idle",
    "sending": "idle retrying sending sending sending sending",
    "sent": "idle retrying looking looking looking looking",
    "comparing": "idle retrying comparing comparing comparing comparing",
    "compared": "idle retrying looking looking looking looking",
    "committed 6": "idle retrying looking looking comparing pausing",
    "succeeded": "idle retrying idle idle idle idle",
    "offline": "idle retrying pausing pausing pausing pausing",
    "busy": "idle retrying retrying retrying retrying retrying",
    "untrusted": "idle retrying retrying retrying retrying retrying",
    "forbidden": "idle retrying idle idle idle idle",
    "late": "idle retrying retrying retrying retrying retrying",
    "resumed": "idle retrying looking looking looking looking",
    "retryDue": "idle looking looking sending comparing pausing",
  ]

  /// The events that start a run from these states, of those that lead to looking.
  static func startsRun(_ event: String, from sync: String) -> Bool {
    switch event {
    case "asked", "another asked", "asked for 6", "asked to compare", "asked not to compare",
      "compareDue":
      true
    case "asked for 5": sync != "sending"
    case "left": ["looking", "comparing", "pausing"].contains(sync)
    case "committed 6": sync == "sending"
    case "retryDue": sync == "retrying"
    default: false
    }
  }

  @Test("Each event in each state of the sync", arguments: events.map(\.0))
  func sync(_ name: String) throws {
    let event = try #require(Self.events.first { $0.0 == name }).1
    let row = Self.syncTable[name]?.split(separator: " ").map(String.init)
    for (index, (sync, way)) in Self.syncs.enumerated() {
      var state = Self.state(after: way)
      #expect(Self.name(state) == sync)
      let effects = state.handle(event)
      #expect(Self.name(state) == row?[index] ?? sync, "\(name) while \(sync)")
      #expect(effects.contains(.run) == Self.startsRun(name, from: sync), "\(name) while \(sync)")
    }
  }

  @Test("Each event in each session", arguments: events.map(\.0))
  func session(_ name: String) throws {
    let event = try #require(Self.events.first { $0.0 == name }).1
    for (former, session) in Self.sessions {
      var state = Self.state(session)
      _ = state.handle(event)
      let refused = former == "refused" ? Self.token : nil
      let expected: State.Session? =
        switch (former, name) {
        case ("embedded", _): nil
        case (_, "found"): .signedIn(Self.other)
        case (_, "missing"), (_, "signedOut"): .signedOut(.signedOut, refused: refused)
        case ("in", "refused"): .signedOut(.expired, refused: Self.token)
        default: nil
        }
      #expect(state.session == expected ?? session, "\(name) while \(former)")
    }
  }

  @Test("Each event while the account is followed and while it is not", arguments: events.map(\.0))
  func following(_ name: String) throws {
    let event = try #require(Self.events.first { $0.0 == name }).1
    for canFollow in [false, true] {
      for (former, session) in Self.sessions {
        for way in [[], [Event.left], [.served], [.served, .followingEnded]] {
          var state = Self.state(session, canFollow: canFollow, after: way)
          let (was, isAlone) = (state.isFollowing, state.isAlone)
          let effects = state.handle(event)
          let starts = name == "served" && canFollow && former == "in" && !was && !isAlone
          let stops = was && ["left", "leaving", "refused", "signedOut"].contains(name)
          #expect(effects.contains(.follow) == starts)
          #expect(effects.contains(.stopFollowing) == stops)
          #expect(state.isFollowing == (was && !stops && name != "followingEnded" || starts))
        }
      }
    }
  }

  @Test("In every state, each request finishes once, and only a run lets requests wait")
  func everyState() {
    var seen: Set<String> = []
    var next = Self.sessions.map { Self.state($0.1) }
    while let state = next.popLast() {
      // States that differ in times and numbers alone are one.
      let key =
        "\(state.session) \(Self.name(state)) \(state.run?.waiting ?? [])"
        + " \(state.isFollowing) \(state.isAlone) \(state.wantsComparison)"
      guard seen.insert(key).inserted else { continue }
      for (name, event) in Self.events {
        var after = state
        let effects = after.handle(event)
        var waiting = state.run?.waiting ?? []
        if case .asked(let id, _, _) = event {
          // Each request has another number.
          if waiting.contains(id) { continue }
          waiting.append(id)
        }
        for case .finish(let ids, _) in effects {
          for id in ids {
            #expect(waiting.contains(id), "\(name): \(state)")
            waiting.removeAll { $0 == id }
          }
        }
        #expect(after.run?.waiting ?? [] == waiting, "\(name): \(state)")
        // Each run is started, and ends or is stopped.
        #expect(!effects.contains(.stop) || after.sync == .idle)
        #expect(!effects.contains(.run) || after.run?.step == .looking)
        if state.run == nil, after.run != nil { #expect(effects.contains(.run)) }
        if effects.contains(where: { if case .retry = $0 { true } else { false } }) {
          #expect(after.sync == .retrying && !after.isAlone)
        }
        if after.isFollowing { #expect(after.canFollow && !after.isAlone) }
        next.append(after)
      }
    }
    #expect(seen.count > 300)
  }

  // MARK: Effects

  @Test("A failure is retried twice while a request waits, and three times otherwise")
  func tries() {
    for (isAlone, count) in [(false, 2), (true, 3)] {
      var state = Self.state(after: [.asked(1)] + (isAlone ? [.left] : []))
      var pauses: [Duration] = []
      while case .running = state.sync {
        _ = state.handle(.failed(Self.offline, after: .zero, chance: 0.5))
        if case .pausing(let pause)? = state.run?.step { pauses.append(pause) }
        _ = state.handle(.resumed)
      }
      #expect(pauses == [.milliseconds(250), .seconds(1), .seconds(3)].prefix(count).map { $0 })
      #expect(state.sync == (isAlone ? .idle : .retrying))
    }
  }

  @Test("Pauses after runs grow up to five minutes, and respect the server's request")
  func pauses() {
    var state = Self.state()
    func pause(_ error: ServiceFailure, _ chance: Double) -> Duration? {
      _ = state.handle(.asked(1))
      for case .retry(let pause) in state.handle(.failed(error, after: .seconds(9), chance: chance))
      {
        return pause
      }
      return nil
    }
    #expect(pause(Self.offline, 0.5) == .seconds(2))
    #expect(pause(Self.offline, 0) == .seconds(3))
    #expect(pause(Self.offline, 1) == .seconds(10))
    #expect(pause(Self.busy, 0) == .seconds(12))
    #expect(pause(Self.untrusted, 0.5) == .seconds(300))
    #expect(pause(Self.forbidden, 0.5) == nil)
    _ = state.handle(.asked(1))
    _ = state.handle(.succeeded())
    #expect(pause(Self.busy, 0.5) == .seconds(7))
    let asked = ServiceFailure(AccountFailure(.serverError, retryAfter: 86_400), "x")
    #expect(pause(asked, 0.5) == .seconds(3600))
  }

  @Test("A run reports before its requests finish, and starts again for a comparison")
  func ends() {
    var state = Self.state(after: [.asked(1)])
    #expect(
      state.handle(failure(Self.busy)) == [
        .beginPause(7), .reportSync, .finish([1], AccountFailure(.serverError, retryAfter: 7)),
        .retry(after: .seconds(7)),
      ])
    #expect(state.lastFailure == Self.busy)
    #expect(state.handle(.retryDue) == [.run])
    #expect(
      state.handle(.succeeded(Self.untrusted)) == [.endPause, .reportSync, .finish([]), .heed])
    #expect(state.lastFailure == Self.untrusted)
    _ = state.handle(.reached)
    #expect(state.lastFailure == nil)
    _ = state.handle(.asked(2, choice: 5))
    _ = state.handle(.sending(5))
    #expect(state.handle(.asked(3, choice: 5, compares: true)) == [])
    #expect(state.handle(.succeeded()) == [.endPause, .run])
    _ = state.handle(.compared)
    #expect(state.handle(.succeeded()) == [.endPause, .reportSync, .finish([2, 3]), .heed])
  }

  private func failure(_ error: ServiceFailure) -> Event { Self.failure(error) }

  @Test("An app that leaves wants no comparison, and signing out finishes each request")
  func leaves() {
    var state = Self.state(after: [.served, .asked(1, compares: true), .comparing])
    #expect(state.handle(.left) == [.stopFollowing, .run])
    #expect(!state.wantsComparison)
    #expect(
      state.handle(.leaving) == [
        .stop, .reportSync, .finish([1], AccountFailure(.cancelled)),
      ])
    #expect(state.handle(.cancelled(1)) == [])
  }
}
