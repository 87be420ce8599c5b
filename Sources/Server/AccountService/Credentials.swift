import CMicroHTTPD
import Glibc

/// Normalizes logins and passwords for storage and comparison, so that equivalent Unicode spellings
/// are equal (PRECIS, RFC 8265; by GnuTLS).
enum Credentials {
  /// A login in lower case, composed.
  static func login(_ text: String) -> String { opaque(text.lowercased()) }

  /// A password, composed, with all kinds of spaces unified.
  static func password(_ text: String) -> String { opaque(text) }

  /// Returns text that the rules reject unchanged; it is then compared by its bytes.
  private static func opaque(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }), !text.utf8.contains(0),
      let normal = mh_opaque_string(text)
    else { return text }
    defer { free(normal) }
    return String(cString: normal)
  }
}
