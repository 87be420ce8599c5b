import AccountModel
import PreferenceStore

/// A preference file beside what the account has of it: what is owed to whom.
///
/// A value, so that each rule of R13, R21, R37 and R61 can be tested without a network.
package struct Reconciliation {
  package let preference: Preference
  /// What the preference comes to here.
  package let language: String
  package let ledger: SyncLedger

  package init(preference: Preference, language: String, ledger: SyncLedger) {
    self.preference = preference
    self.language = language
    self.ledger = ledger
  }

  /// What comparing with the account says.
  package enum Finding: Hashable {
    case nothing
    /// The account has a later choice: it is to be followed here.
    case take(SyncLedger.Taken)
    /// The preference comes to another language than was submitted (R21): the choice has to
    /// be counted up, then it is owed.
    case countUp
    /// The account knows later choices of this device than the file: the next one has to pass them.
    case pass(UInt64)
    /// The account has lost what it acknowledged: what is here has to be submitted again.
    case forget
  }

  /// The choice as the account is to get it.
  package var choice: Choice? {
    guard let sequence = Int64(exactly: preference.sequence), Bounds.sequence.contains(sequence)
    else {
      return nil
    }
    let time = min(max(preference.languageChosenAt, Bounds.time.lowerBound), Bounds.time.upperBound)
    return Choice(
      language: language,
      origin: ChoiceOrigin(device: device, sequence: sequence, chosenAt: time))
  }

  private var device: String { preference.device.description }

  /// Whether the number of the choice is past what an account can be told, so that the choice has
  /// to be counted up: the preference file then goes on as a new device.
  package var isOutOfNumbers: Bool { preference.sequence > Preference.sequenceLimit }

  /// Whether the account has said that it does not take this choice.
  package var isRefused: Bool {
    guard let refused = ledger.refused else { return false }
    return refused.sequence == preference.sequence && refused.language == language
  }

  /// The choice that the account does not have yet; nil where it has, or where none was ever made.
  package var owed: Choice? {
    guard preference.sequence > 0, !isTaken, !isRefused else { return nil }
    guard let acknowledged = ledger.acknowledged else { return choice }
    guard preference.sequence > acknowledged.sequence else { return nil }
    // One step that comes to the same language is a turn of the switch for following the system,
    // which the account is not told (R21); over several, a language may have come and gone.
    if preference.sequence == acknowledged.sequence + 1, language == acknowledged.language {
      return nil
    }
    return choice
  }

  /// Whether the preference is what was taken from the account.
  private var isTaken: Bool {
    guard let taken = ledger.taken, !preference.followsSystemLanguage else { return false }
    return taken.language == preference.language && taken.chosenAt == preference.languageChosenAt
  }

  /// The ledger where nothing is owed: the account need not hear of this preference.
  package var settled: SyncLedger {
    var settled = ledger
    if isRefused { return settled }
    if preference.sequence > ledger.acknowledged?.sequence ?? 0 {
      settled.acknowledged = .init(
        sequence: preference.sequence, submitted: ledger.acknowledged?.submitted ?? 0,
        language: language,
        chosenAt: ledger.acknowledged?.chosenAt ?? preference.languageChosenAt)
      if isTaken { settled.acknowledged?.chosenAt = preference.languageChosenAt }
    }
    return settled
  }

  /// The ledger once the account has answered to a choice.
  package func acknowledged(_ choice: Choice, by account: Account) -> SyncLedger {
    var ledger = ledger
    ledger.belong(to: account.accountID)
    let last = account.lastChange
    let isOwn = last?.device == choice.origin.device && last?.sequence == choice.origin.sequence
    ledger.acknowledged = .init(
      sequence: UInt64(choice.origin.sequence), submitted: UInt64(choice.origin.sequence),
      language: choice.language,
      chosenAt: isOwn ? last!.chosenAt : choice.origin.chosenAt)
    return ledger
  }

  /// What an account's answer says, where nothing is owed.
  package func finding(_ account: Account) -> Finding {
    let theirs = SyncLedger.Taken(
      language: account.preferredLocale, chosenAt: account.lastChange?.chosenAt ?? 0)
    // Following the system, what it comes to counts, so that it never becomes explicit for nothing.
    let ours = preference.followsSystemLanguage ? language : preference.language
    guard preference.sequence > 0 else { return theirs.language == ours ? .nothing : .take(theirs) }

    let lastSubmitted = ledger.acknowledged?.submitted ?? 0
    guard let last = account.lastChange else { return lastSubmitted == 0 ? .nothing : .forget }
    let ourTime = ledger.acknowledged?.chosenAt ?? preference.languageChosenAt
    if last.device == device {
      if last.sequence > preference.sequence {
        return last.chosenAt > preference.languageChosenAt && theirs.language != ours
          ? .take(theirs) : .pass(UInt64(last.sequence))
      }
      if last.sequence < lastSubmitted { return .forget }
    } else if (last.chosenAt, last.device) > (ourTime, device), theirs.language != ours {
      return .take(theirs)
    }
    if isRefused { return .nothing }
    if let acknowledged = ledger.acknowledged, acknowledged.language != language { return .countUp }
    return .nothing
  }
}
