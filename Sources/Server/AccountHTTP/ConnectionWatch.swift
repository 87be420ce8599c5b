import AccountService
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// Limits clients: closes connections whose request takes too long, and counts the connections of
/// each network.
///
/// libmicrohttpd's own limits do not suffice: its time-out measures idleness, which a client avoids
/// by sending a byte now and then, and its limit per address counts each address of an IPv6
/// customer's /64 separately.
final class ConnectionWatch: Sendable {
  private struct Entry {
    let socket: Int32
    let network: ClientAddress
    /// Nanoseconds of the monotonic clock; nil while the server is working.
    var deadline: Int64?
  }

  private struct State {
    /// Keyed by the connections' memory addresses.
    var entries: [Int: Entry] = [:]
    /// The connections whose requests are held; they count for nobody and have no deadline.
    var held: [Int: Entry] = [:]
    var counts: [ClientAddress: Int] = [:]

    mutating func add(_ key: Int, _ entry: Entry) {
      entries[key] = entry
      counts[entry.network, default: 0] += 1
    }

    mutating func remove(_ key: Int) -> Entry? {
      guard let entry = entries.removeValue(forKey: key) else { return nil }
      let count = counts[entry.network, default: 1] - 1
      counts[entry.network] = count > 0 ? count : nil
      return entry
    }

    /// Closes the longest-waiting connection of the network that has the most connections, so that
    /// many silent clients cannot keep others out.
    mutating func makeRoom() {
      let waiting = entries.filter { $0.value.deadline != nil }
      let longest = waiting.min { first, second in
        let (mine, other) = (counts[first.value.network] ?? 0, counts[second.value.network] ?? 0)
        return mine != other ? mine > other : first.value.deadline! < second.value.deadline!
      }
      guard let longest else { return }
      shutdown(longest.value.socket, Int32(SHUT_RDWR))
      // It is closing already; do not choose it again.
      entries[longest.key]?.deadline = nil
    }
  }

  /// Above this number, waiting connections are closed to make room (`HTTPServer.connections`).
  private static let comfortable = 800

  private let state = Mutex(State())
  /// Created by `start` and cancelled by `stop`, both on the same thread.
  nonisolated(unsafe) private var timer: (any DispatchSourceTimer)?
  /// Nanoseconds from the connection, or from the previous answer, to the end of the next request.
  private let requestLimit: Int64
  /// The maximum number of connections per network; nil for no limit, as behind a proxy.
  private let networkLimit: Int?

  init(requestSeconds: Int64, networkLimit: Int?) {
    requestLimit = requestSeconds * 1_000_000_000
    self.networkLimit = networkLimit
  }

  func start() {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "connection-watch"))
    timer.setEventHandler { [self] in cutLate() }
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.activate()
    self.timer = timer
  }

  func stop() { timer?.cancel() }

  /// Whether to accept another connection from an address.
  func admits(_ address: ClientAddress) -> Bool {
    guard let networkLimit else { return true }
    return state.withLock { $0.counts[address.network, default: 0] < networkLimit }
  }

  func opened(_ connection: OpaquePointer, socket: Int32, from address: ClientAddress) {
    let key = Int(bitPattern: connection)
    state.withLock {
      $0.add(key, Entry(socket: socket, network: address.network, deadline: deadline()))
      if $0.entries.count > Self.comfortable { $0.makeRoom() }
    }
  }

  /// Call this before the socket is closed, so that a reused descriptor is never shut down.
  func closed(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    state.withLock { if $0.remove(key) == nil { $0.held[key] = nil } }
  }

  func isComplete(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    state.withLock { $0.entries[key]?.deadline = nil }
  }

  /// The connection's request may be answered much later.
  func isHeld(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    state.withLock { $0.held[key] = $0.remove(key) }
  }

  func wasAnswered(_ connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    state.withLock {
      if let entry = $0.held.removeValue(forKey: key) { $0.add(key, entry) }
      $0.entries[key]?.deadline = deadline()
    }
  }

  private func cutLate() {
    let now = SystemClock.monotonic()
    state.withLock { state in
      for entry in state.entries.values where entry.deadline.map({ $0 < now }) == true {
        shutdown(entry.socket, Int32(SHUT_RDWR))
      }
    }
  }

  private func deadline() -> Int64 { SystemClock.monotonic() + requestLimit }
}
