import PreferenceStore
import Settings

/// The settings besides the language, as the preference file holds them.
struct StoredSettings {
  let appliesDirectionAtOnce: Bool

  /// - Parameter stored: nil where nothing is stored, or nothing that can be trusted.
  init(_ stored: Preference?) {
    appliesDirectionAtOnce = stored?.appliesDirectionAtOnce ?? false
  }

  var all: [StoredSetting] { [.appliesDirectionAtOnce(appliesDirectionAtOnce)] }
}

extension PreferenceChanges {
  init(_ setting: StoredSetting) {
    self.init()
    switch setting {
    case .appliesDirectionAtOnce(let isAtOnce): appliesDirectionAtOnce = isAtOnce
    }
  }
}
