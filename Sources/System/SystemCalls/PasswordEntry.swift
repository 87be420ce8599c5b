import Glibc

/// A user's line in the account file (passwd(5)).
///
/// getpwuid(3) would also ask other sources, by modules that it loads. In a static program these
/// load a second C library, and crash.
public struct PasswordEntry: Hashable, Sendable {
  public let login: String
  /// The full name and more, separated by commas (GECOS); may be empty.
  public let comment: String
  /// An absolute path; nil if the line has none.
  public let home: String?

  /// Nil if no line has the user, such as one of LDAP.
  ///
  /// - Parameter accounts: a file of at most 16 MiB.
  public init?(of user: UInt32, in accounts: String = "/etc/passwd") {
    guard let file = try? OwnedDescriptor(opening: accounts, O_RDONLY | O_NONBLOCK),
      let bytes = try? readAll(from: file.number, limit: 1 << 24)
    else { return nil }
    let (colon, newline) = (UInt8(ascii: ":"), UInt8(ascii: "\n"))
    // login:password:user:group:comment:home:shell
    var fields: [ArraySlice<UInt8>] = []
    var start = 0
    for place in 0...bytes.count {
      let byte = place < bytes.count ? bytes[place] : newline
      guard byte == colon || byte == newline else { continue }
      fields.append(bytes[start..<place])
      start = place + 1
      guard byte == newline else { continue }
      if fields.count == 7, UInt32(String(decoding: fields[2], as: UTF8.self)) == user {
        login = String(decoding: fields[0], as: UTF8.self)
        comment = String(decoding: fields[4], as: UTF8.self)
        home =
          fields[5].first == UInt8(ascii: "/") ? String(decoding: fields[5], as: UTF8.self) : nil
        return
      }
      fields = []
    }
    return nil
  }
}
