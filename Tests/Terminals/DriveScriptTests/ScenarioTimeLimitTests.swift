import Testing

@testable import DriveScript

struct ScenarioTimeLimitTests {
  /// The fastest run counts, and on a busy machine it comes late.
  @Test("R89: a scenario of three steps takes at most 5 ms")
  func threeSteps() async throws {
    let text = """
      start sh -c 'printf first; read a; printf second; read b'
      wait for "first"
      type "\\n"
      wait for "second"
      type "\\n"
      wait for exit 0
      """
    let limit = Duration.milliseconds(5)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    var fastest = Duration.seconds(60)
    while fastest > limit, clock.now < end {
      let start = clock.now
      var run = ScriptRun(try Script(text: text, file: "a.drive"), options: ScriptRun.Options())
      guard case .passed = await run.run().outcome else {
        Issue.record("the scenario fails")
        return
      }
      fastest = min(fastest, clock.now - start)
    }
    #expect(fastest <= limit)
  }
}
