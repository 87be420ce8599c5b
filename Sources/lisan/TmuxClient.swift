import CSystem
import Glibc

/// A question to tmux: which terminal its client runs in. It is asked by its own command, beside
/// the screen, because tmux answers a terminal's queries for itself alone.
@MainActor
final class TmuxClient {
  /// Can be read when the answer has come.
  let descriptor: Int32
  private let process: pid_t

  /// What tmux said: `client_termname` and `client_termtype`, empty where it does not know.
  struct Answer {
    let type: String
    let name: String
  }

  /// Asks the tmux that `TMUX` names; nil where its command cannot be run.
  init?() {
    let words = ["tmux", "display-message", "-p", "#{client_termname};#{client_termtype}"]
    let arguments = words.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for argument in arguments { free(UnsafeMutablePointer(mutating: argument)) } }
    var output: Int32 = -1
    process = cs_command_start(arguments, &output)
    descriptor = output
    if process < 0 { return nil }
  }

  /// The answer, once there is something to read; nil where tmux had none to give.
  func takeAnswer() -> Answer? {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &buffer, buffer.count)
    finish()
    guard count > 0 else { return nil }
    let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
    let type = line.prefix { $0 != UInt8(ascii: ";") }
    let name = line.dropFirst(type.count + 1)
    return Answer(
      type: String(decoding: type, as: UTF8.self), name: String(decoding: name, as: UTF8.self))
  }

  /// Waits for the answer, one second at most.
  func awaitAnswer() -> Answer? {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 1000) > 0 else {
      finish()
      return nil
    }
    return takeAnswer()
  }

  /// Forgets about it.
  func finish() {
    close(descriptor)
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}
