import AccountProtocol
import AccountService
import Testing

/// Signing in on a device by a code (RFC 8628), as the service sees it.
struct DeviceCodeTests {
  let test: TestService

  init() throws { test = try TestService(users: ["ana", "eve"]) }

  private func code() throws(Refused) -> DeviceCode {
    try test.result(test.service.giveDeviceCode(DeviceCodeRequest(device: nil), to: .none))
  }

  private func poll(_ code: DeviceCode) throws(Refused) -> NewSession {
    try test.result(test.service.pollDeviceCode(DeviceCodePoll(deviceCode: code.deviceCode)))
  }

  private func pollCode(_ code: DeviceCode) -> RefusalCode? {
    test.refusal { () throws(Refused) in try poll(code) }?.code
  }

  private func decide(
    _ decision: DeviceDecision?, _ typed: String, _ session: LiveSession
  ) throws(Refused) -> DeviceCodeOutcome? {
    try test.result(
      test.service.decide(decision, UserCode(typed), by: session, from: .none))
  }

  @Test("R64: a device that polls too often waits longer, and the restarted server knows the code")
  func restart() throws {
    let code = try code()
    #expect(pollCode(code) == .authorizationPending)
    #expect(pollCode(code) == .slowDown)
    #expect(test.sql("SELECT pause FROM device_code") == "10000")
    let ana = try test.signIn()
    try test.restart()
    #expect(pollCode(code) == .slowDown)
    #expect(test.sql("SELECT pause FROM device_code") == "15000")
    test.sql("UPDATE device_code SET polled_at = polled_at - 15000")
    #expect(pollCode(code) == .authorizationPending)
    #expect(try decide(.allow, code.userCode, test.live(ana)) != nil)
    // What is decided is told at once.
    try test.restart()
    _ = try poll(code)
    #expect(pollCode(code) == .expiredToken)
  }

  @Test("R64: a refused, a withdrawn and an expired code sign nobody in")
  func notAllowed() throws {
    let ana = try test.live(try test.signIn())
    let refused = try code()
    #expect(try decide(.refuse, refused.userCode, ana) != nil)
    #expect(pollCode(refused) == .accessDenied)
    #expect(pollCode(refused) == .expiredToken)
    let withdrawn = try code()
    for _ in 0..<2 {
      try test.result(
        test.service.withdrawDeviceCode(DeviceCodePoll(deviceCode: withdrawn.deviceCode)))
    }
    #expect(try decide(.allow, withdrawn.userCode, ana) == nil)
    #expect(pollCode(withdrawn) == .expiredToken)
    // Also where it is allowed before that.
    for isAllowed in [false, true] {
      let old = try code()
      if isAllowed { #expect(try decide(.allow, old.userCode, ana) != nil) }
      test.sql("UPDATE device_code SET expires_at = 1")
      if !isAllowed { #expect(try decide(.allow, old.userCode, ana) == nil) }
      #expect(pollCode(old) == .expiredToken)
    }
    #expect(test.sql("SELECT count(*) FROM session") == "1")
  }

  @Test("R64: ten guessed codes close the page for the account, and eight letters are not guessed")
  func guessed() throws {
    let code = try code()
    let (ana, eve) = (try test.live(test.signIn("ana")), try test.live(test.signIn("eve")))
    for number in 0..<10 {
      let guess = ["BBBB-BBBB", "", "x", "ZZZZ ZZZZ", "<script>"][number % 5]
      #expect(try decide(nil, guess, ana) == nil)
    }
    let closed = test.refusal { () throws(Refused) in try decide(nil, code.userCode, ana) }
    #expect(closed?.code == .tooManyAttempts)
    // Signing in is another limit, and others have their own.
    _ = try test.signIn("ana")
    #expect(try decide(.allow, code.userCode, eve) != nil)
    #expect(try poll(code).account == eve.account)
  }

  @Test("R64: an address has at most fifty open codes")
  func flood() throws {
    for _ in 0..<50 { _ = try code() }
    let refused = test.refusal { () throws(Refused) in try code() }
    #expect(refused?.code == .tooManyAttempts && refused?.retryAfter == 600)
    let other = ClientAddress(forwarded: "192.0.2.8")!
    _ = try test.result(
      test.service.giveDeviceCode(DeviceCodeRequest(device: nil), to: other))
    test.sql("UPDATE device_code SET expires_at = 1")
    _ = try code()
    #expect(test.sql("SELECT count(*) FROM device_code") == "1")
  }
}
