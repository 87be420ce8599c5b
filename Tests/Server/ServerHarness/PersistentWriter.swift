import AccountModel
import AccountProtocol
import Foundation
import Synchronization

/// Sends choices in sequence on its own thread, as an app does: each until a server has acknowledged
/// it, to the next server if one does not answer.
package final class PersistentWriter: Sendable {
  private struct State {
    var acknowledged: Int64
    var sent: Int64
    /// Answers other than 200 and 503, which nothing that happens to a database explains.
    var nonsense: [String] = []
    /// The longest time between two acknowledged choices, in seconds.
    var longest = 0.0
    var isStopped = false
  }

  private let state: Mutex<State>
  private let thread = DispatchGroup()

  package var acknowledged: Int64 { state.withLock { $0.acknowledged } }
  package var sent: Int64 { state.withLock { $0.sent } }
  package var nonsense: [String] { state.withLock { $0.nonsense } }
  package var longestPause: Double { state.withLock { $0.longest } }

  /// - Parameters:
  ///   - limit: the number of choices after which it ends by itself.
  ///   - time: the time of a choice, from its number.
  package init(
    _ servers: [Server], _ token: String, device: String, after sequence: Int64 = 0,
    limit: Int64 = .max, time: @escaping @Sendable (Int64) -> Int64 = { $0 }
  ) {
    state = Mutex(State(acknowledged: sequence, sent: sequence))
    thread.enter()
    Thread.detachNewThread { [self] in
      defer { thread.leave() }
      var client: Client?
      var place = 0
      var number = sequence + 1
      var last = Date()
      while number <= limit, !state.withLock({ $0.isStopped }) {
        state.withLock { $0.sent = number }
        let origin = ChoiceOrigin(device: device, sequence: number, chosenAt: time(number))
        let change = AccountChange(
          choice: Choice(language: ChoosingWriter.language(number), origin: origin))
        if client == nil { client = try? Client(servers[place % servers.count]) }
        let reply = try? client?.ask("PATCH", "/rpc/me", token: token, body: change.json())
        if reply?.status == 200 {
          state.withLock { state in
            state.acknowledged = number
            state.longest = max(state.longest, Date().timeIntervalSince(last))
          }
          last = Date()
          number += 1
          continue
        }
        if let reply, reply.status != 503 {
          state.withLock { $0.nonsense.append("\(reply.status) \(reply.text)") }
        }
        if reply == nil {
          client = nil
          place += 1
        }
        poll(nil, 0, 5)
      }
    }
  }

  /// Waits for the last choice, for a minute at most.
  package func join() {
    if thread.wait(timeout: .now() + .seconds(60)) == .timedOut { stop() }
  }

  package func stop() {
    state.withLock { $0.isStopped = true }
    thread.wait()
  }
}
