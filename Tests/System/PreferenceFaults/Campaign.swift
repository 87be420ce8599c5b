import Glibc

/// All attacks with the counts of the promise, and the table of what came of them.
public enum Campaign {
  typealias Attack = (name: String, run: @Sendable () throws -> Outcome)

  static let attacks: [Attack] = [
    ("bits", { try Damage.bitFlips(every: 1) }),
    ("random", { try Damage.randomDamages(5000) }),
    ("truncation", { try Damage.truncations(every: 1) }),
    ("kill", { try Kills.killNine(2000) }),
    ("instructions", { try Kills.everyInstruction() }),
    ("instruction-kills", { try Kills.killedAtInstructions(200) }),
    ("power", { try PowerCuts.run(RecordShape.current == .large ? .fullOfLarge : .full) }),
    ("device", { try ReplayedDevice.run(100) }),
    ("mapped", { try Damage.underTheMap() }),
    ("full-disk", { try Obstacles.fullDisk(1000) }),
    ("sparse", { try Obstacles.sparseFile() }),
    ("read-only-file", { try Obstacles.readOnlyFile() }),
    ("read-only-mount", { try Obstacles.readOnlyMount() }),
    ("other-owner", { try Obstacles.otherOwner() }),
    ("things", { try Obstacles.otherThings() }),
    ("lock", { try Obstacles.heldLock(200) }),
    ("refusals", { try Refusals.all() }),
    ("writers", { try Obstacles.writers(4, changes: 500) }),
  ]

  /// Runs the attacks named, on files of both shapes.
  public static func run(_ arguments: [String]) throws -> Int32 {
    var results: [Int32] = []
    for shape in RecordShape.allCases {
      say("\n\(shape.rawValue)\n")
      results.append(try RecordShape.$current.withValue(shape) { try runAttacks(arguments) })
    }
    return results.max() ?? 0
  }

  /// Runs the attacks named (all, if none is) and prints a row for each: 0, or 1 if one failed.
  private static func runAttacks(_ names: [String]) throws -> Int32 {
    for name in names where !attacks.contains(where: { $0.name == name }) {
      say("preference-faults: no attack \(name); there are \(attacks.map(\.name))")
      return 2
    }
    var hasFailed = false
    say("| attack | this file | seconds |")
    say("|---|---|---|")
    for attack in attacks where names.isEmpty || names.contains(attack.name) {
      let outcome = try timed(attack.run)
      let tenths = Int(outcome.seconds * 10)
      say("| \(outcome.attack) | \(outcome.summary) | \(tenths / 10).\(tenths % 10) |")
      for failure in outcome.failures { say("  FAILED: \(failure)") }
      hasFailed = hasFailed || outcome.failureCount > 0
    }
    return hasFailed ? 1 : 0
  }
}
