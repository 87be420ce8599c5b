import TerminalHarness

extension Recording {
  /// The screens that somebody watching would see.
  ///
  /// - Parameters:
  ///   - interval: changes that are closer than this are one picture.
  ///   - ending: how long the last one is seen.
  /// - Returns: nil if there are more than `limit` pictures.
  func film(
    interval: Duration = .milliseconds(40), ending: Duration = .seconds(2), limit: Int
  ) -> Film? {
    var emulator = Emulator(size: size, profile: .silent)
    var frames: [Film.Frame] = []
    var since = Duration.zero
    /// Ends the picture that is seen, and begins one of what the emulator shows.
    func show(until time: Duration) {
      let screen = emulator.screen
      if let last = frames.last, last.screen == screen { return }
      if !frames.isEmpty { frames[frames.count - 1].duration = time - since }
      frames.append(Film.Frame(screen: screen, duration: .zero))
      since = time
    }
    var shown = Duration.zero
    var isChanged = false
    for event in events {
      if isChanged, event.time - shown >= interval, !emulator.screen.modes.synchronizedOutput {
        show(until: shown)
        isChanged = false
        if frames.count > limit { return nil }
      }
      switch event.kind {
      case .output(let bytes): emulator.feed(bytes)
      case .resize(let size): emulator.resize(to: size)
      case .input, .marker: continue
      }
      if !isChanged { shown = event.time }
      isChanged = true
    }
    if isChanged || frames.isEmpty { show(until: shown) }
    frames[frames.count - 1].duration = max(duration - since, ending)
    return frames.count > limit ? nil : Film(frames: frames)
  }
}
