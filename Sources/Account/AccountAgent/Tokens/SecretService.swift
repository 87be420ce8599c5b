import AccountModel
import CSecret
import Glibc
import Synchronization
import SystemCalls

/// The user's keyring on the session bus (org.freedesktop.secrets).
/// A failed request is logged.
final class SecretService: Sendable {
  /// Why a request to the keyring failed.
  private struct Failure: Error, Hashable {
    let reason: String
  }

  /// The time limit: a keyring may ask the user to unlock it, or hang.
  private static let limit = Duration.seconds(3)
  /// The size of the buffer for the bus's error message, in bytes.
  private static let reasonSize = 300

  private let server: ServerURL
  private let log: AgentLog
  /// Whether a request timed out; then it is not asked again.
  private let isSilent = Mutex(false)

  /// Nil if there is no session bus.
  init?(server: ServerURL, environment: (String) -> String?, log: AgentLog) {
    self.server = server
    self.log = log
    let address = environment("DBUS_SESSION_BUS_ADDRESS") ?? ""
    let bus = environment("XDG_RUNTIME_DIR").map { "\($0)/bus" }
    guard !address.isEmpty || bus.map({ access($0, F_OK) == 0 }) ?? false else { return nil }
  }

  /// The token; nil if there is none, or the request failed.
  func token() async -> String? {
    await answer { server, reason -> String?? in
      var found: UnsafeMutablePointer<CChar>?
      let answer = secret_look_up(server, &found, &reason, Self.reasonSize)
      guard answer != secret_failed else { return nil }
      defer { if found != nil { secret_forget(found) } }
      return .some(found.map { String(cString: $0) })
    } ?? nil
  }

  /// Stores a token, and returns whether the keyring has it.
  func keep(_ token: String) async -> Bool {
    await answer { server, reason in
      secret_store(server, "Lisan: \(server)", token, &reason, Self.reasonSize) ? true : nil
    } ?? false
  }

  func remove() async {
    _ = await answer { server, reason in
      secret_remove(server, &reason, Self.reasonSize) ? true : nil
    }
  }

  /// Asks on a separate thread, which is abandoned if the bus does not answer in time.
  ///
  /// - Parameter body: gets the server and a buffer for the reason; nil if the request failed.
  private func answer<Value: Sendable>(
    _ body: @escaping @Sendable (String, inout [CChar]) -> Value?
  ) async -> Value? {
    let silence = Failure(reason: "no answer in time")
    var result = Result<Value, Failure>.failure(silence)
    if !isSilent.withLock({ $0 }) {
      let server = server.text
      let (answers, continuation) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
      let ask: @Sendable () -> Void = {
        var reason = [CChar](repeating: 0, count: Self.reasonSize)
        let value = body(server, &reason)
        let text = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        continuation.yield(
          value.map { .success($0) }
            ?? .failure(Failure(reason: String(decoding: text, as: UTF8.self))))
      }
      do throws(SystemError) {
        try SystemThread.start(ask)
      } catch {
        continuation.yield(.failure(Failure(reason: "no thread: \(error)")))
      }
      Task {
        try? await Task.sleep(for: Self.limit)
        continuation.yield(.failure(silence))
      }
      // In a task of its own, because it does not end with a cancelled request.
      result = await Task { await answers.first { _ in true } }.value ?? result
    }
    switch result {
    case .success(let value): return value
    case .failure(let failure):
      if failure == silence { isSilent.withLock { $0 = true } }
      log.warning("token", "secret service: \(failure.reason)")
      return nil
    }
  }
}
