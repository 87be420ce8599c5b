import Foundation
import ServerHarness
import Testing

@Suite(
  .serialized,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "install openssl"))
struct TLSTests {
  let folder: URL
  var key: String { "\(folder.path)/key.pem" }
  var certificate: String { "\(folder.path)/certificate.pem" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test("R45: HTTPS by the server itself")
  func served() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeCertificate("localhost")
    let server = try Server(options: ["--tls-certificate", certificate, "--tls-key", key])
    try server.start()
    let answer = try connect(
      server, ["-quiet", "-no_ign_eof", "-CAfile", certificate, "-verify_return_error"],
      input: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      until: "\"ok\"}")
    #expect(answer.contains("200 OK") && answer.contains(#"{"status":"ok"}"#), "\(answer)")
    let bad = try server.administer(
      ["--listen", "127.0.0.1:0", "--tls-certificate", key, "--tls-key", certificate])
    #expect(bad.status == 1 && bad.error.contains("certificate"))
  }

  @Test("TLS 1.2 with forward secrecy at least")
  func strength() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for isRSA in [false, true] {
      try makeCertificate("localhost", isRSA: isRSA)
      let server = try Server(
        users: [], options: ["--tls-certificate", certificate, "--tls-key", key])
      try server.start()
      let kind = isRSA ? "RSA" : "ECDSA"
      let weak = [
        ["-tls1", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
        ["-tls1_2", "-cipher", "AES128-SHA"], ["-tls1_2", "-cipher", "AES256-GCM-SHA384"],
        ["-tls1_2", "-cipher", "ECDHE-\(kind)-AES128-SHA"],
        ["-tls1_2", "-cipher", "kRSA:@SECLEVEL=0"],
      ]
      for options in weak {
        let answer = try connect(server, options)
        #expect(answer.contains("(NONE)"), "\(kind) \(options): \(answer)")
      }
      for options in [
        ["-tls1_2", "-cipher", "ECDHE-\(kind)-AES128-GCM-SHA256"],
        ["-tls1_2", "-cipher", "ECDHE-\(kind)-CHACHA20-POLY1305"], ["-tls1_3"],
      ] {
        let answer = try connect(server, options)
        #expect(!answer.contains("(NONE)") && answer.contains("Cipher"), "\(kind) \(options)")
      }
    }
  }

  @Test("A renewed certificate is taken at HUP; one that is none leaves the former")
  func renewal() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeCertificate("first.example")
    let server = try Server(
      users: [], options: ["--tls-certificate", certificate, "--tls-key", key])
    try server.start()
    #expect(try connect(server, []).contains("first.example"))
    try makeCertificate("second.example")
    server.signal(SIGHUP)
    #expect(try eventually { try connect(server, []).contains("second.example") })
    // A key of another certificate.
    try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key])
    server.signal(SIGHUP)
    #expect(eventually { server.text(server.log).contains("certificate.kept") })
    #expect(try connect(server, []).contains("second.example"))
  }

  private func makeCertificate(_ name: String, isRSA: Bool = false) throws {
    try AccountServerTests.makeCertificate(name, isRSA: isRSA, key: key, certificate: certificate)
  }

  /// What `openssl s_client` says of a connection.
  private func connect(
    _ server: Server, _ options: [String], input: String = "", until end: String? = nil
  ) throws -> String {
    try openssl(
      ["s_client", "-connect", "127.0.0.1:\(server.port)"] + options, input: input, until: end)
  }
}
