import Cells

/// The style of each role: `Theme(.highContrast)[.focused]`.
///
/// No two states differ by hue alone (R51): an important state also has an attribute, a fill or a
/// sign in the text. Text keeps the terminal's own colour if its background is unknown. A fill sets
/// its ink too, so its contrast is equal in every terminal.
package struct Theme: Hashable, Sendable {
  package let name: ThemeName
  /// The surface on which the terminal draws.
  package let surface: Surface
  /// The appliance's changes to the default theme.
  private let custom: CustomTheme?

  package init(
    _ name: ThemeName, on surface: Surface = Surface(), custom: CustomTheme? = nil
  ) {
    self.name = name
    self.surface = surface
    // Other surfaces cannot show its shades.
    self.custom = name == .standard && surface.colors == .fixed ? custom : nil
  }

  package subscript(role: Role) -> Style {
    let palette: Palette
    switch (name, surface.colors) {
    case (.monochrome, _), (_, .none): return Self.monochrome(role)
    case (.standard, _):
      guard let custom else {
        palette = .own(of: surface.background)
        break
      }
      palette = .own(of: custom.background ?? surface.background).painted(custom.page)
      if let entry = custom.entries.last(where: { $0.role == role }) {
        return Style(
          entry.style.attributes, ink: entry.style.ink ?? palette.page.ink,
          paper: entry.style.paper ?? palette.page.paper)
      }
    case (.dark, _): palette = .dark.painted(Palette.darkPage)
    case (.light, _): palette = .light.painted(Palette.lightPage)
    case (.highContrast, _): palette = .highContrast
    case (.terminal, _): palette = .terminal(on: surface.background)
    }
    let isFixed = surface.colors == .fixed && name != .terminal || name == .highContrast
    return Self.colored(role, palette, hasFills: isFixed)
  }

  /// - Parameter hasFills: whether the fills of the palette can be shown; a palette of 16 colours
  ///   does not have their shades.
  private static func colored(_ role: Role, _ palette: Palette, hasFills: Bool) -> Style {
    var style = Style(attributes(role), ink: palette.page.ink, paper: palette.page.paper)
    func fill(_ fill: Palette.Fill, otherwise attributes: Style.Attributes = []) {
      if hasFills {
        style.ink = fill.ink ?? style.ink
        style.paper = fill.paper ?? style.paper
      } else {
        style.attributes.formUnion(attributes)
      }
    }
    switch role {
    case .normal, .heading, .current, .button, .hint, .key, .field: break
    case .app, .dialogTitle, .mark: style.ink = palette.accent ?? style.ink
    case .group, .quiet, .hairline: style.ink = palette.quiet ?? style.ink
    case .dimmed: style.ink = palette.dimmed ?? style.ink
    case .bar:
      if let accent = palette.accent {
        style.paper = accent
      } else {
        style.attributes.insert(.reverse)
      }
    case .focused where palette.focused.paper == nil: style.attributes.insert(.reverse)
    case .focused: fill(palette.focused, otherwise: .reverse)
    case .focusedButton, .selected:
      fill(Palette.Fill(ink: palette.accentInk, paper: palette.accent), otherwise: .reverse)
    case .pending: style.ink = palette.pending ?? style.ink
    case .error: style.ink = palette.error ?? style.ink
    case .previewTitle: fill(palette.previewTitle, otherwise: .reverse)
    case .previewBody: fill(palette.preview)
    }
    return style
  }

  /// The attributes of a role in every theme.
  private static func attributes(_ role: Role) -> Style.Attributes {
    switch role {
    case .normal, .quiet, .hint, .mark, .bar, .pending, .dimmed, .previewTitle, .previewBody,
      .selected:
      []
    case .app, .heading, .group, .current, .button, .key, .focused, .focusedButton, .error,
      .dialogTitle:
      .bold
    case .field, .hairline: .underline
    }
  }

  /// Only attributes, which a terminal without colours has too.
  private static func monochrome(_ role: Role) -> Style {
    switch role {
    case .bar, .previewTitle, .selected, .focused, .focusedButton:
      Style(attributes(role).union(.reverse))
    default: Style(attributes(role))
    }
  }
}

extension SettingsState {
  /// The theme on the screen. Moving through the themes shows each of them.
  package var look: Theme {
    let shown = if case .choice(let focused) = focus { settings.with(focused) } else { settings }
    return Theme(shown.theme, on: surface, custom: customTheme)
  }
}
