import BuiltPrograms
import Foundation
import Glibc
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

  @Test(
    "R57: without a thread, a program runs or says why within ten seconds",
    .enabled(if: geteuid() == 0, "only the superuser can be a user who runs nothing else"),
    arguments: 1...4)
  func threads(_ limit: Int) throws {
    let installation = try Installation()
    #expect(chmod(installation.home, 0o777) == 0)
    let database = "\(installation.home)/accounts.db"
    let made = try installation.runAll(
      ["--database", database, "init"], program: builtProgram("lisan-server"))
    #expect(made.status == 0 && chmod(database, 0o666) == 0, "\(made)")
    for words in [
      ["lisan", "get"], ["lisan", "status"], ["lisan", "sync"], ["lisan-drive", "--help"],
      ["lisan-server", "--database", database, "--listen", "127.0.0.1:0"],
    ] {
      let begin = ContinuousClock.now
      let result = try installation.runAll(
        [
          "--reuid=54322", "--regid=54322", "--clear-groups", "timeout", "-s", "KILL", "15",
          "prlimit", "--nproc=\(limit)", builtProgram(words[0]),
        ] + words.dropFirst(), program: "/usr/bin/setpriv")
      #expect(ContinuousClock.now - begin < .seconds(10), "\(words), \(limit)")
      #expect(result.status == 0 || !result.errors.isEmpty, "\(words), \(limit): \(result)")
      #expect(result.status <= 5 && !result.errors.contains("Fatal error"), "\(words): \(result)")
    }
  }
}
