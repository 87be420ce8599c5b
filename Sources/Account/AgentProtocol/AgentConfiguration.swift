/// The agent's configuration, which it needs before its first request.
public struct AgentConfiguration: Hashable, Codable, Sendable {
  /// The server's URL, such as `https://accounts.example.org`; nil for the embedded account (R35).
  public var server: String?
  /// The preference file, which contains the choice.
  public var preferences: String
  /// The directory of the embedded account, of the cache of a remote one, and of the sync ledgers.
  public var dataDirectory: String
  /// The directory with the languages and markets.
  public var resources: String
  public var log: String
  public var trace: Trace?
  /// The resolved language, until a request changes it.
  public var language: String
  /// The number of the record it was resolved from (`Preference.sequence`).
  public var sequence: UInt64
  /// How long a request that follows the account may wait at the server, in seconds (R62); nil for
  /// programs that do not stay open. The first pause after a failure is up to as long.
  public var followSeconds: Int?

  /// The app's trace, to which the agent adds its events.
  public struct Trace: Hashable, Codable, Sendable {
    public var path: String
    /// The app's start in nanoseconds of the monotonic clock.
    public var start: Int64

    public init(path: String, start: Int64) {
      self.path = path
      self.start = start
    }
  }

  public init(
    server: String?, preferences: String, dataDirectory: String, resources: String, log: String,
    trace: Trace?, language: String, sequence: UInt64, followSeconds: Int? = nil
  ) {
    self.server = server
    self.preferences = preferences
    self.dataDirectory = dataDirectory
    self.resources = resources
    self.log = log
    self.trace = trace
    self.language = language
    self.sequence = sequence
    self.followSeconds = followSeconds
  }

  enum CodingKeys: String, CodingKey {
    case server
    case preferences
    case dataDirectory = "data_directory"
    case resources
    case log
    case trace
    case language
    case sequence
    case followSeconds = "follow_seconds"
  }
}
