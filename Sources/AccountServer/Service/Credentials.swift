import CMicroHTTPD
import Glibc

/// Logins and passwords in the form that is stored and compared, so that it does not matter which of
/// Unicode's spellings a keyboard sends (PRECIS, RFC 8265; by GnuTLS).
enum Credentials {
  /// A login in small letters, composed.
  static func login(_ text: String) -> String { opaque(text.lowercased()) }

  /// A password, composed, its spaces made one kind.
  static func password(_ text: String) -> String { opaque(text) }

  /// What the rules do not allow stays as it is: it is compared by its bytes then.
  private static func opaque(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }), !text.utf8.contains(0),
      let normal = mh_opaque_string(text)
    else { return text }
    defer { free(normal) }
    return String(cString: normal)
  }
}
