import AgentProtocol
import CSystem
import Glibc

/// The program `lisan-agent`: serves the app at the other end of a socket until it disconnects,
/// then finishes pending work for at most ten seconds.
public enum AgentProgram {
  private static let afterlife = Duration.seconds(10)

  /// - Returns: the exit code.
  public static func run(socket descriptor: Int32) async -> Int32 {
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
    var requests = accountMessages(of: socket).makeAsyncIterator()
    guard case .configure(let configuration)?? = await requests.next() else { return 1 }
    // Formatting values needs no account.
    guard var message = await requests.next() else { return 0 }
    let agent = Agent(configuration) { name in
      name == "LISAN_TOKEN" ? token : cs_environment(name).map { String(cString: $0) }
    } report: { report in
      socket.send(report)
    }
    while true {
      switch message {
      case .request(let id, let request): await agent.take(request, id: id)
      case .cancel(let id): await agent.cancel(id)
      case .configure, nil: agent.log.warning("message", "a message is not understood")
      }
      guard let next = await requests.next() else { break }
      message = next
    }
    Task {
      try? await Task.sleep(for: afterlife)
      // Out of time; unsent choices stay pending.
      exit(0)
    }
    await agent.completeAlone()
    return 0
  }

  /// The app's messages for the account. Requests for values are answered here: they do not wait
  /// for the account, which may wait for a keyring or a disk.
  private static func accountMessages(of socket: PacketSocket) -> AsyncStream<AppMessage?> {
    AsyncStream { continuation in
      Task {
        var formatter = Formatter()
        for await message in socket.messages() {
          guard case .request(let id, .format(let values, let language, let digits))? = message
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
