/// The languages that the environment asks for, interpreted like GNU gettext.
public enum SystemLanguage {
  /// The preferred languages, most wanted first; empty if the environment names none.
  ///
  /// The locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty.
  /// Unless it is `C`, `LANGUAGE` (a list such as `ar_EG:en`) takes precedence. `C` and `POSIX`
  /// name no language and end the list.
  ///
  /// ```swift
  /// SystemLanguage.preferred { ["LANG": "ar_EG.UTF-8"][$0] }  // [ar-EG]
  /// ```
  public static func preferred(environment: (String) -> String?) -> [LanguageCode] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
    guard locale != "C", locale != "POSIX" else { return [] }
    var names = [locale[...]]
    if let list = environment("LANGUAGE"), !list.isEmpty {
      names = list.split(separator: ":")
    }
    var codes: [LanguageCode] = []
    for name in names {
      let language = name.prefix { $0 != "." && $0 != "@" }
      if language == "C" || language == "POSIX" { break }
      guard let code = code(ofLocale: name), !codes.contains(code) else { continue }
      codes.append(code)
    }
    return codes
  }

  /// The language of a POSIX locale name: `ar_EG.UTF-8` is `ar-EG`, `sr_RS@latin` is `sr-Latn-RS`.
  public static func code(ofLocale name: Substring) -> LanguageCode? {
    let base = name.prefix { $0 != "." && $0 != "@" }
    var subtags = base.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    if let at = name.firstIndex(of: "@"), !subtags.isEmpty {
      switch name[name.index(after: at)...] {
      case "latin": subtags.insert("Latn", at: 1)
      case "cyrillic": subtags.insert("Cyrl", at: 1)
      case "devanagari": subtags.insert("Deva", at: 1)
      default: break
      }
    }
    return LanguageCode(rawValue: subtags.joined(separator: "-"))
  }
}
