/// The name of a theme, as users choose it: `--theme high-contrast`.
public enum ThemeName: String, Hashable, Sendable, CaseIterable {
  case standard = "default"
  case highContrast = "high-contrast"
  case monochrome
}
