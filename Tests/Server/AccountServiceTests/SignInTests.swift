import AccountModel
import AccountProtocol
import AccountService
import Testing

/// Who is let in: limits of failed attempts, and what a session may do.
struct SignInTests {
  @Test("R45: ten failures close a login for a while, known or not, and no other")
  func loginLimit() throws {
    let test = try TestService(users: ["ana", "bob"])
    func refusal(_ login: String, _ password: String = TestService.password) -> Refused? {
      test.refusal { () throws(Refused) in try test.signIn(login, password) }
    }
    for login in ["ana", "nobody"] {
      for _ in 0..<10 { #expect(refusal(login, "wrong")?.code == .invalidCredentials) }
      let refused = refusal(login)
      #expect(refused?.code == .tooManyAttempts)
      #expect((1...900).contains(refused?.retryAfter ?? 0))
    }
    #expect(refusal("ANA")?.code == .tooManyAttempts)
    #expect(refusal("bob") == nil)
    // It outlives the server, and ends with the window.
    try test.restart()
    #expect(refusal("ana")?.code == .tooManyAttempts)
    test.sql("UPDATE attempt SET since = since - 900000")
    #expect(refusal("ana") == nil)
  }

  @Test("R45: fifty failures close an address, and right ones do not count")
  func addressLimit() throws {
    let test = try TestService()
    func code(_ number: Int, from address: String) -> RefusalCode? {
      let address = ClientAddress(forwarded: address)!
      return test.refusal { () throws(Refused) in
        try test.signIn("user\(number)", "wrong", from: address)
      }?.code
    }
    for number in 0..<50 { #expect(code(number, from: "192.0.2.7") == .invalidCredentials) }
    #expect(code(50, from: "192.0.2.7") == .tooManyAttempts)
    #expect(code(50, from: "192.0.2.8") == .invalidCredentials)
    let other = ClientAddress(forwarded: "192.0.2.9")!
    for _ in 0..<12 { _ = try test.signIn(from: other) }
    // The addresses of one customer of IPv6 count together.
    test.sql("UPDATE attempt SET count = 49")
    #expect(code(60, from: "2001:db8:1:2::1") == .invalidCredentials)
    test.sql("UPDATE attempt SET count = 50")
    #expect(code(61, from: "2001:db8:1:2:3::4") == .tooManyAttempts)
    #expect(code(61, from: "2001:db8:1:3::4") == .invalidCredentials)
  }

  @Test("A session sends no choice of another device, wherever a device is named")
  func otherDevice() throws {
    let test = try TestService()
    let device = { (letter: Character) in String(repeating: letter, count: 32) }
    func choose(
      _ language: String, _ sequence: Int64, at time: Int64, _ letter: Character,
      _ session: NewSession, note: String? = nil
    ) throws(Refused) -> Account {
      let origin = ChoiceOrigin(device: device(letter), sequence: sequence, chosenAt: time)
      let change = AccountChange(choice: Choice(language: language, origin: origin), note: note)
      return try test.result(test.service.change(change, by: try test.live(session))).account
    }
    let victim = try test.signIn(device: "a")
    _ = try choose("ar", 1, at: 5, "a", victim)
    let attackers = [try test.signIn(device: "b"), try test.signIn()]
    // The second one is bound by its first choice.
    let before = try choose("ar", 1, at: 1, "c", attackers[1])
    for session in attackers {
      for sequence in [2, Bounds.sequence.upperBound] {
        let refused = test.refusal { () throws(Refused) in
          try choose("en", sequence, at: 9, "a", session)
        }
        #expect(refused?.code == .otherDevice)
      }
      let origin = ChoiceOrigin(device: device("a"), sequence: 9, chosenAt: 9)
      let change = ProfileChange(
        accountID: before.accountID, profileID: before.profiles[0].profileID,
        choice: Choice(language: "en", origin: origin))
      let refused = test.refusal { () throws(Refused) in
        try test.result(test.service.setActiveProfile(change, by: try test.live(session)))
      }
      #expect(refused?.code == .otherDevice)
      // Nor with a note beside it: all of a change or nothing.
      let both = test.refusal { () throws(Refused) in
        try choose("en", 9, at: 9, "a", session, note: "mine")
      }
      #expect(both?.code == .otherDevice)
    }
    #expect(test.sql("SELECT note FROM account") == "")
    // The victim goes on, over a restart too.
    try test.restart()
    #expect(try choose("en", 2, at: 20, "a", victim).preferredLocale == "en")
    let refused = test.refusal { () throws(Refused) in
      try choose("ar", 3, at: 30, "a", attackers[0])
    }
    #expect(refused?.code == .otherDevice)
  }

  @Test("R40: an expired session is told from one that never was, and a new password ends all")
  func sessions() throws {
    let test = try TestService()
    let (first, second) = (try test.signIn(), try test.signIn())
    #expect(first.token.text != second.token.text)
    try test.restart()
    _ = try test.live(first)
    test.sql("UPDATE session SET expires_at = 1700000000000")
    #expect(
      test.refusal { () throws(Refused) in try test.live(first) }?.code == .sessionExpired)
    let fresh = try test.signIn()
    let changed = try test.result(
      test.service.changePassword(
        from: TestService.password, to: "another password", by: try test.live(fresh), at: .none))
    #expect(test.refusal { () throws(Refused) in try test.live(fresh) }?.code == .notSignedIn)
    _ = try test.live(changed)
    #expect(
      test.refusal { () throws(Refused) in try test.signIn() }?.code == .invalidCredentials)
    _ = try test.signIn("ana", "another password")
  }
}
