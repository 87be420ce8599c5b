import CTracer
import Glibc
import LisanPreferences

/// Attacks on the process that writes.
public enum Kills {
  /// Kills a process that does nothing but write, at a random moment, time after time over one
  /// file. What it had written has to be there, whole, and the file has to go on.
  public static func killNine(_ times: Int) throws -> Outcome {
    var outcome = Outcome("kill -9 in a write loop")
    var random = SeededGenerator(seed: 9)
    let scratch = Scratch()
    let progressPath = "\(scratch.directory)/progress"
    let progress = try Progress(path: progressPath)
    defer { progress.unmap() }
    for round in 0..<times {
      // Every eighth round begins without a file, so that its making is hit too.
      if round % 8 == 0 {
        unlink(scratch.path)
        (progress.begun, progress.written, progress.durable) = (0, 0, 0)
      }
      let before = progress.begun
      let child = try Child.start(["write-loop", scratch.path, progressPath])
      // Wait until it writes, then for a random while of at most one millisecond.
      let deadline = monotonicSeconds() + 10
      while progress.begun == before, monotonicSeconds() < deadline { sched_yield() }
      let moment = monotonicSeconds() + Double.random(in: 0..<0.001, using: &random)
      while monotonicSeconds() < moment {}
      tracer_kill(child)

      let (written, begun) = (progress.written, progress.begun)
      let answer = preferenceFile(at: scratch.path).read()
      if let value = answer.preference, let number = Numbered.number(of: value),
        (written...begun).contains(number), case .good = answer
      {
        outcome.count("kept")
      } else if answer == .absent, written == 0 {
        outcome.count("killed before the file was made")
      } else {
        outcome.fail("round \(round): \(answer), \(written) written, \(begun) begun")
      }
    }
    outcome.count("lost", times: outcome.failureCount)
    outcome.expect(
      scratch.names().filter { $0 != "progress" && $0 != "preferences" } == [],
      "left behind: \(scratch.names())")
    return outcome
  }

  /// Stops a process at every instruction of the making of a file, and of a change, and looks at
  /// the file as it would be if the process were killed there.
  public static func everyInstruction() throws -> Outcome {
    var outcome = Outcome("stopped at every instruction of create and of write")
    let scratch = Scratch()
    for (name, number) in [("create", 1), ("write", 2)] {
      let child = try Child.start(["one-change", scratch.path, String(number)])
      guard tracer_wait_for_start(child) == 0 else {
        outcome.skipped = SetUpFailure.noPtrace.what
        return outcome
      }
      let before = preferenceFile(at: scratch.path).read()
      var hasChanged = false
      var step = tracer_stepped
      while true {
        step = tracer_step(child)
        guard step == tracer_stepped else { break }
        outcome.count("stops in \(name)")
        let answer = preferenceFile(at: scratch.path).read()
        if !hasChanged, answer == before { continue }
        hasChanged = true
        guard case .good(let value) = answer, Numbered.number(of: value) == number else {
          let stop = outcome.times("stops in \(name)")
          outcome.fail("\(name), stop \(stop): \(answer)")
          continue
        }
      }
      outcome.expect(step == tracer_marked, "\(name): the process ended early")
      outcome.expect(hasChanged, "\(name): nothing changed")
      tracer_kill(child)
      outcome.expect(
        scratch.names() == ["preferences"], "\(name): left behind: \(scratch.names())")
    }
    outcome.count("lost", times: outcome.failureCount)
    return outcome
  }

  /// Kills a process at a random instruction after a random system call of a change, for good, and
  /// makes the next change.
  public static func killedAtInstructions(_ times: Int) throws -> Outcome {
    var outcome = Outcome("killed at random instructions, then changed again")
    var random = SeededGenerator(seed: 11)
    let scratch = Scratch()
    try preferenceFile(at: scratch.path).set(Numbered.change(1))
    var calls = 60
    for round in 1...times {
      let child = try Child.start(["one-change", scratch.path, String(round + 1)])
      guard tracer_wait_for_start(child) == 0 else {
        outcome.skipped = SetUpFailure.noPtrace.what
        return outcome
      }
      let target = Int.random(in: 0..<calls, using: &random)
      var call = tracer_call()
      var done = 0
      while done < target, tracer_begin_call(child, &call) == tracer_stepped,
        tracer_finish_call(child, &call) == tracer_stepped
      { done += 1 }
      if done < target { calls = done }
      var left = Int.random(in: 0..<400, using: &random)
      while left > 0, tracer_step(child) == tracer_stepped { left -= 1 }
      tracer_kill(child)

      let file = preferenceFile(at: scratch.path)
      let answer = file.read()
      guard case .good(let value) = answer, let number = Numbered.number(of: value),
        number == round || number == round + 1
      else {
        outcome.fail("round \(round): \(answer)")
        continue
      }
      outcome.count(number == round ? "old" : "new")
      let next = try file.set(Numbered.change(round + 1)).preference
      outcome.expect(Numbered.number(of: next) == round + 1, "round \(round): \(next)")
      let after = try file.set(PreferenceChanges(appliesDirectionAtOnce: round % 2 == 0))
      let report = try fileReport(of: scratch.path)
      outcome.expect(
        report.findings == [] && report.current?.preference == after.preference,
        "round \(round): \(report.findings)")
    }
    outcome.count("lost", times: outcome.failureCount)
    return outcome
  }
}
