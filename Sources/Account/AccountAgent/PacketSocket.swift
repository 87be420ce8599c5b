import AccountModel
import AccountProtocol
import AgentProtocol
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// The agent's end of the socket pair with its app. Each packet holds one message (SOCK_SEQPACKET),
/// so that an app that is replaced in place leaves no half-read line.
final class PacketSocket: Sendable {
  private let descriptor: Int32
  /// The reports to send, in order, and how many there are.
  private let reports = Mutex<[AgentReport]>([])
  private let count = DispatchSemaphore(value: 0)
  /// The app's requests that have not ended.
  private let requests = Atomic(0)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether the descriptor is a SOCK_SEQPACKET socket.
  var isValid: Bool {
    var type: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0
      && type == Int32(SOCK_SEQPACKET.rawValue)
  }

  /// What the app has sent.
  enum Packet: Equatable {
    case message(AppMessage)
    /// No message of this version; the reason is one line in English.
    case invalid(String)
    /// The app has disconnected.
    case end
    /// Nothing came in time.
    case silence
  }

  /// Waits for the app's next packet, on a thread that may block.
  ///
  /// - Parameter limit: nil to wait for as long as it takes.
  func next(within limit: Duration? = nil) -> Packet {
    var buffer = [UInt8](repeating: 0, count: Bounds.packet)
    while true {
      let found = awaitReady(descriptor, within: limit)
      if found == 0 { return .silence }
      if found < 0 && errno == EINTR { continue }
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_TRUNC))
      // ECONNRESET says that the app has gone and left reports unread. Its messages follow.
      if count < 0 && (errno == EINTR || errno == ECONNRESET) { continue }
      guard count > 0 else { return .end }
      guard count <= buffer.count else {
        return .invalid("\(count) bytes are more than \(buffer.count)")
      }
      do throws(MessageError) {
        let message = try AppMessage(json: Array(buffer[..<count]), limit: Bounds.packet)
        if case .request = message { requests.add(1, ordering: .relaxed) }
        return .message(message)
      } catch {
        return .invalid("\(error)")
      }
    }
  }

  /// Whether the app waits for the end of a request.
  var hasRequests: Bool { requests.load(ordering: .relaxed) > 0 }

  /// Has a report sent, without waiting for the app.
  func send(_ report: AgentReport) {
    reports.withLock { $0.append(report) }
    count.signal()
    if case .finished = report { requests.subtract(1, ordering: .relaxed) }
  }

  /// Sends the reports, on a thread of its own: if the app is stopped or busy, it blocks and not the
  /// agent.
  func sendReports() -> Never {
    while true {
      count.wait()
      let bytes = reports.withLock { $0.removeFirst() }.json()
      while Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0, errno == EINTR {}
    }
  }
}
