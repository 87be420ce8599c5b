import AccountModel
import AccountProtocol
import Testing

/// Every value of every message at the extremes of its type and of its bounds.
struct BoundsTests {

  private static let device = "0123456789abcdef0123456789abcdef"
  private static let choice =
    #""preferredLocale":"ar","device":"\#(device)","sequence":1,"chosen_at":5"#
  private static let account =
    #""login":"a","name":"A","note":"","is_developer":false,"preferredLocale":"ar","privacy":{"analytics":false,"diagnostics":false}"#
  private static let profile = #"{"profile_id":1,"name":"A","language_code":"ar"}"#

  static let numbers: [BoundedNumber] = [
    BoundedNumber(
      AccountChange.self, "sequence",
      #"{"preferredLocale":"ar","device":"\#(device)","sequence":@,"chosen_at":5}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      AccountChange.self, "chosen_at",
      #"{"preferredLocale":"ar","device":"\#(device)","sequence":1,"chosen_at":@}"#,
      0...253_402_300_799_999),
    BoundedNumber(
      ProfileChange.self, "account_id", #"{"account_id":@,"profile_id":1}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      ProfileChange.self, "profile_id", #"{"account_id":1,"profile_id":@}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      ProfileChange.self, "sequence",
      #"{"account_id":1,"profile_id":1,"language_code":"ar","device":"\#(device)","sequence":@,"chosen_at":5}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      ProfileChange.self, "chosen_at",
      #"{"account_id":1,"profile_id":1,"language_code":"ar","device":"\#(device)","sequence":1,"chosen_at":@}"#,
      0...253_402_300_799_999),
    BoundedNumber(
      Account.self, "account_id", #"{"account_id":@,\#(account),"profiles":[]}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      Account.self, "active_profile_id",
      #"{"account_id":1,\#(account),"profiles":[],"active_profile_id":@}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      Account.self, "profiles.profile_id",
      #"{"account_id":1,\#(account),"profiles":[{"profile_id":@,"name":"A","language_code":"ar"}]}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      Account.self, "last_change.sequence",
      #"{"account_id":1,\#(account),"profiles":[],"last_change":{"device":"\#(device)","sequence":@,"chosen_at":5}}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      Account.self, "last_change.chosen_at",
      #"{"account_id":1,\#(account),"profiles":[],"last_change":{"device":"\#(device)","sequence":1,"chosen_at":@}}"#,
      0...253_402_300_799_999),
    BoundedNumber(
      SignedIn.self, "account_id", #"{"token":"lisan_0123456789","account_id":@,"expires_at":1}"#,
      1...9_007_199_254_740_991),
    BoundedNumber(
      SignedIn.self, "expires_at", #"{"token":"lisan_0123456789","account_id":1,"expires_at":@}"#,
      0...253_402_300_799_999),
    BoundedNumber(
      AppConfiguration.self, "cooldowns.sync_seconds",
      #"{"languages":["en"],"default_language_code":"en","markets":[],"feature_flags":{},"cooldowns":{"sync_seconds":@}}"#,
      0...86_400),
  ]

  @Test("Each number is checked against its bounds when it is read", arguments: numbers)
  func extremes(_ number: BoundedNumber) {
    let (low, high) = (number.bounds.lowerBound, number.bounds.upperBound)
    for value in [low, low + 1, high - 1, high] {
      #expect(number.accepts(String(value)), "\(value)")
    }
    var outside = [low - 1, high + 1]
    for power in 1...62 {
      outside += [Int64(1) << power, -(Int64(1) << power), Int64(1) << power - 1]
    }
    outside += [.min, .min + 1, .max - 1, .max]
    for value in outside where !number.bounds.contains(value) {
      #expect(!number.accepts(String(value)), "\(value)")
    }
    let others = [
      "9223372036854775808", "18446744073709551615", "-9223372036854775809", "1e19", "1e300",
      "-1e300", "1e400", "1.5", "0.1", "NaN", "Infinity", "0x10", #""1""#, "true", "[1]", "{}", "",
    ]
    for value in others { #expect(!number.accepts(value), "\(value)") }
    if !number.name.hasSuffix("active_profile_id") { #expect(!number.accepts("null")) }
  }

  private static func letters(_ count: Int) -> String { String(repeating: "e", count: count) }

  private static func list(_ count: Int, _ member: (Int) -> String) -> String {
    "[" + (0..<count).map(member).joined(separator: ",") + "]"
  }

  private static func configuration(
    languages: String = #"["en"]"#, markets: String = "[]", flags: String = "{}",
    names: String = #"{"languages":{},"markets":{}}"#
  ) -> String {
    #"{"languages":\#(languages),"default_language_code":"en","markets":\#(markets),"#
      + #""names":\#(names),"#
      + #""feature_flags":\#(flags),"cooldowns":{"sync_seconds":1}}"#
  }

  static let lengths: [BoundedLength] = [
    BoundedLength(SignIn.self, "login", 1...254) { #"{"login":"\#(letters($0))","password":"p"}"# },
    BoundedLength(SignIn.self, "password", 1...1024) {
      #"{"login":"a","password":"\#(letters($0))"}"#
    },
    BoundedLength(SignIn.self, "device", 32...32) {
      #"{"login":"a","password":"p","device":"\#(letters($0))"}"#
    },
    BoundedLength(SignedIn.self, "token", 16...256) {
      #"{"token":"\#(letters($0))","account_id":1,"expires_at":1}"#
    },
    BoundedLength(AccountChange.self, "note", 0...2000) { #"{"note":"\#(letters($0))"}"# },
    BoundedLength(AccountChange.self, "device", 32...32) {
      #"{"preferredLocale":"ar","device":"\#(letters($0))","sequence":1,"chosen_at":5}"#
    },
    BoundedLength(AppConfiguration.self, "languages", 1...200) { count in
      configuration(languages: list(count) { _ in #""en""# })
    },
    BoundedLength(AppConfiguration.self, "markets", 0...300) { count in
      configuration(markets: list(count) { _ in #"{"code":"EG","languages":["en"]}"# })
    },
    BoundedLength(AppConfiguration.self, "markets.code", 2...7) { count in
      configuration(markets: #"[{"code":"\#(letters(count))","languages":["en"]}]"#)
    },
    BoundedLength(AppConfiguration.self, "markets.languages", 1...200) { count in
      configuration(markets: #"[{"code":"EG","languages":\#(list(count) { _ in #""en""# })}]"#)
    },
    BoundedLength(AppConfiguration.self, "names.languages", 1...100) { count in
      configuration(names: #"{"languages":{"fa":{"en":"\#(letters(count))"}},"markets":{}}"#)
    },
    BoundedLength(AppConfiguration.self, "names.markets", 2...7) { count in
      configuration(names: #"{"languages":{},"markets":{"\#(letters(count))":{"en":"a"}}}"#)
    },
    BoundedLength(AppConfiguration.self, "feature_flags", 0...100) { count in
      configuration(flags: "{" + (0..<count).map { "\"f\($0)\":true" }.joined(separator: ",") + "}")
    },
    BoundedLength(AppConfiguration.self, "feature_flags.name", 1...64) { count in
      configuration(flags: #"{"\#(letters(count))":true}"#)
    },
    BoundedLength(Account.self, "profiles", 0...50) { count in
      #"{"account_id":1,\#(account),"profiles":\#(list(count) { _ in profile })}"#
    },
    BoundedLength(Refusal.self, "error.message", 0...1000) {
      #"{"error":{"code":"failed","message":"\#(letters($0))"}}"#
    },
    BoundedLength(Refusal.self, "error.field", 0...200) {
      #"{"error":{"code":"failed","message":"","field":"\#(letters($0))"}}"#
    },
  ]

  @Test("Each text and list is checked against its bounds when it is read", arguments: lengths)
  func sizes(_ length: BoundedLength) throws {
    let (low, high) = (length.bounds.lowerBound, length.bounds.upperBound)
    for count in Set([low, low + 1, high - 1, high]) where length.bounds.contains(count) {
      #expect(throws: Never.self, "\(count)") { try length.read(count) }
    }
    for count in [0, low - 1, high + 1, high + 2, 10 * high + 10]
    where count >= 0 && !length.bounds.contains(count) {
      #expect(throws: MessageError.self, "\(count)") { try length.read(count) }
    }
  }

  @Test("A token has only letters that a header can hold")
  func tokens() {
    let before = #"{"token":"lisan_0123456789"#
    let after = #"","account_id":1,"expires_at":1}"#
    for good in ["", "abc", "-._~+/=", "AZaz09"] {
      #expect(throws: Never.self) { try SignedIn(json: Array((before + good + after).utf8)) }
    }
    for bad in [#"\r\nX-Evil: 1"#, #"\n"#, #"\u0000"#, " ", #"\t"#, "\u{E9}", ",", ":", "%41"] {
      #expect(throws: MessageError.invalidField(InvalidField("token", .malformed)), "\(bad)") {
        try SignedIn(json: Array((before + bad + after).utf8))
      }
    }
  }
}

/// A message with one number left out, and what that number may be.
struct BoundedNumber: Sendable, CustomTestStringConvertible {
  let name: String
  let before: String
  let after: String
  let bounds: ClosedRange<Int64>
  let read: @Sendable ([UInt8]) throws -> Void

  init<Message: JSONMessage>(
    _ type: Message.Type, _ name: String, _ json: String, _ bounds: ClosedRange<Int64>
  ) {
    self.name = "\(type).\(name)"
    let parts = json.split(separator: "@", omittingEmptySubsequences: false)
    (before, after) = (String(parts[0]), String(parts[1]))
    self.bounds = bounds
    read = { _ = try Message(json: $0, limit: 1 << 20) }
  }

  var testDescription: String { name }

  func accepts(_ value: String) -> Bool {
    (try? read(Array((before + value + after).utf8))) != nil
  }
}

/// A message with a text of one letter, as often as asked.
struct BoundedLength: Sendable, CustomTestStringConvertible {
  let name: String
  let bounds: ClosedRange<Int>
  let read: @Sendable (Int) throws -> Void

  init<Message: JSONMessage>(
    _ type: Message.Type, _ name: String, _ bounds: ClosedRange<Int>,
    _ json: @escaping @Sendable (Int) -> String
  ) {
    self.name = "\(type).\(name)"
    self.bounds = bounds
    read = { _ = try Message(json: Array(json($0).utf8), limit: 1 << 20) }
  }

  var testDescription: String { name }
}
