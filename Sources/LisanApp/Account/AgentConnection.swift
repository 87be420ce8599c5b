import AccountModel
import AccountProtocol
import AgentProtocol
import CProcess
import Glibc
import SystemCalls

/// The app's end of the connection with its agent, which it starts when it needs one and none is
/// there (any more).
///
/// ```swift
/// let agent = AgentConnection(configuration, program: AgentConnection.program(environment))
/// agent.send(.request(id: 1, request: .open(language: "ar", sequence: 7)))
/// // … `agent.descriptor` can be read:
/// for news in agent.takeNews() { … }
/// ```
@MainActor
final class AgentConnection {
  /// What a look at the connection brings.
  enum News {
    case report(AgentReport)
    /// The agent is dead. These requests will not finish; the next one starts another agent.
    case died(unfinished: [Int])
  }

  /// A connection that outlives the program: its descriptor, the agent's process id, and the
  /// requests that have not finished.
  struct Handover {
    var descriptor: Int32
    var process: pid_t
    var unfinished: [Int]
  }

  private let configuration: AgentConfiguration
  private let program: String?
  private var handover: Handover?
  /// The socket of `handover`.
  private var socket: OwnedDescriptor?
  /// The requests of an agent whose death showed when it was sent something.
  private var lost: [Int] = []

  /// - Parameter program: the agent's file; nil where there is none, so that nothing is ever sent.
  init(_ configuration: AgentConfiguration, program: String?) {
    self.configuration = configuration
    self.program = program
  }

  /// Goes on with the agent that the program before this one had, in the same process (R16).
  convenience init(
    _ configuration: AgentConfiguration, program: String?, adopting handover: Handover
  ) {
    self.init(configuration, program: program)
    _ = fcntl(handover.descriptor, F_SETFD, FD_CLOEXEC)
    self.handover = handover
    socket = OwnedDescriptor(owning: handover.descriptor)
  }

  /// Can be read when there is news; nil while there is no agent.
  var descriptor: Int32? { handover?.descriptor }

  /// The living agent's process, for whoever looks from outside.
  var process: pid_t? { handover?.process }

  /// Lets the connection live on over exec, and says what the next program needs of it; nil where
  /// there is no agent. `keep` takes it back when exec has failed.
  func handOn() -> Handover? {
    if let handover { _ = fcntl(handover.descriptor, F_SETFD, 0) }
    return handover
  }

  func keep() {
    if let handover { _ = fcntl(handover.descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// Says something to the agent, and starts one where there is none; false where that cannot be:
  /// no program, or an agent that does not listen. Never waits.
  func send(_ message: AppMessage) -> Bool {
    if handover == nil && !start() { return false }
    if !write(message) {
      guard errno == EPIPE || errno == ECONNRESET else { return false }
      lost += end()
      guard start(), write(message) else { return false }
    }
    if case .request(let id, _) = message { handover?.unfinished.append(id) }
    return true
  }

  /// What the agent has said since the last call. Never waits.
  func takeNews() -> [News] {
    var news: [News] = lost.isEmpty ? [] : [.died(unfinished: lost)]
    lost = []
    while let descriptor {
      let size = cs_next_packet(descriptor)
      if size == -Int(EAGAIN) { break }
      guard size > 0 else {
        news.append(.died(unfinished: end()))
        break
      }
      var bytes = [UInt8](repeating: 0, count: size)
      let count = recv(descriptor, &bytes, size, Int32(MSG_DONTWAIT))
      guard count == size, let report = try? AgentReport(json: bytes, limit: Bounds.packet) else {
        continue
      }
      if case .finished(let id, _) = report { handover?.unfinished.removeAll { $0 == id } }
      news.append(.report(report))
    }
    return news
  }

  /// - Returns: false with errno.
  private func write(_ message: AppMessage) -> Bool {
    guard let descriptor else { return false }
    let bytes = message.json()
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return Glibc.send(descriptor, bytes, bytes.count, flags) == bytes.count
  }

  private func start() -> Bool {
    guard let program else { return false }
    var pair: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &pair) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) {
        cs_packet_pair($0, Int32(2 * Bounds.packet))
      }
    }
    guard made == 0 else { return false }
    let ours = OwnedDescriptor(owning: pair.0)
    let theirs = OwnedDescriptor(owning: pair.1)
    var process: pid_t = 0
    let started = program.withCString { path in
      var arguments = [UnsafeMutablePointer(mutating: path), nil]
      return StartEnvironment.withToken {
        cs_spawn_helper(path, &arguments, $0, theirs.number, &process)
      }
    }
    guard started == 0 else { return false }
    handover = Handover(descriptor: ours.number, process: process, unfinished: [])
    socket = consume ours
    return write(.configure(configuration))
  }

  /// Gives the connection up; the requests that will not finish.
  private func end() -> [Int] {
    guard let ended = handover else { return [] }
    handover = nil
    socket = nil
    cs_reap(ended.process, 100)
    return ended.unfinished
  }
}

extension AgentConnection {
  /// The agent's program: what `LISAN_AGENT` names, else `libexec/lisan-agent` beside the program's
  /// `bin`, else the one beside the program, as in a build directory. Nil where none of them can be
  /// run.
  static func program(
    _ environment: (String) -> String?, beside program: ProgramLocation = .running
  ) -> String? {
    if let named = environment("LISAN_AGENT"), !named.isEmpty {
      return access(named, X_OK) == 0 ? named : nil
    }
    let places = [
      program.prefix + "/libexec/lisan-agent", program.directory + "/lisan-agent",
    ]
    return places.first { access($0, X_OK) == 0 }
  }
}
