import AccountModel
import CommandLineTool
import Localization
import RunRelay
import SettingsCore

/// A command-line option. Each option has a case here, and a line in `row`.
enum LisanOption: String, ProgramOption {
  case help
  case version
  case preference
  case json
  case source
  case replace
  case from
  case shell
  case run
  case generate
  case programs
  case dryRun = "dry-run"
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
  case align
  case selfOrdering = "self-ordering"
  case keepTerminalName = "keep-terminal-name"
  case promptMarks = "prompt-marks"

  var syntax: OptionSyntax { row.0 }

  var help: Message { row.1 }

  private var row: (OptionSyntax, Message) {
    switch self {
    case .help: (OptionSyntax(rawValue), .helpOptionHelp)
    case .version: (OptionSyntax(rawValue), .helpOptionVersion)
    case .preference: (own(), .helpOptionPreference)
    case .source: (own("CODE"), .helpOptionSource)
    case .replace: (own(), .helpOptionReplace)
    case .from: (own("DIR"), .helpOptionFrom)
    case .json: (own(), .helpOptionJSON)
    case .shell: (own("sh|bash|zsh|fish"), .helpOptionShell)
    case .run: (own(), .helpOptionRun)
    case .generate: (own(), .helpOptionGenerate)
    case .programs: (own(), .helpOptionPrograms)
    case .dryRun: (own(), .helpOptionDryRun)
    case .web: (own(), .helpOptionWeb)
    case .list: (own(), .helpOptionList)
    case .config: (OptionSyntax(rawValue, "FILE", reach: .environment), .helpOptionConfig)
    case .resources: (setting("DIR"), .helpOptionResources)
    case .preferences: (setting("FILE"), .helpOptionPreferences)
    case .log: (setting("FILE"), .helpOptionLog)
    case .trace: (setting("FILE"), .helpOptionTrace)
    case .server: (setting("URL"), .helpOptionServer)
    case .market: (setting("REGION"), .helpOptionMarket)
    case .language: (setting("CODE"), .helpOptionLanguage)
    case .pseudo: (setting("accented|rtl"), .helpOptionPseudo)
    case .plain: (setting(), .helpOptionPlain)
    case .theme: (setting(words(of: .theme)), .helpOptionTheme)
    case .themeFile: (setting("FILE"), .helpOptionThemeFile)
    case .bidi: (setting(words(of: .bidi)), .helpOptionBidi)
    case .direction: (setting("auto|ltr|rtl"), .helpOptionDirection)
    case .fields: (setting("auto|on|off"), .helpOptionFields)
    case .align: (setting("auto|on|off"), .helpOptionAlign)
    case .selfOrdering: (setting("NAMES"), .helpOptionSelfOrdering)
    case .keepTerminalName: (setting(), .helpOptionKeepTerminalName)
    case .promptMarks: (setting("on|off"), .helpOptionPromptMarks)
    }
  }

  /// An option of the commands that name it.
  private func own(_ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, reach: .command)
  }

  /// An option that is also a setting: it has an environment variable and a key in the file.
  private func setting(_ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, reach: .file)
  }

  private func words(of setting: StoredSetting) -> String {
    setting.words.joined(separator: "|")
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
