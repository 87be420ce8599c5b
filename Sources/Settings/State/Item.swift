import Localization

/// A section of the settings, in the order of the navigation list.
public enum Section: String, CaseIterable, Hashable, Sendable {
  case language
  case about

  var title: Message {
    switch self {
    case .language: .languageSection
    case .about: .aboutSection
    }
  }
}

/// Something in the settings that can have the focus.
public enum Item: Hashable, Sendable {
  /// A section's entry in the navigation list.
  case section(Section)
  case language(LanguageCode)
  case followSystemLanguage
  case layoutDirection
  case fact(Fact)
  case theme

  /// A stable name for traces and tests, such as `language.option.ar`.
  public var identifier: String {
    switch self {
    case .section(let section): "navigation.\(section.rawValue)"
    case .language(let code): "language.option.\(code.rawValue)"
    case .followSystemLanguage: "language.follow"
    case .layoutDirection: "language.direction"
    case .fact(let fact): "about.\(fact.rawValue)"
    case .theme: "about.theme"
    }
  }

  /// The item with that stable name, or nil if no version of the program would give it.
  public init?(identifier: String) {
    let parts = identifier.split(separator: ".", maxSplits: 2).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("navigation", let name?):
      guard parts.count == 2, let section = Section(rawValue: name) else { return nil }
      self = .section(section)
    case ("language", "option"):
      guard parts.count == 3, let code = LanguageCode(rawValue: parts[2]) else { return nil }
      self = .language(code)
    case ("language", "follow"):
      guard parts.count == 2 else { return nil }
      self = .followSystemLanguage
    case ("language", "direction"):
      guard parts.count == 2 else { return nil }
      self = .layoutDirection
    case ("about", "theme"):
      guard parts.count == 2 else { return nil }
      self = .theme
    case ("about", let name?):
      guard parts.count == 2, let fact = Fact(rawValue: name) else { return nil }
      self = .fact(fact)
    default: return nil
    }
  }
}

/// A line of the section About.
public enum Fact: String, CaseIterable, Hashable, Sendable {
  case version, licence, languages, direction, lastChange, terminal, preferences, resources, log
}
