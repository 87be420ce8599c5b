/// What a terminal draws on, as far as colours depend on it.
///
///     Surface(background: .light, colors: Surface.Colors(count: 256))
public struct Surface: Hashable, Sendable {
  /// The brightness of the terminal's own background.
  public enum Background: String, Hashable, Sendable, CaseIterable {
    /// Dark, so that text is light.
    case dark
    /// Light, so that text is dark.
    case light
    /// Not known.
    case unknown
  }

  /// How exactly a colour can be asked for.
  public enum Colors: Hashable, Sendable, CaseIterable {
    /// No colours.
    case none
    /// The 8 or 16 colours of the terminal's palette, whose shades the user chooses.
    case palette
    /// The palette, and colours with fixed shades.
    case fixed

    /// - Parameter count: the number of colours of the terminal.
    public init(count: Int) {
      self = count < 8 ? .none : count < 256 ? .palette : .fixed
    }
  }

  /// The brightness of the background.
  public var background: Background
  /// How exactly a colour can be asked for.
  public var colors: Colors

  /// A surface; without arguments, one with colours about which nothing else is known.
  public init(background: Background = .unknown, colors: Colors = .fixed) {
    self.background = background
    self.colors = colors
  }
}
