import PreferenceFaults
import Testing

/// A quick part of each attack; `preference-faults` runs them in full.
@Suite(.serialized) struct FaultTests {
  @Test("R31: a flipped bit loses nothing and is repaired")
  func bits() throws { try judge(Damage.bitFlips(every: 61)) }

  @Test("R31: random damages are survived or reported, never silent")
  func randomDamages() throws { try judge(Damage.randomDamages(100)) }

  @Test("R31: a truncated file is used while one record is whole, and otherwise reported")
  func truncations() throws { try judge(Damage.truncations(every: 97)) }

  @Test("R31: truncating or unlinking the mapped file harms nothing")
  func underTheMap() throws { try judge(Damage.underTheMap()) }

  @Test("R31: kill -9 loses nothing that was written")
  func kills() throws { try judge(Kills.killNine(24)) }

  @Test(
    "R31: after a kill at any instruction a change is old or new, and the next one works",
    .needs(.tracing))
  func instructions() throws { try judge(Kills.killedAtInstructions(30)) }

  @Test(
    "R31: a power cut loses nothing acknowledged, even with torn sectors",
    .needs(.tracing))
  func powerCuts() throws { try judge(PowerCuts.run(.quick)) }

  @Test(
    "R31: on a full disk an existing file takes changes, and a new one is refused",
    .needs(.memoryMount))
  func fullDisk() throws { try judge(Obstacles.fullDisk(50)) }

  @Test(
    "R31: a sparse file on a full disk refuses a change and keeps its value",
    .needs(.loopMount))
  func sparseFile() throws { try judge(Obstacles.sparseFile()) }

  @Test("R32: a file without write permission is used, and writes report an error")
  func readOnlyFile() throws { try judge(Obstacles.readOnlyFile()) }

  @Test(
    "R32: a file on a read-only file system is used, and writes report an error",
    .needs(.memoryMount))
  func readOnlyMount() throws { try judge(Obstacles.readOnlyMount()) }

  @Test(
    "R32: a readable file of another user is used, and writes report an error", .needs(.otherOwners)
  )
  func otherOwner() throws { try judge(Obstacles.otherOwner()) }

  @Test("R32: a link, a FIFO, a directory and a socket are refused at once")
  func otherThings() throws { try judge(Obstacles.otherThings()) }

  @Test("R31: while another process holds the lock, reads work and a write returns")
  func heldLock() throws { try judge(Obstacles.heldLock(9)) }

  @Test("R31: failing system calls are reported, and lose nothing", .needs(.callFilter))
  func refusals() throws { try judge(Refusals.all()) }

  @Test("R31: four writers lose nothing, and readers see generations only grow")
  func writers() throws { try judge(Obstacles.writers(4, changes: 25)) }

  @Test("R31: records of nine sectors survive the same attacks")
  func largeRecords() throws {
    try RecordShape.$current.withValue(.large) {
      try judge(Damage.bitFlips(every: 1009))
      try judge(Damage.randomDamages(50))
      try judge(Damage.truncations(every: 397))
      try judge(Damage.underTheMap())
      try judge(Kills.killNine(12))
      try judge(Obstacles.readOnlyFile())
      try judge(Obstacles.otherThings())
      try judge(Obstacles.heldLock(5))
      try judge(Obstacles.writers(4, changes: 10))
    }
  }

  @Test("R31: a power cut loses nothing from records of nine sectors", .needs(.tracing))
  func largePowerCuts() throws {
    try RecordShape.$current.withValue(.large) { try judge(PowerCuts.run(.quickOfLarge)) }
  }

  @Test(
    "R31: records of nine sectors are refused on a full disk, and keep their value",
    .needs(.loopMount), .needs(.memoryMount), .needs(.callFilter))
  func largeObstacles() throws {
    try RecordShape.$current.withValue(.large) {
      try judge(Obstacles.fullDisk(10))
      try judge(Obstacles.sparseFile())
      try judge(Refusals.all())
    }
  }

  private func judge(_ outcome: Outcome) throws {
    #expect(outcome.skipped == nil)
    #expect(outcome.failureCount == 0, "\(outcome.summary): \(outcome.failures)")
    #expect(!outcome.counts.isEmpty)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with the reason, on a machine that refuses what it needs.
  static func needs(_ permission: Permission) -> Self {
    .enabled(if: permission.isGiven, "\(permission.refusal)")
  }
}
