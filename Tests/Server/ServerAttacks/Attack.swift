import Foundation
import Synchronization

/// An attack on a real server on loopback, within a time.
package struct Attack: Sendable {
  package let name: String
  /// Whether it mounts a small disk, which only an administrator may.
  package var needsDisk = false
  /// Attacks until a time; what was tried and what was lost goes into the score.
  package let run: @Sendable (Date, Score) throws -> Void

  package static let all: [Attack] = [
    Attack(name: "kill -9 while changes are written", run: kills),
    Attack(name: "silent clients from many addresses", run: silentClients),
    Attack(name: "a flood of sign-ins", run: flood),
    Attack(name: "clocks that jump", run: clocks),
    Attack(name: "a database deleted, replaced, damaged", run: accidents),
    Attack(name: "a start without the database", run: missingDatabases),
    Attack(name: "a full disk", needsDisk: true, run: fullDisk),
    Attack(name: "a log that nobody reads", run: blockedLog),
    Attack(name: "no memory for passwords", run: littleMemory),
    Attack(name: "servers and databases that fail", run: databaseFailures),
    Attack(name: "followers that come and go", run: followers),
  ]
}

/// What came of an attack.
package final class Score: Sendable {
  private let state = Mutex((tries: 0, losses: [String](), notes: [String]()))

  package init() {}

  package var tries: Int { state.withLock { $0.tries } }
  package var losses: [String] { state.withLock { $0.losses } }
  package var notes: [String] { state.withLock { $0.notes } }

  func tried(_ count: Int = 1) { state.withLock { $0.tries += count } }

  /// Something that was promised and is not so; a false condition is a loss.
  func hold(_ condition: Bool, _ loss: @autoclosure () -> String) {
    if !condition {
      let text = loss()
      state.withLock { $0.losses.append(text) }
    }
  }

  func note(_ text: String) { state.withLock { $0.notes.append(text) } }
}

/// Runs the attacks whose names contain a word for so many seconds in all, and prints tries and
/// losses; whether nothing was lost.
package func runAttacks(seconds: Double, named word: String = "") -> Bool {
  var isSound = true
  let attacks = Attack.all.filter { word.isEmpty || $0.name.contains(word) }
  for attack in attacks {
    let score = Score()
    do {
      try attack.run(Date().addingTimeInterval(seconds / Double(attacks.count)), score)
    } catch {
      score.hold(false, "the attack ended early: \(error)")
    }
    say("\(attack.name): \(score.tries) tries, \(score.losses.count) losses")
    for line in score.notes { say("  \(line)") }
    for loss in score.losses.prefix(10) { say("  LOST: \(loss)") }
    if !score.losses.isEmpty { isSound = false }
  }
  return isSound
}

/// A line on standard output, there at once.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// A thread that does something again and again until it is told to stop.
final class Repeating: Sendable {
  private let isStopped = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) { body() }
      done.signal()
    }
  }

  /// Stops several: all are told before one is waited for, so that those left do not keep it busy.
  static func stop(_ all: [Repeating]) {
    for one in all { one.isStopped.store(true, ordering: .relaxed) }
    for one in all { one.done.wait() }
  }
}

/// Times of answers in seconds, as a line of a few figures.
func figures(_ times: [Double]) -> String {
  let sorted = times.sorted()
  guard let last = sorted.last else { return "no answer" }
  func text(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1000) }
  return "median \(text(sorted[sorted.count / 2])), worst \(text(last)) of \(sorted.count)"
}
