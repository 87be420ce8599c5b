import Cells
import PreferenceStore
import Settings

/// The settings besides the language, as the preference file holds them.
struct StoredSettings {
  let appliesDirectionAtOnce: Bool
  let bidiMode: BidiMode

  /// - Parameter stored: nil where nothing is stored, or nothing that can be trusted.
  init(_ stored: Preference?) {
    appliesDirectionAtOnce = stored?.appliesDirectionAtOnce ?? false
    bidiMode = stored?[.bidiMode].flatMap { BidiMode(name: $0.text) } ?? .automatic
  }

  var all: [StoredSetting] { [.appliesDirectionAtOnce(appliesDirectionAtOnce), .bidiMode(bidiMode)] }
}

extension PreferenceChanges {
  init(_ setting: StoredSetting) {
    self.init()
    switch setting {
    case .appliesDirectionAtOnce(let isAtOnce): appliesDirectionAtOnce = isAtOnce
    // Nothing stored is the automatic mode.
    case .bidiMode(.automatic): entries = [Entry(.bidiMode, [])]
    case .bidiMode(let mode): entries = [Entry(.bidiMode, mode.name)]
    }
  }
}
