import CProcess
import Glibc

/// The variables that this program was started with.
///
/// Where it has more rights than whoever started it (a set-user-ID copy) there are none: `LISAN_AGENT`
/// and friends name what is run, and by whom.
@MainActor
enum StartEnvironment {
  private static let tokenVariable = "LISAN_TOKEN"
  /// The token for the agent. It is not in the environment any more, so that no other program
  /// inherits it.
  private static var token: String?

  /// Takes the token out of the environment; before anything else is started or asked.
  static func takeToken() {
    guard let secret = cs_take_secret(tokenVariable) else { return }
    token = String(cString: secret)
    free(secret)
  }

  static func value(_ name: String) -> String? {
    name == tokenVariable ? token : cs_environment(name).map { String(cString: $0) }
  }

  /// Calls `body` with the environment of a process that may know the token: the agent.
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
