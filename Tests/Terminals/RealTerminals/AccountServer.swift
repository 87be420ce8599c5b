import Foundation

/// An account server on loopback, with one user per sitting.
final class AccountServer {
  let address: String
  private let program: String
  private let directory: String
  private let process = Process()
  static let password = "open sesame"
  /// The folder with the languages that are not in every installation.
  static let languages =
    FileManager.default.currentDirectoryPath + "/Resources/lisan-languages"

  init(program: String) throws {
    self.program = program
    directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-accounts-\(UUID().uuidString.prefix(8))").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    _ = try output(
      of: program, ["init", "--database", "\(directory)/accounts.db"], [:], input: "")
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "--listen", "127.0.0.1:0", "--database", "\(directory)/accounts.db", "--log",
      "\(directory)/log",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    guard let start = line.range(of: "http://") else {
      throw Obstacle(description: "the account server does not start")
    }
    address = String(line[start.lowerBound...].prefix { !$0.isWhitespace })
    let offered = ["en", "ar", "fa", "he", "ur"]
    try administer(["set-languages"] + offered)
    try administer(["set-market", "001"] + offered)
    for flag in ["analytics", "diagnostics", "developer"] {
      try administer(["set-flag", flag, "on"])
    }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
  }

  func add(_ login: String) throws {
    try administer(
      [
        "add-user", login, "--name", "سارة", "--email", "sara@example.org", "--language", "en",
        "--developer",
      ], input: Self.password + "\n")
    try administer(["add-profile", login, "العمل", "--language", "ar"])
  }

  private func administer(_ arguments: [String], input: String = "") throws {
    _ = try output(
      of: program, arguments + ["--database", "\(directory)/accounts.db"], [:], input: input)
  }
}
