import TerminalHarness

/// A sequence of screens, each with the time for which it is shown.
struct Film: Sendable {
  /// A screen, and how long it is shown.
  struct Frame: Sendable {
    /// The screen.
    var screen: Screen
    /// How long the screen is shown.
    var duration: Duration
  }

  /// The screens in their order.
  var frames: [Frame]

  /// The smallest size that holds every frame.
  var size: TerminalSize {
    TerminalSize(
      columns: frames.map(\.screen.size.columns).max() ?? 1,
      rows: frames.map(\.screen.size.rows).max() ?? 1)
  }

  /// The length of the film.
  var duration: Duration { frames.reduce(.zero) { $0 + $1.duration } }

  /// The film as one SVG that repeats endlessly without scripts. Viewers who prefer less motion see
  /// the last frame.
  ///
  /// It contains each row once, however many frames show it.
  func svg(title: String, look: PictureLook = PictureLook()) -> String {
    var picture = Picture(size: size, look: look)
    picture.open(title: title)
    let height = picture.height
    picture.text += style(height, picture)
    var places: [RowLook: Int] = [:]
    var frames = ""
    for (index, frame) in self.frames.enumerated() {
      frames += "<g transform=\"translate(0 \(picture.number(Double(index) * height)))\">\n"
      for (row, content) in frame.screen.grid.enumerated() {
        let look = RowLook(cells: content.cells, isReversed: frame.screen.modes.reverseVideo)
        let place = places[look] ?? places.count
        if place == places.count {
          places[look] = place
          picture.text += "<defs><g id=\"r\(place)\">\n"
          picture.draw(content, 0, look.isReversed)
          picture.text += "</g></defs>\n"
        }
        let top = picture.number(Double(row) * Picture.cellHeight)
        frames += "<use href=\"#r\(place)\" y=\"\(top)\"/>\n"
      }
      if frame.screen.cursor.isVisible {
        var cursor = Picture(size: size, look: look)
        cursor.drawCursor(frame.screen.cursor)
        frames += cursor.text
      }
      frames += "</g>\n"
    }
    picture.text += "<g class=\"film\">\n\(frames)</g>\n"
    picture.close()
    return picture.text
  }

  /// The parts of a row that are drawn.
  private struct RowLook: Hashable {
    let cells: [ScreenCell]
    let isReversed: Bool
  }

  /// With six decimals: in an hour, that is less than a tenth of a millisecond, so no two frames
  /// begin together and hide the first one.
  private static func percentage(_ part: Double) -> String {
    let millionths = String(Int(part * 100_000_000 + 0.5))
    let digits = String(repeating: "0", count: max(0, 7 - millionths.utf8.count)) + millionths
    return "\(digits.dropLast(6)).\(digits.suffix(6))"
  }

  private func style(_ height: Double, _ picture: Picture) -> String {
    let whole = max(duration.seconds, 0.001)
    var begin = 0.0
    var steps = ""
    for (index, frame) in frames.enumerated() {
      steps += "\(Self.percentage(begin / whole))%{"
      steps += "transform:translateY(\(picture.number(-Double(index) * height))px)}"
      begin += frame.duration.seconds
    }
    let last = picture.number(-Double(max(frames.count - 1, 0)) * height)
    return """
      <style>
      @keyframes film{\(steps)100%{transform:translateY(\(last)px)}}
      .film{animation:film \(picture.number(whole))s step-end infinite}
      @media (prefers-reduced-motion:reduce){.film{animation:none;transform:translateY(\(last)px)}}
      </style>

      """
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
