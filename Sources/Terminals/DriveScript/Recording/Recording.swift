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
  }

  public var size: TerminalSize
  public var title: String?
  /// The variables that determined the program's look and language, such as `TERM`.
  public var environment: [String: String]
  /// How the program ended, as shells have it: 128 and the number of a signal that ended it; nil if
  /// it is not known.
  public var exit: Int?
  /// The events in order of time.
  public var events: [Event]
  /// The time of the end, which may be after the last event.
  public var duration: Duration

  public init(
    size: TerminalSize, title: String? = nil, environment: [String: String] = [:],
    exit: Int? = nil, events: [Event] = [], duration: Duration = .zero
  ) {
    self.size = size
    self.title = title
    self.environment = environment
    self.exit = exit
    self.events = events
    self.duration = max(duration, events.last?.time ?? .zero)
  }

  /// The recording of one program: its log, and the changes of its terminal's size.
  init(
    log: ByteLog, size: TerminalSize, resizes: [(time: Duration, size: TerminalSize)],
    duration: Duration, title: String, environment: [String: String], status: ProcessStatus
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
      size: size, title: title,
      environment: environment.filter { Self.isRecorded($0.key) }, exit: status.shellCode,
      events: events, duration: duration)
  }

  /// Whether a variable is kept: one of language, time zone or terminal. No others, because they
  /// may hold secrets.
  static func isRecorded(_ variable: String) -> Bool {
    ["TERM", "LANG", "LANGUAGE", "TZ", "COLORTERM", "NO_COLOR"].contains(variable)
      || variable.hasPrefix("LC_")
  }

  /// Appends another recording, on a terminal that is reset in between.
  mutating func append(_ other: Recording) {
    events.append(Event(time: duration, kind: .resize(other.size)))
    // RIS, and the end of the alternate screen.
    events.append(Event(time: duration, kind: .output(Array("\u{1B}[?1049l\u{1B}c".utf8))))
    events += other.events.map { Event(time: $0.time + duration, kind: $0.kind) }
    duration += other.duration
    exit = other.exit
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
    return recording.timed(shortened)
  }

  /// The recording at another speed, and with no pause longer than `longestPause`.
  func played(speed: Double, longestPause: Duration?) -> Recording {
    var pace = Pace(speed: speed, longestPause: longestPause)
    return timed { pace.time(of: $0) }
  }

  /// The recording with other times, which are asked for in their order.
  private func timed(_ time: (Duration) -> Duration) -> Recording {
    var recording = self
    for index in events.indices { recording.events[index].time = time(events[index].time) }
    recording.duration = time(duration)
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

extension ProcessStatus {
  /// The code of an ended program, as shells have it: 128 and the number of the signal that ended
  /// it.
  var shellCode: Int? {
    switch self {
    case .exited(let code): Int(code)
    case .signaled(let number): 128 + Int(number)
    case .running, .stopped: nil
    }
  }
}

extension Duration {
  /// The duration in seconds, with fractions.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
