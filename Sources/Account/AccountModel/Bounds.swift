/// The bounds of every field and message, for app, agent and server. All bounds are here, except
/// the length of a market's code (`MarketCode.lengths`). `FieldRules` and each type's `validate`
/// check values where they are read.
public enum Bounds {
  /// The maximum size of a request's body in bytes.
  public static let body = 16 << 10
  /// The maximum size of a web page's form in bytes: a note, with up to twelve bytes for each
  /// character, and the other fields.
  public static let form = 32 << 10
  /// The maximum size of an answer in bytes.
  public static let answer = 64 << 10
  /// The maximum size of a message between app and agent in bytes. It is below the socket's buffer
  /// size, because a packet is sent as a whole.
  public static let packet = 160 << 10
  /// The maximum nesting of arrays and objects in a message.
  public static let depth = 16
  /// The maximum size of a login in bytes: that of an e-mail address (RFC 5321).
  public static let login = 254
  /// The maximum size of a password in bytes.
  public static let password = 1024
  /// The minimum number of characters of a new password.
  public static let newPassword = 8
  /// The maximum number of characters (Unicode scalars) of a user's or profile's name.
  public static let name = 100
  /// The maximum size of an e-mail address in bytes (RFC 5321).
  public static let email = 254
  /// The maximum size of a telephone number in bytes.
  public static let phone = 40
  /// The maximum number of characters (Unicode scalars) of a note.
  public static let note = 2000
  /// Numbers up to this are exact in every JSON reader (RFC 8259, section 6).
  public static let sequence: ClosedRange<Int64> = 1...9_007_199_254_740_991
  /// The numbers of accounts and profiles, with this limit too.
  public static let identifier: ClosedRange<Int64> = 1...9_007_199_254_740_991
  /// Milliseconds since 1970, to the end of the year 9999.
  public static let time: ClosedRange<Int64> = 0...253_402_300_799_999
  /// The maximum number of profiles per account.
  public static let profiles = 50
  /// Bytes of a language code (BCP 47, RFC 5646 section 4.4.1).
  public static let language = 2...35
  /// The number of languages in a configuration or a market.
  public static let languages = 1...200
  /// The maximum number of markets in a configuration.
  public static let markets = 300
  /// The maximum size of all names that a configuration gives, with their codes, in bytes.
  public static let names = 24 << 10
  /// Bytes of a feature flag's name.
  public static let flag = 1...64
  /// The maximum number of feature flags in a configuration.
  public static let flags = 100
  /// Seconds between two comparisons with the account: at most a day.
  public static let syncCooldown: ClosedRange<Int64> = 0...86_400
  /// Seconds of a `Retry-After`; longer ones are limited to the maximum.
  public static let retryAfter: ClosedRange<Int64> = 0...86_400
  /// The maximum number of values that a locale library writes for one request.
  public static let values = 256
  /// Seconds that local time is ahead of UTC: less than a day.
  public static let offset = -86_399...86_399
  /// Seconds that a request may wait for a change of its account.
  public static let followSeconds = 1...50
  /// The maximum size of a record's version (an entity tag) in bytes.
  public static let version = 64
  /// The maximum number of sessions of an account.
  public static let sessions = 50
  /// Bytes of a session's token. This server's tokens have 49.
  public static let token = 16...256
  /// Bytes of the code that a person types into the server's page (RFC 8628).
  public static let userCode = 4...40
  /// Seconds that such a code is valid: at most a day.
  public static let codeSeconds: ClosedRange<Int64> = 1...86_400
  /// Seconds between two polls.
  public static let pollSeconds: ClosedRange<Int64> = 1...300
  /// The maximum number of characters (Unicode scalars) of a refusal's message.
  public static let message = 1000
  /// The maximum size of a field name in a refusal, in bytes.
  public static let field = 200
}
