import Glibc

/// A client's address as bytes, independent of its spelling.
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
  /// Four bytes for IPv4 or sixteen for IPv6, in network byte order.
  private let bytes: [UInt8]

  /// The value for a socket without an address.
  package static let none = ClientAddress(bytes: [])

  private init(bytes: [UInt8]) {
    // An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
  }

  /// The address of a socket's peer.
  package init?(_ address: UnsafePointer<sockaddr>?) {
    guard let address else { return nil }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { ClientAddress(bytes: Array($0)) }
      }
    case AF_INET6:
      self = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { ClientAddress(bytes: Array($0)) }
      }
    default: return nil
    }
  }

  /// Parses an address in the forms that proxies use (inet_pton): `192.0.2.7`, `192.0.2.7:4711`,
  /// `2001:DB8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`. Nil for anything else.
  package init?(forwarded text: some StringProtocol) {
    var host = text.drop { $0 == " " || $0 == "\t" }
    while let last = host.last, last == " " || last == "\t" { host = host.dropLast() }
    guard host.utf8.count <= 64 else { return nil }
    if host.first == "[" {
      guard let end = host.firstIndex(of: "]"), Self.isPort(host[host.index(after: end)...]) else {
        return nil
      }
      host = host[host.index(after: host.startIndex)..<end]
    } else if host.holds("."), let colon = host.lastIndex(of: ":"), !host.holds("::"),
      Self.isPort(host[colon...])
    {
      host = host[..<colon]
    }
    for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: size)
      if inet_pton(family, String(host), &bytes) == 1 {
        self.init(bytes: bytes)
        return
      }
    }
    return nil
  }

  /// Whether a text is empty, or a colon and a port.
  private static func isPort(_ text: some StringProtocol) -> Bool {
    text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()) != nil)
  }

  /// The network of one customer: an IPv4 address, or a whole /64 of IPv6.
  package var network: ClientAddress {
    bytes.count == 16
      ? ClientAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)) : self
  }

  /// Whether it is of this machine itself: 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// The address in its usual spelling (inet_ntop), such as `2001:db8::1`.
  package var description: String {
    guard !bytes.isEmpty else { return "" }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
