import Glibc
import SettingsCore
import StrictJSON
import SystemCalls

/// The members of a file that is one JSON object of texts, as people write it by hand.
struct TextMembers {
  let key: String
  let value: String
  /// The line, counted from 1.
  let line: Int
  /// Its place, for a message: `config.json:3:5`.
  let place: Text

  /// The largest accepted size in bytes.
  private static let limit = 1 << 20

  /// Reads the whole file, and reports every fault in it; empty if it is absent and optional.
  ///
  /// - Parameter fault: the message for a key that the file cannot have; it takes the place and the
  ///   key.
  static func read(
    _ path: String, isRequired: Bool, fault: (_ key: String) -> Message?
  ) throws(ConfigurationError) -> [TextMembers] {
    guard let bytes = try bytes(path, isRequired: isRequired) else { return [] }
    func text(_ place: JSON.Place) -> Text {
      .path("\(path):\(place.line):\(place.column)")
    }
    let read: [JSON.Member]
    do throws(JSON.Failure) {
      // No setting can hold U+0000: it ends a C string.
      read = try JSON.members(of: bytes, rules: .refusesNull)
    } catch {
      throw ConfigurationError(
        .message(.configurationNotJSON, text(error.place), .argument(error.expected)))
    }
    var members: [TextMembers] = []
    var faults: [Text] = []
    for member in read {
      let key = Text.argument(member.name)
      let start = JSON.Place(of: member.offset, in: bytes)
      let place = text(start)
      if let fault = fault(member.name) {
        faults.append(.message(fault, place, key))
      } else if members.contains(where: { $0.key == member.name }) {
        faults.append(.message(.configurationRepeatedKey, place, key))
      } else if case .string(let value) = member.value {
        members.append(
          TextMembers(key: member.name, value: value, line: start.line, place: place))
      } else {
        faults.append(.message(.configurationWrongType, place, key))
      }
    }
    guard faults.isEmpty else { throw ConfigurationError(texts: faults) }
    return members
  }

  /// The file's bytes, or nil if it is absent and optional.
  private static func bytes(
    _ path: String, isRequired: Bool
  ) throws(ConfigurationError) -> [UInt8]? {
    var isRegular = true
    do throws(SystemError) {
      let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last }
      isRegular = status.st_mode & S_IFMT == S_IFREG
      guard isRegular else { throw SystemError(EINVAL) }
      let bytes = try readAll(from: file.number, limit: limit, expected: Int(status.st_size))
      // Some editors write a byte order mark.
      return bytes.starts(with: "\u{FEFF}".utf8) ? Array(bytes[3...]) : bytes
    } catch {
      if error.errno == ENOENT, !isRequired { return nil }
      throw ConfigurationError(
        .message(
          .configurationUnreadable, .path(path),
          isRegular ? error.text : .message(.notWrittenNoFile)))
    }
  }
}
