import AccountModel
import CommandLineTool
import Localization
import RunRelay
import SettingsCore

/// A command-line option. Each option has a case here, and a line in `syntax` and in `help`.
enum LisanOption: String, CaseIterable {
  case help
  case version
  case preference
  case json
  case source
  case replace
  case shell
  case web
  case list
  case config
  case resources
  case preferences
  case log
  case trace
  case server
  case market
  case language
  case pseudo
  case theme
  case themeFile = "theme-file"
  case plain
  case bidi
  case direction
  case fields
  case selfOrdering = "self-ordering"

  var syntax: OptionSyntax {
    switch self {
    case .help, .version: OptionSyntax(rawValue)
    case .preference: own(of: [.get])
    case .source: own(of: [.check, .compile, .exportTexts, .importTexts], "CODE")
    case .replace: own(of: [.importTexts])
    case .json: own(of: [.listSettings, .list, .status, .check, .store, .config])
    case .shell: own(of: [.env], "sh|bash|zsh|fish")
    case .web: own(of: [.signIn])
    case .list: own(of: [.open])
    case .config: OptionSyntax(rawValue, "FILE", reach: .environment)
    case .resources: setting("DIR")
    case .preferences: setting("FILE")
    case .log: setting("FILE")
    case .trace: setting("FILE")
    case .server: setting("URL")
    case .market: setting("REGION")
    case .language: setting("CODE")
    case .pseudo: setting("accented|rtl")
    case .plain: setting()
    case .theme: setting("default|light|dark|high-contrast|monochrome|terminal")
    case .themeFile: setting("FILE")
    case .bidi: setting("auto|visual|kitty|lrm|paragraph|mlterm|qterminal|logical")
    case .direction: setting("auto|ltr|rtl")
    case .fields: setting("auto|on|off")
    case .selfOrdering: setting("NAMES")
    }
  }

  var help: Message {
    switch self {
    case .help: .helpOptionHelp
    case .version: .helpOptionVersion
    case .preference: .helpOptionPreference
    case .json: .helpOptionJSON
    case .source: .helpOptionSource
    case .replace: .helpOptionReplace
    case .shell: .helpOptionShell
    case .config: .helpOptionConfig
    case .resources: .helpOptionResources
    case .preferences: .helpOptionPreferences
    case .log: .helpOptionLog
    case .trace: .helpOptionTrace
    case .server: .helpOptionServer
    case .market: .helpOptionMarket
    case .language: .helpOptionLanguage
    case .pseudo: .helpOptionPseudo
    case .plain: .helpOptionPlain
    case .theme: .helpOptionTheme
    case .themeFile: .helpOptionThemeFile
    case .bidi: .helpOptionBidi
    case .direction: .helpOptionDirection
    case .fields: .helpOptionFields
    case .selfOrdering: .helpOptionSelfOrdering
    case .web: .helpOptionWeb
    case .list: .helpOptionList
    }
  }

  /// An option of certain commands.
  private func own(of commands: [LisanCommand], _ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, of: commands.map { $0.rawValue })
  }

  /// An option that is also a setting: it has an environment variable and a key in the file.
  private func setting(_ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, reach: .file)
  }

  /// The options that are settings, in the order of `lisan config`.
  static let settings = allCases.filter { $0.syntax.reach == .file }

  /// The option as typed: `--resources`.
  var flag: String { syntax.flag }
}

extension Invocation {
  func value(_ option: LisanOption) -> String? { value(option.rawValue) }

  func has(_ option: LisanOption) -> Bool { has(option.rawValue) }
}

// MARK: Values

extension LisanOption {
  /// Whether the option accepts a value.
  func takes(_ text: String) -> Bool {
    switch self {
    case .server: return ServerURL(text) != nil
    case .market: return MarketCode(rawValue: text) != nil
    case .source, .language: return LanguageCode(rawValue: text) != nil
    case .selfOrdering: return ProgramNames(text) != nil
    default:
      let words = syntax.words
      return words.isEmpty || words.contains(text)
    }
  }

  /// The accepted values, for the error message.
  private var allowed: String {
    switch self {
    case .server: "https://HOST, http://HOST:PORT"
    case .market: "EG, 001, …"
    case .source, .language: "en, pt-BR, …"
    case .selfOrdering: "\(ProgramNames.none), emacs, emacs*,vim, …"
    default: syntax.words.joined(separator: ", ")
    }
  }

  /// The error message for a value that the option does not accept, with the place of the value.
  func refusal(of value: String, from place: String) -> Text {
    Text.message(
      .invalidValue,
      [place, value, allowed].map { .argument($0) }
    ).suggesting(value, among: syntax.words)
  }
}
