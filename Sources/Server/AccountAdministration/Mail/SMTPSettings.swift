import AccountModel
import AccountService
import CCurl
import Glibc
import SystemCalls

/// Where and how mail is sent: a server that takes it on (RFC 6409), by the options of the command
/// line.
struct SMTPSettings: Sendable {
  /// `smtp://host:587` or `smtps://host:465`, without anything else.
  let url: String
  /// Whether mail may only be sent over TLS.
  ///
  /// Only what never leaves this machine may go without: to a loopback address, without a password,
  /// and unless a certificate is named.
  let requiresTLS: Bool
  /// A file of the certificates to trust, in PEM; nil for the system's.
  let authority: String?
  /// A file with a user name and a password.
  let credentialsFile: String?

  /// Nil if the address is none that mail can be sent to, or libcurl is missing.
  init?(_ text: String, authority: String?, credentialsFile: String?) {
    guard curl_missing() == nil, let parsed = curl_url() else { return nil }
    defer { curl_url_cleanup(parsed) }
    func part(_ part: CURLUPart) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parsed, part, &value, 0) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    // A password in the address would be an argument that everybody on the machine sees.
    guard curl_url_set(parsed, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK,
      let scheme = part(CURLUPART_SCHEME), scheme == "smtp" || scheme == "smtps",
      let host = part(CURLUPART_HOST), part(CURLUPART_PATH) == "/",
      part(CURLUPART_QUERY) == nil, part(CURLUPART_FRAGMENT) == nil
    else { return nil }
    let port = part(CURLUPART_PORT) ?? (scheme == "smtps" ? "465" : "587")
    url = "\(scheme)://\(host):\(port)"
    self.authority = authority
    self.credentialsFile = credentialsFile
    let isLoopback =
      host == "localhost" || ClientAddress(forwarded: host).map { $0.isLoopback } == true
    requiresTLS = !isLoopback || authority != nil || credentialsFile != nil
  }

  typealias Credentials = (user: String, password: String)

  /// Reads user name and password, one on each line, from a file of this user's that nobody else can
  /// read. They are read anew for each delivery, so that a new password needs no restart.
  ///
  /// - Returns: nil if there is no such file in the settings.
  /// - Throws: EPERM if the file is a link, no regular file, another user's, open to others, or not in
  ///   this form.
  func credentials() throws(SystemError) -> Credentials? {
    guard let credentialsFile else { return nil }
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    let file = try OwnedDescriptor(opening: credentialsFile, flags)
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
      status.st_uid == geteuid() || status.st_uid == 0
    else { throw SystemError(EPERM) }
    let bytes = try readAll(from: file.number, limit: 4096)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      }
    guard lines.count >= 2, !lines[0].isEmpty, !lines[1].isEmpty,
      lines.dropFirst(2).allSatisfy({ $0.isEmpty }), !bytes.contains(0)
    else { throw SystemError(EPERM) }
    return (lines[0], lines[1])
  }
}
