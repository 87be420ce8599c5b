import TerminalHarness

extension Recording {
  /// A frame for each change of the screen. What a program writes without a pause is one change, and
  /// so is what it shows between two things that it was sent. A change that was over sooner than
  /// somebody can see is shown for `shortest`, and the film runs on to catch up.
  ///
  /// - Parameters:
  ///   - speed: how many times as fast it plays.
  ///   - longestPause: for how long nothing changes at most, before `speed`.
  ///   - ending: how long the last frame is seen.
  /// - Returns: nil if there are more than `limit` frames.
  func film(
    speed: Double = 1, longestPause: Duration? = nil, ending: Duration = .seconds(2), limit: Int
  ) -> Film? {
    guard let changes = changes(limit: limit) else { return nil }
    var pace = Pace(speed: speed, longestPause: longestPause)
    let times = changes.map { pace.time(of: $0.time) }
    let end = pace.time(of: max(duration, changes.last?.time ?? .zero))
    var frames: [Film.Frame] = []
    var begin = times.first ?? .zero
    for (index, change) in changes.enumerated() {
      let isLast = index == changes.count - 1
      let next =
        isLast ? max(end, begin + ending) : max(times[index + 1], begin + Self.shortest)
      frames.append(Film.Frame(screen: change.screen, duration: next - begin))
      begin = next
    }
    return Film(frames: frames)
  }

  /// For how long each frame is seen at least.
  private static let shortest = Duration.milliseconds(40)

  /// Output after a pause of this is another change.
  private static let pause = Duration.milliseconds(5)

  /// The screens that were shown one after the other, and since when; the screen at the beginning
  /// where nothing ever changes.
  private func changes(limit: Int) -> [(screen: Screen, time: Duration)]? {
    var emulator = Emulator(size: size, profile: .silent)
    var changes: [(screen: Screen, time: Duration)] = []
    /// Since when, and until when, what is not among the changes yet was written.
    var open: (since: Duration, until: Duration)?
    func close() {
      guard let time = open?.since else { return }
      open = nil
      if changes.last?.screen != emulator.screen { changes.append((emulator.screen, time)) }
    }
    for event in events {
      if let current = open, event.time > current.until,
        !emulator.screen.modes.synchronizedOutput
      {
        // What never pauses is shown from time to time.
        let isOver =
          switch event.kind {
          case .output:
            event.time - current.until >= Self.pause || event.time - current.since >= Self.shortest
          case .input, .resize: true
          case .marker: false
          }
        if isOver { close() }
        if changes.count > limit { return nil }
      }
      switch event.kind {
      case .output(let bytes): emulator.feed(bytes)
      case .resize(let size): emulator.resize(to: size)
      case .input, .marker: continue
      }
      open = (open?.since ?? event.time, event.time)
    }
    close()
    if changes.isEmpty { changes.append((emulator.screen, .zero)) }
    return changes.count > limit ? nil : changes
  }
}
