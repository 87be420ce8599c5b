import AccountModel

/// An account, wherever it lives; each answer is the whole account as it is then.
protocol AccountService: Sendable {
  func account() async throws(ServiceFailure) -> Account
  /// Languages, markets, flags and cooldowns; nil where the shipped files hold.
  func configuration() async throws(ServiceFailure) -> AppConfiguration?
  /// Submits a choice or other fields. A choice may be submitted again: its number says so (R37).
  func change(_ change: AccountChange) async throws(ServiceFailure) -> Account
  func activate(profile: Int64, of account: Int64) async throws(ServiceFailure) -> Account
}
