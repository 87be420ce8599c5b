import Localization
import PreferenceStore

// How a preference is named in commands and files, and what a stored one comes to.

extension LanguagePreference {
  /// As commands and the trace name it: `system`, or the code.
  var name: String {
    switch self {
    case .system: "system"
    case .explicit(let code): code.rawValue
    }
  }

  /// What `name` wrote: `system` or a code.
  init?(name: String) {
    if name == "system" {
      self = .system
    } else if let code = LanguageCode(rawValue: name) {
      self = .explicit(code)
    } else {
      return nil
    }
  }

  /// What an answer of the preference file comes to: nothing stored follows the system (R19), and
  /// what cannot be trusted is English (R32).
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
