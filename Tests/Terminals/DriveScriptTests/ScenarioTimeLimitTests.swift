import Glibc
import Testing

@testable import DriveScript

struct ScenarioTimeLimitTests {
  /// The fastest runs count, and on a busy machine they come late. On a slow machine, the limit is eight
  /// times as long as its shell takes to start and end in between.
  @Test("R89: a scenario of three steps takes at most 5 ms, or 8 times its shell")
  func threeSteps() async throws {
    let text = """
      start sh -c 'printf first; read a; printf second; read b'
      wait for "first"
      type "\\n"
      wait for "second"
      type "\\n"
      wait for exit 0
      """
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    var fastest = Duration.seconds(60)
    var shell = Duration.seconds(60)
    var limit: Duration { max(.milliseconds(5), shell * 8) }
    repeat {
      let begin = clock.now
      try #require(system(":") == 0)
      let start = clock.now
      let run = ScriptRun(try Script(text: text, file: "a.drive"), options: ScriptRun.Options())
      guard case .passed = await run.run().outcome else {
        Issue.record("the scenario fails")
        return
      }
      fastest = min(fastest, clock.now - start)
      shell = min(shell, start - begin)
    } while fastest > limit && clock.now < end
    #expect(fastest <= limit, "the shell by itself: \(shell)")
  }
}
