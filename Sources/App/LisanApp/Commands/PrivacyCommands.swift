import AccountModel
import SettingsCore

/// The switches of Privacy, which the account stores: `get`, `set`, `reset` and `list-settings`.
extension Commands {
  /// `lisan get analytics`.
  func get(_ setting: SettingName, _ privacySwitch: PrivacySwitch) -> ExitCode {
    withPrivacy(setting, offering: privacySwitch) { _, privacy in
      Console.say(SettingName.word(privacy[keyPath: privacySwitch.place]))
      return warn()
    }
  }

  /// `lisan set analytics on`.
  func set(_ setting: SettingName, _ privacySwitch: PrivacySwitch, to isOn: Bool) -> ExitCode {
    withPrivacy(setting, offering: privacySwitch) { account, current in
      var privacy = current
      privacy[keyPath: privacySwitch.place] = isOn
      let request = AccountRequest.setPrivacy(
        analytics: privacy.analytics, diagnostics: privacy.diagnostics)
      if let failure = account.ask(request) { return end(with: failure) }
      report(setting, SettingName.word(isOn))
      return .done
    }
  }

  /// Asks for the account. Without a server, or if the server does not offer the switch, the
  /// setting has no value.
  private func withPrivacy(
    _ setting: SettingName, offering privacySwitch: PrivacySwitch,
    _ perform: (CommandAccount, Privacy) -> ExitCode
  ) -> ExitCode {
    guard context.configuration.server != nil else { return noValue(setting) }
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    if let failure = account.ask(.status) { return end(with: failure) }
    guard let report = account.account, report.privacySwitches[privacySwitch] != nil,
      let privacy = report.account?.privacy
    else { return noValue(setting) }
    return perform(account, privacy)
  }

  /// The account's switches and their positions; empty without a server or a session.
  func privacySwitches() -> [PrivacySwitch: Bool] {
    guard context.configuration.server != nil, !context.account().isSignInNeeded else { return [:] }
    let account = makeAccount()
    guard account.ask(.status) == nil else { return [:] }
    return account.account?.privacySwitches ?? [:]
  }
}

extension AccountReport {
  /// The switches that the server offers, and their positions.
  fileprivate var privacySwitches: [PrivacySwitch: Bool] {
    guard let privacy = account?.privacy else { return [:] }
    let flags = configuration?.flagsThatAreOn ?? []
    var switches: [PrivacySwitch: Bool] = [:]
    for privacySwitch in PrivacySwitch.allCases where flags.contains(privacySwitch.rawValue) {
      switches[privacySwitch] = privacy[keyPath: privacySwitch.place]
    }
    return switches
  }
}
