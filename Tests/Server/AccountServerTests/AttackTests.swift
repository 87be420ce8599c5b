import Foundation
import ServerAttacks
import ServerHarness
import Testing

@Suite(.serialized) struct AttackTests {
  @Test(
    "R47: each attack of `make attack`, for a moment, loses nothing",
    arguments: Attack.all.indices.filter { !Attack.all[$0].needsDisk })
  func brief(_ index: Int) throws {
    try attack(Attack.all[index])
  }

  @Test(
    "R47: a full disk, for a moment, loses nothing",
    .enabled(if: SmallDisk.isPermitted, "mounting is not permitted"))
  func fullDisk() throws {
    for attack in Attack.all where attack.needsDisk { try self.attack(attack) }
  }

  private func attack(_ attack: Attack) throws {
    let score = Score()
    try attack.run(Date().addingTimeInterval(1), score)
    #expect(score.losses.isEmpty, "\(attack.name): \(score.losses.prefix(5))")
    #expect(score.tries > 0, "\(attack.name)")
  }
}
