import AccountModel
import PreferenceStore

/// A preference file beside what the account has of it: what is owed to whom.
///
/// A value, so that each rule of R13, R21, R37 and R61 can be tested without a network.
package struct Reconciliation {
  package let record: Preference
  /// What the record's preference comes to here.
  package let language: String
  package let sent: SentRecord

  package init(record: Preference, language: String, sent: SentRecord) {
    self.record = record
    self.language = language
    self.sent = sent
  }

  /// What comparing with the account says.
  package enum Finding: Hashable {
    case nothing
    /// The account has a later choice: it is to be followed here.
    case take(SentRecord.Taken)
    /// The preference comes to another language than the account was sent (R21): the choice has to
    /// be counted up, then it is owed.
    case countUp
    /// The account knows later choices of this device than the file: the next one has to pass them.
    case pass(UInt64)
    /// The account has lost what it acknowledged: what is here has to be sent again.
    case forget
  }

  /// The choice as the account is to get it.
  package var choice: Choice? {
    guard let sequence = Int64(exactly: record.sequence), Bounds.sequence.contains(sequence) else {
      return nil
    }
    let time = min(max(record.languageChosenAt, Bounds.time.lowerBound), Bounds.time.upperBound)
    return Choice(
      language: language,
      origin: ChoiceOrigin(device: device, sequence: sequence, chosenAt: time))
  }

  private var device: String { record.device.description }

  /// Whether the record's number is past what an account can be told, so that the choice has to be
  /// counted up: the preference file then goes on as a new device.
  package var isOutOfNumbers: Bool { record.sequence > Preference.sequenceLimit }

  /// Whether the account has said that it does not take this choice.
  package var isRefused: Bool {
    guard let refused = sent.refused else { return false }
    return refused.sequence == record.sequence && refused.language == language
  }

  /// The choice that the account does not have yet; nil where it has, or where none was ever made.
  package var owed: Choice? {
    guard record.sequence > 0, !isTaken, !isRefused else { return nil }
    guard let known = sent.acknowledged else { return choice }
    guard record.sequence > known.sequence else { return nil }
    // One step that comes to the same language is a turn of the switch for following the system,
    // which the account is not told (R21); over several, a language may have come and gone.
    if record.sequence == known.sequence + 1, language == known.language { return nil }
    return choice
  }

  /// Whether the record is what was taken from the account.
  private var isTaken: Bool {
    guard let taken = sent.taken, !record.followsSystemLanguage else { return false }
    return taken.language == record.language && taken.chosenAt == record.languageChosenAt
  }

  /// What is known to be settled where nothing is owed: the account need not hear of this record.
  package var settled: SentRecord {
    var settled = sent
    if isRefused { return settled }
    if record.sequence > sent.acknowledged?.sequence ?? 0 {
      settled.acknowledged = .init(
        sequence: record.sequence, sent: sent.acknowledged?.sent ?? 0, language: language,
        chosenAt: sent.acknowledged?.chosenAt ?? record.languageChosenAt)
      if isTaken { settled.acknowledged?.chosenAt = record.languageChosenAt }
    }
    return settled
  }

  /// What is known once the account has answered to a choice.
  package func acknowledged(_ choice: Choice, by account: Account) -> SentRecord {
    var sent = sent
    sent.belong(to: account.accountID)
    let last = account.lastChange
    let isOwn = last?.device == choice.origin.device && last?.sequence == choice.origin.sequence
    sent.acknowledged = .init(
      sequence: UInt64(choice.origin.sequence), sent: UInt64(choice.origin.sequence),
      language: choice.language,
      chosenAt: isOwn ? last!.chosenAt : choice.origin.chosenAt)
    return sent
  }

  /// What an account's answer says, where nothing is owed.
  package func finding(_ account: Account) -> Finding {
    let theirs = SentRecord.Taken(
      language: account.preferredLocale, chosenAt: account.lastChange?.chosenAt ?? 0)
    // Following the system, what it comes to counts, so that it never becomes explicit for nothing.
    let ours = record.followsSystemLanguage ? language : record.language
    guard record.sequence > 0 else { return theirs.language == ours ? .nothing : .take(theirs) }

    let lastSent = sent.acknowledged?.sent ?? 0
    guard let last = account.lastChange else { return lastSent == 0 ? .nothing : .forget }
    let ourTime = sent.acknowledged?.chosenAt ?? record.languageChosenAt
    if last.device == device {
      if last.sequence > record.sequence {
        return last.chosenAt > record.languageChosenAt && theirs.language != ours
          ? .take(theirs) : .pass(UInt64(last.sequence))
      }
      if last.sequence < lastSent { return .forget }
    } else if (last.chosenAt, last.device) > (ourTime, device), theirs.language != ours {
      return .take(theirs)
    }
    if isRefused { return .nothing }
    if let known = sent.acknowledged, known.language != language { return .countUp }
    return .nothing
  }
}
