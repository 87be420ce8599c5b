import BuiltPrograms
import Glibc
import Localization
import SystemCalls
import TestFolders
import Testing

/// The texts of the program that the fixtures are catalogs of.
enum SampleMessage: String, CaseIterable, MessageKey {
  case language = "Language"
  case switchTo = "Press Enter to switch the app to %@"
  case follow = "Follow the system language"
  case moved = "Moved %1$@ to %2$@"
  case done = "%% done: 100 %%"
  case loading = "Loading…"
  case changesPending = "%d changes pending"
  case updates = "%d updates from %@"

  var isPlural: Bool { self == .changesPending || self == .updates }

  var singular: String? {
    switch self {
    case .changesPending: "%d change pending"
    case .updates: "%d update from %@"
    default: nil
    }
  }
}

enum Fixtures {
  private static let directory = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast()
    return parts.joined(separator: "/")
  }()

  /// Catalogs of English, Arabic, Vietnamese, Hebrew and Persian.
  static let resources = "\(directory)/Fixtures/Resources"
  /// English and Vietnamese alone.
  static let englishVietnamese = "\(directory)/Fixtures/EnglishVietnamese"
  /// What the program is shipped with.
  static let shipped = packagePath("Resources")

  static func language(_ code: String) throws -> Language {
    try Language(#require(LanguageCode(rawValue: code)), in: resources)
  }

  static func code(_ text: String) -> LanguageCode { LanguageCode(rawValue: text)! }
}

extension TestFolder {
  /// - Returns: its path.
  func makeFIFO(_ name: String) throws -> String {
    try #require(mkfifo("\(path)/\(name)", 0o600) == 0)
    return "\(path)/\(name)"
  }

  /// Copies the fixtures of one language here.
  func copyFixtures(_ code: String) throws {
    for name in ["Language.strings", "Localizable.strings", "Localizable.stringsdict"] {
      let file = try OwnedDescriptor(
        opening: "\(Fixtures.resources)/\(code).lproj/\(name)", O_RDONLY)
      try write(readAll(from: file.number, limit: 1 << 20), to: "\(code).lproj/\(name)")
    }
  }
}
