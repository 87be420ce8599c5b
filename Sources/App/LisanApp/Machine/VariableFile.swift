import SystemCalls

/// The text of a file with a variable on each line, as pam_env(8) and locale.conf(5) read it:
/// `/etc/default/locale`.
///
///     # By the administrator
///     LANG="en_GB.UTF-8"
///     LC_TIME=de_DE.UTF-8
enum VariableFile {
  private static let newline = UInt8(ascii: "\n")

  /// A line that sets a variable, with the place of the value and its quotation marks.
  private typealias Assignment = (name: String, value: String, range: Range<Int>)

  /// The variables in the order of the file. Of several lines with a name, the last counts.
  static func variables(in bytes: [UInt8]) -> [(name: String, value: String)] {
    var variables: [(name: String, value: String)] = []
    for line in assignments(in: bytes) {
      variables.removeAll { $0.name == line.name }
      variables.append((line.name, line.value))
    }
    return variables
  }

  /// The file with other values of variables. A variable that it lacks comes at the end. Every other
  /// byte stays.
  static func setting(
    _ variables: [(name: String, value: String)], in bytes: [UInt8]?
  ) -> [UInt8] {
    var bytes = bytes ?? []
    for (name, value) in variables {
      if let line = assignments(in: bytes).last(where: { $0.name == name }) {
        if line.value != value { bytes.replaceSubrange(line.range, with: value.utf8) }
      } else {
        if bytes.last.map({ $0 != newline }) == true { bytes.append(newline) }
        bytes += "\(name)=\(value)\n".utf8
      }
    }
    return bytes
  }

  private static func assignments(in bytes: [UInt8]) -> [Assignment] {
    bytes.split(separator: newline, omittingEmptySubsequences: true).compactMap(assignment)
  }

  private static func assignment(_ line: ArraySlice<UInt8>) -> Assignment? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var rest = line.drop(while: isBlank)
    if rest.starts(with: "export ".utf8) { rest = rest.dropFirst(7).drop(while: isBlank) }
    let name = rest.prefix { $0 == UInt8(ascii: "_") || $0.isASCIILetter || $0.isASCIIDigit }
    rest = rest[name.endIndex...]
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
    rest = rest.dropFirst()
    let value: ArraySlice<UInt8>
    let end: Int
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let closing = rest.dropFirst().firstIndex(of: quote)
    {
      (value, end) = (rest[..<closing].dropFirst(), closing + 1)
    } else {
      value = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "#") }
      end = value.endIndex
    }
    return (
      String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self),
      rest.startIndex..<end
    )
  }
}
