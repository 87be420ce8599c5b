import AccountDatabase
import Dispatch
import Glibc
import Synchronization

/// Delivers the notices that wait in the database, off the threads that serve connections.
///
/// A notice is taken off the database when its message is on the disk: a crash between delivers the
/// same name again, and loses none.
final class Outbox: Sendable {
  private let maildir: Maildir
  private let from: String
  private let host: String
  private let connections: Connections
  private let texts: Texts
  private let log: AccessLog
  private let queue = DispatchQueue(label: "outbox")
  private let isAsked = Atomic(false)

  init(
    _ maildir: Maildir, from: String?, connections: Connections, texts: Texts, log: AccessLog
  ) {
    self.maildir = maildir
    host = hostName()
    self.from = from ?? "lisan-server@\(host)"
    self.connections = connections
    self.texts = texts
    self.log = log
  }

  /// Delivers what waits, soon.
  func deliver() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      isAsked.store(false, ordering: .releasing)
      deliverWaiting()
    }
  }

  /// Waits for what is being delivered.
  func finish() { queue.sync {} }

  private func deliverWaiting() {
    do {
      while true {
        let notices = try connections.use { database throws(DatabaseError) in
          try database.waitingNotices()
        }
        if notices.isEmpty { return }
        for notice in notices {
          let mail = NoticeMail(notice: notice, texts: texts, from: from, host: host)
          try maildir.deliver(mail.bytes, name: name(of: notice))
          try connections.use { database throws(DatabaseError) in
            try database.removeNotices([notice.id])
          }
        }
      }
    } catch {
      // They wait for the next change or start.
      log.event("outbox.error", "\(error)")
    }
  }

  /// `1750000000.N17.host`: the same for each delivery of the same notice.
  private func name(of notice: Notice) -> String {
    "\(notice.createdAt / 1000).M\(notice.createdAt % 1000)N\(notice.id).\(host)"
  }
}

/// This machine's name in the letters that a Maildir name and a message's identifier may have.
private func hostName() -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
  let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.filter { byte in
    Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.".utf8).contains(byte)
  }
  return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
}
