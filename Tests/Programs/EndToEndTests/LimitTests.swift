import BuiltPrograms
import Foundation
import TestCrowd
import Testing

/// Programs under a shell's limits.
@Suite(.few, .timeLimit(.minutes(5)))
struct LimitTests {
  @Test(
    "R57: a program runs or says why within ten seconds under limits of memory, descriptors and files",
    arguments: ["-v 32768", "-d 16384", "-n 8", "-f 0"])
  func limits(_ limit: String) throws {
    let installation = try Installation()
    let script = "\(installation.home)/true.drive"
    try "start true\nexpect exit 0\n".write(toFile: script, atomically: true, encoding: .utf8)
    for words in [
      ["lisan", "get"], ["lisan", "set", "ar"], ["lisan", "status"], ["lisan-drive", "--help"],
      ["lisan-drive", "check", script], ["lisan-drive", "run", script],
    ] {
      let begin = ContinuousClock.now
      let result = try installation.runAll(
        ["-c", "ulimit \(limit); exec \"$@\"", "sh", builtProgram(words[0])] + words.dropFirst(),
        program: "/bin/sh")
      #expect(ContinuousClock.now - begin < .seconds(10), "\(words), \(limit)")
      #expect(result.status == 0 || !result.errors.isEmpty, "\(words), \(limit): \(result)")
      #expect(result.status <= 5 && !result.errors.contains("Fatal error"), "\(words): \(result)")
    }
  }
}
