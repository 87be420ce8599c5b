import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct LastChangeTests {
  private static let label = "آخر تغيير"

  /// Opens About and waits until its line with the last change is complete.
  private func about(
    _ installation: Installation, zone: String
  ) async throws -> (session: TerminalSession, line: String) {
    let session = try await installation.openScreen(
      .languageSectionArabic, environment: ["TZ": zone])
    session.press(.right)
    session.press(.end)
    try await session.waitUntil("About with the last change") { $0.shows(Self.label) }
    // At first, the date may be without words.
    try await installation.wait(for: "the date in words") {
      try installation.lastFrame().rows.contains { $0.contains(Self.label) && !$0.contains("-") }
    }
    let rows = try installation.lastFrame().rows
    let row = try #require(rows.firstIndex { $0.contains(Self.label) })
    // The date, and how long ago that is.
    return (session, rows[row...].prefix(2).joined(separator: " "))
  }

  @Test("R49: after choosing Arabic, About has its date in Arabic-Indic digits and local time")
  func arabicDigits() async throws {
    let installation = try Installation()
    // A rule that needs no data, and a zone that needs the system's.
    _ = try PreferenceFile(path: installation.preferences).commit(
      PreferenceChanges(
        language: "ar", followsSystemLanguage: false, languageChosenAt: 1_795_179_942_000))
    for (zone, time) in [
      ("UTC0", "١:٠٥"), ("EET-2", "٣:٠٥"),
      ("Asia/Riyadh", "٤:٠٥"),
    ] {
      let (session, line) = try await about(installation, zone: zone)
      #expect(line.contains(time), "\(zone): \(line)")
      #expect(line.contains("٢٠٢٦"), "\(line)")
      #expect(!line.contains { $0.isASCII && $0.isNumber }, "\(line)")
      session.press(.character("q"))
      #expect(try await session.waitForExit() == .exited(0))
    }
  }

  @Test("R49: a choice made by a command is shown as made this minute")
  func justNow() async throws {
    let installation = try Installation()
    #expect(try installation.run("set", "ar").status == 0)
    let (session, line) = try await about(installation, zone: "UTC0")
    let thisMinute =
      "هذه الدقيقة"
    // A busy machine may need longer than what is left of it.
    let aMinuteAgo =
      "قبل دقيقة"
    #expect(line.contains(thisMinute) || line.contains(aMinuteAgo), "\(line)")
    session.press(.character("q"))
    #expect(try await session.waitForExit() == .exited(0))
  }
}
