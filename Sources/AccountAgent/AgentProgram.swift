import CProcess
import Glibc

/// The whole of `lisan-agent`: serves the app at the other end of a socket until it has gone, and
/// what is under way then for ten seconds more.
public enum AgentProgram {
  private static let afterlife = Duration.seconds(10)

  /// - Returns: the exit code.
  public static func run(socket descriptor: Int32) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    // A file that may grow no more is a failed write, not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    // No core, no debugger and no other process of this person sees the token.
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
    var messages = socket.messages().makeAsyncIterator()
    guard case .configure(let configuration)?? = await messages.next() else { return 1 }
    let agent = Agent(configuration) { name in
      name == "LISAN_TOKEN" ? token : cs_environment(name).map { String(cString: $0) }
    } report: { report in
      socket.send(report)
    }
    while let message = await messages.next() {
      switch message {
      case .request(let id, let request): await agent.take(request, id: id)
      case .cancel(let id): await agent.cancel(id)
      case .configure, nil: agent.log.warning("message", "a message that makes no sense")
      }
    }
    Task {
      try? await Task.sleep(for: afterlife)
      // Whoever is not done now never will be; it stays owed.
      exit(0)
    }
    await agent.completeAlone()
    return 0
  }
}
