import Glibc
import Localization
import SettingsCore
import SystemCalls

/// Makes locales of the C library by `locale-gen`, from its list `/etc/locale.gen`.
struct LocaleMaker {
  /// A locale that can be made.
  typealias Candidate = (name: String, charset: String)

  /// The list of what is made.
  let list: String
  /// The list of what can be made.
  private let supported: String
  private let path: String

  /// How long `locale-gen` may take, in seconds.
  private static let patience = 600

  /// - Parameter root: the folder that stands for `/`.
  init(root: String = "", path: String) {
    list = "\(root)/etc/locale.gen"
    supported = "\(root)/usr/share/i18n/SUPPORTED"
    // It is not in the PATH of everybody.
    self.path = path + ":/usr/local/sbin:/usr/sbin:/sbin"
  }

  /// Whether there is what makes locales.
  var isInstalled: Bool {
    fileExists(supported) && executable(named: "locale-gen", in: path) != nil
  }

  /// Whether this process may make one.
  var isPermitted: Bool { access(list, W_OK) == 0 && access(parentDirectory(of: list), W_OK) == 0 }

  /// The UTF-8 locale of a language that can be made: of the first territory that has one, else of
  /// the usual one, else any.
  func candidate(_ language: LanguageCode, territories: [String]) -> Candidate? {
    let all = ((try? ForeignFile(supported).read()) ?? nil).map { LocaleFile.locales(in: $0) } ?? []
    let fitting = all.filter {
      $0.charset == "UTF-8" && LanguageEnvironment.serves($0.name, language)
    }
    let code = language.rawValue
    let usual = Self.usualTerritories[code] ?? language.home.region ?? language.uppercased
    return (territories + [usual]).lazy.compactMap { wanted in
      fitting.first { !wanted.isEmpty && LanguageEnvironment.territory(of: $0.name) == wanted }
    }.first ?? fitting.first
  }

  /// What is missing for a language: its locale, or what would make one.
  func missing(_ code: LanguageCode, _ territories: [String]) -> Text {
    let language = Text.code(code.rawValue)
    guard isInstalled else {
      return .message(.localesNotInstalled, language, .argument("locales"))
    }
    guard let candidate = candidate(code, territories: territories) else {
      return .message(.localeUnknown, language)
    }
    return .message(
      .localeMissing, language, .argument(Self.command(code)), .argument(candidate.name))
  }

  /// The command that makes the locale of a language.
  static func command(_ code: LanguageCode) -> String {
    "lisan system \(code.rawValue) \(LisanOption.generate.flag)"
  }

  /// Where most people speak a language that has locales of several territories, if that is not the
  /// one with its code. Source: CLDR 42, likelySubtags.xml.
  private static let usualTerritories = [
    "ar": "EG", "bn": "BD", "ca": "ES", "da": "DK", "el": "GR", "en": "US", "fa": "IR", "he": "IL",
    "ko": "KR", "ku": "TR", "pa": "IN", "sd": "PK", "sq": "AL", "sr": "RS", "sv": "SE", "sw": "TZ",
    "ta": "IN", "te": "IN", "ti": "ET", "ug": "CN", "uk": "UA", "ur": "PK", "uz": "UZ", "zh": "CN",
  ]

  /// What the list gets, as patch(1) reads it.
  func difference(_ locale: Candidate) throws(MachineFailure) -> [UInt8] {
    let before = try MachineLanguage.reading(list)
    return UnifiedDiff.text(
      ForeignFile(list).target, from: before, to: LocaleFile.adding(locale, to: before))
  }

  /// The command that makes what the list has and is not there.
  static let command = ["locale-gen", "--keep-existing"]

  /// Adds a locale to the list and makes it. If that fails, the list is as before.
  func make(_ locale: Candidate) throws(MachineFailure) {
    let before = try MachineLanguage.reading(list)
    try MachineLanguage.change(list) { LocaleFile.adding(locale, to: $0) }
    do throws(MachineFailure) {
      let run = try ProgramRun(Self.command, in: path, seconds: Self.patience)
      let isMade = InstalledLocales.list(path).contains {
        LanguageEnvironment.isSame($0, locale.name)
      }
      if run.status == 0, isMade { return }
      throw .refused("locale-gen: exit code \(run.status)")
    } catch {
      try MachineLanguage.change(list) { _ in before }
      throw error
    }
  }
}
