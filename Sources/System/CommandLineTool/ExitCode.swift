/// The exit codes of all programs (R57).
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let done = ExitCode(rawValue: 0)
  public static let failed = ExitCode(rawValue: 1)
  public static let wrongUsage = ExitCode(rawValue: 2)
  public static let notSignedIn = ExitCode(rawValue: 3)
  public static let resourceInvalid = ExitCode(rawValue: 4)
  public static let noTerminal = ExitCode(rawValue: 5)
}
