import Foundation
import Glibc
import Testing

/// Forwards connections to servers on loopback in turn, or to the next one of them if one is gone. When
/// it stalls, nothing passes any more, and nothing is closed, as when a cable is cut or a firewall
/// forgets a connection.
final class StallingProxy: @unchecked Sendable {
  private let lock = NSLock()
  private let listener: Int32
  private let servers: [UInt16]
  private var connections = 0
  /// The connections up to this number are silent.
  private var stalled = 0
  let port: UInt16

  var url: String { "http://127.0.0.1:\(port)" }

  init(to servers: UInt16...) throws {
    self.servers = servers
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) + getsockname(listener, $0, &length) + listen(listener, 64)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(result == 0)
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard let self else {
          close(client)
          return
        }
        let number = self.lock.withLock {
          self.connections += 1
          return self.connections
        }
        Thread.detachNewThread { self.forward(client, number) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Lets nothing pass any more on the connections that there are. New ones work.
  func stall() { lock.withLock { stalled = connections } }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// A connection to a server; nil if it is gone.
  private static func connection(to server: UInt16) -> Int32? {
    let target = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = address(server)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(target, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { close(target) }
    return result == 0 ? target : nil
  }

  private func forward(_ client: Int32, _ number: Int) {
    defer { close(client) }
    let turn = servers.indices.map { servers[(number + $0) % servers.count] }
    guard let target = turn.lazy.compactMap({ Self.connection(to: $0) }).first else { return }
    defer { close(target) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var polled = [client, target].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, 2, 60_000) > 0 else { return }
      for (index, other) in [target, client].enumerated() where polled[index].revents != 0 {
        let count = recv(polled[index].fd, &bytes, bytes.count, 0)
        let isStalled = lock.withLock { number <= stalled }
        if isStalled {
          // Not even the server's end of the connection; only the client's own.
          while recv(client, &bytes, bytes.count, 0) > 0 {}
          return
        }
        guard count > 0 else { return }
        guard send(other, bytes, count, Int32(MSG_NOSIGNAL)) == count else { return }
      }
    }
  }
}
