import AccountModel
import AccountProtocol
import AgentProtocol
import CSystem
import Glibc
import SystemCalls

/// The app's end of the connection to its agent. It starts an agent when it needs one and none is
/// running.
///
/// ```swift
/// let agent = AgentConnection(
///   configuration, program: AgentConnection.program(environment), log: log)
/// agent.send(.request(id: 1, request: .open(language: "ar", sequence: 7)))
/// // When `agent.descriptor` is readable:
/// for news in agent.drainNews() { … }
/// ```
@MainActor
final class AgentConnection {
  /// An event on the connection.
  enum News {
    case report(AgentReport)
    /// The agent is dead. These requests will not finish. The next request starts a new agent.
    case died(unfinished: [Int])
  }

  /// A connection that outlives the program: its descriptor, the agent's process id, and the
  /// unfinished requests.
  struct Handover {
    var descriptor: Int32
    var process: pid_t
    var unfinished: [Int]
  }

  private let configuration: AgentConfiguration
  private let program: () -> String?
  private let log: Log
  private var liveAgent: Handover?
  /// The socket in `liveAgent`.
  private var socket: OwnedDescriptor?
  /// The requests that were unfinished when a send failed because the agent was dead.
  private var lost: [Int] = []

  /// - Parameters:
  ///   - program: the agent's executable, looked for when it is started; nil if there is none, and then
  ///     nothing is sent.
  ///   - liveAgent: the agent of the previous program in the same process (R16), to continue with.
  init(
    _ configuration: AgentConfiguration, program: @autoclosure @escaping () -> String?, log: Log,
    adopting liveAgent: Handover? = nil
  ) {
    self.configuration = configuration
    self.program = program
    self.log = log
    self.liveAgent = liveAgent
    socket = liveAgent.map { OwnedDescriptor(owning: $0.descriptor) }
    keep()
  }

  /// Readable when there is news; nil while there is no agent.
  var descriptor: Int32? { liveAgent?.descriptor }

  /// Keeps the connection open across exec, and returns what the next program needs; nil if there
  /// is no agent. Call `keep` if exec fails.
  func handOn() -> Handover? {
    if let liveAgent { _ = fcntl(liveAgent.descriptor, F_SETFD, 0) }
    return liveAgent
  }

  func keep() {
    if let liveAgent { _ = fcntl(liveAgent.descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// Sends a message to the agent, and starts an agent if none is running. Never blocks.
  ///
  /// - Returns: false if there is no program to start, or the agent does not accept the message.
  func send(_ message: AppMessage) -> Bool {
    if liveAgent == nil && !start() { return false }
    if !write(message) {
      guard errno == EPIPE || errno == ECONNRESET else { return false }
      lost += end()
      guard start(), write(message) else { return false }
    }
    if case .request(let id, _) = message { liveAgent?.unfinished.append(id) }
    return true
  }

  /// The agent's reports since the last call. Never blocks.
  func drainNews() -> [News] {
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
      guard count == size, let report = read(bytes) else { continue }
      if case .finished(let id, _) = report { liveAgent?.unfinished.removeAll { $0 == id } }
      news.append(.report(report))
    }
    return news
  }

  private func read(_ bytes: [UInt8]) -> AgentReport? {
    do throws(MessageError) {
      return try AgentReport(json: bytes, limit: Bounds.packet)
    } catch {
      log.warning("agent", "a report of \(bytes.count) bytes is not understood: \(error)")
      return nil
    }
  }

  /// - Returns: false with errno.
  private func write(_ message: AppMessage) -> Bool {
    guard let descriptor else { return false }
    let bytes = message.json()
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return Glibc.send(descriptor, bytes, bytes.count, flags) == bytes.count
  }

  private func start() -> Bool {
    guard let program = program() else { return false }
    var pair: [Int32] = [-1, -1]
    guard cs_packet_pair(&pair, Int32(2 * Bounds.packet)) == 0 else { return false }
    let ours = OwnedDescriptor(owning: pair[0])
    let theirs = OwnedDescriptor(owning: pair[1])
    var process: pid_t = 0
    let started = withCStrings([program]) { arguments in
      StartEnvironment.withToken {
        cs_spawn_helper(program, arguments, $0, theirs.number, &process)
      }
    }
    guard started == 0 else { return false }
    liveAgent = Handover(descriptor: ours.number, process: process, unfinished: [])
    socket = consume ours
    return write(.configure(configuration))
  }

  /// Closes the connection, and returns the requests that will not finish.
  private func end() -> [Int] {
    guard let ended = liveAgent else { return [] }
    liveAgent = nil
    socket = nil
    cs_reap(ended.process, 100)
    return ended.unfinished
  }
}

extension AgentConnection {
  /// The agent's executable: `LISAN_AGENT`, else `libexec/lisan-agent` next to the program's
  /// `bin`, else `lisan-agent` in the program's directory, as in a build directory. Nil if none of
  /// them is executable.
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
