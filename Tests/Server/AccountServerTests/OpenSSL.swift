import Foundation

/// Makes a certificate that signs itself, and its key.
func makeCertificate(
  _ name: String, isRSA: Bool = false, key: String, certificate: String
) throws {
  let kind = isRSA ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
  try openssl(
    ["req", "-x509", "-newkey"] + kind + [
      "-nodes", "-subj", "/CN=\(name)", "-days", "2", "-keyout", key, "-out", certificate,
    ])
}

/// Runs openssl.
///
/// - Parameter end: what is waited for in its output before its input ends.
@discardableResult
func openssl(
  _ arguments: [String], input: String = "", until end: String? = nil
) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/openssl")
  process.arguments = arguments
  let (stdin, stdout) = (Pipe(), Pipe())
  process.standardInput = stdin
  process.standardOutput = stdout
  process.standardError = FileHandle.nullDevice
  try process.run()
  stdin.fileHandleForWriting.write(Data(input.utf8))
  if end == nil { try stdin.fileHandleForWriting.close() }
  var output = ""
  while end.map({ !output.contains($0) }) ?? true {
    let data = stdout.fileHandleForReading.availableData
    if data.isEmpty { break }
    output += String(decoding: data, as: UTF8.self)
  }
  if end != nil { try stdin.fileHandleForWriting.close() }
  process.waitUntilExit()
  return output
}
