/// The bounds of every field and message, the same for app, agent and server. This is the one table
/// of them, but for the length of a market's code (`MarketCode.lengths`). Each value is checked
/// where it is read, by `FieldRules` and the `validate` of its type.
public enum Bounds {
  /// The most bytes of a request's body.
  public static let body = 16 << 10
  /// The most bytes of an answer that an agent takes.
  public static let answer = 64 << 10
  /// The most bytes of a message between app and agent, under what a socket's buffer holds: a
  /// packet goes as a whole.
  public static let packet = 160 << 10
  /// The deepest nesting of arrays and objects in a message.
  public static let depth = 16
  /// The most bytes of the name to sign in by, as of an e-mail address (RFC 5321).
  public static let login = 254
  public static let password = 1024
  /// The fewest characters of a new password.
  public static let newPassword = 8
  /// The most characters (Unicode scalars) of a person's or profile's name.
  public static let name = 100
  public static let email = 254
  public static let phone = 40
  public static let note = 2000
  /// Numbers stay exact in every JSON reader (RFC 8259, section 6).
  public static let sequence: ClosedRange<Int64> = 1...9_007_199_254_740_991
  public static let identifier: ClosedRange<Int64> = 1...9_007_199_254_740_991
  /// Milliseconds since 1970, to the end of the year 9999.
  public static let time: ClosedRange<Int64> = 0...253_402_300_799_999
  /// The most profiles of an account.
  public static let profiles = 50
  /// Bytes of a language code (BCP 47, RFC 5646 section 4.4.1).
  public static let language = 2...35
  /// How many languages a configuration or a market lists.
  public static let languages = 1...200
  /// The most markets of a configuration.
  public static let markets = 300
  /// Bytes of a feature flag's name.
  public static let flag = 1...64
  /// The most feature flags of a configuration.
  public static let flags = 100
  /// Seconds between two comparisons with the account: up to a day.
  public static let syncCooldown: ClosedRange<Int64> = 0...86_400
  /// Seconds of a `Retry-After`; a longer one is taken as the longest.
  public static let retryAfter: ClosedRange<Int64> = 0...86_400
  /// Bytes of a session's token. The server's own have 49.
  public static let token = 16...256
  /// The most characters (Unicode scalars) of a refusal's message.
  public static let message = 1000
  /// The most bytes of a field's name in a refusal.
  public static let field = 200
}
