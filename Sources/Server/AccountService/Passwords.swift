import CSodium
import Glibc
import Synchronization
import SystemCalls

/// The cost of a password's hash (Argon2id).
package struct PasswordCost: Hashable, Sendable {
  /// KiB.
  package var memory: Int
  var passes: UInt64

  /// The cost for passwords that people choose: 64 MiB and two passes (libsodium's "interactive").
  package static let standard = PasswordCost(
    memory: crypto_pwhash_memlimit_interactive() >> 10,
    passes: UInt64(crypto_pwhash_opslimit_interactive()))
  /// The cost for passwords of 80 random bits, which nobody can guess at any speed.
  package static let random = PasswordCost(
    memory: crypto_pwhash_memlimit_min() >> 10, passes: UInt64(crypto_pwhash_opslimit_min()))
  /// The memory that can be set, in MiB. Less than 19 MiB is not recommended (OWASP).
  package static let settableMemory = 19...1024

  func isLess(than other: PasswordCost) -> Bool {
    memory * Int(passes) < other.memory * Int(other.passes)
  }

  /// Whether the memory of one hash is there. The kernel provides its pages, as it does for a hash.
  var hasMemory: Bool {
    let size = memory << 10
    let pages = mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
    guard let pages, pages != MAP_FAILED else { return false }
    munmap(pages, size)
    return true
  }
}

/// Hashes and checks passwords with Argon2id (libsodium), off the connections' threads and as many
/// at a time as there are threads for it: by design, each check takes 64 MiB and some hundredths of
/// a second of a processor.
///
/// Waiting checks take turns by network, and the network that fills the queue makes room for
/// others. So a flood from one network cannot keep others from signing in.
package final class Passwords: Sendable {
  enum Verdict: Sendable {
    /// With a new hash to store, if the stored one was made with other costs.
    case right(rehashed: String?)
    case wrong
    /// Too many checks are waiting.
    case busy
    /// The hash could not be computed, for example for lack of memory.
    case notJudged(String)
  }

  private struct Check: Sendable {
    let password: String
    let hash: String?
    let tell: @Sendable (Verdict) -> Void
  }

  private struct State {
    var waiting: [ClientAddress: [Check]] = [:]
    /// The networks with waiting checks, in order of service.
    var turns: [ClientAddress] = []
    var count = 0
    var workers = 0

    mutating func append(_ check: Check, _ network: ClientAddress) {
      if waiting[network] == nil { turns.append(network) }
      waiting[network, default: []].append(check)
      count += 1
    }

    mutating func next() -> Check? {
      guard !turns.isEmpty else { return nil }
      let network = turns.removeFirst()
      let check = waiting[network]?.removeFirst()
      if waiting[network]?.isEmpty == true {
        waiting[network] = nil
      } else {
        turns.append(network)
      }
      count -= 1
      return check
    }

    /// Removes the newest check of the network with the most checks, if that network has more than
    /// this one would have with its new check.
    mutating func makeRoom(for network: ClientAddress) -> Check? {
      let own = waiting[network]?.count ?? 0
      guard let greatest = waiting.max(by: { $0.value.count < $1.value.count }),
        greatest.value.count > own + 1
      else { return nil }
      count -= 1
      return waiting[greatest.key]?.removeLast()
    }
  }

  private let cost: PasswordCost
  private let workerLimit: Int
  /// The maximum number of waiting checks; beyond it the server is busy. Each waits for about
  /// sixteen others, a second or two.
  private var waitingLimit: Int { 16 * workerLimit }
  private let state = Mutex(State())
  /// The hash for unknown logins, so that they take as long as known ones.
  private let decoy: StoredHash

  /// Nil if there is not enough memory for a single hash.
  ///
  /// - Parameter threads: how many hashes are computed at a time.
  package init?(cost: PasswordCost = .standard, threads: Int = Passwords.usualThreads(.standard)) {
    guard cost.hasMemory else { return nil }
    self.cost = cost
    decoy = StoredHash(decoyAt: cost)
    workerLimit = max(1, threads)
  }

  /// A thread for each processor that the server may use, as long as their hashes fit in a quarter
  /// of the memory that it may use.
  package static func usualThreads(
    _ cost: PasswordCost, within limits: ProcessLimits = ProcessLimits()
  ) -> Int {
    max(1, min(limits.processors, limits.memory / 4 / (cost.memory << 10)))
  }

  /// An Argon2id hash in its standard text form, with its salt and costs (crypto_pwhash_str); nil
  /// if out of memory.
  package static func hash(_ password: String, _ cost: PasswordCost = .standard) -> String? {
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let result = crypto_pwhash_str(
      &text, password, UInt64(password.utf8.count), cost.passes, cost.memory << 10)
    guard result == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a text is a hash that this server can check, at a cost that it can bear.
  package static func canCheck(_ hash: String) -> Bool {
    guard hash.utf8.count < crypto_pwhash_strbytes(), let stored = StoredHash(hash) else {
      return false
    }
    return (PasswordCost.random.memory...1 << 20).contains(stored.cost.memory)
      && (1...16).contains(stored.cost.passes)
  }

  /// How many checks wait for a worker.
  package var waiting: Int { state.withLock { $0.count } }

  /// Checks a password later. Without a hash, the result is "wrong" after the same amount of work.
  func check(
    _ password: String, against hash: String?, from address: ClientAddress,
    then tell: @escaping @Sendable (Verdict) -> Void
  ) {
    let network = address.network
    let check = Check(password: password, hash: hash, tell: tell)
    let (refused, isWorkerNeeded) = state.withLock { state -> (Check?, Bool) in
      var refused: Check?
      if state.count >= waitingLimit {
        guard let other = state.makeRoom(for: network) else { return (check, false) }
        refused = other
      }
      state.append(check, network)
      guard state.workers < workerLimit else { return (refused, false) }
      state.workers += 1
      return (refused, true)
    }
    refused?.tell(.busy)
    if isWorkerNeeded { startWorker() }
  }

  /// Starts a thread that hashes at a lower priority (nice 10) than the threads that answer
  /// requests: a hash takes tenths of a second of a processor, and reads must not wait for it. It is
  /// a separate thread because only a privileged process could raise the priority again.
  private func startWorker() {
    do throws(SystemError) {
      try SystemThread.start { [self] in
        // On Linux, this affects only the calling thread (sched(7)).
        _ = nice(10)
        work()
      }
    } catch {
      let stranded = state.withLock { state -> [Check] in
        state.workers -= 1
        var stranded: [Check] = []
        while state.workers == 0, let check = state.next() { stranded.append(check) }
        return stranded
      }
      for check in stranded { check.tell(.notJudged("no thread: \(error)")) }
    }
  }

  private func work() {
    while true {
      let check = state.withLock { state in
        let check = state.next()
        if check == nil { state.workers -= 1 }
        return check
      }
      guard let check else { return }
      check.tell(verdict(check))
    }
  }

  /// Hashes the password with the salt and costs of the stored hash, and compares in constant time.
  /// crypto_pwhash_str_verify does not distinguish a failure to hash from a different hash.
  private func verdict(_ check: Check) -> Verdict {
    guard let stored = check.hash.map({ StoredHash($0) }) ?? decoy else {
      return .notJudged("the stored hash is none")
    }
    guard let hash = stored.hash(of: check.password) else { return .notJudged("no memory") }
    let isEqual = sodium_memcmp(hash, stored.hash, hash.count) == 0
    guard isEqual, check.hash != nil else {
      // An answer that comes sooner than for an unknown login would say that there is an account.
      if stored.cost.isLess(than: cost) { _ = decoy.hash(of: check.password) }
      return .wrong
    }
    return .right(rehashed: stored.cost == cost ? nil : Self.hash(check.password, cost))
  }
}

/// A parsed Argon2 hash: `$argon2id$v=19$m=65536,t=2,p=1$SALT$HASH`, in base64.
private struct StoredHash {
  let hash: [UInt8]
  private let salt: [UInt8]
  let cost: PasswordCost

  init?(_ text: String) {
    let parts = text.split(separator: "$")
    guard parts.count == 5, parts[0] == "argon2id", parts[1] == "v=19",
      let salt = Self.bytes(parts[3]), salt.count == Int(crypto_pwhash_saltbytes()),
      let hash = Self.bytes(parts[4]), hash.count >= 16
    else { return nil }
    var costs: [Substring: Int] = [:]
    for cost in parts[2].split(separator: ",") {
      let pair = cost.split(separator: "=")
      if pair.count == 2 { costs[pair[0]] = Int(pair[1]) }
    }
    // libsodium supports only one lane.
    guard let memory = costs["m"], let passes = costs["t"], costs["p"] == 1, memory > 0, passes > 0
    else { return nil }
    (self.hash, self.salt) = (hash, salt)
    cost = PasswordCost(memory: memory, passes: UInt64(passes))
  }

  /// The hash of no password: random bytes, which are as much work to compare with.
  init(decoyAt cost: PasswordCost) {
    (hash, salt) = (randomBytes(32), randomBytes(Int(crypto_pwhash_saltbytes())))
    self.cost = cost
  }

  /// Hashes a password with this hash's salt and costs (crypto_pwhash); nil if out of memory.
  func hash(of password: String) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: hash.count)
    let status = crypto_pwhash(
      &result, UInt64(result.count), password, UInt64(password.utf8.count), salt, cost.passes,
      cost.memory << 10, crypto_pwhash_alg_argon2id13())
    return status == 0 ? result : nil
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 128)
    var count = 0
    let status = sodium_base642bin(
      &bytes, bytes.count, String(text), text.utf8.count, nil, &count, nil,
      sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
    return status == 0 ? Array(bytes.prefix(count)) : nil
  }
}
