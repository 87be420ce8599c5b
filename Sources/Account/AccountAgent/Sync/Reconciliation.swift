import AccountModel
import LisanPreferences

/// Compares a preference file with the account's state and decides what to send or apply.
///
/// Only a choice of a language is sent. What the system, a region, a server's list or a missing
/// catalog makes of it has no time, and never competes with a choice (R21).
///
/// It is a value, so that each rule of R13, R21, R37 and R61 can be tested without a network.
struct Reconciliation {
  let preference: Preference
  /// The language on display.
  let language: String
  let ledger: SyncLedger
  /// The number of the file's record. The preference has another if the file could not take it.
  let record: UInt64

  /// - Parameters:
  ///   - preference: the stored preference. A choice that the file could not take (R12) counts as
  ///     stored until the account has it; after that, only for the app that made it, which still
  ///     shows its language. Others find it at the account.
  ///   - language: the language on display, which the preference results in.
  init(preference: Preference, language: String, ledger: SyncLedger) {
    self.ledger = ledger
    record = preference.sequence
    guard let unstored = ledger.unstored, unstored.record == record,
      unstored.isSuperseded != true,
      !ledger.hasToldUnstored || unstored.language == language
    else {
      self.preference = preference
      self.language = language
      return
    }
    var choice = preference.fields
    choice.sequence = unstored.sequence
    choice.language = unstored.language
    choice.followsSystemLanguage = false
    choice.languageChosenAt = unstored.chosenAt
    self.preference = Preference(choice)
    self.language = unstored.language
  }

  /// The language that was chosen; nil while the system language is followed.
  var chosen: String? { preference.followsSystemLanguage ? nil : preference.language }

  /// Whether the file could not take the preference.
  var isUnstored: Bool { record != preference.sequence }

  /// Whether the account may know the record's number as that of a choice that the file could not
  /// take. Then the record needs a higher number.
  var isNumberSpent: Bool {
    guard let unstored = ledger.unstored,
      record > unstored.record || unstored.isSuperseded == true, record <= unstored.sequence,
      !isTaken
    else { return false }
    return !ledger.hasToldUnstored || chosen != unstored.language
  }

  /// The result of a comparison with the account.
  enum Finding: Hashable {
    case nothing
    /// The account has a later choice, to be applied here.
    case take(SyncLedger.Taken)
    /// The account has a later number from this device than the file. The next one must exceed it.
    case pass(UInt64)
    /// The account lacks a choice that counted as acknowledged; it has to be submitted.
    case forget
  }

  /// The choice as sent to the account; nil while the system language is followed.
  var choice: Choice? {
    guard let chosen, let sequence = Int64(exactly: preference.sequence),
      Bounds.sequence.contains(sequence)
    else { return nil }
    let time = min(max(preference.languageChosenAt, Bounds.time.lowerBound), Bounds.time.upperBound)
    return Choice(
      language: chosen,
      origin: ChoiceOrigin(device: device, sequence: sequence, chosenAt: time))
  }

  private var device: String { ledger.knownAs ?? preference.device.description }

  /// Whether the choice's number is above the account's limit. Then the preference file gets the
  /// next number and so continues as a new device.
  var isOutOfNumbers: Bool { preference.sequence > Preference.sequenceLimit }

  /// Whether the account refused this choice.
  var isRefused: Bool {
    guard let refused = ledger.refused else { return false }
    return refused.sequence == preference.sequence && refused.language == chosen
  }

  /// Whether the account needs a choice of this device, or a choice needs a higher number first.
  var isPending: Bool { owed != nil || isOutOfNumbers || isNumberSpent }

  /// The choice to send; nil if the account has it or there is no choice.
  var owed: Choice? {
    guard preference.sequence > 0, !isTaken, !isRefused else { return nil }
    guard let acknowledged = ledger.acknowledged else { return choice }
    guard preference.sequence > acknowledged.sequence else { return nil }
    // A single step to the same language only ends following the system, which is not sent while the
    // account has that language (R21). Over several steps, the language may have changed and changed
    // back.
    if preference.sequence == acknowledged.sequence + 1, chosen == acknowledged.language {
      return nil
    }
    return choice
  }

  /// Whether the preference came from the account.
  private var isTaken: Bool {
    guard let taken = ledger.taken, !preference.followsSystemLanguage else { return false }
    return taken.language == preference.language && taken.chosenAt == preference.languageChosenAt
  }

  /// The ledger if there is nothing to send: the account does not need this preference.
  var settled: SyncLedger {
    var settled = ledger
    if isRefused { return settled }
    if preference.sequence > ledger.acknowledged?.sequence ?? 0 {
      settled.acknowledged = .init(
        sequence: preference.sequence, submitted: ledger.acknowledged?.submitted ?? 0,
        language: chosen ?? ledger.acknowledged?.language ?? "",
        chosenAt: preference.languageChosenAt)
    }
    return settled
  }

  /// The ledger after the account has answered a choice.
  func acknowledged(_ choice: Choice, by account: Account) -> SyncLedger {
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

  /// Compares with an account's answer, if there is nothing to send.
  func finding(_ account: Account) -> Finding {
    let finding = comparison(account)
    // A record that the file does not have cannot get a higher number there.
    switch finding {
    case .pass: return isUnstored ? .nothing : finding
    default: return finding
    }
  }

  private func comparison(_ account: Account) -> Finding {
    let theirs = SyncLedger.Taken(
      language: account.preferredLocale, chosenAt: account.lastChange?.chosenAt ?? 0)
    // If it follows the system, compare the resolved language, so that it is not made explicit.
    let ours = chosen ?? language
    guard preference.sequence > 0 else {
      // Without a choice the account has its server's default language, which nobody chose.
      return account.lastChange == nil || theirs.language == ours ? .nothing : .take(theirs)
    }

    let lastSubmitted = ledger.acknowledged?.submitted ?? 0
    guard let last = account.lastChange, !last.isGiven else {
      return lastSubmitted == 0 ? .nothing : .forget
    }
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
    // The choice was not submitted, because the account had its language. Now it has an earlier choice.
    if let chosen, theirs.language != chosen, preference.sequence > lastSubmitted, !isTaken,
      !isRefused
    {
      return .forget
    }
    return .nothing
  }
}
