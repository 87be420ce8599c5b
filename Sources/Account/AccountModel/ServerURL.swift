/// The address of an account server, such as `https://accounts.example.org` or
/// `http://127.0.0.1:8480`: a scheme, a host, and optionally a port and a base path.
public struct ServerURL: Hashable, Sendable, CustomStringConvertible {
  /// The normalized address: scheme and host in lower case, no slash at the end.
  public let text: String
  /// The host without its port, such as `localhost` or `::1`.
  public let host: String

  /// Nil for any other text.
  public init?(_ text: String) {
    let schemes = ["https://", "http://"]
    let bytes = Array(text.utf8)
    guard bytes.count <= 2000, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    let rest = bytes[scheme.utf8.count...]
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    var path = rest[authority.endIndex...]
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    // Reject users, queries and fragments, and escapes, which could hide them.
    let forbidden = Array("@?#\\%\"<>^`{|}".utf8)
    guard !rest.contains(where: forbidden.contains), let host = Self.host(of: authority) else {
      return nil
    }
    self.host = host
    let name = String(decoding: authority, as: UTF8.self).lowercased()
    self.text = scheme + name + String(decoding: path, as: UTF8.self)
  }

  public var description: String { text }

  /// Whether requests stay on this machine.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && !host.contains { $0.isLetter })
  }

  public var isEncrypted: Bool { text.hasPrefix("https:") }

  private static func host(of authority: ArraySlice<UInt8>) -> String? {
    var rest = authority
    var host: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = rest[(rest.startIndex + 1)..<end]
      guard host.contains(UInt8(ascii: ":")) else { return nil }
      rest = rest[(end + 1)...]
    } else {
      host = rest.prefix { $0 != UInt8(ascii: ":") }
      guard !host.contains(where: Array("[]".utf8).contains) else { return nil }
      rest = rest[host.endIndex...]
    }
    if let colon = rest.first {
      let port = String(decoding: rest.dropFirst(), as: UTF8.self)
      guard colon == UInt8(ascii: ":"), UInt16(port).map({ $0 > 0 }) ?? false else { return nil }
    }
    guard !host.isEmpty else { return nil }
    return String(decoding: host, as: UTF8.self).lowercased()
  }
}
