import CTracer
import Glibc
import LisanPreferences

/// Power cuts of a real file system: a process writes to an ext4 file system on a loop device, whose
/// contents are copied at some moment and mounted again, so that the kernel replays the journal.
public enum ReplayedDevice {
  /// Cuts the power `times` times. What was durable before has to be there, whole.
  public static func run(_ times: Int) throws -> Outcome {
    var outcome = Outcome("power cut of a block device, its journal replayed")
    let scratch = Scratch(onDisk: true)
    let (image, copy) = ("\(scratch.directory)/image", "\(scratch.directory)/copy")
    guard let disk = Mount.ext4(at: image) else {
      outcome.skipped = Permission.loopMount.refusal
      return outcome
    }
    defer { disk.unmount() }
    let progress = try Progress(path: "\(scratch.directory)/progress")
    defer { progress.unmap() }
    let child = try Child.start(
      ["write-loop", "\(disk.directory)/preferences", "\(scratch.directory)/progress"])
    defer { tracer_kill(child) }
    for round in 0..<times {
      let before = progress.durable
      let deadline = monotonicSeconds() + 20
      while progress.durable < before + 1 + round % 4, monotonicSeconds() < deadline {
        sched_yield()
      }
      // Stopped, it adds nothing to what is copied. The kernel may still be writing, so the copy
      // is taken again until two are the same.
      kill(child, SIGSTOP)
      let (durable, begun) = (progress.durable, progress.begun)
      var bytes = contentsOfImage(image)
      for _ in 0..<50 {
        let again = contentsOfImage(image)
        if again == bytes { break }
        bytes = again
      }
      kill(child, SIGCONT)
      outcome.expect(durable > before, "round \(round): nothing was written")
      put(bytes, at: copy)
      guard let replayed = Mount.image(copy) else {
        outcome.fail("round \(round): cannot be mounted")
        continue
      }
      let answer = preferenceFile(at: "\(replayed.directory)/preferences").read()
      replayed.unmount()
      if let value = answer.preference, let number = Numbered.number(of: value),
        (durable...begun).contains(number)
      {
        outcome.count("kept")
      } else {
        outcome.fail("round \(round): \(answer), \(durable) durable, \(begun) begun")
      }
    }
    outcome.count("lost", times: outcome.failureCount)
    return outcome
  }

  private static func contentsOfImage(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Mount.imageLength)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
