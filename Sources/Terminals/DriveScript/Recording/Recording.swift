import TerminalHarness

/// What happened on a terminal, with its times: what an asciicast holds.
public struct Recording: Hashable, Sendable {
  public struct Event: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// The program wrote this.
      case output([UInt8])
      /// It was sent this.
      case input([UInt8])
      case resize(TerminalSize)
      /// A name for a moment.
      case marker(String)
    }

    /// Since the beginning.
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
  /// In the order of time.
  public var events: [Event]
  /// When it ended, which may be after the last event.
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

  /// The recording of one program: its log, and when its terminal was given another size.
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

  /// Another recording after this one, on a terminal that is reset in between.
  mutating func append(_ other: Recording) {
    events.append(Event(time: duration, kind: .resize(other.size)))
    // RIS, and the end of the alternate screen.
    events.append(Event(time: duration, kind: .output(Array("\u{1B}[?1049l\u{1B}c".utf8))))
    events += other.events.map { Event(time: $0.time + duration, kind: $0.kind) }
    duration += other.duration
  }

  /// The same without the time of some stretches: what happens in them happens at once. With a
  /// stretch that lasts to the end, the recording ends before it.
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

  /// The same at another speed, and with no pause longer than `longestPause`.
  func played(speed: Double, longestPause: Duration?) -> Recording {
    var recording = self
    var pace = Pace(speed: speed, longestPause: longestPause)
    for index in recording.events.indices {
      recording.events[index].time = pace.time(of: events[index].time)
    }
    recording.duration = pace.time(of: duration)
    return recording
  }

  /// Another speed, and pauses that are not longer than some time.
  struct Pace {
    let speed: Double
    let longestPause: Duration?
    private var before = Duration.zero
    private var now = Duration.zero

    init(speed: Double, longestPause: Duration?) {
      self.speed = speed
      self.longestPause = longestPause
    }

    /// When something is seen that happened at a time; asked for one time after the other.
    mutating func time(of time: Duration) -> Duration {
      let pause = max(.zero, time - before)
      now += min(pause, longestPause ?? pause) / speed
      before = max(before, time)
      return now
    }
  }
}

extension Duration {
  /// Seconds with fractions.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
