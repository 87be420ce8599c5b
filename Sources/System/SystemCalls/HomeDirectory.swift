import Glibc

/// The home directory of a user in the account file; nil if no line has the user.
///
/// getpwuid(3) would also ask other sources, by modules that it loads. In a static program these
/// load a second C library, and crash.
///
/// - Parameter accounts: a file of at most 16 MiB in the form of passwd(5).
public func homeDirectory(of user: UInt32, in accounts: String = "/etc/passwd") -> String? {
  guard let file = try? OwnedDescriptor(opening: accounts, O_RDONLY | O_NONBLOCK),
    let bytes = try? readAll(from: file.number, limit: 1 << 24)
  else { return nil }
  let (colon, newline) = (UInt8(ascii: ":"), UInt8(ascii: "\n"))
  // login:password:user:group:name:directory:shell
  var fields: [ArraySlice<UInt8>] = []
  var start = 0
  for place in 0...bytes.count {
    let byte = place < bytes.count ? bytes[place] : newline
    guard byte == colon || byte == newline else { continue }
    fields.append(bytes[start..<place])
    start = place + 1
    guard byte == newline else { continue }
    if fields.count == 7, UInt32(String(decoding: fields[2], as: UTF8.self)) == user,
      fields[5].first == UInt8(ascii: "/")
    {
      return String(decoding: fields[5], as: UTF8.self)
    }
    fields = []
  }
  return nil
}
