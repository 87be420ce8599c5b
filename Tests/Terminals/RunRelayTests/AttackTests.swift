import Foundation
import RunAttacks
import Testing

@Suite(.serialized) struct RunAttackTests {
  @Test(
    "R67: each attack of `make attack` on `lisan run`, for a moment, loses nothing",
    arguments: RunAttack.all.indices)
  func brief(_ index: Int) async {
    let (tries, losses) = await RunAttack.all[index].run(until: Date().addingTimeInterval(1))
    #expect(losses.isEmpty, "\(losses.prefix(5))")
    #expect(tries > 0)
  }
}
