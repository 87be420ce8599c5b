/// The name of a theme, as users choose it: `--theme high-contrast`.
public enum ThemeName: String, Hashable, Sendable, CaseIterable {
  /// The terminal's own background, with colours that suit it.
  case standard = "default"
  /// A painted screen, whatever the terminal's own colours are.
  case light, dark
  /// At least 7 to 1, painted too.
  case highContrast = "high-contrast"
  /// Only attributes.
  case monochrome
  /// The 16 colours of the terminal's own palette.
  case terminal
}
