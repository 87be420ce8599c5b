/// A way to show all roles, by the name that people choose it by: `--theme high-contrast`.
public enum ThemeName: String, Hashable, Sendable, CaseIterable {
  case standard = "default"
  case highContrast = "high-contrast"
  case monochrome
}
