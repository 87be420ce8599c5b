import Glibc

/// The programs that a shell has left behind in its terminal.
enum Jobs {
  /// Tells each process of a session that its terminal is gone, also one that is stopped. Who wants to
  /// go on ignores SIGHUP (`nohup`) or has a session of its own (`setsid`).
  static func hangUp(ofSession leader: pid_t) {
    guard let folder = opendir("/proc") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name), process != leader, getsid(process) == leader else {
        continue
      }
      kill(process, SIGHUP)
      kill(process, SIGCONT)
    }
  }
}
