import AccountModel
import CCurl
import Synchronization
import SystemCalls

/// Sends concurrent requests on a separate thread (libcurl's multi interface) and reuses
/// connections.
///
/// ```swift
/// let answer = try await client.answer(to: request)
/// ```
///
/// It uses libcurl and not `URLSession`, which keeps reading when it should stop (400 MB of memory
/// for a hostile answer) and has no time limit for a whole request. The first request loads libcurl.
final class HTTPClient: Sendable {
  private let log: AgentLog
  private let loop = Mutex<TransferLoop?>(nil)

  init(_ log: AgentLog) { self.log = log }

  deinit { loop.withLock { $0?.stop() } }

  /// Returns the answer, whatever its status. Cancelling the task ends the transfer immediately.
  ///
  /// - Throws: why there is no answer, in libcurl's words, such as `Couldn't connect to server`, or
  ///   why there is no libcurl.
  func answer(to request: HTTPRequest) async throws(ServiceFailure) -> HTTPAnswer {
    let loop = try startedLoop()
    let ticket = Mutex<Transfer?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = Transfer(request) { continuation.resume(returning: $0) }
        ticket.withLock { $0 = transfer }
        loop.add(transfer)
        // The task was cancelled before there was a transfer to cancel.
        if Task.isCancelled { loop.cancel(transfer) }
      }
    } onCancel: {
      if let transfer = ticket.withLock({ $0 }) { loop.cancel(transfer) }
    }
    return try result.get()
  }

  private func startedLoop() throws(ServiceFailure) -> TransferLoop {
    try loop.withLock { loop throws(ServiceFailure) in
      if let loop { return loop }
      if let missing = curl_missing() {
        throw ServiceFailure(AccountFailure(.offline), String(cString: missing))
      }
      let started = TransferLoop(log)
      loop = started
      return started
    }
  }
}

/// The thread of a client.
private final class TransferLoop: Sendable {
  private struct Orders {
    var new: [Transfer] = []
    var cancelled: [Transfer] = []
    var isStopped = false
  }

  private let orders = Mutex(Orders())
  /// Used only on the thread, except for `curl_multi_wakeup`, which any thread may call.
  nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

  init(_ log: AgentLog) {
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard let handle = curl_multi_init() else { fatalError("no memory for libcurl") }
    self.handle = handle
    log.thread { self.run() }
  }

  func add(_ transfer: Transfer) { order { $0.new.append(transfer) } }
  func cancel(_ transfer: Transfer) { order { $0.cancelled.append(transfer) } }
  func stop() { order { $0.isStopped = true } }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    curl_multi_wakeup(handle)
  }

  private func run() {
    var running: [Transfer] = []
    func end(_ transfer: Transfer, _ body: (Transfer) -> Void) {
      // A transfer may have ended before its cancellation.
      guard let index = running.firstIndex(where: { $0 === transfer }) else { return }
      running.remove(at: index)
      curl_multi_remove_handle(handle, transfer.handle)
      body(transfer)
    }
    while true {
      let taken = orders.withLock { orders in
        let taken = orders
        (orders.new, orders.cancelled) = ([], [])
        return taken
      }
      if taken.isStopped { break }
      for transfer in taken.new {
        if let easy = transfer.begin(), curl_multi_add_handle(handle, easy) == CURLM_OK {
          running.append(transfer)
        } else {
          transfer.finish(CURLE_OUT_OF_MEMORY)
        }
      }
      for transfer in taken.cancelled { end(transfer) { $0.cancel() } }

      var count: Int32 = 0
      curl_multi_perform(handle, &count)
      while let message = curl_multi_info_read(handle, &count)?.pointee {
        guard message.msg == CURLMSG_DONE,
          let transfer = running.first(where: { $0.handle == message.easy_handle })
        else { continue }
        var copy = message
        let result = curl_result(&copy)
        end(transfer) { $0.finish(result) }
      }
      // libcurl's timers end the wait earlier.
      curl_multi_poll(handle, nil, 0, 60_000, nil)
    }
    for transfer in running { end(transfer) { $0.cancel() } }
    curl_multi_cleanup(handle)
  }
}
