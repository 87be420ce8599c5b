import PreferenceStore
import Settings

/// The settings besides the language, as the preference file holds them, or a restart hands them on.
struct StoredSettings: Equatable {
  let appliesDirectionAtOnce: Bool
  /// nil where none was chosen, or one that only a later version knows.
  let theme: ThemeName?
  let bidiMode: BidiMode?

  init(appliesDirectionAtOnce: Bool, theme: ThemeName?, bidiMode: BidiMode?) {
    self.appliesDirectionAtOnce = appliesDirectionAtOnce
    self.theme = theme
    self.bidiMode = bidiMode
  }

  /// - Parameter stored: nil where nothing is stored, or nothing that can be trusted.
  init(_ stored: Preference?) {
    appliesDirectionAtOnce = stored?.appliesDirectionAtOnce ?? false
    theme = stored?[.theme].flatMap { ThemeName(rawValue: $0.text) }
    bidiMode = stored?[.bidiMode].flatMap { BidiMode(name: $0.text) }
  }

  /// What holds on the screen, whether or not it could be written.
  init(_ state: State) {
    appliesDirectionAtOnce = state.appliesDirectionAtOnce
    theme = state.theme
    bidiMode = state.bidiMode
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
