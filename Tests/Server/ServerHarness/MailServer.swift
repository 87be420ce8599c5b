import BuiltPrograms
import Foundation
import Glibc
import Synchronization

/// A real mail server (exim) on free loopback ports, unprivileged, with a certificate of its own. It
/// delivers into a Maildir and is killed with the last reference.
package final class MailServer: @unchecked Sendable {
  package let directory: String
  /// The port for SMTP with STARTTLS, and the one for SMTP over TLS.
  package let (port, tlsPort): (UInt16, UInt16)
  private var process: Process?

  package static let program = "/usr/sbin/exim4"
  package static let (user, password) = ("lisan", "a secret: with spaces")

  /// The certificate that clients have to trust.
  package var certificate: String { "\(directory)/certificate.pem" }
  package var log: String {
    (try? String(contentsOfFile: "\(directory)/log-main", encoding: .utf8)) ?? ""
  }

  /// - Parameter name: the host name in the certificate.
  package init(certificateFor name: String = "localhost") throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "mail-server-\(UUID().uuidString)").path(percentEncoded: false)
    (port, tlsPort) = (Self.freePort(), Self.freePort())
    let files = FileManager.default
    for folder in ["", "/spool", "/mail"] {
      try files.createDirectory(atPath: directory + folder, withIntermediateDirectories: true)
    }
    // A copy has no setuid bit, so it never becomes root.
    try files.copyItem(atPath: Self.program, toPath: "\(directory)/exim")
    try makeExecutable("\(directory)/exim")
    let made = try runProgram(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "\(directory)/key.pem", "-out", certificate, "-days", "2", "-subj",
        "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)",
      ])
    guard made.status == 0 else { throw Client.Failure(description: "openssl: \(made.status)") }
    try configuration.write(
      toFile: "\(directory)/conf", atomically: true, encoding: .utf8)
    if Self.isPrivileged {
      _ = try runProgram("/usr/bin/chown", ["-R", "nobody:nogroup", directory])
    }
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: directory)
  }

  private static var isPrivileged: Bool { getuid() == 0 }

  package func start() throws {
    let process = Process()
    let command = ["\(directory)/exim", "-C", "\(directory)/conf", "-bdf"]
    let words =
      Self.isPrivileged
      ? ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] + command
      : command
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    guard eventually({ (try? greeting()) != nil }) else {
      throw Client.Failure(description: "exim does not listen: \(log)")
    }
  }

  package func stop() {
    guard let process, process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Makes the server answer recipients with a temporary refusal, or accept them again.
  package func setDeferring(_ isDeferring: Bool) throws {
    let file = "\(directory)/defer"
    if isDeferring {
      try Data().write(to: URL(filePath: file))
    } else {
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// The delivered messages, in the order of their delivery.
  package var messages: [String] {
    let folder = "\(directory)/mail/new"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      // SECONDS.MmicrosecondsPprocess, without leading zeros.
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { "\(folder)/\($0)" }
  }

  private func greeting() throws -> [UInt8] {
    let descriptor = try connectedSocket(port)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 3)
    guard recv(descriptor, &bytes, 3, Int32(MSG_WAITALL)) == 3 else {
      throw Client.Failure(description: "no greeting")
    }
    return bytes
  }

  /// Recipients that begin with `nobody` are refused for good.
  private var configuration: String {
    let user = Self.isPrivileged ? "nobody" : NSUserName()
    return """
      exim_path = \(directory)/exim
      exim_user = \(user)
      exim_group = \(Self.isPrivileged ? "nogroup" : user)
      never_users =
      deliver_drop_privilege
      spool_directory = \(directory)/spool
      log_file_path = \(directory)/log-%s
      pid_file_path = \(directory)/pid
      primary_hostname = mail.example.org
      local_interfaces = 127.0.0.1
      daemon_smtp_ports = \(port) : \(tlsPort)
      tls_on_connect_ports = \(tlsPort)
      tls_advertise_hosts = *
      tls_certificate = \(certificate)
      tls_privatekey = \(directory)/key.pem
      auth_advertise_hosts = ${if eq{$tls_in_cipher}{}{}{*}}
      keep_environment =
      smtp_accept_queue_per_connection = 0
      acl_smtp_rcpt = recipients
      begin acl
      recipients:
        defer condition = ${if exists{\(directory)/defer}}
          message = come back later
        deny local_parts = ^nobody
          message = no such person here
        accept authenticated = *
        accept condition = ${if exists{\(directory)/open}}
        deny message = authenticate first
      begin routers
      all:
        driver = accept
        transport = box
      begin transports
      box:
        driver = appendfile
        directory = \(directory)/mail
        maildir_format
        envelope_to_add
        return_path_add
      begin authenticators
      plain:
        driver = plaintext
        public_name = PLAIN
        server_prompts = :
        server_condition = ${if and{{eq{$auth2}{\(Self.user)}}{eq{$auth3}{\(Self.password)}}}}
        server_set_id = $auth2

      """
  }

  /// Accepts mail without authentication.
  package func openToAll() throws { try Data().write(to: URL(filePath: "\(directory)/open")) }

  /// A free port below those that the kernel gives to connections: one of them could take it while the
  /// mail server is down.
  private static func freePort() -> UInt16 {
    while true {
      let port = UInt16.random(in: 20_000..<32_768)
      if StalledServer(port: port, backlog: 1).port == port { return port }
    }
  }
}

/// A listening socket that accepts connections and says nothing, or nothing more after a while.
package final class StalledServer: @unchecked Sendable {
  package let port: UInt16
  private let descriptor: Int32
  private let clients = Mutex<[Int32]>([])

  /// - Parameter port: 0 for any; if it is taken, the server has another one.
  package init(port: UInt16 = 0, backlog: Int32 = 64) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, size)
        _ = listen(listener, backlog)
        _ = getsockname(listener, $0, &size)
      }
    }
    descriptor = listener
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(descriptor)
    clients.withLock { clients in
      for client in clients { close(client) }
    }
  }

  /// Waits up to ten seconds for somebody to connect.
  package func waitForConnection() -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 10_000) > 0
  }

  /// Speaks SMTP with the next client until it has said that it takes the message (354).
  ///
  /// - Returns: whether it came so far within ten seconds; the connection stays open as long as `self`.
  package func takeUpToData() -> Bool {
    guard waitForConnection() else { return false }
    let client = accept(descriptor, nil, nil)
    guard client >= 0 else { return false }
    clients.withLock { $0.append(client) }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    func say(_ line: String) -> Bool { write(client, "\(line)\r\n", line.utf8.count + 2) > 0 }
    guard say("220 silent ESMTP") else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(client, &bytes, bytes.count)
      guard count > 0 else { return false }
      if bytes.starts(with: "DATA".utf8) { return say("354 go on") }
      guard say("250 silent") else { return false }
    }
  }
}

/// A socket that is connected to a loopback port.
private func connectedSocket(_ port: UInt16) throws -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var limit = timeval(tv_sec: 5, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard result == 0 else {
    close(descriptor)
    throw Client.Failure(description: "connect: errno \(errno)")
  }
  return descriptor
}
