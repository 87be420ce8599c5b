import AccountModel
import AccountProtocol

extension AccountRequest: Codable {
  private enum CodingKeys: String, CodingKey {
    case signIn = "sign_in"
    case signInByCode = "sign_in_by_code"
    case signOut = "sign_out"
    case switchProfile = "switch_profile"
    case changeMarket = "change_market"
    case setNote = "set_note"
    case setPrivacy = "set_privacy"
    case synchronize
  }

  private enum ValueKeys: String, CodingKey {
    case login
    case password
    case profile
    case market
    case note
    case analytics
    case diagnostics
  }

  public init(from decoder: any Decoder) throws {
    let (name, fields) = try decoder.oneOf(CodingKeys.self)
    let values = try fields.nestedContainer(keyedBy: ValueKeys.self, forKey: name)
    switch name {
    case .signIn:
      self = .signIn(
        login: try values.decode(String.self, forKey: .login),
        password: try values.decode(String.self, forKey: .password))
    case .signInByCode: self = .signInByCode
    case .signOut: self = .signOut
    case .switchProfile: self = .switchProfile(try values.decode(Int64.self, forKey: .profile))
    case .changeMarket: self = .changeMarket(try values.market(.market, "market"))
    case .setNote: self = .setNote(try values.decode(String.self, forKey: .note))
    case .setPrivacy:
      self = .setPrivacy(
        analytics: try values.decode(Bool.self, forKey: .analytics),
        diagnostics: try values.decode(Bool.self, forKey: .diagnostics))
    case .synchronize: self = .synchronize
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    var values = fields.nestedContainer(keyedBy: ValueKeys.self, forKey: name)
    switch self {
    case .signIn(let login, let password):
      try values.encode(login, forKey: .login)
      try values.encode(password, forKey: .password)
    case .switchProfile(let profile): try values.encode(profile, forKey: .profile)
    case .changeMarket(let code): try values.encode(code.rawValue, forKey: .market)
    case .setNote(let note): try values.encode(note, forKey: .note)
    case .setPrivacy(let analytics, let diagnostics):
      try values.encode(analytics, forKey: .analytics)
      try values.encode(diagnostics, forKey: .diagnostics)
    case .signInByCode, .signOut, .synchronize: break
    }
  }

  private var name: CodingKeys {
    switch self {
    case .signIn: .signIn
    case .signInByCode: .signInByCode
    case .signOut: .signOut
    case .switchProfile: .switchProfile
    case .changeMarket: .changeMarket
    case .setNote: .setNote
    case .setPrivacy: .setPrivacy
    case .synchronize: .synchronize
    }
  }
}
