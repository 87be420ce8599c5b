import AccountDatabase
import Dispatch
import Glibc
import Synchronization

/// Delivers the notices in the database, off the connections' threads.
///
/// A notice is removed from the database after its message is on disk. A crash in between delivers
/// it again under the same name, and loses none.
final class Outbox: Sendable {
  private let maildir: Maildir
  private let timing: NoticeTiming
  private let from: String
  private let host: String
  private let storage: any Storage
  private let texts: Texts
  private let log: AccessLog
  private let queue = DispatchQueue(label: "outbox")
  private let isAsked = Atomic(false)
  /// Fires when the next notice is due. Used on the queue, and by `finish`.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init(
    _ maildir: Maildir, timing: NoticeTiming, from: String?, storage: any Storage, texts: Texts,
    log: AccessLog
  ) {
    self.maildir = maildir
    self.timing = timing
    host = hostName()
    self.from = from ?? "lisan-server@\(host)"
    self.storage = storage
    self.texts = texts
    self.log = log
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.deliverDue() }
    timer.activate()
  }

  /// Delivers due notices, now and as they become due.
  func deliver() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      isAsked.store(false, ordering: .releasing)
      deliverDue()
    }
  }

  /// Waits for the current delivery. Notices that are not due yet wait for the next start.
  func finish() {
    timer.cancel()
    queue.sync {}
  }

  private func deliverDue() {
    do {
      while true {
        let (notices, next) = try storage.read { database throws(DatabaseError) in
          (try database.dueNotices(), try database.nextNotice())
        }
        guard !notices.isEmpty else {
          // Check at least every minute, because the clock can be set forward.
          if let next { ring(after: min(next, 60_000)) }
          return
        }
        for notice in notices {
          let mail = NoticeMail(notice: notice, texts: texts, from: from, host: host)
          try maildir.deliver(mail.bytes, name: name(of: notice))
          try storage.read { database throws(DatabaseError) in
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

  /// `1750000000.M17A5.host`: the same for every delivery of a notice.
  private func name(of notice: Notice) -> String {
    "\(notice.createdAt / 1000).M\(notice.createdAt % 1000)A\(notice.account).\(host)"
  }
}

/// This machine's name, limited to characters valid in a Maildir name and a `Message-ID`.
private func hostName() -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
  let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.filter { byte in
    Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.".utf8).contains(byte)
  }
  return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
}
