import CSystem
import Foundation
import Glibc
import SystemCalls

/// Runs a program inside a terminal and sends it key presses. The terminal's input goes to the
/// program, and the program's output to the terminal. Text written to the pipe `keys` in the home
/// directory reaches the program as if it had been typed.
///
/// The program gets the terminal's size, also when it changes; the file `size` contains it.
enum Relay {
  static func run(home: String, program: String) throws {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { throw Obstacle(description: "no terminal") }
    let original = modes
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    defer {
      var original = original
      tcsetattr(STDIN_FILENO, TCSANOW, &original)
    }
    var size = terminalSize()
    tell(size, home)
    let terminal = try PseudoTerminal(rows: size.ws_row, columns: size.ws_col)
    let master = terminal.master.number
    // Opened for reading and writing, so that it never reaches end of file.
    let keys = open("\(home)/keys", O_RDWR | O_NONBLOCK)
    guard keys >= 0 else { throw Obstacle(description: "no keys") }
    let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    _ = try terminal.start(program, [program], environment: variables)
    var descriptors = [STDIN_FILENO, keys, master].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      poll(&descriptors, 3, 50)
      let now = terminalSize()
      if now.ws_row != size.ws_row || now.ws_col != size.ws_col {
        size = now
        cs_pty_resize(master, size.ws_row, size.ws_col)
        tell(size, home)
      }
      for index in 0..<3 where descriptors[index].revents != 0 {
        let count = read(descriptors[index].fd, &buffer, buffer.count)
        guard count > 0 else {
          if index == 1 || count < 0 && errno == EAGAIN { continue }
          return
        }
        send(buffer[..<count], to: index == 2 ? STDOUT_FILENO : master)
      }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, 100)
      } else if errno != EINTR {
        return
      }
    }
  }

  private static func terminalSize() -> winsize {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return size
  }

  private static func tell(_ size: winsize, _ home: String) {
    let text = "\(size.ws_col) \(size.ws_row)"
    try? text.write(toFile: "\(home)/size", atomically: true, encoding: .utf8)
  }
}
