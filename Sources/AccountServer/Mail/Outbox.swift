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
  private let timing: NoticeTiming
  private let from: String
  private let host: String
  private let connections: Connections
  private let texts: Texts
  private let log: AccessLog
  private let queue = DispatchQueue(label: "outbox")
  private let isAsked = Atomic(false)
  /// Rings when the next notice is due; used on the queue, and by `finish` at last.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init(
    _ maildir: Maildir, timing: NoticeTiming, from: String?, connections: Connections, texts: Texts,
    log: AccessLog
  ) {
    self.maildir = maildir
    self.timing = timing
    host = hostName()
    self.from = from ?? "lisan-server@\(host)"
    self.connections = connections
    self.texts = texts
    self.log = log
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.deliverDue() }
    timer.activate()
  }

  /// Delivers what is due, now and as it becomes due.
  func deliver() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      isAsked.store(false, ordering: .releasing)
      deliverDue()
    }
  }

  /// Waits for what is being delivered; what is not due yet waits for the next start.
  func finish() {
    timer.cancel()
    queue.sync {}
  }

  private func deliverDue() {
    do {
      while true {
        let (notices, next) = try connections.use { database throws(DatabaseError) in
          (try database.dueNotices(), try database.nextNotice())
        }
        guard !notices.isEmpty else {
          // Looked at each minute, because a clock can be put forward.
          if let next { ring(after: min(next, 60_000)) }
          return
        }
        for notice in notices {
          let mail = NoticeMail(notice: notice, texts: texts, from: from, host: host)
          try maildir.deliver(mail.bytes, name: name(of: notice))
          try connections.use { database throws(DatabaseError) in
            try database.removeNotice(notice, timing: timing)
          }
        }
      }
    } catch {
      log.event("outbox.error", "\(error)")
      ring(after: 60_000)
    }
  }

  private func ring(after milliseconds: Int64) {
    timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)))
  }

  /// `1750000000.M17A5.host`: the same for each delivery of the same notice.
  private func name(of notice: Notice) -> String {
    "\(notice.createdAt / 1000).M\(notice.createdAt % 1000)A\(notice.account).\(host)"
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
