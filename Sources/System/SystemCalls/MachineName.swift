import Glibc

/// This machine's name (gethostname), limited to ASCII letters, digits, `-` and `.`, so that it is valid in mail and
/// in reports. It is `localhost` where there is no such name.
public enum MachineName {
  public static func text() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.filter {
      $0.isASCIILetter || $0.isASCIIDigit || "-.".utf8.contains($0)
    }
    return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
  }
}
