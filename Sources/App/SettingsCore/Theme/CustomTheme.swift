import Cells

/// The styles that an appliance gives to some roles of the default theme.
///
/// ```swift
/// var theme = CustomTheme()
/// theme.set("text", to: "253 on 17")
/// theme.set("focused", to: "16 on 220 bold")
/// theme.faults()  // []
/// ```
///
/// A style is written as a text colour, `on` and a background, then attributes; each part may be
/// missing. Colours are those of xterm from 16 to 255, whose shades are equal everywhere. A role
/// takes missing parts from `text`.
public struct CustomTheme: Hashable, Sendable {
  /// The style of one role as written.
  struct Entry: Hashable, Sendable {
    let role: Role
    let style: Style
  }

  private(set) var entries: [Entry] = []

  public init() {}

  /// Why a style is refused.
  public enum Fault: Error, Hashable, Sendable {
    /// There is no role of this name.
    case noRole
    /// The text is not a style.
    case noStyle
    /// It sets one of two colours, and `text` does not set the other one, so that the contrast is
    /// unknown.
    case oneColor
    /// The contrast is lower than the role needs.
    case faint(ratio: Double, needed: Double)
  }

  /// Adds the style of a role.
  public mutating func set(_ name: String, to text: String) throws(Fault) {
    guard let role = Role(rawValue: name) else { throw .noRole }
    guard let style = Self.style(text) else { throw .noStyle }
    entries.append(Entry(role: role, style: style))
  }

  /// The illegible roles, by name. The name is `text` for a role without a style in the file if
  /// only the page of the file makes it illegible.
  public func faults() -> [(name: String, fault: Fault)] {
    var faults: [(String, Fault)] = []
    let theme = Theme(.standard, on: Surface(), custom: self)
    for role in Role.allCases {
      let own = entries.last { $0.role == role }
      guard own != nil || page.ink != nil || page.paper != nil else { continue }
      let style = theme[role]
      let name = own?.role.rawValue ?? Role.normal.rawValue
      if let fault = Self.fault(of: role, style, page: page),
        !faults.contains(where: { $0 == (name, fault) })
      {
        faults.append((name, fault))
      }
    }
    return faults
  }

  private static func fault(of role: Role, _ style: Style, page: Palette.Fill) -> Fault? {
    // The bar is a blank cell: its fill must be visible on the page.
    let pair = role == .bar ? (style.paper, page.paper) : (style.ink, style.paper)
    let (first, second): (Color, Color)
    switch pair {
    case (nil, nil): return nil
    case (let one?, let other?): (first, second) = (one, other)
    // A bar may be invisible on the terminal's own background; no other text depends on it.
    default: return role == .bar && page.paper == nil ? nil : .oneColor
    }
    let needed = role.isSign ? Contrast.ofSigns : Contrast.ofText
    guard let ratio = Contrast.ratio(first, second), ratio < needed else { return nil }
    return .faint(ratio: ratio, needed: needed)
  }

  /// The colours of the whole screen.
  var page: Palette.Fill {
    let style = entries.last { $0.role == .normal }?.style ?? .plain
    return Palette.Fill(ink: style.ink, paper: style.paper)
  }

  /// The brightness of the painted screen, as far as the other colours depend on it; nil if it is
  /// not painted.
  var background: Surface.Background? {
    page.paper.map { Contrast.luminance($0) < 0.18 ? .dark : .light }
  }

  /// Parses `231 on 24 bold underline`.
  private static func style(_ text: String) -> Style? {
    var style = Style()
    var isPaper = false
    for word in text.split(separator: " ") {
      if word == "on" {
        guard !isPaper, style.paper == nil else { return nil }
        isPaper = true
        continue
      }
      if let attribute = attribute(word), !isPaper {
        style.attributes.insert(attribute)
        continue
      }
      guard let number = UInt8(word), number >= 16 else { return nil }
      let color = Color(indexed: number)
      if isPaper {
        style.paper = color
        isPaper = false
      } else {
        guard style.ink == nil, style.paper == nil else { return nil }
        style.ink = color
      }
    }
    return isPaper ? nil : style
  }

  private static func attribute(_ word: Substring) -> Style.Attributes? {
    switch word {
    case "bold": .bold
    case "underline": .underline
    case "reverse": .reverse
    default: nil
    }
  }
}

extension Role {
  /// Whether it is not text: a mark, a line, a blank cell, or the background of a sheet.
  var isSign: Bool {
    switch self {
    case .mark, .bar, .pending, .hairline, .dimmed: true
    default: false
    }
  }
}
