import SettingsCore
import TerminalHarness
import TestCrowd
import TestEffort
import Testing

/// The bytes that a slow line has to carry.
@Suite(.few, .timeLimit(.minutes(20)))
struct ScreenBytesTests {
  private static let sizes = [TerminalSize.standard, TerminalSize(columns: 120, rows: 40)]
  /// At 9600 baud, 4 KiB take little more than four seconds, and 250 bytes a quarter of one.
  private static let mostForFrame = 4096
  private static let mostForWideFrame = 5120
  private static let mostForMove = 250
  private static let mostForMirroredMove = 400
  /// The explanations are longer in Persian and in Urdu.
  private static let mostForAddedMove = 500
  /// A theme that paints the screen names its two colours at each start and end.
  private static let painting = ["light", "dark", "high-contrast"]
  private static let mostForPainting = 40
  /// What a window of 112 columns or more says about another item, in Arabic in letters of three bytes.
  private static let mostForThirdPart = 350

  @Test(
    "R50, R51: a first frame has at most 4096 bytes, in a wide window 5120; a move of the focus 250, mirrored 400 or in an added language 500, half of a frame where it scrolls, and what a wide window says of it",
    arguments: looks)
  func bytes(theme: String, language: String) async throws {
    let isShipped = Self.shipped.contains(language)
    let installation = try Installation()
    if !isShipped { try installation.addLanguages() }
    try installation.store(language) { _ in }
    var most =
      switch language {
      case "en": Self.mostForMove
      case "ar": Self.mostForMirroredMove
      default: Self.mostForAddedMove
      }
    if Self.painting.contains(theme) { most += Self.mostForPainting }
    for size in Self.sizes {
      let isWide = size.columns >= 112
      let most = isWide ? most + Self.mostForThirdPart : most
      let mostForFrame = isWide ? Self.mostForWideFrame : Self.mostForFrame
      for (place, keys) in Self.moves {
        let session = try installation.open(
          "open", place, environment: ["LISAN_THEME": theme], size: size)
        let name = "\(place), \(theme), \(language), \(size.columns)x\(size.rows)"
        try await session.waitUntil("the first frame") { $0.isAlternate && !$0.text.isEmpty }
        // The agent writes the names of regions; a frame with them is not a move.
        if place == "region" {
          let name = try #require(Self.britain[language])
          try await session.waitUntil("the regions' names") { $0.shows(name) }
        }
        try await session.settled(for: .milliseconds(150))
        let first = try #require(try installation.events().last { $0["n"] == "1" }?["bytes"])
        let bytes = try #require(Int(first))
        #expect(bytes <= mostForFrame, "\(name): \(bytes)")
        for key in keys {
          let (mark, before) = (session.log.end, session.screen.cursor)
          let top = session.screen.rows[3]
          session.press(key)
          try await session.waitUntil("the move") { $0.cursor != before }
          try await session.settled(for: .milliseconds(60))
          let sent = session.log.output(since: mark).count
          // Rows that scroll with the focus are sent again.
          let isScrolled = session.screen.rows[3] != top
          #expect(sent <= (isScrolled ? mostForFrame / 2 : most), "\(name), \(key): \(sent)")
        }
        session.type("q")
        #expect(try await session.waitForExit() == .exited(0))
      }
    }
  }

  private static let shipped = ["en", "ar"]
  /// Each theme in both directions, and each language in one theme; in a long run, in all.
  private static let looks = ThemeName.allCases.map(\.rawValue).flatMap { theme in
    (theme == "default" || Effort.isLong ? Languages.every : shipped).map { (theme, $0) }
  }

  private static let britain = [
    "en": "United Kingdom", "ar": "المملكة المتحدة", "he": "בריטניה", "fa": "بریتانیا",
    "ur": "سلطنت متحدہ",
  ]

  /// Moves that change only the focus, its hint and its preview.
  private static let moves: [(place: String, keys: [TerminalKey])] = [
    ("language", [.down, .up, .end, .up, .up]), ("region", [.down, .down, .up]),
    ("appearance.plain", [.down, .up]),
  ]
}
