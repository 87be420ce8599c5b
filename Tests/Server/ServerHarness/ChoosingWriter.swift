import AccountModel
import AccountProtocol
import Foundation
import Synchronization

/// Sends choices in sequence on its own thread, until the server is gone.
package final class ChoosingWriter: Sendable {
  package let first: Int64
  private let progress: Mutex<(sent: Int64, acknowledged: Int64)>
  private let done = DispatchSemaphore(value: 0)

  package var sent: Int64 { progress.withLock { $0.sent } }
  package var acknowledged: Int64 { progress.withLock { $0.acknowledged } }

  package static func language(_ sequence: Int64) -> String { sequence % 2 == 0 ? "ar" : "en" }

  package init(_ server: Server, _ token: String, after sequence: Int64) {
    first = sequence
    progress = Mutex((sequence, sequence))
    guard let client = try? Client(server) else {
      done.signal()
      return
    }
    Thread.detachNewThread { [self] in
      defer { done.signal() }
      for number in (sequence + 1)... {
        progress.withLock { $0.sent = number }
        let origin = ChoiceOrigin(
          device: String(repeating: "d", count: 32), sequence: number, chosenAt: number)
        let change = AccountChange(
          choice: Choice(language: Self.language(number), origin: origin))
        guard
          let reply = try? client.ask("PATCH", "/rpc/me", token: token, body: change.json()),
          reply.status == 200
        else { return }
        progress.withLock { $0.acknowledged = number }
      }
    }
  }

  package func join() { done.wait() }
}
