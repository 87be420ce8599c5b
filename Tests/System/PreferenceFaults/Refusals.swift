import CTracer
import Glibc
import LisanPreferences

/// System calls that refuse: a file system without unnamed files, a disk that cannot write, a home
/// without locks. A filter in the process makes them do so.
public enum Refusals {
  /// A call that is to fail, its error, and what the change in this process has to come to.
  private struct Case {
    var name: String
    var refusals: [String]
    var isNew = false
    var expected: String
    /// Whether the change is what the next process reads.
    var isKept: Bool
  }

  private static let cases = [
    Case(
      name: "fdatasync fails", refusals: ["fdatasync=\(EIO)"],
      expected: "written, not durable: \(EIO)", isKept: true),
    Case(
      name: "pwrite fails", refusals: ["pwrite=\(EIO)"], expected: "not written: \(EIO)",
      isKept: false),
    Case(
      name: "no locks", refusals: ["flock=\(ENOLCK)"], expected: "not written: \(ENOLCK)",
      isKept: false),
    Case(
      name: "no locks any more", refusals: ["later-flock=\(ENOLCK)"],
      expected: "written, not durable: \(ENOLCK)", isKept: true),
    Case(
      name: "no unnamed files", refusals: ["unnamed=\(EOPNOTSUPP)"], isNew: true,
      expected: "durable", isKept: true),
    Case(
      name: "no /proc to name a file by", refusals: ["linkat=\(ENOENT)"], isNew: true,
      expected: "durable", isKept: true),
    Case(
      name: "no unnamed files and no exclusive rename",
      refusals: ["unnamed=\(EOPNOTSUPP)", "renameat2=\(EINVAL)"], isNew: true,
      expected: "durable", isKept: true),
    Case(
      name: "fsync of a new file's directory fails", refusals: ["fsync=\(EIO)"], isNew: true,
      expected: "written, not durable: \(EIO)", isKept: true),
    Case(
      name: "fdatasync of a new file fails", refusals: ["fdatasync=\(EIO)"], isNew: true,
      expected: "written, not durable: \(EIO)", isKept: true),
    Case(
      name: "no unnamed files, and pwrite fails",
      refusals: ["unnamed=\(EOPNOTSUPP)", "pwrite=\(EIO)"], isNew: true,
      expected: "not written: \(EIO)", isKept: false),
    Case(
      name: "no unnamed files, and no name for a new one",
      refusals: ["unnamed=\(EOPNOTSUPP)", "renameat2=\(EPERM)"], isNew: true,
      expected: "not written: \(EPERM)", isKept: false),
    Case(
      name: "no getrandom", refusals: ["getrandom=\(ENOSYS)"], isNew: true,
      expected: "durable", isKept: true),
  ]

  public static func all() throws -> Outcome {
    var outcome = Outcome("system calls that refuse")
    for test in cases {
      let scratch = Scratch()
      if !test.isNew { try preferenceFile(at: scratch.path).set(Numbered.change(1)) }
      let output = "\(scratch.directory)/output"
      let descriptor = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      let child = try Child.start(["refused", scratch.path] + test.refusals, output: descriptor)
      close(descriptor)
      let end = tracer_wait(child)
      if end == Child.noFilter {
        outcome.skipped = Permission.callFilter.refusal
        return outcome
      }
      let said = String(decoding: contents(output) ?? [], as: UTF8.self)
      unlink(output)
      outcome.expect(end == 0 && said == test.expected + "\n", "\(test.name): \(end), \(said)")

      let answer = preferenceFile(at: scratch.path).read()
      let number = answer.preference.flatMap(Numbered.number)
      outcome.expect(
        number == (test.isKept ? 2 : test.isNew ? nil : 1), "\(test.name): \(answer)")
      let names = test.isNew && !test.isKept ? [] : ["preferences"]
      outcome.expect(scratch.names() == names, "\(test.name): left \(scratch.names())")
      outcome.count("\(test.name): \(test.expected)")
    }
    return outcome
  }
}

extension Child {
  /// The exit code of a child that could not set its filter.
  static let noFilter: Int32 = 77

  /// Makes change 2 while calls refuse (`fdatasync=5`; `later-flock=37` once it is written), and says
  /// what came of it.
  static func refused(_ path: String, _ refusals: [String]) -> Int32 {
    let later = refusals.filter { $0.hasPrefix("later-") }
    guard refuse(refusals.filter { !later.contains($0) }) else { return noFilter }
    let file = preferenceFile(at: path)
    do throws(PreferenceError) {
      let commit = try file.commit(Numbered.change(2))
      guard refuse(later.map { String($0.dropFirst("later-".count)) }) else { return noFilter }
      do throws(PreferenceError) {
        try file.makeDurable(commit)
        say("durable")
      } catch {
        say("written, not durable: \(error.errno)")
      }
    } catch {
      say("not written: \(error.errno)")
    }
    return 0
  }

  /// Makes calls refuse from now on; false if that is not permitted.
  private static func refuse(_ refusals: [String]) -> Bool {
    for refusal in refusals {
      let parts = refusal.split(separator: "=")
      let error = Int32(parts[1])!
      let result =
        switch parts[0] {
        case "unnamed": tracer_refuse_unnamed_files(error)
        case "fdatasync": tracer_refuse(tracer_fdatasync, error)
        case "fsync": tracer_refuse(tracer_fsync, error)
        case "pwrite": tracer_refuse(tracer_pwrite, error)
        case "flock": tracer_refuse(tracer_flock, error)
        case "linkat": tracer_refuse(tracer_linkat, error)
        case "renameat2": tracer_refuse(tracer_renameat2, error)
        default: tracer_refuse(tracer_getrandom, error)
        }
      if result < 0 { return false }
    }
    return true
  }
}
