import CSodium
import Dispatch
import Synchronization

/// Hashes and checks passwords with Argon2id (libsodium), off the threads that serve connections,
/// two at a time: each takes 64 MiB and some tenths of a second by intention.
final class Passwords: Sendable {
  /// The most checks that wait; beyond it the server is busy.
  private static let waitingLimit = 32

  private let queues = [DispatchQueue(label: "passwords-1"), DispatchQueue(label: "passwords-2")]
  private let state = Mutex((waiting: 0, next: 0))
  /// What an unknown login is checked against, so that it takes as long as a known one.
  private let decoy: String

  init() {
    decoy = Self.hash("\(randombytes_random())")
  }

  /// An Argon2id hash in its usual text form, with its own salt and costs (crypto_pwhash_str).
  static func hash(_ password: String) -> String {
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let result = crypto_pwhash_str(
      &text, password, UInt64(password.utf8.count), UInt64(crypto_pwhash_opslimit_interactive()),
      crypto_pwhash_memlimit_interactive())
    precondition(result == 0, "no memory to hash a password")
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Checks a password later, in constant time (crypto_pwhash_str_verify); without a hash to check
  /// against the answer is no after the same work. False where too many wait already.
  func check(
    _ password: String, against hash: String?, then tell: @escaping @Sendable (Bool) -> Void
  ) -> Bool {
    let queue: DispatchQueue? = state.withLock { state in
      guard state.waiting < Self.waitingLimit else { return nil }
      state.waiting += 1
      state.next += 1
      return queues[state.next % queues.count]
    }
    guard let queue else { return false }
    queue.async { [self] in
      let isRight =
        crypto_pwhash_str_verify(hash ?? decoy, password, UInt64(password.utf8.count)) == 0
      state.withLock { $0.waiting -= 1 }
      tell(isRight && hash != nil)
    }
    return true
  }
}
