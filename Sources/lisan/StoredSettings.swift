import Cells
import PreferenceStore
import Settings

/// The settings besides the language, as the preference file holds them.
struct StoredSettings {
  let appliesDirectionAtOnce: Bool
  /// nil where none was chosen, or one that only a later version knows.
  let theme: ThemeName?
  let bidiMode: BidiMode?

  /// - Parameter stored: nil where nothing is stored, or nothing that can be trusted.
  init(_ stored: Preference?) {
    appliesDirectionAtOnce = stored?.appliesDirectionAtOnce ?? false
    theme = stored?[.theme].flatMap { ThemeName(rawValue: $0.text) }
    bidiMode = stored?[.bidiMode].flatMap { BidiMode(name: $0.text) }
  }

  var all: [StoredSetting] {
    [.appliesDirectionAtOnce(appliesDirectionAtOnce)] + (theme.map { [.theme($0)] } ?? [])
      + (bidiMode.map { [.bidiMode($0)] } ?? [])
  }
}

extension PreferenceChanges {
  init(_ setting: StoredSetting) {
    self.init()
    switch setting {
    case .appliesDirectionAtOnce(let isAtOnce): appliesDirectionAtOnce = isAtOnce
    case .theme(let theme): entries = [Entry(.theme, theme.rawValue)]
    case .bidiMode(let mode): entries = [Entry(.bidiMode, mode.name)]
    }
  }
}
