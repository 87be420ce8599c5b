import TerminalHarness

extension Recording {
  /// A frame for each change of the screen. Output without a pause is one change, and so is the
  /// output between two inputs. A change that is too short to be seen is shown for `shortest`, and
  /// the film catches up later.
  ///
  /// - Parameters:
  ///   - speed: how many times as fast it plays.
  ///   - longestPause: the longest time without a change, before `speed` applies.
  ///   - ending: how long the last frame is shown.
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

  /// The shortest time for which a frame is shown.
  private static let shortest = Duration.milliseconds(40)

  /// A pause after which output counts as another change.
  private static let pause = Duration.milliseconds(5)

  /// The screens in order, with the time of each; only the initial screen if nothing ever changes.
  private func changes(limit: Int) -> [(screen: Screen, time: Duration)]? {
    var emulator = Emulator(size: size, profile: .silent)
    var changes: [(screen: Screen, time: Duration)] = []
    /// The times of the first and the last output that is not among the changes yet.
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
        // Output that never pauses is shown from time to time.
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
