import TerminalHarness

/// The events on a terminal, with their times: the contents of an asciicast.
public struct Recording: Hashable, Sendable {
  public struct Event: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Output of the program.
      case output([UInt8])
      /// Input to the program.
      case input([UInt8])
      case resize(TerminalSize)
      /// A name for a moment.
      case marker(String)
    }

    /// The time since the beginning.
    public var time: Duration
    public let kind: Kind

    public init(time: Duration, kind: Kind) {
      self.time = time
      self.kind = kind
    }
  }

  public var size: TerminalSize
  public var title: String?
  public var terminalType: String?
  /// The events in order of time.
  public var events: [Event]
  /// The time of the end, which may be after the last event.
  public var duration: Duration

  public init(
    size: TerminalSize, title: String? = nil, terminalType: String? = nil, events: [Event] = [],
    duration: Duration = .zero
  ) {
    self.size = size
    self.title = title
    self.terminalType = terminalType
    self.events = events
    self.duration = max(duration, events.last?.time ?? .zero)
  }

  /// The recording of one program: its log, and the changes of its terminal's size.
  init(
    log: ByteLog, size: TerminalSize, resizes: [(time: Duration, size: TerminalSize)],
    duration: Duration, title: String, terminalType: String?
  ) {
    var events = log.chunks.map { chunk in
      Event(time: chunk.time, kind: chunk.isOutput ? .output(chunk.bytes) : .input(chunk.bytes))
    }
    if log.droppedBytes > 0, let first = events.first {
      let text = "\(log.droppedBytes) bytes before this are not kept"
      events.insert(Event(time: first.time, kind: .marker(text)), at: 0)
    }
    for resize in resizes {
      let place = events.firstIndex { $0.time > resize.time } ?? events.count
      events.insert(Event(time: resize.time, kind: .resize(resize.size)), at: place)
    }
    self.init(
      size: size, title: title, terminalType: terminalType, events: events, duration: duration)
  }

  /// Appends another recording, on a terminal that is reset in between.
  mutating func append(_ other: Recording) {
    events.append(Event(time: duration, kind: .resize(other.size)))
    // RIS, and the end of the alternate screen.
    events.append(Event(time: duration, kind: .output(Array("\u{1B}[?1049l\u{1B}c".utf8))))
    events += other.events.map { Event(time: $0.time + duration, kind: $0.kind) }
    duration += other.duration
  }

  /// The recording without the time of some ranges: the events in them happen at once. If a range
  /// lasts to the end, the recording ends before it.
  func withoutTime(in hidden: [Range<Duration>]) -> Recording {
    func shortened(_ time: Duration) -> Duration {
      hidden.reduce(time) { result, stretch in
        result - max(.zero, min(time, stretch.upperBound) - stretch.lowerBound)
      }
    }
    var recording = self
    if let last = hidden.last, last.upperBound >= duration {
      recording.events.removeAll { $0.time > last.lowerBound }
    }
    for index in recording.events.indices {
      recording.events[index].time = shortened(recording.events[index].time)
    }
    recording.duration = shortened(duration)
    return recording
  }

  /// The recording at another speed, and with no pause longer than `longestPause`.
  func played(speed: Double, longestPause: Duration?) -> Recording {
    var recording = self
    var pace = Pace(speed: speed, longestPause: longestPause)
    for index in recording.events.indices {
      recording.events[index].time = pace.time(of: events[index].time)
    }
    recording.duration = pace.time(of: duration)
    return recording
  }

  /// Another speed, and a limit for pauses.
  struct Pace {
    let speed: Double
    let longestPause: Duration?
    private var before = Duration.zero
    private var now = Duration.zero

    init(speed: Double, longestPause: Duration?) {
      self.speed = speed
      self.longestPause = longestPause
    }

    /// When an event of a certain time is shown; to be called in order of time.
    mutating func time(of time: Duration) -> Duration {
      let pause = max(.zero, time - before)
      now += min(pause, longestPause ?? pause) / speed
      before = max(before, time)
      return now
    }
  }
}

extension Duration {
  /// The duration in seconds, with fractions.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
