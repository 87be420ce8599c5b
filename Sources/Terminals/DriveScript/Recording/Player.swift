import TerminalHarness

/// Plays a recording on a person's terminal, in its time. Blank pauses and continues, q ends.
struct Player {
  let frames: FilmFrames
  let terminal: PersonTerminal

  /// Returns false if the terminal took no output.
  func play() -> Bool {
    var painter = ScreenPainter()
    var isHeard = terminal.write(Array(ScreenPainter.opening.utf8))
    var due = ContinuousClock.now
    frames: for frame in frames where isHeard {
      var screen = frame.screen
      // More columns would be wrapped, and more rows would be drawn over the last one.
      if let room = terminal.size {
        screen = screen.part(rows: 0...(room.rows - 1), columns: 0...(room.columns - 1))
      }
      isHeard = terminal.write(Array(painter.changes(to: screen).utf8))
      due += frame.duration
      while ContinuousClock.now < due {
        if terminal.isInterrupted { break frames }
        guard let typed = terminal.read(within: ContinuousClock.now.duration(to: due)) else {
          break frames
        }
        if typed.contains(where: { $0 == UInt8(ascii: "q") || $0 == 0x03 }) { break frames }
        if typed.contains(0x20) {
          let stopped = ContinuousClock.now
          guard waitForBlank() else { break frames }
          due += stopped.duration(to: .now)
        }
      }
    }
    return terminal.write(Array(ScreenPainter.closing.utf8)) && isHeard
  }

  /// Waits until a blank is typed again; false to end playing.
  private func waitForBlank() -> Bool {
    while !terminal.isInterrupted {
      guard let typed = terminal.read(within: .seconds(1)) else { return false }
      if typed.contains(where: { $0 == UInt8(ascii: "q") || $0 == 0x03 }) { return false }
      if typed.contains(0x20) { return true }
    }
    return false
  }
}
