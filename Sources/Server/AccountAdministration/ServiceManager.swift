import Glibc
import SystemCalls

/// Tells the service manager what the server does, if it was started by one that wants to know: a
/// datagram to the socket in `NOTIFY_SOCKET` (sd_notify(3), "Notes"). systemd documents this
/// protocol as stable and independent of its library.
enum ServiceManager {
  /// Sends a message, such as `READY=1`. Without a service manager, or if it does not listen, nothing
  /// is lost but that.
  static func tell(_ message: String) {
    guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }),
      path.hasPrefix("/") || path.hasPrefix("@")
    else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    // An at sign stands for the zero byte of an abstract address.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + name.count

    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { return }
    let descriptor = OwnedDescriptor(owning: number)
    let message = Array(message.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(
          descriptor.number, message, message.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
  }
}
