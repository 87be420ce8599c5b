import Synchronization
import Testing

/// Lets a few tests run at once: each has processes of its own, their time limits are those of the
/// specification, and the system allows a person 128 watches of files. `.timeLimit` counts the wait for a
/// place too, which on a slow machine is minutes.
public struct Crowd: SuiteTrait, TestTrait, TestScoping {
  private static let gate = Gate(8)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.gate.enter()
    defer { Self.gate.leave() }
    try await function()
  }

  private final class Gate: Sendable {
    private struct Places {
      var free: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let places: Mutex<Places>

    init(_ count: Int) {
      places = Mutex(Places(free: count))
    }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isFree = places.withLock { places in
          if places.free == 0 {
            places.waiting.append(continuation)
            return false
          }
          places.free -= 1
          return true
        }
        if isFree { continuation.resume() }
      }
    }

    func leave() {
      let next = places.withLock { places -> CheckedContinuation<Void, Never>? in
        if places.waiting.isEmpty {
          places.free += 1
          return nil
        }
        return places.waiting.removeFirst()
      }
      next?.resume()
    }
  }
}

extension Trait where Self == Crowd {
  /// At most a few of these at once.
  public static var few: Crowd { Crowd() }
}
