import Cells

/// What the makers may learn; only what the feature flags allow, and only of a remote account.
enum PrivacySection: SectionContent {
  static func isShown(in state: State) -> Bool {
    state.account.isRemote && state.account.record != nil && !switches(state).isEmpty
  }

  private static func switches(_ state: State) -> [PrivacySwitch] {
    PrivacySwitch.allCases.filter { state.account.flags.contains($0.rawValue) }
  }

  static func items(in state: State) -> [Item] { switches(state).map { .privacy($0) } }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.privacySection), .heading, width: width, state)
    lines += ContentLine.wrapped(.message(.privacyDescription), .quiet, width: width, state)
    lines.append(.blank)
    for privacySwitch in switches(state) {
      let isOn = privacySwitch.isOn(in: state)
      lines += ContentLine.labelled(
        .privacy(privacySwitch), sign: ["[", isOn ? "x" : " ", "]"].map { Glyph($0) },
        label: .message(privacySwitch.label), value: .message(isOn ? .on : .off), role: .normal,
        width: width, state)
      lines += ContentLine.wrapped(
        .message(privacySwitch.explanation), .quiet, indentedBy: 4, width: width, state)
    }
    return lines
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    guard case .privacy(let privacySwitch) = item else { return nil }
    return .message(privacySwitch.isOn(in: state) ? .hintSwitchOff : .hintSwitchOn)
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    guard case .privacy(let privacySwitch) = item else { return [] }
    return update(&state, .privacyToggled(privacySwitch))
  }
}

extension PrivacySwitch {
  fileprivate var label: Message {
    switch self {
    case .analytics: .privacyAnalytics
    case .diagnostics: .privacyDiagnostics
    }
  }

  fileprivate var explanation: Message {
    switch self {
    case .analytics: .privacyAnalyticsMeaning
    case .diagnostics: .privacyDiagnosticsMeaning
    }
  }

  func isOn(in state: State) -> Bool {
    switch self {
    case .analytics: state.account.record?.analytics ?? false
    case .diagnostics: state.account.record?.diagnostics ?? false
    }
  }

  /// The request that turns the switch to its other side.
  func toggled(in state: State) -> AccountRequest {
    func side(_ other: PrivacySwitch) -> Bool { other.isOn(in: state) != (other == self) }
    return .setPrivacy(analytics: side(.analytics), diagnostics: side(.diagnostics))
  }
}
