import CGnuTLS

/// Normalizes logins and passwords for storage and comparison, so that equivalent Unicode spellings
/// are equal (PRECIS, RFC 8265; by GnuTLS).
package enum Credentials {
  /// A login in lower case, composed.
  package static func login(_ text: String) -> String { opaque(text.lowercased()) }

  /// A password, composed, with all kinds of spaces unified.
  package static func password(_ text: String) -> String { opaque(text) }

  /// The rules for passwords (OpaqueString, by GnuTLS). Returns text that they reject unchanged; it is
  /// then compared by its bytes.
  private static func opaque(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard !bytes.allSatisfy({ $0 < 0x80 }), !bytes.contains(0) else { return text }
    var normal = gnutls_datum_t()
    let flags = UInt32(GNUTLS_UTF8_IGNORE_ERRS)
    let result = gnutls_utf8_password_normalize(bytes, UInt32(bytes.count), &normal, flags)
    guard result >= 0, let start = normal.data else { return text }
    defer { gt_free(start) }
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(normal.size)), as: UTF8.self)
  }
}
