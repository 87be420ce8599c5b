import AccountModel
import Localization

/// A setting with a few values that the preference file or the account keeps. Everything that is
/// known about one is in its `description`: the screen, plain mode, the file, a restart, undo, other
/// programs' changes, commands, their completion and the documents read it there. So a new setting
/// is a case here with its description, its line in a section (`parts`), and its texts.
///
/// The language and the region are no settings of this kind, because their values are data.
public enum StoredSetting: String, CaseIterable, Hashable, Sendable {
  /// Whether a new direction applies in the same frame as the texts, or after a restart (R22).
  case layout
  /// The theme of the screen (R51).
  case theme
  /// The order of rows sent to the terminal, or automatic detection (R28).
  case bidi
  /// Whether numbered questions replace the screen, from the next start (R53).
  case plain
  /// Whether options show small pictures of the screen in other languages.
  case previews
  /// What the app reports to its makers. The flag of the account's server with the same name offers
  /// it.
  case analytics, diagnostics
}

extension StoredSetting {
  /// Where a setting is kept.
  public enum Store: Sendable {
    /// The entry of the preference file with this number. Numbers never change their meaning.
    case entry(UInt8)
    /// The flag of the preference file for a new direction.
    case directionFlag
    /// The privacy of the account.
    case account(@Sendable () -> WritableKeyPath<Privacy, Bool>)
  }

  /// One of the values: its word in commands and in the file, and its meaning on the screen.
  public struct Value: Sendable {
    public let word: String
    public let meaning: Text
    /// A line that tells more, in a list.
    var detail: Message?

    /// The message of the meaning; nil for a word that every language uses.
    var message: Message? { if case .message(let message, _) = meaning { message } else { nil } }

    /// The sides of a switch.
    static let sides = [
      Value(word: "off", meaning: .message(.off)), Value(word: "on", meaning: .message(.on)),
    ]
  }

  /// How a setting is shown, and what Enter does.
  enum Control: Sendable {
    /// A switch, with a line on what it does.
    case toggle(Message)
    /// A switch between two values with names of their own; the hint says what Enter does now.
    case turn(hint: @Sendable (SettingsState) -> Message)
    /// All values, one below the other. The hints take a value.
    case list(hint: Message, current: Message)
    /// A value, and a page that opens.
    case page(hint: Message, open: @Sendable (inout SettingsState) -> Void)
  }

  /// Everything about one setting.
  struct Description: Sendable {
    let title: Message
    let store: Store
    /// The name of its part on the screen, such as `appearance.plain`, for `lisan open`.
    let place: String
    let values: [Value]
    /// The index of the value of a setting that nobody chose or configured.
    var standard = 0
    /// Whether the option with the setting's name overrides the choice in a run.
    var hasOption = false
    let control: Control
    var explanation: Message?
    /// Other words by which people find it.
    var otherNames: Message?
  }

  private var described: Description {
    switch self {
    case .layout:
      Description(
        title: .applyDirection, store: .directionFlag, place: "language.direction",
        values: [
          Value(word: "after-restart", meaning: .message(.afterRestart)),
          Value(word: "at-once", meaning: .message(.atOnce)),
        ],
        control: .turn {
          $0.appliesDirectionAtOnce
            ? .hintAfterRestart : $0.isRestartPending ? .hintMirrorNow : .hintAtOnce
        }, explanation: .explainDirection,
        otherNames: .otherNamesDirection)
    case .theme:
      Description(
        title: .theme, store: .entry(1), place: "appearance.theme",
        values: ThemeName.allCases.map {
          Value(word: $0.rawValue, meaning: .message($0.title), detail: $0.meaning)
        }, hasOption: true, control: .list(hint: .hintTheme, current: .hintThemeCurrent),
        explanation: .explainTheme, otherNames: .otherNamesTheme)
    case .bidi:
      Description(
        title: .aboutTerminal, store: .entry(2), place: "appearance.terminal",
        values: BidiChoice.all.map {
          Value(
            word: $0.name,
            meaning: $0 == .automatic ? .message(.automatic) : .argument($0.name))
        }, hasOption: true,
        control: .page(hint: .hintTerminalTest) {
          _ = listOpened(.terminal, at: .mode($0.bidiMode), &$0)
        }, explanation: .explainRowOrder, otherNames: .otherNamesOrder)
    case .plain:
      Description(
        title: .plainMode, store: .entry(3), place: "appearance.plain", values: Value.sides,
        hasOption: true, control: .toggle(.plainModeMeaning), explanation: .explainPlainMode,
        otherNames: .otherNamesPlainMode)
    case .previews:
      Description(
        title: .previews, store: .entry(4), place: "appearance.previews", values: Value.sides,
        standard: 1, control: .toggle(.previewsMeaning))
    case .analytics:
      Description(
        title: .privacyAnalytics, store: .account { \.analytics }, place: "privacy.analytics",
        values: Value.sides, control: .toggle(.privacyAnalyticsMeaning),
        otherNames: .otherNamesPrivacy)
    case .diagnostics:
      Description(
        title: .privacyDiagnostics, store: .account { \.diagnostics },
        place: "privacy.diagnostics", values: Value.sides,
        control: .toggle(.privacyDiagnosticsMeaning), otherNames: .otherNamesPrivacy)
    }
  }

  /// The table, which is made once.
  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.described) })

  var description: Description { Self.table[self]! }

  /// The title on the screen and in lists.
  public var title: Message { description.title }
  public var store: Store { description.store }
  public var values: [Value] { description.values }
  public var words: [String] { values.map(\.word) }
  /// Whether the command line has an option of the same name, which overrides the choice in a run.
  public var hasOption: Bool { description.hasOption }

  /// Whether its values are `off` and `on`.
  public var isSwitch: Bool { if case .toggle = description.control { true } else { false } }

  /// Whether the account keeps it, and not this device. The start asks this, and makes no key path for it.
  public var isOfAccount: Bool { if case .account = store { true } else { false } }

  /// Where the account keeps whether the switch is on; nil for a setting of this device.
  public var privacy: WritableKeyPath<Privacy, Bool>? {
    if case .account(let place) = store { place() } else { nil }
  }
}

/// A person's choice for a setting: one of its values, or none, as after a reset.
public struct SettingChoice: Hashable, Sendable {
  public let setting: StoredSetting
  /// The index of the value; nil for none.
  let place: Int?

  init(_ setting: StoredSetting, at place: Int?) {
    self.setting = setting
    self.place = place
  }

  /// A setting without a choice.
  public static func none(_ setting: StoredSetting) -> SettingChoice {
    SettingChoice(setting, at: nil)
  }

  /// The choice of the value with a word; nil if the setting has none with it.
  public init?(_ setting: StoredSetting, _ word: String) {
    guard let place = setting.values.firstIndex(where: { $0.word == word }) else { return nil }
    self.init(setting, at: place)
  }

  /// The second of two values, such as `on`, or the first.
  public init(_ setting: StoredSetting, isOn: Bool) {
    self.init(setting, at: isOn ? 1 : 0)
  }

  public static func theme(_ name: ThemeName) -> SettingChoice {
    SettingChoice(.theme, at: ThemeName.allCases.firstIndex(of: name))
  }

  public static func bidiMode(_ mode: BidiChoice) -> SettingChoice {
    SettingChoice(.bidi, at: BidiChoice.all.firstIndex(of: mode))
  }

  /// nil for no choice.
  public var value: StoredSetting.Value? { place.map { setting.values[$0] } }
}

/// The choices for settings of this device, and the configured values of others. What is neither has
/// its standard value.
public struct StoredSettings: Hashable, Sendable {
  private var chosen: [StoredSetting: Int] = [:]
  private var configured: [StoredSetting: Int] = [:]

  public init(_ chosen: [SettingChoice] = [], configured: [SettingChoice] = []) {
    for choice in chosen { self.chosen[choice.setting] = choice.place }
    for choice in configured { self.configured[choice.setting] = choice.place }
  }

  /// The choice for a setting.
  public subscript(setting: StoredSetting) -> SettingChoice {
    get { SettingChoice(setting, at: chosen[setting]) }
    set { chosen[setting] = newValue.place }
  }

  /// The settings after a choice.
  func with(_ choice: SettingChoice) -> StoredSettings {
    var settings = self
    settings[choice.setting] = choice
    return settings
  }

  /// What was chosen, in the order of the settings.
  public var choices: [SettingChoice] {
    StoredSetting.allCases.map { self[$0] }.filter { $0.place != nil }
  }

  /// The index of the value in effect.
  func place(of setting: StoredSetting) -> Int {
    chosen[setting] ?? configured[setting] ?? setting.description.standard
  }

  /// The value in effect.
  public func value(of setting: StoredSetting) -> StoredSetting.Value {
    setting.values[place(of: setting)]
  }

  /// Whether the second of two values is in effect, such as `on`.
  public func isOn(_ setting: StoredSetting) -> Bool { place(of: setting) == 1 }

  public var theme: ThemeName { ThemeName.allCases[place(of: .theme)] }
  public var bidiMode: BidiChoice { BidiChoice.all[place(of: .bidi)] }
}

extension Privacy {
  /// The word for a setting that the account keeps; nil for another setting.
  public func word(of setting: StoredSetting) -> String? {
    setting.privacy.map { setting.values[self[keyPath: $0] ? 1 : 0].word }
  }

  /// Applies a choice for a setting that the account keeps. Without a choice it is off.
  public mutating func set(_ choice: SettingChoice) {
    guard let place = choice.setting.privacy else { return }
    self[keyPath: place] = choice.place == 1
  }
}
