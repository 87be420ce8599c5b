import Glibc
import PreferenceStore

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

    public static let full = Scale(tornEvery: 8, randomScripts: 150, killEvery: 1)
    public static let quick = Scale(tornEvery: 128, randomScripts: 2, killEvery: 7)
  }

  /// Commits (`a5`) and waits for durability (`A`) of two processes, from a file that says 3.
  private static let scripts = [
    "a4 A", "a4 A a5 A a6 A", "a4 a5 A A", "a4 a5 a6 A a7 A A A", "a4 A a5", "a4 a5",
    "a4 b5 A B", "a4 b5 B A", "a4 b5 a6 B A A", "a4 A b5 a6 B b7 A B", "a4 b5 A a6 B A",
    "a4 b5 A b6 B B a7 A",
  ]

  private let scale: Scale
  private let scratch = Scratch()
  private let imageScratch = Scratch()
  private var random = SeededGenerator(seed: 3)
  private var outcome = Outcome("power cut after every write and barrier")
  /// The second cut's starting points that were tried, so that none is twice.
  private var seconds: Set<[UInt8]> = []

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
    let atRest = PreferenceFile(path: scratch.path)
    for number in 1...3 { try atRest.set(Numbered.change(number)) }
    let base = contents(scratch.path)!

    try cutAll("a1 A", from: nil, acknowledged: 0)
    try cutAll("a1 A a2 A", from: nil, acknowledged: 0)
    for script in Self.scripts { try cutAll(script, from: base, acknowledged: 3) }
    for _ in 0..<scale.randomScripts {
      try cutAll(randomScript(), from: base, acknowledged: 3)
    }
    try killThenCut("a4 A a5 A", then: "a6 A a7 A", from: base)
    try killThenCut("a4 a5 A A", then: "a6 b7 A B", from: base)
    try killThenCut("a4 b5 A B", then: "a6 A", from: base)
    outcome.count("lost", times: outcome.failureCount)
  }

  /// Runs a script and cuts the power after everything it does to the disk; then once more in the
  /// first change after the power is back.
  private mutating func cutAll(
    _ script: String, from base: [UInt8]?, acknowledged: Int
  ) throws {
    place(base)
    var recorder = DiskRecorder()
    try recorder.run(words(script), path: scratch.path)
    let survivors = try cut(
      recorder.events, from: DiskModel(base, acknowledged: acknowledged), script)
    for survivor in survivors {
      guard let bytes = survivor.bytes, seconds.insert(bytes).inserted else { continue }
      outcome.count("second cuts in the next process")
      place(bytes)
      var second = DiskRecorder()
      try second.run(words("a21 A b22 B"), path: scratch.path)
      _ = try cut(
        second.events, from: DiskModel(bytes, acknowledged: survivor.number),
        "\(script), cut, a21 A b22 B")
    }
  }

  /// Kills the first script before and after each of its calls, lets another process go on, and
  /// cuts the power after everything that one does.
  private mutating func killThenCut(
    _ first: String, then second: String, from base: [UInt8]
  ) throws {
    place(base)
    var whole = DiskRecorder()
    try whole.run(words(first), path: scratch.path)
    for call in stride(from: 0, to: whole.calls, by: scale.killEvery) {
      for isAfter in [false, true] {
        place(base)
        var recorder = DiskRecorder()
        try recorder.run(
          words(first), path: scratch.path, kill: .init(call: call, isAfter: isAfter))
        outcome.count("kills before a cut")
        try recorder.run(words(second), path: scratch.path)
        _ = try cut(
          recorder.events, from: DiskModel(base, acknowledged: 3),
          "\(first), killed at call \(call), \(second)")
      }
    }
  }

  /// What a cut left, and the change that it says.
  private struct Survivor {
    var bytes: [UInt8]?
    var number: Int
  }

  /// Cuts after each event; returns what was left, one of each shape.
  private mutating func cut(
    _ events: [DiskEvent], from start: DiskModel, _ name: String
  ) throws -> [Survivor] {
    var model = start
    var survivors: [Survivor] = []
    for (index, event) in events.enumerated() {
      model.apply(event)
      let isAcknowledgement = if case .durable = event { true } else { false }
      outcome.count("cuts")
      if isAcknowledgement { outcome.count("right after an acknowledgement") }
      var shapes: Set<[Int]> = []
      for image in model.images(tornEvery: scale.tornEvery, &random) {
        outcome.count(image.isTorn ? "images with a torn sector" : "whole images")
        let number = try check(image, model.acknowledged, "\(name), after event \(index)")
        if let number, shapes.insert(image.shape).inserted {
          survivors.append(Survivor(bytes: image.bytes, number: number))
        }
      }
    }
    return survivors
  }

  /// Reads an image as the first process after the cut does; the number of the change it says.
  private mutating func check(
    _ image: DiskModel.Image, _ acknowledged: Int, _ name: String
  ) throws -> Int? {
    guard let bytes = image.bytes else {
      outcome.expect(acknowledged == 0, "\(name): no file")
      return nil
    }
    put(bytes, at: imageScratch.path)
    let answer = PreferenceFile(path: imageScratch.path).read()
    switch answer {
    case .good(let value), .degraded(let value):
      if let number = Numbered.number(of: value), number >= acknowledged { return number }
      outcome.fail("\(name), \(acknowledged) acknowledged: \(answer)")
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
