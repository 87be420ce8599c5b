/// Facts about the process that About shows; constant while it runs.
public struct Environment: Hashable, Sendable {
  public var version: String
  public var terminal: String
  public var preferencePath: String
  public var resourcePath: String
  public var logPath: String

  public init(
    version: String, terminal: String, preferencePath: String, resourcePath: String,
    logPath: String
  ) {
    self.version = version
    self.terminal = terminal
    self.preferencePath = preferencePath
    self.resourcePath = resourcePath
    self.logPath = logPath
  }
}
