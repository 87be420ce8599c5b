import LisanPreferences
import PreferenceFaults
import Testing

@Suite(.serialized, .needs(.tracing)) struct SystemCallTests {
  @Test("R31: a change is two pwrite and one fdatasync, and no other writing call")
  func perChange() throws {
    let scratch = Scratch()
    try PreferenceFile(path: scratch.path).set(.choice("fa"))
    let calls = try SystemCalls.ofScript(["a1", "A", "a2", "A", "a3", "A"], scratch.path)
    #expect(calls == Array(repeating: ["pwrite", "fdatasync", "pwrite"], count: 3).flatMap { $0 })
  }

  @Test("R5: a change that changes nothing makes no call that writes")
  func unchanged() throws {
    let scratch = Scratch()
    let calls = try SystemCalls.ofScript(["a1", "A", "a1", "A", "b1", "B"], scratch.path)
    #expect(calls == ["pwrite", "linkat", "fdatasync", "fsync", "pwrite"])
  }
}
