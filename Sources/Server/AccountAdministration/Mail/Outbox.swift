import AccountDatabase
import AccountService
import CSodium
import Dispatch
import Glibc
import ServerTexts
import Synchronization
import SystemCalls

/// Delivers the notices in the database, off the connections' threads (R46, R65).
///
/// One server takes a notice, for a time, and removes it when somebody else is responsible for its
/// message. A crash in between delivers it again with the same name and `Message-ID`, and loses none.
final class Outbox: Sendable {
  /// How many notices are taken at a time, and for how long, in milliseconds: for longer than all of
  /// them can take.
  private static let batch = 10
  private static let leaseLength = Int64(batch + 1) * Int64(SMTPTransport.usualLimit)
  /// A notice that was refused for now so many times is given up, after about two days.
  private static let attemptLimit: Int64 = 20

  private let transport: any MailTransport
  private let timing: NoticeTiming
  private let from: String
  private let host: String
  private let storage: any Storage
  private let texts: Texts
  private let log: AccessLog
  private let queue = DispatchQueue(label: "outbox")
  private let isAsked = Atomic(false)
  private let isStopping = Atomic(false)
  /// Fires when the next notice is due. Used on the queue, and by `finish`.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer
  /// How often in a row nothing could be delivered, and until when nothing is tried (monotonic
  /// nanoseconds). Used on the queue.
  nonisolated(unsafe) private var failures: Int64 = 0
  nonisolated(unsafe) private var pauseEnd: Int64 = 0

  init(
    _ transport: any MailTransport, timing: NoticeTiming, from: String, host: String,
    storage: any Storage, texts: Texts, log: AccessLog
  ) {
    self.transport = transport
    self.timing = timing
    self.host = host
    self.from = from
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

  /// Begins to end the current delivery, and to give back what was taken. Notices that are not sent yet
  /// wait for the next start, or for another server.
  func beginStopping() {
    isStopping.store(true, ordering: .relaxed)
    timer.cancel()
    transport.stop()
  }

  /// Waits, after `beginStopping`, until the current delivery has ended: a few seconds.
  func finish() { queue.sync {} }

  private var mustStop: Bool { isStopping.load(ordering: .relaxed) }

  private func deliverDue() {
    let pause = pauseEnd - SystemClock.monotonic()
    guard pause <= 0 else { return ring(after: pause / 1_000_000 + 1) }
    defer { transport.rest() }
    do throws(DatabaseError) {
      while !mustStop {
        let lease = randomIdentifier()
        let (notices, next) = try storage.read { database throws(DatabaseError) in
          (
            try database.claimNotices(limit: Self.batch, lease: lease, for: Self.leaseLength),
            try database.nextNotice()
          )
        }
        guard !notices.isEmpty else {
          // Look at least every minute: the clock can be set forward, an operator can ask for a
          // retry, and another server can have died.
          return ring(after: min(next ?? 60_000, 60_000))
        }
        guard try deliver(notices, lease) else { return }
      }
    } catch {
      log.event("outbox.error", error.description)
      ring(after: 60_000)
    }
  }

  /// False if nothing can be delivered for now.
  private func deliver(_ notices: [Notice], _ lease: String) throws(DatabaseError) -> Bool {
    for notice in notices {
      guard !mustStop else {
        try storage.read { database throws(DatabaseError) in
          try database.releaseNotices(lease: lease)
        }
        return false
      }
      do throws(DeliveryFailure) {
        try transport.deliver(mail(of: notice))
      } catch {
        guard try handle(error, of: notice, lease) else { return false }
        continue
      }
      failures = 0
      try storage.read { database throws(DatabaseError) in
        try database.finishNotice(notice, timing: timing)
      }
    }
    return true
  }

  /// False if nothing else can be delivered either.
  private func handle(
    _ failure: DeliveryFailure, of notice: Notice, _ lease: String
  ) throws(DatabaseError) -> Bool {
    let reason = "account \(notice.account): \(failure.reason)"
    let isLast = notice.attempts + 1 >= Self.attemptLimit
    switch failure.extent {
    case .forGood,
      .forNow where isLast:
      log.event("outbox.undeliverable", reason)
      try storage.read { database throws(DatabaseError) in
        try database.giveUpNotice(notice, problem: failure.reason)
      }
      return true
    case .forNow:
      try postpone(notice, failure)
      log.event("outbox.postponed", reason)
      return true
    case .everything, .everythingAfterThis:
      // A message that nothing else gets past must not always be the first.
      if failure.extent == .everythingAfterThis { try postpone(notice, failure) }
      try storage.read { database throws(DatabaseError) in
        try database.releaseNotices(lease: lease, problem: failure.reason)
      }
      guard !mustStop else { return false }
      log.event("outbox.error", failure.reason)
      let pause = randomPause(5000, failures, most: 3_600_000)
      failures += 1
      pauseEnd = SystemClock.monotonic() + pause * 1_000_000
      ring(after: pause)
      return false
    }
  }

  private func postpone(_ notice: Notice, _ failure: DeliveryFailure) throws(DatabaseError) {
    let pause = randomPause(60_000, notice.attempts, most: 4 * 3_600_000)
    try storage.read { database throws(DatabaseError) in
      try database.postponeNotice(notice, by: pause, problem: failure.reason)
    }
  }

  private func mail(of notice: Notice) -> OutgoingMail {
    OutgoingMail(
      // `1750000000.M17A5.host`
      name: "\(notice.createdAt / 1000).M\(notice.createdAt % 1000)A\(notice.account).\(host)",
      sender: from, recipient: notice.email,
      message: NoticeMail(notice: notice, texts: texts, from: from, host: host).bytes)
  }

  private func ring(after milliseconds: Int64) {
    timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)))
  }
}

/// A pause in milliseconds that doubles with each failure, up to a maximum, less a random part of up
/// to a third, so that several servers do not come back at once.
func randomPause(_ first: Int64, _ failures: Int64, most: Int64) -> Int64 {
  let pause = min(first << min(failures, 20), most)
  return pause - Int64(randombytes_uniform(UInt32(pause / 3)))
}
