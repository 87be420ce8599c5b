import AccountModel
import Settings

/// The switches of Privacy, which the account has: `get`, `set`, `reset` and `list-settings`.
extension Commands {
  /// `lisan get analytics`.
  func get(_ privacySwitch: PrivacySwitch) -> ExitCode {
    let name = SettingName(privacySwitch)
    guard context.configuration.server != nil else { return noValue(name) }
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    if let failure = account.ask(.status) { return end(with: failure) }
    guard let isOn = account.account?.privacySwitches[privacySwitch] else { return noValue(name) }
    say(SettingName.word(isOn))
    return warn()
  }

  /// `lisan set analytics on`. A switch that the server does not offer has no value to change.
  func set(_ privacySwitch: PrivacySwitch, to isOn: Bool) -> ExitCode {
    let name = SettingName(privacySwitch)
    guard context.configuration.server != nil else { return noValue(name) }
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    if let failure = account.ask(.status) { return end(with: failure) }
    guard let details = account.account?.account,
      account.account?.privacySwitches[privacySwitch] != nil
    else { return noValue(name) }
    var privacy = details.privacy
    switch privacySwitch {
    case .analytics: privacy.analytics = isOn
    case .diagnostics: privacy.diagnostics = isOn
    }
    let request = AccountRequest.setPrivacy(
      analytics: privacy.analytics, diagnostics: privacy.diagnostics)
    if let failure = account.ask(request) { return end(with: failure) }
    report(name, SettingName.word(isOn))
    return .done
  }

  /// The switches that the account has here, and their sides; none without a server or a session.
  func privacySwitches() -> [PrivacySwitch: Bool] {
    guard context.configuration.server != nil, !context.account().isSignInNeeded else { return [:] }
    let account = makeAccount()
    guard account.ask(.status) == nil else { return [:] }
    return account.account?.privacySwitches ?? [:]
  }
}

extension SettingName {
  fileprivate init(_ privacySwitch: PrivacySwitch) {
    switch privacySwitch {
    case .analytics: self = .analytics
    case .diagnostics: self = .diagnostics
    }
  }
}

extension AccountReport {
  /// The switches that the server offers, and their sides.
  fileprivate var privacySwitches: [PrivacySwitch: Bool] {
    guard let privacy = account?.privacy else { return [:] }
    let flags = configuration?.flagsThatAreOn ?? []
    var switches: [PrivacySwitch: Bool] = [:]
    for privacySwitch in PrivacySwitch.allCases where flags.contains(privacySwitch.rawValue) {
      switch privacySwitch {
      case .analytics: switches[privacySwitch] = privacy.analytics
      case .diagnostics: switches[privacySwitch] = privacy.diagnostics
      }
    }
    return switches
  }
}
