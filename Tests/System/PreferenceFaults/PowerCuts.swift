import Glibc
import LisanPreferences

/// Power cuts: a real process's writes and syncs are recorded, and after each of them every image
/// that a disk may then hold is built and read. Nothing acknowledged may be missing from any.
public struct PowerCuts {
  /// How much of it: the full campaign, or a part that takes a second.
  public struct Scale: Sendable {
    /// Bytes between the places where a sector is torn.
    public var tornEvery: Int
    /// Random scripts beside those written here.
    public var randomScripts: Int
    /// Every how many-th of a script's calls it is killed before the cut.
    public var killEvery: Int
    /// Times that two processes are run side by side.
    public var interleavings: Int
    /// The most images that are built for one cut. Records of nine sectors have far more, so some
    /// are chosen at random.
    public var images = 20_000
    /// How many of the scripts written here are run, and how many disks get a second cut.
    public var scripts = Int.max
    public var secondCuts = Int.max

    public static let full = Scale(
      tornEvery: 8, randomScripts: 100, killEvery: 1, interleavings: 300)
    public static let quick = Scale(
      tornEvery: 128, randomScripts: 1, killEvery: 9, interleavings: 20)
    /// For records of nine sectors.
    public static let fullOfLarge = Scale(
      tornEvery: 64, randomScripts: 10, killEvery: 3, interleavings: 30, images: 2000,
      secondCuts: 200)
    public static let quickOfLarge = Scale(
      tornEvery: 256, randomScripts: 0, killEvery: 30, interleavings: 1, images: 20, scripts: 2,
      secondCuts: 3)
  }

  /// Commits (`a5`) and waits for durability (`A`) of two processes, from a file that says 3.
  private static let scripts = [
    "a4 A", "a4 A a5 A a6 A", "a4 a5 A A", "a4 a5 a6 A a7 A A A", "a4 A a5", "a4 a5",
    "a4 b5 A B", "a4 b5 B A", "a4 b5 a6 B A A", "a4 A b5 a6 B b7 A B", "a4 b5 A a6 B A",
    "a4 b5 A b6 B B a7 A",
  ]

  /// The same where there is no file yet.
  private static let scriptsFromNothing = [
    "a1 A", "a1 A a2 A", "a1 b2 B A", "a1 b2 A B", "a1 a2 A A",
  ]

  private let scale: Scale
  private let scratch = Scratch()
  private let imageScratch = Scratch()
  private var random = SeededGenerator(seed: 3)
  private var outcome = Outcome("power cut after every write and barrier")
  /// The second cut's starting points that were tried, so that none is twice.
  private var seconds: Set<[UInt8]> = []
  /// The shapes of new files without a record that were tried.
  private var blanks: Set<[Int]> = []

  public static func run(_ scale: Scale) throws -> Outcome {
    var cuts = PowerCuts(scale: scale)
    do {
      try cuts.run()
    } catch let failure as SetUpFailure {
      cuts.outcome.skipped = failure.what
    }
    return cuts.outcome
  }

  private init(scale: Scale) { self.scale = scale }

  private mutating func run() throws {
    let atRest = preferenceFile(at: scratch.path)
    for number in 1...3 { try atRest.set(Numbered.change(number)) }
    let base = contents(scratch.path)!

    for script in Self.scriptsFromNothing.prefix(scale.scripts) {
      try cutAll(script, from: nil, acknowledged: 0)
    }
    for script in Self.scripts.prefix(scale.scripts) {
      try cutAll(script, from: base, acknowledged: 3)
    }
    for _ in 0..<scale.randomScripts {
      try cutAll(randomScript(), from: base, acknowledged: 3)
    }
    try killThenCut("a4 A a5 A", then: "a6 A a7 A", from: base)
    try killThenCut("a4 a5 A A", then: "a6 b7 A B", from: base)
    try killThenCut("a4 b5 A B", then: "a6 A", from: base)
    for round in 0..<scale.interleavings { try interleaveAndCut(round, from: base) }
    outcome.count("lost", times: outcome.failureCount)
  }

  /// Runs two processes side by side, every fourth time from no file, and cuts the power after
  /// everything that either does.
  private mutating func interleaveAndCut(_ round: Int, from base: [UInt8]) throws {
    let start = round % 4 == 0 ? nil : base
    place(start)
    var recorder = DiskRecorder(path: scratch.path)
    try recorder.interleave([words("a4 A a6 A a8 A"), words("b5 B b7 b9 B B")], &random)
    outcome.count("runs of two processes in turns")
    _ = try cut(
      recorder.events, from: DiskModel(start, acknowledged: start == nil ? 0 : 3),
      scale.tornEvery * 4,
      "two processes, round \(round)")
  }

  /// Runs a script and cuts the power after everything it does to the disk; then once more in the
  /// first change after the power is back.
  private mutating func cutAll(
    _ script: String, from base: [UInt8]?, acknowledged: UInt64
  ) throws {
    place(base)
    var recorder = DiskRecorder(path: scratch.path)
    try recorder.run(words(script))
    let survivors = try cut(
      recorder.events, from: DiskModel(base, acknowledged: acknowledged), scale.tornEvery, script)
    for survivor in survivors {
      guard let bytes = survivor.bytes, seconds.count < scale.secondCuts,
        seconds.insert(bytes).inserted
      else { continue }
      outcome.count("second cuts in the next process")
      place(bytes)
      var second = DiskRecorder(path: scratch.path)
      try second.run(words("a21 A b22 B"))
      _ = try cut(
        second.events, from: DiskModel(bytes, acknowledged: survivor.generation),
        scale.tornEvery, "\(script), cut, a21 A b22 B")
    }
  }

  /// Kills the first script before and after each of its calls, lets another process go on, and
  /// cuts the power after everything that one does.
  private mutating func killThenCut(
    _ first: String, then second: String, from base: [UInt8]
  ) throws {
    place(base)
    var whole = DiskRecorder(path: scratch.path)
    try whole.run(words(first))
    for call in stride(from: 0, to: whole.names.count, by: scale.killEvery) {
      for isAfter in [false, true] {
        place(base)
        var recorder = DiskRecorder(path: scratch.path)
        try recorder.run(
          words(first), kill: .init(call: call, isAfter: isAfter))
        outcome.count("kills before a cut")
        try recorder.run(words(second))
        _ = try cut(
          recorder.events, from: DiskModel(base, acknowledged: 3), scale.tornEvery,
          "\(first), killed at call \(call), \(second)")
      }
    }
  }

  /// What a cut left, and the generation that it is at.
  private struct Survivor {
    var bytes: [UInt8]?
    var generation: UInt64
  }

  /// Cuts after each event; returns what was left, one of each shape.
  private mutating func cut(
    _ events: [DiskEvent], from start: DiskModel, _ tornEvery: Int, _ name: String
  ) throws -> [Survivor] {
    var model = start
    var survivors: [Survivor] = []
    for (index, event) in events.enumerated() {
      model.apply(event)
      // The beginning of a wait changes nothing on the disk.
      if case .syncBegan = event { continue }
      let isAcknowledgement = if case .durable = event { true } else { false }
      outcome.count("cuts")
      if isAcknowledgement { outcome.count("right after an acknowledgement") }
      var shapes: Set<[Int]> = []
      for image in model.images(tornEvery: tornEvery, atMost: scale.images, &random) {
        outcome.count(image.isTorn ? "images with a torn sector" : "whole images")
        let generation = try check(image, model.acknowledged, "\(name), after event \(index)")
        if let generation, shapes.insert(image.shape).inserted {
          survivors.append(Survivor(bytes: image.bytes, generation: generation))
        }
      }
    }
    return survivors
  }

  /// Reads an image as the first process after the cut does; the generation it is at.
  private mutating func check(
    _ image: DiskModel.Image, _ acknowledged: UInt64, _ name: String
  ) throws -> UInt64? {
    guard let bytes = image.bytes else {
      outcome.expect(acknowledged == 0, "\(name): no file")
      return nil
    }
    put(bytes, at: imageScratch.path)
    let answer = preferenceFile(at: imageScratch.path).read()
    switch answer {
    case .good(let value), .degraded(let value):
      if Numbered.number(of: value) != nil, value.generation >= acknowledged {
        return value.generation
      }
      outcome.fail("\(name), \(acknowledged) acknowledged: \(answer)")
    case .damaged where acknowledged == 0:
      // A new file got its name and not its record: the next choice makes another.
      guard blanks.insert(image.shape).inserted else { return nil }
      outcome.count("new files without a record")
      let file = PreferenceFile(
        path: imageScratch.path, layout: RecordShape.current.layout, ownsPath: true)
      try file.set(Numbered.change(1))
      outcome.expect(
        file.read().preference.flatMap(Numbered.number(of:)) == 1, "\(name): not made again")
      imageScratch.clear()
    default: outcome.fail("\(name), \(acknowledged) acknowledged: \(answer)")
    }
    return nil
  }

  private mutating func randomScript() -> String {
    var words: [String] = []
    var next = 4
    var waiting: [Character: Int] = [:]
    for _ in 0..<Int.random(in: 4...10, using: &random) {
      let name: Character = Bool.random(using: &random) ? "a" : "b"
      if waiting[name, default: 0] > 0, Bool.random(using: &random) {
        waiting[name]! -= 1
        words.append(name.uppercased())
      } else {
        waiting[name, default: 0] += 1
        words.append("\(name)\(next)")
        next += 1
      }
    }
    return words.joined(separator: " ")
  }

  private func words(_ script: String) -> [String] {
    script.split(separator: " ").map(String.init)
  }

  private func place(_ bytes: [UInt8]?) {
    scratch.clear()
    if let bytes { put(bytes, at: scratch.path) }
  }
}
