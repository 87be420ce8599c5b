import Glibc

/// Who runs a command, for the log of administration.
enum Operator {
  /// The name of the process's user, and of the person behind it after sudo: `root (ana)`.
  static var name: String {
    let user = name(of: getuid()) ?? "uid \(getuid())"
    // Only root could set this to something else.
    guard getuid() == 0, let person = getenv("SUDO_USER").map({ String(cString: $0) }),
      !person.isEmpty, person.utf8.count <= 64, person != user
    else { return user }
    return "\(user) (\(person))"
  }

  private static func name(of user: uid_t) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return nil
    }
    return String(cString: entry.pw_name)
  }
}
