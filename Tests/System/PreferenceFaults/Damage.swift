import Glibc
import LisanPreferences

/// Attacks on the bytes of a file at rest, whose value is known.
public enum Damage {
  /// Flips bit after bit, one at a time, `step` bits apart (1: all). Each time a new process
  /// has to be served the current value, and its next commit to leave a file without a flaw.
  public static func bitFlips(every step: Int) throws -> Outcome {
    var outcome = Outcome("every bit flipped once")
    let scratch = Scratch()
    let (bytes, value) = try fileAtRest(scratch)
    let slot = bytes.count / 2
    for bit in stride(from: 0, to: bytes.count * 8, by: step) {
      overwrite([bytes[bit / 8] ^ 1 << UInt8(bit % 8)], at: bit / 8, of: scratch.path)
      let file = preferenceFile(at: scratch.path)
      let answer = file.read()
      let isInRecord = bit / 8 % slot < RecordShape.current.length
      switch answer {
      case .good(value) where !isInRecord, .degraded(value) where isInRecord:
        outcome.count("serve the current value")
      default: outcome.fail("bit \(bit): \(answer)")
      }
      let mended = try file.set(.choice("fa")).preference
      let report = try fileReport(of: scratch.path)
      outcome.expect(report.findings == [], "bit \(bit): not mended: \(report.findings)")
      outcome.expect(
        preferenceFile(at: scratch.path).read() == .good(mended), "bit \(bit): not mended")
      if mended.generation == value.generation + 1 { outcome.count("mended by the next change") }
      overwrite(bytes, at: 0, of: scratch.path)
    }
    return outcome
  }

  /// Flips 1 to 64 random bits, in the whole file and in the records alone by turns. The answer
  /// has to be the current value or the report that the file is damaged, which then is set aside
  /// with every byte kept.
  public static func randomDamages(_ times: Int) throws -> Outcome {
    var outcome = Outcome("random damages of 1 to 64 bits")
    var random = SeededGenerator(seed: 7)
    let scratch = Scratch()
    let (bytes, value) = try fileAtRest(scratch)
    for round in 0..<times {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...64, using: &random) {
        let isAnywhere = round % 2 == 0
        let place =
          isAnywhere
          ? Int.random(in: 0..<damaged.count, using: &random)
          : Int.random(in: 0..<2, using: &random) * (bytes.count / 2)
            + Int.random(in: 0..<RecordShape.current.length, using: &random)
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      scratch.clear()
      put(damaged, at: scratch.path)
      let file = preferenceFile(at: scratch.path)
      let answer = file.read()
      switch answer {
      case .good(value), .degraded(value):
        outcome.count("serve the current value")
      case .damaged:
        outcome.expect(contents(scratch.path) == damaged, "round \(round): reading changed it")
        let name = try file.setAside() ?? "not set aside"
        outcome.count("reported and set aside")
        outcome.expect(contents(name) == damaged, "round \(round): \(name) is not what was damaged")
      default: outcome.fail("round \(round): \(answer)")
      }
      let after = try file.set(.choice("fa")).preference
      outcome.expect(
        preferenceFile(at: scratch.path).read() == .good(after), "round \(round): not mended")
    }
    outcome.count("wrong", times: outcome.failureCount)
    outcome.count("lost silently", times: 0)
    return outcome
  }

  /// Cuts the file to every length, `step` bytes apart (1: all), for a new process and for
  /// one that has it mapped. One whole record has to serve (what was cut off and was all zeros
  /// reads as zeros again, up to the page's end); none has to be reported, and the process that
  /// had read the value before puts it back.
  public static func truncations(every step: Int) throws -> Outcome {
    var outcome = Outcome("truncated to every length")
    let scratch = Scratch()
    let (bytes, value) = try fileAtRest(scratch)
    let (slot, record) = (bytes.count / 2, RecordShape.current.length)
    let firstEnd = bytes[..<record].lastIndex { $0 != 0 }! + 1
    let secondEnd = bytes[slot..<slot + record].lastIndex { $0 != 0 }! + 1
    for length in stride(from: 0, through: bytes.count, by: step) {
      // Mapped while it is cut.
      let mapped = preferenceFile(at: scratch.path)
      outcome.expect(mapped.read() == .good(value), "length \(length): not whole before")
      truncate(scratch.path, off_t(length))
      outcome.expect(mapped.current == value, "length \(length): the mapped value is gone")
      let expected: ReadAnswer =
        length >= secondEnd
        ? .good(value) : length >= firstEnd ? .degraded(value) : .damaged
      outcome.expect(mapped.read() == expected, "length \(length), mapped: \(mapped.read())")
      let change = try mapped.set(.choice("fa")).preference
      outcome.expect(
        change.generation == value.generation + 1 && change.entries == value.entries
          && preferenceFile(at: scratch.path).read() == .good(change),
        "length \(length), mapped: not mended")
      outcome.count("mended by the process that had it mapped")

      // A new process.
      scratch.clear()
      put(Array(bytes.prefix(length)), at: scratch.path)
      let fresh = preferenceFile(at: scratch.path)
      switch (fresh.read(), length) {
      case (.good(value), secondEnd...), (.degraded(value), firstEnd..<secondEnd):
        outcome.count("serve the current value")
      case (.damaged, ..<firstEnd):
        let name = try fresh.setAside() ?? "not set aside"
        outcome.count("reported and set aside")
        outcome.expect(contents(name) == Array(bytes.prefix(length)), "length \(length): \(name)")
      case (let answer, _): outcome.fail("length \(length): \(answer)")
      }
      scratch.clear()
      put(bytes, at: scratch.path)
    }
    return outcome
  }

  /// Replaces, unlinks and empties the file in the hands of a process that has it mapped.
  public static func underTheMap() throws -> Outcome {
    var outcome = Outcome("truncated to 0 or unlinked while mapped")
    for (name, harm) in [
      ("truncated to 0", { (path: String) in _ = truncate(path, 0) }),
      ("unlinked", { (path: String) in _ = unlink(path) }),
    ] {
      let scratch = Scratch()
      let (_, value) = try fileAtRest(scratch)
      let file = preferenceFile(at: scratch.path)
      outcome.expect(file.read() == .good(value), "\(name): not whole before")
      harm(scratch.path)
      outcome.expect(file.current == value, "\(name): value gone")
      let after = try file.set(.choice("fa")).preference
      outcome.expect(
        after.device == value.device && after.generation == value.generation + 1
          && after.entries == value.entries, "\(name): restored as \(after)")
      outcome.expect(
        preferenceFile(at: scratch.path).read() == .good(after), "\(name): not mended")
      outcome.count("\(name): alive, mends itself")
    }
    return outcome
  }

  /// A file with three changes in it, its bytes and what it says.
  private static func fileAtRest(_ scratch: Scratch) throws -> ([UInt8], Preference) {
    let file = preferenceFile(at: scratch.path)
    for number in 1...3 { try file.set(Numbered.change(number)) }
    guard let bytes = contents(scratch.path), let value = file.current else {
      throw SetUpFailure(what: "no file at \(scratch.path)")
    }
    return (bytes, value)
  }
}

/// An attack that could not even begin.
public struct SetUpFailure: Error, Equatable, CustomStringConvertible {
  public var what: String

  static let noPtrace = SetUpFailure(what: "ptrace is not permitted")

  public var description: String { what }
}
