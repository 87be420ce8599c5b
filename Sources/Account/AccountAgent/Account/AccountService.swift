import AccountModel

/// An account, local or remote. Each method returns the whole account in its new state.
protocol AccountService: Sendable {
  func account() async throws(ServiceFailure) -> Account
  /// Languages, markets, flags and cooldowns; nil if the shipped files apply.
  func configuration() async throws(ServiceFailure) -> AppConfiguration?
  /// Submits a choice or other fields. A choice may be sent twice; its number identifies it (R37).
  func change(_ change: AccountChange) async throws(ServiceFailure) -> Account
  func activate(profile: Int64, of account: Int64) async throws(ServiceFailure) -> Account
}
