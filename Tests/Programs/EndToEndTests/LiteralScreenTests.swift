import Foundation
import TerminalHarness
import Testing

/// The first screen as a terminal shows it, in both directions: each row from the end where reading
/// begins, each word as a person would spell it. Corners and arrows stand as they are drawn.
@Suite(.timeLimit(.minutes(5)))
struct LiteralScreenTests {
  private func check(
    _ language: String, _ size: TerminalSize, _ first: String
  ) async throws {
    let installation = try Installation()
    if language == "ar" { _ = try installation.run("set", "ar") }
    let session = try await installation.openScreen(
      language == "ar" ? .languageSectionArabic : .languageSection, size: size)
    try await session.waitForScreen(first, order: .logical)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.unknownSequences.isEmpty)
  }

  @Test("R3, R23, R29: in English from left to right, at 80x24")
  func english80x24() async throws {
    try await check(
      "en", .standard,
      """
        Lisan

          Account           Language
        › Language          Choose the language of this app. Programs in new shells
          Region            can use it.
          Sync
          Appearance        ◉ English (EN)                 Lisan
          About               ✓ current language             Account   Language
                                                           › Language  ◉ English
                                                             Region    العربية ◦

                            ◦ العربية (AR)                                     لسان
                              Arabic                               اللغة   الحساب
                                                               ◉ العربية    › اللغة
                                                               English ◦  المنطقة

                            Options
                            Follow the system language   [ ◉] On
                            The system names no language that is available here.
                            Programs in this terminal    Need lisan run ›
                            Apply layout direction       [◦ ] After a restart       ▾

        English is the current language
        ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
      """)
  }

  @Test("R3, R23, R29: in Arabic from right to left, at 80x24")
  func arabic80x24() async throws {
    try await check(
      "ar", .standard,
      """
      لسان

      الحساب            اللغة
      › اللغة             اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
      المنطقة
      المزامنة          (EN) English ◦                                    Lisan
      المظهر              الإنجليزية                        Language   Account
      حول لسان                                            ◉ English  › Language
      العربية ◦    Region

      ◉ العربية (AR)                 لسان
      ✓ اللغة الحالية                الحساب   اللغة
      › اللغة    ◉ العربية
      المنطقة  English ◦

      خيارات
      اتباع لغة النظام           [◦ ] معطل
      لا يحدد النظام لغة متاحة هنا.
      البرامج في هذه الطرفية     تحتاج إلى lisan run ›
      متى يتغير اتجاه الواجهة    [◦ ] بعد إعادة التشغيل
      ▾

      العربية هي اللغة الحالية
      ▾▴ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
      """)
  }

  @Test("R3, R23, R29: in English from left to right, at 40x12")
  func english40x12() async throws {
    try await check(
      "en", TerminalSize(columns: 40, rows: 12),
      """
       ‹ Language
        ◉ English (EN)
          ✓ current language
        ◦ العربية (AR)
          Arabic

        Options
        [ ◉] Follow the system language    On
        The system names no language that is
        available here.                      ▾
       English is the current language
       ▴▾ Move  1-9 Option  ? Help  q Quit
      """)
  }

  @Test("R3, R23, R29: in Arabic from right to left, at 40x12")
  func arabic40x12() async throws {
    try await check(
      "ar", TerminalSize(columns: 40, rows: 12),
      """
      ‹ اللغة
      (EN) English ◦
      الإنجليزية
      ◉ العربية (AR)
      ✓ اللغة الحالية

      خيارات
      [◦ ] اتباع لغة النظام            معطل
      لا يحدد النظام لغة متاحة هنا.
      البرامج في هذه الطرفية               ▾
      العربية هي اللغة الحالية
      ▾▴ تنقل  1-9 خيار  ? مساعدة  q خروج
      """)
  }

  @Test("R3, R23, R29: in English from left to right, at 20x6")
  func english20x6() async throws {
    try await check(
      "en", TerminalSize(columns: 20, rows: 6),
      """
      ‹ Language
        ◉ English (EN) ✓
        ◦ العربية (AR)

        Options          ▾
      ? Help  q Quit
      """)
  }

  @Test("R3, R23, R29: in Arabic from right to left, at 20x6")
  func arabic20x6() async throws {
    try await check(
      "ar", TerminalSize(columns: 20, rows: 6),
      """
      ‹ اللغة
      (EN) English ◦
      ◉ العربية (AR) ✓

      خيارات           ▾
      ? مساعدة  q خروج
      """)
  }
}
