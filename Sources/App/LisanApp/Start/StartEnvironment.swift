import CSystem
import Glibc

/// The environment variables at the start of this program.
///
/// A program with more rights than the user who started it (a set-user-ID copy) has none:
/// `LISAN_AGENT` and similar variables name programs to run.
@MainActor
enum StartEnvironment {
  private static let tokenVariable = "LISAN_TOKEN"
  /// The token for the agent. It is removed from the environment so that no other program inherits
  /// it.
  private static var token: String?

  /// Removes the token from the environment. Call this before anything else.
  static func extractToken() {
    guard let secret = cs_take_secret(tokenVariable) else { return }
    token = String(cString: secret)
    free(secret)
  }

  static func value(_ name: String) -> String? {
    name == tokenVariable ? token : cs_environment(name).map { String(cString: $0) }
  }

  /// Calls `body` with an environment that includes the token, for the agent.
  static func withToken<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(variable)
      next += 1
    }
    let own = token.map { strdup("\(tokenVariable)=\($0)") } ?? nil
    defer {
      if let own {
        explicit_bzero(own, strlen(own))
        free(own)
      }
    }
    variables += own == nil ? [nil] : [own, nil]
    return variables.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
