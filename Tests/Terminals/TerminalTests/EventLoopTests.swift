import Glibc
import Input
import Terminal
import Testing

/// The loop on a pipe in place of a terminal's line. Signals go to the thread of the test alone, which
/// has them blocked as long as the loop is there.
@MainActor
struct EventLoopTests {
  /// Runs a body with a loop and the end of the pipe that a person types into.
  private func withLoop(
    typedAhead: [UInt8] = [], _ body: (EventLoop, Int32) throws -> Void
  ) throws {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer {
      close(ends[0])
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
    let loop = try EventLoop(
      input: ends[0], isRemote: false, typedAhead: typedAhead, awaitsAnswers: false)
    try body(loop, ends[1])
    loop.forgetContinuation()
    close(ends[1])
  }

  private func next(_ loop: EventLoop) -> TerminalEvent { loop.next(until: .now + .seconds(20)) }

  @Test("R29, R52: each signal is an event: a new size, a request to stop, a continuation")
  func signals() throws {
    try withLoop { loop, _ in
      for (signal, event) in [
        (SIGWINCH, TerminalEvent.resized), (SIGTSTP, .stopRequested), (SIGCONT, .continued),
      ] {
        #expect(pthread_kill(pthread_self(), signal) == 0)
        #expect(next(loop) == event)
      }
    }
  }

  @Test("R52: the continuation after a stop of our own is forgotten, and keys are not")
  func forgottenContinuation() throws {
    try withLoop { loop, keyboard in
      #expect(pthread_kill(pthread_self(), SIGCONT) == 0)
      #expect(write(keyboard, "a", 1) == 1)
      loop.forgetContinuation()
      #expect(next(loop) == .input(.key(.character("a"))))
    }
  }

  @Test("R16: what was typed ahead comes first, in order; then what is typed")
  func typedAhead() throws {
    try withLoop(typedAhead: Array("xy".utf8)) { loop, keyboard in
      #expect(write(keyboard, "z", 1) == 1)
      let keys = (0..<3).map { _ in next(loop) }
      #expect(keys == ["x", "y", "z"].map { .input(.key(.character($0))) })
    }
  }

  @Test("R50: Escape alone is the Escape key, and a sequence is not")
  func escape() throws {
    try withLoop { loop, keyboard in
      #expect(write(keyboard, "\u{1B}[A", 3) == 3)
      #expect(next(loop) == .input(.key(.up)))
      #expect(write(keyboard, "\u{1B}", 1) == 1)
      #expect(next(loop) == .input(.key(.escape)))
    }
  }

  @Test("A descriptor that can be read, and a deadline, wake the loop")
  func descriptors() throws {
    try withLoop { loop, _ in
      #expect(loop.next(until: .now) == .deadline)
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      loop.watched = [ends[0]]
      #expect(loop.next(until: .now) == .deadline)
      #expect(write(ends[1], "x", 1) == 1)
      #expect(next(loop) == .readable(ends[0]))
    }
  }

  @Test("R52: a line that is gone ends the loop, after the keys that were typed before")
  func hangUp() throws {
    try withLoop { loop, keyboard in
      #expect(write(keyboard, "q", 1) == 1)
      let other = open("/dev/null", O_WRONLY | O_CLOEXEC)
      dup2(other, keyboard)
      close(other)
      #expect(next(loop) == .input(.key(.character("q"))))
      #expect(next(loop) == .hungUp)
    }
  }
}
