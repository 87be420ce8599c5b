/// What a terminal draws on, as far as colours depend on it.
///
///     Surface(background: .light, colors: Surface.Colors(count: 256))
public struct Surface: Hashable, Sendable {
  /// The brightness of the terminal's own background.
  public enum Background: String, Hashable, Sendable, CaseIterable {
    case dark, light, unknown
  }

  /// How exactly a colour can be asked for.
  public enum Colors: Hashable, Sendable, CaseIterable {
    case none
    /// The 8 or 16 colours of the terminal's palette, whose shades its owner chooses.
    case palette
    /// Those, and colours with fixed shades.
    case fixed

    /// - Parameter count: the number of colours of the terminal.
    public init(count: Int) {
      self = count < 8 ? .none : count < 256 ? .palette : .fixed
    }
  }

  public var background: Background
  public var colors: Colors

  public init(background: Background = .unknown, colors: Colors = .fixed) {
    self.background = background
    self.colors = colors
  }
}
