import Glibc
import LisanPreferences
import TestFolders

/// A folder of a test's own, gone with the last reference; in memory where that serves.
package final class Scratch: Sendable {
  private let folder: TestFolder

  /// On `/dev/shm` unless the disk itself matters.
  package init(onDisk: Bool = false) {
    do {
      folder = try TestFolder(in: !onDisk && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    } catch {
      fatalError(error.description)
    }
  }

  package var directory: String { folder.path }

  /// Where the tests keep their preference file.
  package var path: String { "\(directory)/preferences" }

  package static func names(in folder: String) -> [String] { TestFolder.names(in: folder) }

  package func names() -> [String] { folder.names }

  /// Takes everything out of the folder.
  package func clear() { folder.clear() }
}

/// All bytes of a small file; `nil` if there is none.
package func contents(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let count = read(descriptor, &bytes, bytes.count)
  return Array(bytes.prefix(max(0, count)))
}

/// Writes a whole file; the inode of one that is there stays.
package func put(_ bytes: [UInt8], at path: String) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  precondition(descriptor >= 0, "\(path): errno \(errno)")
  defer { close(descriptor) }
  precondition(write(descriptor, bytes, bytes.count) == bytes.count, "\(path): errno \(errno)")
}

/// Writes over a part of a file.
package func overwrite(_ bytes: some Collection<UInt8>, at offset: Int, of path: String) {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC)
  precondition(descriptor >= 0, "\(path): errno \(errno)")
  defer { close(descriptor) }
  let bytes = Array(bytes)
  precondition(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
}

extension PreferenceFile {
  /// Commits and waits for the disk.
  @discardableResult
  package func set(_ changes: PreferenceChanges) throws -> Commit {
    let commit = try commit(changes)
    try makeDurable(commit)
    return commit
  }
}

extension PreferenceChanges {
  /// An explicit choice of a language.
  package static func choice(_ language: String) -> PreferenceChanges {
    PreferenceChanges(language: language, followsSystemLanguage: false)
  }
}

/// A value that tells which of a row of changes it is, in three fields that have to agree.
package enum Numbered {
  static let kind = Entry.Kind(rawValue: 100)

  /// The change with a number from 1.
  package static func change(_ number: Int) -> PreferenceChanges {
    PreferenceChanges(
      language: number % 2 == 0 ? "ar" : "en", followsSystemLanguage: false,
      market: "M\(number % 100_000)", entries: [Entry(kind, String(number))])
  }

  /// The number of the change that a preference came from; `nil` if its fields do not agree.
  package static func number(of preference: Preference) -> Int? {
    guard let text = preference[kind]?.text, let number = Int(text),
      preference.language == (number % 2 == 0 ? "ar" : "en"),
      preference.market == "M\(number % 100_000)", !preference.followsSystemLanguage
    else { return nil }
    return number
  }
}
