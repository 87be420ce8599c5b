import AccountModel
import CommandLineTool
import Localization
import Settings
import SystemCalls

/// The settings of the program, each from its option, else its variable, else the configuration
/// file, else its default (R56).
struct Configuration {
  /// The configuration file and where its own place comes from.
  let file: SettingValue
  /// Every setting, in the order of the options.
  let values: [SettingValue]

  let resources: String
  let preferences: String
  let log: String
  let trace: String?
  /// The account server; nil for the account of this machine (R35).
  let server: ServerURL?
  /// The market for this run, whatever was chosen; nil for the chosen one.
  let market: MarketCode?
  /// A made-up language instead of English, for reviewers.
  let pseudo: PseudoLanguage?
  /// How the screen looks.
  let theme: ThemeName?
  /// Whether an option or a variable says so, which goes before what was chosen on the screen.
  let isThemeAsked: Bool
  /// Whether to talk in lines instead of drawing a screen; nil where nothing says so.
  let isPlain: Bool?
  /// The order in which rows are sent; nil where nobody says so here.
  let bidi: BidiMode?
  /// Whether an option or a variable says so, which goes before what was chosen on the screen.
  let isBidiAsked: Bool
}

/// Why the settings cannot be used, a line for each fault.
struct ConfigurationError: Error {
  let texts: [Text]

  init(texts: [Text]) { self.texts = texts }
  init(_ text: Text) { texts = [text] }
}

extension Configuration {
  /// - Throws: `ConfigurationError` for a file that was asked for and is absent, and for any file
  ///   that is there and cannot be understood.
  init(_ invocation: Invocation, environment: (String) -> String?, paths: Paths)
    throws(ConfigurationError)
  {
    let place = Self.value(of: Option.config.syntax, invocation, environment, nil, paths)
    let isRequired = if case .standard = place.origin { false } else { true }
    let file = try ConfigurationFile(path: place.text!, isRequired: isRequired)
    var faults: [Text] = []
    self.init(place, invocation, environment, file, paths, &faults)
    guard faults.isEmpty else { throw ConfigurationError(texts: faults) }
  }

  /// The settings as far as they can be used without the configuration file: enough to say what
  /// is wrong with it.
  init(
    withoutFile invocation: Invocation, environment: (String) -> String?, paths: Paths
  ) {
    let place = Self.value(of: Option.config.syntax, invocation, environment, nil, paths)
    var faults: [Text] = []
    self.init(place, invocation, environment, nil, paths, &faults)
  }

  private init(
    _ place: SettingValue, _ invocation: Invocation, _ environment: (String) -> String?,
    _ file: ConfigurationFile?, _ paths: Paths, _ faults: inout [Text]
  ) {
    let syntax = CommandLineSyntax.lisan
    var values: [SettingValue] = []
    for option in syntax.options where option.reach == .file {
      let value = Self.value(of: option, invocation, environment, file, paths)
      if let text = value.text, let setting = Option(rawValue: option.name), !setting.takes(text) {
        var source = syntax.source(of: value, file: place.text ?? "")
        if case .file = value.origin { source += ": \(setting.rawValue)" }
        faults.append(setting.refusal(of: text, from: source))
        values.append(SettingValue(option: value.option, text: nil, origin: .standard))
      } else {
        values.append(value)
      }
    }
    func text(_ setting: Option) -> String? { values[setting]?.text }
    self.file = place
    self.values = values
    // These three have a default.
    resources = text(.resources)!
    preferences = text(.preferences)!
    log = text(.log)!
    trace = text(.trace)
    server = text(.server).flatMap { ServerURL($0) }
    market = text(.market).flatMap { MarketCode(rawValue: $0) }
    pseudo = text(.pseudo).flatMap(PseudoLanguage.init)
    theme = text(.theme).flatMap(ThemeName.init)
    isPlain = text(.plain).map { $0 == OptionSyntax.yes }
    bidi = text(.bidi).flatMap(BidiMode.init(name:))
    func isAsked(_ setting: Option) -> Bool {
      switch values[setting]?.origin {
      case .option, .variable: true
      case .file, .chosen, .standard, nil: false
      }
    }
    isThemeAsked = isAsked(.theme)
    isBidiAsked = isAsked(.bidi)
  }

  private static func value(
    of option: OptionSyntax, _ invocation: Invocation, _ environment: (String) -> String?,
    _ file: ConfigurationFile?, _ paths: Paths
  ) -> SettingValue {
    CommandLineSyntax.lisan.value(
      of: option, in: invocation, environment: environment, file: file?.entries ?? [],
      default: standard(option, paths))
  }

  /// The default of a setting.
  private static func standard(_ option: OptionSyntax, _ paths: Paths) -> String? {
    // Names are compared here: to look an option up costs a start more.
    func isNamed(_ setting: Option) -> Bool { option.name == setting.rawValue }
    if isNamed(.config) { return paths.configurationFile }
    if isNamed(.resources) { return ProgramLocation.running.resources(named: "lisan") }
    if isNamed(.preferences) { return paths.preferenceFile }
    return isNamed(.log) ? paths.logFile : nil
  }
}

extension [SettingValue] {
  /// The value of a setting.
  subscript(_ setting: Option) -> SettingValue? {
    first { $0.option.name == setting.rawValue }
  }
}

extension Configuration {
  /// How the screen looks, by what is said here and what was chosen on the screen.
  func theme(chosen: ThemeName?) -> ThemeName {
    (isThemeAsked ? nil : chosen) ?? theme ?? .standard
  }

  /// In which order rows are sent, by what is said here and what was chosen on the screen.
  func bidiMode(chosen: BidiMode?) -> BidiMode {
    (isBidiAsked ? nil : chosen) ?? bidi ?? .automatic
  }
}
