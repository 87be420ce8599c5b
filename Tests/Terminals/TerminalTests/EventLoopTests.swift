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
    typedAhead: [UInt8] = [], awaitsAnswers: Bool = false, patience: Duration = .seconds(10),
    _ body: (EventLoop, Int32) throws -> Void
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
      input: ends[0], isRemote: false, typedAhead: typedAhead, awaitsAnswers: awaitsAnswers,
      patience: patience)
    try body(loop, ends[1])
    loop.forgetContinuation()
    close(ends[1])
  }

  private func type(_ text: String, _ keyboard: Int32) {
    #expect(write(keyboard, text, text.utf8.count) == text.utf8.count)
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

  /// Beginnings of a paste and of answers, their ends with a key after them, and what comes before it.
  private static let cut: [(begin: String, end: String, text: TerminalInput?)] = [
    ("\u{1B}[200~a", "2\u{1B}[201~q", .pasted("a2")), ("\u{1B}[?64;1;", "2cq", nil),
    ("\u{1B}]11;rgb:2", "2\u{7}q", nil),
  ]

  @Test(
    "R50, R54: the rest of a paste or of an answer that pauses for two seconds is no key",
    arguments: [false, true])
  func pauses(awaitsAnswers: Bool) throws {
    try withLoop(awaitsAnswers: awaitsAnswers) { first, keyboard in
      try withLoop(awaitsAnswers: awaitsAnswers) { second, otherKeyboard in
        try withLoop(awaitsAnswers: awaitsAnswers) { third, thirdKeyboard in
          let lines = [(first, keyboard), (second, otherKeyboard), (third, thirdKeyboard)]
          for (line, input) in zip(lines, Self.cut) { type(input.begin, line.1) }
          let pause = ContinuousClock.now + .milliseconds(2200)
          for (loop, _) in lines { #expect(loop.next(until: pause) == .deadline) }
          for ((loop, keyboard), input) in zip(lines, Self.cut) {
            type(input.end, keyboard)
            if let text = input.text { #expect(next(loop) == .input(text)) }
            // The whole answer is found, if it is awaited.
            var event = next(loop)
            if case .answered = event { event = next(loop) }
            #expect(event == .input(.key(.character("q"))))
            // A person's Escape is not kept waiting.
            type("\u{1B}", keyboard)
            #expect(loop.next(until: .now + .seconds(5)) == .input(.key(.escape)))
          }
        }
      }
    }
  }

  @Test(
    "R50, R54: a paste or an answer whose end does not come is given up, and keys count again",
    arguments: [false, true])
  func givenUp(awaitsAnswers: Bool) throws {
    try withLoop(awaitsAnswers: awaitsAnswers, patience: .milliseconds(150)) { loop, keyboard in
      for input in Self.cut {
        type(input.begin, keyboard)
        if input.text != nil { #expect(next(loop) == .input(.pasted("a"))) }
        #expect(loop.next(until: .now + .milliseconds(300)) == .deadline)
        type("2", keyboard)
        #expect(next(loop) == .input(.key(.character("2"))))
      }
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
