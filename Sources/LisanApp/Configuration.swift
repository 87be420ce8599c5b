import AccountModel
import Glibc
import Localization
import Settings
import SystemCalls

/// The settings of the program, each from its option, else its variable, else the configuration
/// file, else its default (R56).
struct Configuration {
  /// Where a setting's value comes from.
  enum Origin {
    case option, variable
    case file(line: Int)
    /// What was chosen on the screen, in the preference file.
    case chosen
    case standard
  }

  struct Value {
    let setting: Option
    /// nil where nothing is given and there is no default.
    let text: String?
    let origin: Origin
  }

  /// The configuration file and where its own place comes from.
  let file: Value
  /// Every setting, in the order of the options.
  let values: [Value]

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
    let place = Self.value(of: .config, invocation, environment, nil, paths)
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
    let place = Self.value(of: .config, invocation, environment, nil, paths)
    var faults: [Text] = []
    self.init(place, invocation, environment, nil, paths, &faults)
  }

  private init(
    _ place: Value, _ invocation: Invocation, _ environment: (String) -> String?,
    _ file: ConfigurationFile?, _ paths: Paths, _ faults: inout [Text]
  ) {
    var values: [Value] = []
    for setting in Option.settings {
      let value = Self.value(of: setting, invocation, environment, file, paths)
      if let text = value.text, !setting.takes(text) {
        var source = value.source(in: place.text ?? "")
        if case .file = value.origin { source += ": \(setting.rawValue)" }
        faults.append(setting.refusal(of: text, from: source))
        values.append(Value(setting: setting, text: nil, origin: .standard))
      } else {
        values.append(value)
      }
    }
    func text(_ setting: Option) -> String? { values.first { $0.setting == setting }?.text }
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
    isPlain = text(.plain).map { $0 == Option.Definition.yes }
    bidi = text(.bidi).flatMap(BidiMode.init(name:))
    func isAsked(_ setting: Option) -> Bool {
      switch values.first(where: { $0.setting == setting })?.origin {
      case .option, .variable: true
      case .file, .chosen, .standard, nil: false
      }
    }
    isThemeAsked = isAsked(.theme)
    isBidiAsked = isAsked(.bidi)
  }

  /// An empty variable or text in the file gives nothing, as if it were not there.
  private static func value(
    of setting: Option, _ invocation: Invocation, _ environment: (String) -> String?,
    _ file: ConfigurationFile?, _ paths: Paths
  ) -> Value {
    if let text = invocation.value(setting) {
      let text = setting.definition.isToggle ? Option.Definition.yes : text
      return Value(setting: setting, text: text, origin: .option)
    }
    if let text = environment(setting.variable), !text.isEmpty {
      return Value(setting: setting, text: text, origin: .variable)
    }
    if let entry = file?.entries.first(where: { $0.setting == setting }), !entry.value.isEmpty {
      return Value(setting: setting, text: entry.value, origin: .file(line: entry.line))
    }
    return Value(setting: setting, text: standard(setting, paths), origin: .standard)
  }

  /// The default of a setting.
  private static func standard(_ setting: Option, _ paths: Paths) -> String? {
    switch setting {
    case .config: paths.configurationFile
    case .resources: ProgramLocation.running.resources(named: "lisan")
    case .preferences: paths.preferenceFile
    case .log: paths.logFile
    default: nil
    }
  }
}

extension Configuration.Value {
  /// What gave the value, in one word: `--log`, `LISAN_LOG`, `/home/sara/.config/lisan/config.json:3`,
  /// `chosen` or `default`.
  func source(in file: String) -> String {
    switch origin {
    case .option: setting.flag
    case .variable: setting.variable
    case .file(let line): "\(file):\(line)"
    case .chosen: "chosen"
    case .standard: "default"
    }
  }
}

extension Configuration {
  /// In which order rows are sent, by what is said here and what was chosen on the screen.
  func bidiMode(chosen: BidiMode?) -> BidiMode {
    (isBidiAsked ? nil : chosen) ?? bidi ?? .automatic
  }
}
