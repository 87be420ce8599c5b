import Glibc
import SystemCalls

/// A listening TCP socket, for example on `127.0.0.1:8480`, `[::1]:8480` or `localhost:0`.
package struct ListeningSocket: ~Copyable {
  let descriptor: OwnedDescriptor
  /// The numeric address and port; for port 0, the port that the kernel chose.
  package let address: String

  package struct Failure: Error {
    package let reason: String
  }

  package init(_ place: String) throws(Failure) {
    guard let colon = place.lastIndex(of: ":") else { throw Failure(reason: "no port") }
    var host = place[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    let port = String(place[place.index(after: colon)...])
    guard !host.isEmpty, UInt16(port) != nil else { throw Failure(reason: "no address and port") }

    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let answer = getaddrinfo(String(host), port, &hints, &list)
    guard answer == 0, let first = list else {
      throw Failure(reason: String(cString: gai_strerror(answer)))
    }
    defer { freeaddrinfo(list) }
    let info = first.pointee

    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    func failure() -> Failure { Failure(reason: SystemError.last.description) }
    let number = socket(info.ai_family, type, 0)
    guard number >= 0 else { throw failure() }
    let opened = OwnedDescriptor(owning: number)
    var yes: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(number, info.ai_addr, info.ai_addrlen) == 0, listen(number, 1024) == 0 else {
      throw failure()
    }
    var bound = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let numeric = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        getsockname(number, address, &length)
        return numericAddress(address)
      }
    }
    address = numeric ?? place
    descriptor = opened
  }
}

/// A numeric address with its port: `192.0.2.7:8480`, `[::1]:8480` (getnameinfo).
private func numericAddress(_ address: UnsafePointer<sockaddr>) -> String? {
  let isIPv6 = address.pointee.sa_family == sa_family_t(AF_INET6)
  let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
  var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
  guard
    getnameinfo(
      address, socklen_t(length), &host, socklen_t(host.count), &port, socklen_t(port.count),
      NI_NUMERICHOST | NI_NUMERICSERV) == 0
  else { return nil }
  func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  return (isIPv6 ? "[\(text(host))]" : text(host)) + ":\(text(port))"
}
