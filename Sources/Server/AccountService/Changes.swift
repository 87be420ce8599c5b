import AccountDatabase
import AccountModel
import AccountProtocol

/// An account after a change of a session.
package struct ChangedAccount: Sendable {
  /// The account as the session sees it.
  package let account: Account
  package let choice: Choice?
  package let outcome: ChoiceOutcome?
}

extension Service {
  /// Applies a language choice and other fields. Answers with the resulting account, even if a later
  /// choice superseded this one.
  package func change(
    _ change: AccountChange, by session: LiveSession
  ) -> Answer<ChangedAccount, Refused> {
    self.change(of: session.account, isRepeatable: true, isWhole: change.isChoiceAlone) {
      database throws(DatabaseError) in
      if let choice = change.choice, change.isChoiceAlone {
        let result = try database.apply(
          choice, session: session.tokenHash, account: session.account)
        return (result.account, result.outcome)
      }
      if let choice = change.choice {
        try database.speak(for: choice.origin.device, tokenHash: session.tokenHash)
      }
      try database.setFields(of: change, account: session.account)
      let outcome = try change.choice.map { choice throws(DatabaseError) in
        try database.apply(choice, account: session.account)
      }
      return (try database.account(session.account), outcome)
    }.map { [self] in changed($0, session, change.choice, $1) }
  }

  /// Activates another profile; answers with the account.
  package func setActiveProfile(
    _ change: ProfileChange, by session: LiveSession
  ) throws(Refused) -> Answer<ChangedAccount, Refused> {
    guard change.accountID == session.account else { throw Refused(.forbidden) }
    return self.change(of: session.account, isRepeatable: change.choice != nil) {
      database throws(DatabaseError) in
      if let choice = change.choice {
        try database.speak(for: choice.origin.device, tokenHash: session.tokenHash)
      }
      let outcome = try database.setActiveProfile(
        change.profileID, choice: change.choice, account: session.account)
      return (try database.account(session.account), outcome)
    }.map { [self] in changed($0, session, change.choice, $1) }
  }

  private func changed(
    _ account: Account, _ session: LiveSession, _ choice: Choice?, _ outcome: ChoiceOutcome?
  ) -> ChangedAccount {
    if outcome != nil { noticeQueued() }
    let device = choice?.origin.device ?? session.device
    return ChangedAccount(
      account: session.view(of: account, device: device), choice: choice, outcome: outcome)
  }
}

extension AccountChange {
  /// Whether it chooses a language and changes nothing else, as nearly all changes do.
  fileprivate var isChoiceAlone: Bool {
    choice != nil && note == nil && analytics == nil && diagnostics == nil
  }
}
