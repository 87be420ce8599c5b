import AccountModel
import CSecret
import Glibc
import Synchronization
import SystemCalls

/// The user's keyring on the session bus (org.freedesktop.secrets, through libsecret).
final class SecretService: Sendable {
  /// Why a request to the keyring failed.
  struct Failure: Error, Hashable {
    let reason: String
  }

  /// The time limit: a keyring may ask the user to unlock it, or hang.
  private static let limit = Duration.seconds(3)

  private let server: ServerURL
  /// Whether a request timed out; then it is not asked again.
  private let isSilent = Mutex(false)

  /// Nil if there is no session bus, or libsecret is not installed.
  init?(server: ServerURL, environment: (String) -> String?) {
    self.server = server
    let address = environment("DBUS_SESSION_BUS_ADDRESS") ?? ""
    let bus = environment("XDG_RUNTIME_DIR").map { "\($0)/bus" }
    guard !address.isEmpty || bus.map({ access($0, F_OK) == 0 }) ?? false,
      secret_is_available()
    else { return nil }
  }

  func token() async throws(Failure) -> String? {
    let server = server.text
    return try await answer { () -> Result<String?, Failure> in
      var found: UnsafeMutablePointer<CChar>?
      var reason = Reason()
      switch reason.fill({ secret_look_up(server, &found, $0, $1) }) {
      case secret_found:
        defer { secret_forget(found) }
        return .success(found.map { String(cString: $0) })
      case secret_none: return .success(nil)
      default: return .failure(Failure(reason: reason.text))
      }
    }
  }

  func keep(_ token: String) async throws(Failure) {
    let server = server.text
    _ = try await answer { () -> Result<Bool, Failure> in
      var reason = Reason()
      let stored = reason.fill { secret_store(server, "Lisan: \(server)", token, $0, $1) }
      return stored ? .success(true) : .failure(Failure(reason: reason.text))
    }
  }

  func remove() async throws(Failure) {
    let server = server.text
    _ = try await answer { () -> Result<Bool, Failure> in
      var reason = Reason()
      let removed = reason.fill { secret_remove(server, $0, $1) }
      return removed ? .success(true) : .failure(Failure(reason: reason.text))
    }
  }

  /// The buffer for libsecret's error message.
  private struct Reason {
    private var bytes = [CChar](repeating: 0, count: 300)

    mutating func fill<Answer>(_ body: (UnsafeMutablePointer<CChar>, Int) -> Answer) -> Answer {
      bytes.withUnsafeMutableBufferPointer { body($0.baseAddress!, $0.count) }
    }

    var text: String {
      String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Asks on a separate thread, which is abandoned if the bus does not answer in time.
  private func answer<Value: Sendable>(
    _ body: @escaping @Sendable () -> Result<Value, Failure>
  ) async throws(Failure) -> Value {
    let silence = Failure(reason: "no answer in time")
    if isSilent.withLock({ $0 }) { throw silence }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
      let first = First(continuation)
      SystemThread.mustStart { first.resume(body()) }
      Task {
        try? await Task.sleep(for: Self.limit)
        first.resume(.failure(silence))
      }
    }
    if case .failure(silence) = result { isSilent.withLock { $0 = true } }
    return try result.get()
  }

  /// Passes on the first of two answers.
  private final class First<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) {
      self.continuation = Mutex(continuation)
    }

    func resume(_ value: Value) {
      let waiting = continuation.withLock { continuation in
        let waiting = continuation
        continuation = nil
        return waiting
      }
      waiting?.resume(returning: value)
    }
  }
}
