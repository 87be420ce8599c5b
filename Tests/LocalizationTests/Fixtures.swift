import Glibc
import Localization
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
  static let shipped = "\(directory)/../../Resources"

  static func language(_ code: String) throws -> Language {
    try Language(#require(LanguageCode(rawValue: code)), in: resources)
  }

  static func code(_ text: String) -> LanguageCode { LanguageCode(rawValue: text)! }
}

/// A directory of its own for a test's files, removed at the end.
struct ScratchDirectory: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/lisan-catalogs-XXXXXX\0".utf8CString)
    path = try #require(
      template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
        .map { String(cString: $0) })
  }

  /// Writes a file, making the folder that it is in.
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let folders = name.split(separator: "/").dropLast()
    for count in folders.indices.map({ $0 + 1 }) {
      mkdir("\(path)/\(folders.prefix(count).joined(separator: "/"))", 0o755)
    }
    let file = try #require(fopen("\(path)/\(name)", "w"))
    let bytes = Array(bytes)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    #expect(fclose(file) == 0)
  }

  func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  func makeFIFO(_ name: String) throws -> String {
    try #require(mkfifo("\(path)/\(name)", 0o600) == 0)
    return "\(path)/\(name)"
  }

  func read(_ name: String) throws -> String {
    let file = try #require(fopen("\(path)/\(name)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let byte = fgetc(file)
      if byte == EOF { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(UInt8(byte))
    }
  }

  /// Copies the fixtures of one language here.
  func copyFixtures(_ code: String) throws {
    for name in ["Language.strings", "Localizable.strings", "Localizable.stringsdict"] {
      let file = try #require(fopen("\(Fixtures.resources)/\(code).lproj/\(name)", "r"))
      defer { fclose(file) }
      var bytes: [UInt8] = []
      while true {
        let byte = fgetc(file)
        if byte == EOF { break }
        bytes.append(UInt8(byte))
      }
      try write(bytes, to: "\(code).lproj/\(name)")
    }
  }

  deinit {
    removeTree(path)
  }
}

/// Removes a directory with what is in it; links are removed and not followed.
private func removeTree(_ path: String) {
  if let directory = opendir(path) {
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != "..", unlink("\(path)/\(name)") != 0 { removeTree("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }
}
