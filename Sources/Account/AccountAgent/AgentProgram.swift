import AgentProtocol
import CLibraries
import CSystem
import Glibc
import SystemCalls

/// The program `lisan-agent`: serves the app at the other end of a socket until it disconnects,
/// then finishes pending work for at most ten seconds.
public enum AgentProgram {
  /// - Returns: the exit code.
  public static func run(socket descriptor: Int32) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    // With SIGXFSZ ignored, the file size limit fails the write and does not end the program.
    signal(SIGXFSZ, SIG_IGN)
    // Hide the token from core dumps, debuggers and the user's other processes.
    cs_hide_memory()
    let token = cs_take_secret("LISAN_TOKEN").map { secret in
      defer { free(secret) }
      return String(cString: secret)
    }
    let socket = PacketSocket(descriptor)
    guard socket.isValid else {
      let line =
        "lisan-agent: lisan starts this program, with a socket on descriptor \(descriptor)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
      return 2
    }
    guard case .message(.configure(let configuration)) = socket.next() else { return 1 }
    let log = AgentLog(configuration)
    let watchdog = Watchdog(log)
    log.thread { socket.sendReports() }
    let (messages, continuation) = AsyncStream.makeStream(of: AppMessage.self)
    watchdog.expectThread()
    Task.detached {
      await serve(messages, configuration, log, token, socket)
      exit(0)
    }
    read(socket, into: continuation, watchdog, log)
    watchdog.end()
  }

  /// Passes on the app's messages until it disconnects. While it waits for the end of a request,
  /// tasks have to get a thread. After a second without anything to do it rests.
  private static func read(
    _ socket: PacketSocket, into messages: AsyncStream<AppMessage>.Continuation,
    _ watchdog: Watchdog, _ log: AgentLog
  ) {
    var isResting = false
    while true {
      let packet = socket.next(within: isResting ? nil : .seconds(1))
      isResting = packet == .silence && !socket.hasRequests
      switch packet {
      case .silence where isResting:
        cs_rest()
        continue
      case .message(.configure): log.warning("message", "it is configured already")
      case .message(let message): messages.yield(message)
      case .invalid(let reason): log.warning("message", "a message is not understood: \(reason)")
      case .silence: break
      case .end: return messages.finish()
      }
      watchdog.expectThread()
    }
  }

  private static func serve(
    _ messages: AsyncStream<AppMessage>, _ configuration: AgentConfiguration, _ log: AgentLog,
    _ token: String?, _ socket: PacketSocket
  ) async {
    var requests = accountMessages(messages, socket, log).makeAsyncIterator()
    // Formatting values needs no account.
    guard var message = await requests.next() else { return }
    let agent = Agent(configuration, log) { name in
      name == "LISAN_TOKEN" ? token : cs_environment(name).map { String(cString: $0) }
    } report: { report in
      socket.send(report)
    }
    while true {
      switch message {
      case .request(let id, let request): await agent.handle(request, id: id)
      case .cancel(let id): await agent.cancel(id)
      case .configure: break
      }
      guard let next = await requests.next() else { break }
      message = next
    }
    await agent.completeAlone()
  }

  /// The app's messages for the account. Requests for values are answered here: they do not wait
  /// for the account, which may wait for a keyring or a disk.
  private static func accountMessages(
    _ messages: AsyncStream<AppMessage>, _ socket: PacketSocket, _ log: AgentLog
  ) -> AsyncStream<AppMessage> {
    AsyncStream { continuation in
      Task {
        var formatter = Formatter(log)
        for await message in messages {
          guard case .request(let id, .format(let values, let language, let digits)) = message
          else {
            continuation.yield(message)
            continue
          }
          socket.send(.formatted(formatter.write(values, language, digits)))
          socket.send(.finished(id: id, failure: nil))
        }
        continuation.finish()
      }
    }
  }
}
