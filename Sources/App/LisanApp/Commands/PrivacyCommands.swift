import AccountModel
import SettingsCore

/// The settings that the account keeps: `get`, `set`, `reset` and `list-settings`.
extension Commands {
  /// `lisan get analytics`.
  func get(ofAccount setting: StoredSetting) -> ExitCode {
    withAccount(offering: setting) { _, word, _ in
      Console.say(word)
      return warn()
    }
  }

  /// `lisan set analytics on`, or `lisan reset analytics`.
  func set(ofAccount choice: SettingChoice) -> ExitCode {
    withAccount(offering: choice.setting) { account, _, current in
      var privacy = current
      privacy.set(choice)
      let request = AccountRequest.setPrivacy(
        analytics: privacy.analytics, diagnostics: privacy.diagnostics)
      if let failure = account.ask(request) { return end(with: failure) }
      report(.stored(choice.setting), privacy.word(of: choice.setting) ?? "")
      return .done
    }
  }

  /// Asks for the account. Without a server, or if the server does not offer the setting, it has no
  /// value.
  private func withAccount(
    offering setting: StoredSetting,
    _ perform: (CommandAccount, _ word: String, Privacy) -> ExitCode
  ) -> ExitCode {
    guard context.configuration.server != nil else { return noValue(.stored(setting)) }
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    if let failure = account.ask(.status) { return end(with: failure) }
    guard let report = account.account, let word = report.words[setting],
      let privacy = report.account?.privacy
    else { return noValue(.stored(setting)) }
    return perform(account, word, privacy)
  }

  /// The account's settings and their words; empty without a server or a session.
  func settingsOfAccount() -> [StoredSetting: String] {
    guard context.configuration.server != nil, !context.account().isSignInNeeded else { return [:] }
    let account = makeAccount()
    guard account.ask(.status) == nil else { return [:] }
    return account.account?.words ?? [:]
  }
}

extension AccountReport {
  /// The settings that the server offers, and their words.
  fileprivate var words: [StoredSetting: String] {
    guard let privacy = account?.privacy else { return [:] }
    let flags = configuration?.flagsThatAreOn ?? []
    var words: [StoredSetting: String] = [:]
    for setting in StoredSetting.allCases where flags.contains(setting.rawValue) {
      words[setting] = privacy.word(of: setting)
    }
    return words
  }
}
