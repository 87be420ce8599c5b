import AccountModel
import BuiltPrograms
import Foundation
import LisanPreferences
import TerminalHarness

/// A person's home on some machine, with the built program and its agent.
final class Home: Sendable {
  let path: String
  let server: String?

  static let program = builtProgram("lisan")
  static let resources = packagePath("Resources")

  init(server: String? = nil) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "lisan-home-\(UUID().uuidString)")
      .path(percentEncoded: false)
    self.server = server
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func environment(_ more: [String: String] = [:]) -> [String: String] {
    var environment = [
      "HOME": path, "LANG": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin",
      "LISAN_RESOURCES": Self.resources, "LISAN_TRACE": "\(path)/trace",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    environment["LISAN_SERVER"] = server
    return environment.merging(more) { $1 }
  }

  /// The command and what it prints. On a busy machine, a sign-in may reach its limit of six seconds: then it is
  /// repeated, as a person would do (`Device.signIn`).
  @discardableResult
  func lisan(
    _ arguments: String..., input: String = "", environment more: [String: String] = [:]
  ) async throws -> Run {
    var attempts = arguments.first == "sign-in" ? 5 : 1
    while true {
      let run = try await Run(
        Self.program, arguments, environment: environment(more), input: Array(input.utf8))
      attempts -= 1
      let isLate =
        run.errors.contains(Self.tooLate) || run.errors.contains("تأخر الخادم في الإجابة")
      guard attempts > 0, isLate else { return run }
    }
  }

  /// What a command says of a server that did not answer in time.
  static let tooLate = "The server took too long to answer."

  /// The account's files here.
  var places: AccountFiles {
    AccountFiles(
      dataDirectory: "\(path)/.local/share/lisan", server: server.flatMap { ServerURL($0) })
  }

  func open(_ arguments: String..., environment more: [String: String] = [:]) throws
    -> TerminalSession
  {
    try TerminalSession(
      Self.program, arguments: arguments, environment: environment(more), directory: path,
      checksEnd: true)
  }

  var stored: Preference? {
    PreferenceFile(path: "\(path)/.config/lisan/preferences").read().preference
  }

  var log: String {
    (try? String(contentsOfFile: "\(path)/.local/state/lisan/lisan.log", encoding: .utf8)) ?? ""
  }

  /// The trace's events, in order.
  var traced: [[String: Any]] {
    let text = (try? String(contentsOfFile: "\(path)/trace", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
  }

  /// The trace's events by name, in order.
  var events: [String] { traced.compactMap { $0["event"] as? String } }
}
