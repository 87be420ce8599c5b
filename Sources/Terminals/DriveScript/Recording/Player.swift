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
      while let isBlank = blank(until: due) {
        let stopped = ContinuousClock.now
        guard isBlank, blank(until: nil) == true else { break frames }
        due += stopped.duration(to: .now)
      }
    }
    return terminal.write(Array(ScreenPainter.closing.utf8)) && isHeard
  }

  /// Waits for a blank; false to end playing, nil if nothing was typed in time.
  private func blank(until due: ContinuousClock.Instant?) -> Bool? {
    while due.map({ .now < $0 }) ?? true {
      guard !terminal.isInterrupted,
        let typed = terminal.read(within: (due ?? .now + .seconds(1)) - .now),
        !typed.contains(where: { $0 == UInt8(ascii: "q") || $0 == 0x03 })
      else { return false }
      if typed.contains(0x20) { return true }
    }
    return nil
  }
}
