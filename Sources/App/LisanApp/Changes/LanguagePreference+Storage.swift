import LisanPreferences
import Localization

// The names of a preference in commands and files, and its conversion from the stored form.

extension LanguagePreference {
  /// The name in commands and the trace: `system`, or the code.
  var name: String {
    switch self {
    case .system: "system"
    case .explicit(let code): code.rawValue
    }
  }

  /// Parses `name`: `system` or a code.
  init?(name: String) {
    if name == "system" {
      self = .system
    } else if let code = LanguageCode(rawValue: name) {
      self = .explicit(code)
    } else {
      return nil
    }
  }

  /// The preference for what the file contains: if nothing is stored it follows the system (R19);
  /// if the file cannot be trusted it is English (R32).
  init(_ answer: ReadAnswer) {
    switch answer {
    case .good(let stored), .degraded(let stored), .newer(let stored, _): self.init(stored)
    case .absent: self = .system
    case .damaged, .unreadable: self = .explicit(.english)
    }
  }

  init(_ stored: Preference) {
    guard !stored.followsSystemLanguage, let code = LanguageCode(rawValue: stored.language) else {
      self = .system
      return
    }
    self = .explicit(code)
  }
}
