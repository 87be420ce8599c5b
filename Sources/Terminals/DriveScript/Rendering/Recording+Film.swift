import TerminalHarness

extension Recording {
  /// The whole film of a recording.
  ///
  /// - Returns: nil if there are more than `limit` frames.
  func film(speed: Double = 1, longestPause: Duration? = nil, limit: Int) -> Film? {
    let frames = FilmFrames(of: self, speed: speed, longestPause: longestPause)
    let taken = Array(frames.prefix(limit + 1))
    return taken.count > limit ? nil : Film(frames: taken)
  }

  /// The most frames of a film that is drawn: nobody could load more, and all are in memory at once. Large screens
  /// get fewer.
  var mostFrames: Int {
    var largest = size.columns * size.rows
    for case .resize(let size) in events.lazy.map(\.kind) {
      largest = max(largest, size.columns * size.rows)
    }
    return min(3_000, 50_000_000 / largest)
  }
}

/// A frame for each change of the screen, made when it is asked for: those of a long recording do not fit into
/// memory. Output without a pause is one change, and so is the output between two inputs. A change that is too
/// short to be seen is shown for `shortest`, and the film catches up later.
struct FilmFrames: Sequence, IteratorProtocol {
  private let recording: Recording
  private var pace: Recording.Pace
  private var emulator: Emulator
  /// The number of events that the emulator has obeyed.
  private var at = 0
  /// The times of the first and the last output that is in no frame yet.
  private var open: (since: Duration, until: Duration)?
  /// The screen of the latest change.
  private var latest: Screen?
  /// The change that the next frame shows, and when; nil after the last one.
  private var upcoming: (screen: Screen, time: Duration)?
  private var begin = Duration.zero

  /// The shortest time for which a frame is shown.
  private static let shortest = Duration.milliseconds(40)

  /// A pause after which output counts as another change.
  private static let pause = Duration.milliseconds(5)

  /// How long the last frame is shown.
  private static let ending = Duration.seconds(2)

  /// - Parameters:
  ///   - speed: how many times as fast it plays.
  ///   - longestPause: the longest time without a change, before `speed` applies.
  init(of recording: Recording, speed: Double, longestPause: Duration?) {
    self.recording = recording
    pace = Recording.Pace(speed: speed, longestPause: longestPause)
    emulator = Emulator(size: recording.size, profile: .silent)
    upcoming = change() ?? (emulator.screen, .zero)
    begin = upcoming?.time ?? .zero
  }

  mutating func next() -> Film.Frame? {
    guard let current = upcoming else { return nil }
    upcoming = change()
    // `max` alone would be a sequence's.
    let end =
      upcoming.map { Swift.max($0.time, begin + Self.shortest) }
      ?? Swift.max(pace.time(of: recording.duration), begin + Self.ending)
    defer { begin = end }
    return Film.Frame(screen: current.screen, duration: end - begin)
  }

  /// The next change; nil if the screen never changes again.
  private mutating func change() -> (screen: Screen, time: Duration)? {
    while at < recording.events.count {
      let event = recording.events[at]
      if let current = open, event.time > current.until, !emulator.screen.modes.synchronizedOutput {
        // Output that never pauses is shown from time to time.
        let isOver =
          switch event.kind {
          case .output:
            event.time - current.until >= Self.pause || event.time - current.since >= Self.shortest
          case .input, .resize: true
          case .marker: false
          }
        if isOver, let change = close() { return change }
      }
      at += 1
      switch event.kind {
      case .output(let bytes): emulator.feed(bytes)
      case .resize(let size): emulator.resize(to: size)
      case .input, .marker: continue
      }
      open = (open?.since ?? event.time, event.time)
    }
    return close()
  }

  /// Ends the change that is under way; nil if the screen is as before.
  private mutating func close() -> (screen: Screen, time: Duration)? {
    guard let since = open?.since else { return nil }
    open = nil
    guard emulator.screen != latest else { return nil }
    latest = emulator.screen
    return (emulator.screen, pace.time(of: since))
  }
}
