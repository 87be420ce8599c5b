import Glibc

/// A colour space in which XParseColor reads colours: `CIELab:50/0.1/0.1`, `rgbi:1/0.5/0`.
///
/// These colours are light, not values of a screen. Xcms, the part of libX11 that reads them, turns them
/// into values by a description of the screen, or by that of a certain monitor where there is none. This
/// monitor is the one here: its numbers were measured through XParseColor of libX11 1.8.4, and so were
/// two slips of that library, which programs see: the chroma of CIELab and CIELuv counts a hundredfold.
/// Of 21,000 random colours, 33 had a channel that differed from that library's, by 1 or 2. Besides, a
/// channel without light, in a colour that the monitor cannot show, is 0 there or its lowest value.
enum ColorSpace: String {
  case rgbi, ciexyz, ciexyy, cieuvy, cielab, cieluv, tekhvc

  /// The values of the monitor for a colour; nil for what is none.
  func color(_ values: SIMD3<Double>) -> TerminalProfile.Color? {
    let (a, b, c) = (values.x, values.y, values.z)
    let light: SIMD3<Double>
    switch self {
    case .rgbi: return Self.isLight(values) ? Self.color(values) : nil
    case .ciexyz: light = values
    case .ciexyy: light = Self.light(x: a, y: b, luminance: c)
    case .cieuvy: light = Self.light([a, b], luminance: c)
    case .cielab:
      let luminance = Self.luminance(a)
      if a < Self.linearLightness {
        let base = luminance * 100
        light = [Self.white.x * (b / 3893.5 + base), base, Self.white.z * (base - c / 1557.4)]
      } else {
        let root = (a + 16) / 116
        light = [
          Self.white.x * Self.cube(root + b / 5), luminance, Self.white.z * Self.cube(root - c / 2),
        ]
      }
    case .cieluv:
      let chroma: SIMD2<Double> = a == 0 ? .zero : [b, c] / (0.13 * a)
      light = Self.light(Self.neutral + chroma, luminance: Self.luminance(a))
    case .tekhvc:
      let hue = (a + Self.hueOfRed) * .pi / 180
      let chroma: SIMD2<Double> =
        b == 0 || b == 100 ? .zero : [cos(hue), sin(hue)] * c / (b * 7.50725)
      light = Self.light(Self.neutral + chroma, luminance: Self.luminance(b))
    }
    guard (0...1).contains(light.y), light.x.isFinite, light.z.isFinite else { return nil }
    return Self.color(Self.shown(light))
  }

  // MARK: Light

  /// X, Y and Z of the monitor's red, green and blue at their brightest.
  private static let red: SIMD3<Double> = [0.381061, 0.207297, 0.0213394]
  private static let green: SIMD3<Double> = [0.320257, 0.680546, 0.142972]
  private static let blue: SIMD3<Double> = [0.248346, 0.112156, 1.241729]
  private static let white = red + green + blue
  /// u′ and v′ of white.
  private static let neutral = chromaticity(white)
  /// Degrees from the axis u′ to the red from which TekHVC counts.
  private static let hueOfRed = atan2(0.4931 - neutral.y, 0.7127 - neutral.x) * 180 / .pi
  /// Below it, lightness is in proportion to luminance.
  private static let linearLightness = 7.99953624

  private static func cube(_ value: Double) -> Double { value * value * value }

  private static func luminance(_ lightness: Double) -> Double {
    lightness < linearLightness ? lightness / 903.29 : cube((lightness + 16) / 116)
  }

  private static func chromaticity(_ light: SIMD3<Double>) -> SIMD2<Double> {
    [4 * light.x, 9 * light.y] / (light.x + 15 * light.y + 3 * light.z)
  }

  private static func light(x: Double, y: Double, luminance: Double) -> SIMD3<Double> {
    let y = y == 0 ? 1e-5 : y
    return [x * luminance / y, luminance, (1 - x - y) * luminance / y]
  }

  /// The light of a chromaticity u′, v′.
  private static func light(
    _ chromaticity: SIMD2<Double>, luminance: Double
  ) -> SIMD3<Double> {
    let scale = 6 * chromaticity.x - 16 * chromaticity.y + 12
    return light(
      x: 9 * chromaticity.x / scale, y: 4 * chromaticity.y / scale, luminance: luminance)
  }

  // MARK: The monitor

  /// The rows of the matrix from X, Y and Z to red, green and blue.
  private static let toRed: SIMD3<Double> = [3.483405, -1.521764, -0.5592313]
  private static let toGreen: SIMD3<Double> = [-1.071527, 1.965938, 0.03673691]
  private static let toBlue: SIMD3<Double> = [0.06351180, -0.2002050, 0.8107094]

  /// Red, green and blue of a light, 0 to 1. What the monitor cannot show loses chroma; its lightness and hue stay.
  private static func shown(_ light: SIMD3<Double>) -> SIMD3<Double> {
    func intensities(_ light: SIMD3<Double>) -> SIMD3<Double> {
      [(toRed * light).sum(), (toGreen * light).sum(), (toBlue * light).sum()]
    }
    let whole = intensities(light)
    if isLight(whole, tolerance: 0.001) { return whole }
    if light.y == 1 { return .one }
    let chroma = chromaticity(light) - neutral
    var (inside, outside) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (inside + outside) / 2
      if isLight(intensities(Self.light(neutral + middle * chroma, luminance: light.y))) {
        inside = middle
      } else {
        outside = middle
      }
    }
    return intensities(Self.light(neutral + inside * chroma, luminance: light.y))
  }

  private static func isLight(_ intensities: SIMD3<Double>, tolerance: Double = 0) -> Bool {
    intensities.min() >= -tolerance && intensities.max() <= 1 + tolerance
  }

  private static func color(_ intensities: SIMD3<Double>) -> TerminalProfile.Color {
    TerminalProfile.Color(
      value(intensities.x, dark: 9, [0.0005606668, 3.463364e-5, 0.1986138, 1.156076, -0.3552748]),
      value(intensities.y, dark: 19, [-0.0007074935, 5.57169e-6, 0.118572, 1.746707, -0.864566]),
      value(intensities.z, dark: 14, [0.000641259, -2.36264e-6, 0.1034703, 1.72973, -0.833828]))
  }

  /// The value of a channel that gives a light.
  ///
  /// - Parameters:
  ///   - dark: the highest value that gives none.
  ///   - curve: the light of each fifth value, from the one after `dark` on, as a polynomial from the constant
  ///     on of the value as 0 to 1. Between these values, light grows in a straight line, as in libX11.
  private static func value(_ intensity: Double, dark: Int, _ curve: [Double]) -> UInt8 {
    func entry(_ value: Double) -> Double { curve.reversed().reduce(0) { $0 * value / 255 + $1 } }
    func light(_ value: Double) -> Double {
      let low = (value / 5).rounded(.down) * 5
      return entry(low) + (entry(low + 5) - entry(low)) * (value - low) / 5
    }
    if intensity <= 0 { return 0 }
    if intensity < entry(Double(dark + 1)) / 2 { return UInt8(dark) }
    return UInt8((dark + 1..<255).first { light(Double($0) + 0.5) > intensity } ?? 255)
  }
}
