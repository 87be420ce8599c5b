import CommandLineTool
import Glibc
import Settings
import StrictJSON
import SystemCalls

/// The configuration file: one JSON object whose keys are settings (R56).
///
/// ```json
/// { "resources": "/opt/kiosk/languages" }
/// ```
struct ConfigurationFile {
  let path: String
  let entries: [FileEntry]

  /// The largest accepted size in bytes.
  private static let limit = 1 << 20

  /// Reads the whole file, and reports every key and value that is not understood.
  init(path: String, isRequired: Bool) throws(ConfigurationError) {
    self.path = path
    guard let bytes = try Self.read(path, isRequired: isRequired) else {
      entries = []
      return
    }
    func text(_ place: JSON.Place) -> Text {
      .identifier(.path("\(path):\(place.line):\(place.column)"))
    }
    let members: [JSON.Member]
    do throws(JSON.Failure) {
      // No setting can hold U+0000: it ends a C string.
      members = try JSON.members(of: bytes, rules: .refusesNull)
    } catch {
      throw ConfigurationError(
        .message(
          .configurationNotJSON, [text(error.place), .identifier(.argument(error.expected))]))
    }
    var entries: [FileEntry] = []
    var faults: [Text] = []
    for member in members {
      let place = JSON.Place(of: member.offset, in: bytes)
      let key = Text.identifier(.argument(member.name))
      guard Option.settings.contains(where: { $0.rawValue == member.name }) else {
        faults.append(.message(.configurationUnknownKey, [text(place), key]))
        continue
      }
      if entries.contains(where: { $0.name == member.name }) {
        faults.append(.message(.configurationRepeatedKey, [text(place), key]))
      } else if case .string(let value) = member.value {
        entries.append(FileEntry(name: member.name, value: value, line: place.line))
      } else {
        faults.append(.message(.configurationWrongType, [text(place), key]))
      }
    }
    guard faults.isEmpty else { throw ConfigurationError(texts: faults) }
    self.entries = entries
  }

  /// The file's bytes, or nil if it is absent and optional.
  private static func read(
    _ path: String, isRequired: Bool
  ) throws(ConfigurationError) -> [UInt8]? {
    func unreadable(_ reason: String) -> ConfigurationError {
      ConfigurationError(
        .message(
          .configurationUnreadable, [.identifier(.path(path)), .identifier(.argument(reason))]))
    }
    do throws(SystemError) {
      let file: OwnedDescriptor
      do throws(SystemError) {
        file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      } catch {
        if error.errno == ENOENT && !isRequired { return nil }
        throw error
      }
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
        throw SystemError(EFBIG)
      }
      return try readAll(from: file.number, limit: limit, expected: Int(status.st_size))
    } catch {
      throw unreadable(
        error.errno == EFBIG ? "not a regular file of at most 1 MiB" : error.description)
    }
  }
}
