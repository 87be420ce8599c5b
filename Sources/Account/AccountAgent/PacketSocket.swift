import AccountModel
import AccountProtocol
import AgentProtocol
import Dispatch
import Glibc
import SystemCalls

/// The agent's end of the socket pair with its app. Each packet holds one message (SOCK_SEQPACKET),
/// so that an app that is replaced in place leaves no half-read line.
final class PacketSocket: Sendable {
  private let descriptor: Int32
  /// Sends reports in order. If the app is stopped or busy, this queue blocks and not the agent.
  private let queue = DispatchQueue(label: "reports")

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

  /// The app's messages until it disconnects; nil for an invalid message.
  func messages() -> AsyncStream<AppMessage?> {
    AsyncStream { continuation in
      SystemThread.mustStart { [descriptor] in
        var buffer = [UInt8](repeating: 0, count: Bounds.packet)
        while true {
          let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_TRUNC))
          // ECONNRESET says that the app has gone and left reports unread. Its messages follow.
          if count < 0 && (errno == EINTR || errno == ECONNRESET) { continue }
          guard count > 0 else { break }
          let isWhole = count <= buffer.count
          continuation.yield(
            isWhole ? try? AppMessage(json: Array(buffer[..<count]), limit: Bounds.packet) : nil)
        }
        continuation.finish()
      }
    }
  }

  func send(_ report: AgentReport) {
    queue.async { [descriptor] in
      let bytes = report.json()
      while Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 {
        if errno != EINTR { return }
      }
    }
  }
}
