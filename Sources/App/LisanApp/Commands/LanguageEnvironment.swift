import Localization

/// The variables that set the language of a shell's programs, for the C library and gettext.
///
/// `LANGUAGE` names the language. It is ignored if the locale is `C`, and the whole locale is `C`
/// if one variable names a locale that is not installed. So `LANG` is set to an installed locale
/// of the language; else to `C.UTF-8` if the current value would disable `LANGUAGE`; else it stays.
/// Source: GNU gettext, section 2.3.3, and the C library's `setlocale`.
struct LanguageEnvironment {
  /// The variables that can be set.
  static let names = ["LANGUAGE", "LANG"]

  /// Names and values, in output order.
  let variables: [(name: String, value: String)]
  /// A variable that overrides `LANG` and disables `LANGUAGE`; setting `LANG` cannot fix that.
  let obstacle: (name: String, value: String)?
  /// Whether texts come from `C.UTF-8`, where the C library has ignored `LANGUAGE` since glibc 2.39.
  let isPlain: Bool

  /// - Parameters:
  ///   - languages: in order, at least one.
  ///   - territory: the user's country or empty. A locale of it is preferred, then one of the
  ///     current locale's country.
  ///   - installed: the output of `locale -a`.
  init(
    languages: [LanguageCode], territory: String, environment: @escaping (String) -> String?,
    installed: [String]
  ) {
    func value(_ variable: String) -> String { environment(variable) ?? "" }
    func isInstalled(_ locale: String) -> Bool {
      installed.contains { Self.isSame($0, locale) }
    }
    func speaks(_ locale: String) -> Bool {
      !locale.isEmpty && locale != "C" && locale != "POSIX" && isInstalled(locale)
    }

    let inForce = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.map(value).first { !$0.isEmpty } ?? ""
    let languages = Self.upToEnglish(languages)
    let territories = [territory, Self.territory(of: inForce)]
    let locale =
      languages.lazy.compactMap { Self.locale(of: $0, territories: territories, in: installed) }
      .first
      ?? (speaks(value("LC_ALL")) || speaks(value("LANG"))
        ? nil : installed.first { Self.isSame($0, "C.UTF-8") })

    variables =
      [("LANGUAGE", Self.gettextNames(of: languages))]
      + (locale.map { [("LANG", Self.withUsualCodeset($0))] } ?? [])

    let decisive = ["LC_ALL", "LC_MESSAGES"].lazy.map(value).first { !$0.isEmpty }
    isPlain = Self.isSame(decisive ?? locale ?? value("LANG"), "C.UTF-8")

    let above = value("LC_ALL").isEmpty ? Self.categories : ["LC_ALL"]
    obstacle = above.lazy.map { ($0, value($0)) }.first { name, locale in
      guard !locale.isEmpty else { return false }
      return Self.decisive.contains(name) ? !speaks(locale) : !isInstalled(locale)
    }
  }

  /// The UTF-8 locale of a language: that of the first territory that has one, else any; nil if
  /// there is none.
  ///
  /// - Parameter locales: the output of `locale -a`.
  static func locale(
    of language: LanguageCode, territories: [String], in locales: [String]
  ) -> String? {
    let fitting = locales.filter { isUTF8($0) && serves($0, language) }
    return (territories + [language.home.region ?? ""]).lazy.compactMap { wanted in
      fitting.first { !wanted.isEmpty && territory(of: $0) == wanted }
    }.first ?? fitting.first
  }

  /// Variables whose value `C` alone disables `LANGUAGE` or shows Arabic as question marks.
  private static let decisive = ["LC_ALL", "LC_CTYPE", "LC_MESSAGES"]

  private static let categories =
    decisive.dropFirst() + [
      "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_PAPER", "LC_NAME", "LC_ADDRESS",
      "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
    ]

  /// The C library's names for the scripts of languages with several.
  private static let modifiers = [
    ("Latn", "latin"), ("Cyrl", "cyrillic"), ("Deva", "devanagari"),
  ]

  /// The gettext directory name of a language: `pt-BR` is `pt_BR`, `sr-Latn` is `sr@latin`, and
  /// `zh-Hant` is `zh_TW`.
  static func gettextName(of language: LanguageCode) -> String {
    let subtags = language.rawValue.split(separator: "-")
    let modifier = modifiers.first { subtags.contains($0.0[...]) }?.1
    let known = modifier == nil ? language.home : language
    let name = String(known.canonical.rawValue.prefix { $0 != "-" })
    return name + (known.region.map { "_\($0)" } ?? "") + (modifier.map { "@\($0)" } ?? "")
  }

  /// Languages in order as gettext lists them: `ur:ar:en`.
  static func gettextNames(of languages: [LanguageCode]) -> String {
    upToEnglish(languages).map(gettextName).joined(separator: ":")
  }

  /// The languages up to English. Programs have English texts without a catalog, so gettext would go on to
  /// the next language.
  private static func upToEnglish(_ languages: [LanguageCode]) -> [LanguageCode] {
    let english = languages.firstIndex { $0.bestMatch(in: [.english]) != nil }
    return english.map { Array(languages[...$0]) } ?? languages
  }

  /// Whether a locale belongs to the language: `ar_EG.utf8` to `ar`, and `sr_RS@latin` to `sr-Latn`
  /// but not to `sr`; `zh_TW` to `zh-Hant`.
  static func serves(_ locale: String, _ language: LanguageCode) -> Bool {
    // Parse the locale's name like the system language.
    let codes = SystemLanguage.preferred { $0 == "LC_ALL" ? locale : nil }
    let name = language.canonical.rawValue
    guard let code = codes.first?.canonical.rawValue, code.hasPrefix(name) else { return false }
    let rest = code.dropFirst(name.count)
    return rest.isEmpty || (rest.hasPrefix("-") && rest.utf8.count == 3)
  }

  static func territory(of locale: String) -> String {
    guard let line = locale.firstIndex(of: "_") else { return "" }
    return String(locale[line...].dropFirst().prefix { $0 != "." && $0 != "@" })
  }

  /// The codeset in lower-case letters and digits, as the C library compares it: `utf8`.
  private static func codeset(of locale: String) -> String {
    guard let dot = locale.firstIndex(of: ".") else { return "" }
    let codeset = locale[dot...].dropFirst().prefix { $0 != "@" }
    return codeset.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  static func isUTF8(_ locale: String) -> Bool { codeset(of: locale) == "utf8" }

  /// Whether two names denote one locale, such as `ar_EG.utf8` and `ar_EG.UTF-8`.
  static func isSame(_ name: String, _ other: String) -> Bool {
    func parts(_ name: String) -> (Substring, String, Substring) {
      (name.prefix { $0 != "." && $0 != "@" }, codeset(of: name), name.drop { $0 != "@" })
    }
    return parts(name) == parts(other)
  }

  /// The locale with `UTF-8`. `locale -a` prints `ar_EG.utf8`; readers of `LANG` may expect `UTF-8`.
  static func withUsualCodeset(_ locale: String) -> String {
    "\(locale.prefix { $0 != "." }).UTF-8\(locale.drop { $0 != "@" })"
  }
}

/// The installed locales of the C library.
enum InstalledLocales {
  /// The output of `locale -a`; empty if it cannot be run.
  static func list(_ path: String) -> [String] {
    (try? ProgramRun(["locale", "-a"], in: path))?.lines.map(String.init) ?? []
  }

  /// The output of `locale -a`, where the C library of other programs ignores `LANGUAGE` in `C.UTF-8`: glibc since
  /// 2.39. This program may have another one inside. Nil elsewhere.
  static func needed(_ path: String) -> [String]? {
    let line = (try? ProgramRun(["getconf", "GNU_LIBC_VERSION"], in: path))?.lines.first ?? ""
    let version =
      line.split(separator: " ").last?.split(separator: ".").compactMap { Int($0) } ?? []
    guard line.hasPrefix("glibc "), version.count >= 2, (version[0], version[1]) >= (2, 39) else {
      return nil
    }
    return list(path)
  }
}
