import AccountAgent
import Glibc

/// The helper process that an app starts with a socket on descriptor 3.
@main
struct Program {
  static func main() { exit(AgentProgram.run(socket: 3)) }
}
