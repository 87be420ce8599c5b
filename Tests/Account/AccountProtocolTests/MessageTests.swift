import AccountModel
import AccountProtocol
import Testing

/// The messages without a server: what is read, and what is refused with which reason.
struct MessageTests {
  private static let choice =
    #""preferredLocale":"ar","device":"0123456789abcdef0123456789abcdef","sequence":1,"chosen_at":5"#

  @Test(
    "R45: bytes that are not JSON in UTF-8 are refused",
    arguments: [
      [], Array("nonsense".utf8), Array("{".utf8), [0x7B, 0xFF, 0x7D],
      Array(#"{"note":"\#u{FEFF}"#.utf8), Array(#"{"note":"\ud800"}"#.utf8),
      Array(#"{"note":"","note":""}"#.utf8), Array(#"{"note":"",}"#.utf8),
      [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x7B, 0, 0x7D, 0],
      Array((String(repeating: "[", count: 17) + String(repeating: "]", count: 17)).utf8),
      Array(repeating: UInt8(ascii: "["), count: Bounds.body),
      Array(#"{"note":""#.utf8) + Array(repeating: 0x20, count: Bounds.body) + Array(#""}"#.utf8),
    ] as [[UInt8]])
  func noJSON(_ bytes: [UInt8]) {
    #expect(throws: MessageError.invalidJSON) { try AccountChange(json: bytes) }
  }

  @Test(
    "R45: each field has its type and bounds",
    arguments: [
      ("{}", "preferredLocale", .missing),
      (#"{"device":"0123456789abcdef0123456789abcdef"}"#, "preferredLocale", .missing),
      (#"{"preferredLocale":"ar"}"#, "device", .missing),
      (#"{"preferredLocale":null}"#, "preferredLocale", .wrongType),
      (#"{"preferredLocale":["ar"]}"#, "preferredLocale", .wrongType),
      (#"{"note":7}"#, "note", .wrongType), (#"{"note":null}"#, "note", .wrongType),
      (#"{"analytics":1}"#, "analytics", .wrongType),
      (#"{"analytics":"true"}"#, "analytics", .wrongType),
      (#"{"sequence":1.5}"#, "sequence", .wrongType),
      (#"{"sequence":1e400}"#, "sequence", .wrongType), ("[]", "body", .wrongType),
      ("7", "body", .wrongType),
      (#"{"note":"a\u0007"}"#, "note", .malformed),
      (#"{"note":"\u2028"}"#, "note", .malformed),
    ] as [(String, String, InvalidField.Reason)])
  func fields(_ json: String, _ field: String, _ reason: InvalidField.Reason) {
    #expect(throws: MessageError.invalidField(InvalidField(field, reason))) {
      try AccountChange(json: Array(json.utf8))
    }
  }

  @Test(
    "R37: a choice has a device, a sequence and a time within bounds",
    arguments: [
      (#""sequence":1"#, #""sequence":0"#, "sequence"),
      (#""sequence":1"#, #""sequence":-1"#, "sequence"),
      (#""sequence":1"#, #""sequence":9007199254740992"#, "sequence"),
      (#""sequence":1"#, #""sequence":"1""#, "sequence"),
      (#""sequence":1"#, #""sequence":true"#, "sequence"),
      (#""chosen_at":5"#, #""chosen_at":-5"#, "chosen_at"),
      (#""chosen_at":5"#, #""chosen_at":253402300800000"#, "chosen_at"),
      ("0123456789abcdef0", "", "device"), ("abcdef", "ABCDEF", "device"),
      (#""ar""#, #""a""#, "preferredLocale"), (#""ar""#, #""ar_EG""#, "preferredLocale"),
      (#""ar""#, #""../ar""#, "preferredLocale"), (#""ar""#, #""ar-""#, "preferredLocale"),
      (#""ar""#, #""ar\u0000""#, "preferredLocale"),
    ])
  func choices(_ part: String, _ replacement: String, _ field: String) throws {
    let good = "{\(Self.choice)}"
    #expect(try AccountChange(json: Array(good.utf8)).choice?.language == "ar")
    let bad = good.replacing(part, with: replacement)
    #expect(bad != good)
    #expect {
      try AccountChange(json: Array(bad.utf8))
    } throws: { error in
      guard case .invalidField(let invalid) = error as? MessageError else { return false }
      return invalid.field == field
    }
  }

  @Test("R36: messages are equal after encoding and decoding")
  func roundTrips() throws {
    let origin = ChoiceOrigin(
      device: String(repeating: "7", count: 32), sequence: 3, chosenAt: 1_800_000_000_000)
    let change = AccountChange(
      choice: Choice(language: "ar", origin: origin), note: "ب", analytics: false)
    #expect(try AccountChange(json: change.json()) == change)
    let profile = ProfileChange(accountID: 1, profileID: 2, choice: change.choice)
    #expect(try ProfileChange(json: profile.json()) == profile)
    let refusal = Refusal(.invalidField, message: "m", field: "note")
    #expect(try Refusal(json: refusal.json()) == refusal)
    let signIn = try SignIn(json: Array(#"{"login":"Ana@Example.org","password":"p"}"#.utf8))
    #expect(signIn.login == "ana@example.org")
  }

  @Test("R45: names and addresses are one line each, of any script")
  func names() throws {
    #expect(try FieldRules.name("لبنى") == "لبنى")
    for name in ["", "a\nb", "a\u{0}", "a\u{1B}[2J", String(repeating: "a", count: 101)] {
      #expect(throws: InvalidField.self) { try FieldRules.name(name) }
    }
    #expect(try FieldRules.email("a.b+c@example.org") == "a.b+c@example.org")
    for email in ["a", "@b", "a@", "a@b@c", "a b@c", "a@b\r\nBcc: x@y", "ب@c", "a@b,c@d"] {
      #expect(throws: InvalidField.self) { try FieldRules.email(email) }
    }
    for login in ["", "a b", "a\u{7}", String(repeating: "a", count: 255)] {
      #expect(throws: InvalidField.self) { try FieldRules.login(login) }
    }
  }
}
