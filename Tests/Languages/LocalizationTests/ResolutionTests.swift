import Localization
import Testing

@Suite("Resolution of the language")
struct ResolutionTests {
  private func codes(_ text: String) -> [LanguageCode] {
    text.split(separator: " ").map { Fixtures.code(String($0)) }
  }

  @Test(
    "R20: the system's languages are read as gettext reads them",
    arguments: [
      ([:], ""),
      (["LANG": "ar_EG.UTF-8"], "ar-EG"),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ar"], "ar"),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ar", "LC_ALL": "vi_VN"], "vi-VN"),
      (["LANG": "ar_EG", "LC_ALL": "", "LC_MESSAGES": ""], "ar-EG"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "ar_EG:vi:en"], "ar-EG vi en"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": ""], "en-US"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "ar::ar:C:en"], "ar"),
      (["LANGUAGE": "ar"], ""),
      (["LANG": "C", "LANGUAGE": "ar"], ""),
      (["LANG": "POSIX", "LANGUAGE": "ar"], ""),
      (["LANG": "ar_EG", "LC_ALL": "C"], ""),
      (["LANG": "C.UTF-8"], ""),
      (["LANG": "C.UTF-8", "LANGUAGE": "ar"], "ar"),
      (["LANG": "sr_RS.UTF-8@latin"], "sr-Latn-RS"),
      (["LANG": "de_DE@euro"], "de-DE"),
      (["LANG": "en_US", "LANGUAGE": "../../etc:ar"], "ar"),
      (["LANG": "/tmp/locale"], ""),
    ] as [([String: String], String)])
  func systemLanguage(environment: [String: String], expected: String) {
    #expect(SystemLanguage.preferred { environment[$0] } == codes(expected))
  }

  @Test(
    "R20: a code matches itself, what CLDR says that it means, or a code without its last subtags",
    arguments: [
      ("ar-EG", "en ar", "ar"), ("ar", "en ar-EG", nil), ("zh-Hant-TW", "zh zh-Hant", "zh-Hant"),
      ("ar-u-nu-latn", "en ar", "ar"), ("en", "ar", nil),
      // Codes that were replaced, in both directions.
      ("iw-IL", "en he", "he"), ("he", "en iw", "iw"), ("in", "id", "id"), ("ji", "yi", "yi"),
      ("no-NO", "en nb", "nb"), ("nb", "no", "no"), ("nn", "nb", "nb"), ("tl-PH", "fil", "fil"),
      ("prs", "en fa", "fa"), ("sh", "sr sr-Latn", "sr-Latn"), ("cmn-Hant", "zh-Hant", "zh-Hant"),
      // Scripts that regions have.
      ("zh-TW", "zh-Hans zh-Hant", "zh-Hant"), ("zh-HK", "zh zh-Hant", "zh-Hant"),
      ("zh-CN", "zh-Hant zh-Hans", "zh-Hans"), ("zh-TW", "zh-Hans", nil), ("zh-SG", "zh-Hant", nil),
      ("zh-Hant-TW", "zh-CN zh-TW", "zh-TW"), ("zh-MO", "zh-Hant zh-HK", "zh-HK"),
      ("pa-PK", "pa pa-Arab", "pa-Arab"), ("pa-IN", "pa-Arab pa", "pa"),
      ("az-IR", "az-Arab", "az-Arab"),
      ("sr-RS", "sr-Latn sr", "sr"), ("sr-Latn-RS", "sr", "sr"), ("sr-Cyrl", "en sr", "sr"),
      // Parents that are not the code without its last subtag.
      ("pt-AO", "pt pt-PT", "pt-PT"), ("pt-BR", "pt pt-PT", "pt"), ("es-MX", "es es-419", "es-419"),
      ("en-AT", "en en-001", "en-001"), ("en-US", "en-001 en", "en"),
    ] as [(String, String, String?)])
  func bestMatch(code: String, list: String, expected: String?) {
    #expect(Fixtures.code(code).bestMatch(in: codes(list))?.rawValue == expected)
  }

  @Test(
    "Locales name a language by the region of its script",
    arguments: [
      ("zh-Hant", "zh-TW"), ("zh-Hans", "zh-CN"), ("zh", "zh-CN"), ("zh-Hant-HK", "zh-Hant-HK"),
      ("pa-Arab", "pa-PK"), ("az-Arab", "az-IR"), ("ar", "ar"), ("sr-Latn", "sr-Latn"),
    ])
  func home(code: String, expected: String) {
    #expect(Fixtures.code(code).home.rawValue == expected)
  }

  struct Case: Sendable {
    var preference: LanguagePreference
    var system = ""
    var market = "en ar"
    var available = "en ar"
    var expected: String
  }

  @Test(
    "R20: the order is explicit choice, system language, the market's first, English",
    arguments: [
      Case(preference: .explicit(Fixtures.code("ar")), system: "en", expected: "ar"),
      Case(preference: .explicit(Fixtures.code("ar")), market: "en", expected: "en"),
      Case(
        preference: .explicit(Fixtures.code("vi")), system: "ar-EG", expected: "ar"),
      Case(preference: .system, system: "fr ar-EG en", expected: "ar"),
      Case(preference: .system, system: "fr", market: "ar en", expected: "ar"),
      Case(preference: .system, market: "ar en", expected: "ar"),
      Case(preference: .system, market: "fr ar", expected: "ar"),
      Case(preference: .explicit(Fixtures.code("fr")), market: "fr", expected: "en"),
      Case(preference: .system, system: "ar", market: "", expected: "en"),
    ])
  func resolution(_ it: Case) {
    #expect(
      LanguageResolution.resolve(
        it.preference, system: codes(it.system), supported: codes(it.market),
        available: codes(it.available)
      ).rawValue == it.expected)
  }
}
