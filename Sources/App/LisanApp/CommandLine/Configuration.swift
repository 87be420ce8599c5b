import AccountModel
import CommandLineTool
import Localization
import RunRelay
import SettingsCore
import SystemCalls

/// The settings of the program. Each comes from its option, else its environment variable, else
/// the person's configuration file, else the machine's, else its default (R56).
struct Configuration {
  /// The path of the configuration file, and where that path comes from.
  let file: SettingValue
  /// Every setting, in the order of the options.
  private(set) var values: [SettingValue]
  /// The faults of the machine's configuration file. They are reported, and settings with a fault
  /// are ignored, because a user cannot repair that file.
  let warnings: [Text]
  private let machineFile: String

  /// The changes of a theme file to the default theme.
  let customTheme: CustomTheme?
}

/// Why the settings cannot be used, one text per fault.
struct ConfigurationError: Error {
  let texts: [Text]

  init(texts: [Text]) { self.texts = texts }
  init(_ text: Text) { texts = [text] }
}

extension Configuration {
  /// - Throws: `ConfigurationError` if an explicitly named file is missing, or if the person's file
  ///   cannot be read or parsed.
  init(_ invocation: Invocation, environment: (String) -> String?, paths: Paths)
    throws(ConfigurationError)
  {
    let place = Self.value(of: LisanOption.config.syntax, invocation, environment, [], paths)
    let isRequired = if case .standard = place.origin { false } else { true }
    let file = try ConfigurationFile(path: place.text!, isRequired: isRequired)
    var (entries, faults, warnings) = (file.entries, [Text](), [Text]())
    do throws(ConfigurationError) {
      entries += try ConfigurationFile(path: paths.machineFile, isRequired: false).entries
    } catch {
      warnings = error.texts
    }
    self.init(place, invocation, environment, entries, paths, &faults, warnings)
    guard faults.isEmpty else { throw ConfigurationError(texts: faults) }
  }

  /// The settings without the configuration file: enough to report the faults of that file.
  init(
    withoutFile invocation: Invocation, environment: (String) -> String?, paths: Paths
  ) {
    let place = Self.value(of: LisanOption.config.syntax, invocation, environment, [], paths)
    var faults: [Text] = []
    self.init(place, invocation, environment, [], paths, &faults, [])
  }

  private init(
    _ place: SettingValue, _ invocation: Invocation, _ environment: (String) -> String?,
    _ file: [FileEntry], _ paths: Paths, _ faults: inout [Text], _ warnings: [Text]
  ) {
    let syntax = CommandLineSyntax.lisan
    var warnings = warnings
    func tell(_ texts: [Text], about value: SettingValue, _ faults: inout [Text]) {
      if case .file(paths.machineFile, _) = value.origin {
        warnings += texts
      } else {
        faults += texts
      }
    }
    var values: [SettingValue] = []
    for option in syntax.options where option.reach == .file {
      let value = Self.value(of: option, invocation, environment, file, paths)
      if let text = value.text, let setting = LisanOption(rawValue: option.name),
        !setting.takes(text)
      {
        var source = syntax.source(of: value)
        if case .file = value.origin { source += ": \(setting.rawValue)" }
        tell([setting.refusal(of: text, from: source)], about: value, &faults)
        values.append(
          SettingValue(
            option: value.option, text: Self.standard(option, paths), origin: .standard))
      } else {
        values.append(value)
      }
    }
    self.file = place
    self.values = values
    var customTheme: CustomTheme?
    if let value = values[.themeFile], let path = value.text {
      do throws(ConfigurationError) {
        customTheme = try ThemeFile.read(path)
      } catch {
        tell(error.texts, about: value, &faults)
      }
    }
    self.customTheme = customTheme
    self.warnings = warnings
    machineFile = paths.machineFile
  }

  private static func value(
    of option: OptionSyntax, _ invocation: Invocation, _ environment: (String) -> String?,
    _ file: [FileEntry], _ paths: Paths
  ) -> SettingValue {
    CommandLineSyntax.lisan.value(
      of: option, in: invocation, environment: environment, file: file,
      default: standard(option, paths))
  }

  /// The default of a setting.
  private static func standard(_ option: OptionSyntax, _ paths: Paths) -> String? {
    // Compare names: looking the option up would slow down every start.
    func isNamed(_ setting: LisanOption) -> Bool { option.name == setting.rawValue }
    if isNamed(.config) { return paths.configurationFile }
    if isNamed(.resources) { return ProgramLocation.running.resources(named: "lisan") }
    if isNamed(.preferences) { return paths.preferenceFile }
    if isNamed(.selfOrdering) { return ProgramNames.knownText }
    return isNamed(.log) ? paths.logFile : nil
  }
}

extension Configuration {
  func text(_ setting: LisanOption) -> String? { values[setting]?.text }

  // These three always have a default.
  var resources: String { text(.resources)! }
  var preferences: String { text(.preferences)! }
  var log: String { text(.log)! }
  var trace: String? { text(.trace) }
  /// The account server; nil for the local account (R35).
  var server: ServerURL? { text(.server).flatMap { ServerURL($0) } }
  /// The market for this run, which overrides the chosen one; nil for the chosen one.
  var market: MarketCode? { text(.market).flatMap { MarketCode(rawValue: $0) } }
  /// The language of a user without a choice, before the system's; nil for the system's.
  var language: LanguageCode? { text(.language).flatMap { LanguageCode(rawValue: $0) } }
  /// A pseudo-language in place of English, for reviewers.
  var pseudo: PseudoLanguage? { text(.pseudo).flatMap { PseudoLanguage(rawValue: $0) } }
  /// Whether to use plain mode instead of the screen; nil if unset.
  var isPlain: Bool? { text(.plain).flatMap { OptionSyntax.isOn($0) } }
  /// Whether programs in `lisan run` get the name of the terminal around it.
  var keepsTerminalName: Bool { text(.keepTerminalName).flatMap { OptionSyntax.isOn($0) } ?? false }

  /// The configuration without the account server.
  var withoutServer: Configuration {
    var configuration = self
    configuration.values = values.map { value in
      value.option.name != LisanOption.server.rawValue
        ? value : SettingValue(option: value.option, text: nil, origin: .standard)
    }
    return configuration
  }

  /// Whether an option or a variable sets a setting, and so overrides the choice on the screen.
  func isAsked(_ setting: LisanOption) -> Bool {
    switch values[setting]?.origin {
    case .option, .variable: true
    case .file, .chosen, .standard, nil: false
    }
  }

  /// Whether the machine's file sets a setting, so that a fault in it must not prevent a start.
  func isOfMachine(_ setting: LisanOption) -> Bool {
    if case .file(machineFile, _)? = values[setting]?.origin { true } else { false }
  }
}

extension [SettingValue] {
  /// The value of a setting.
  subscript(_ setting: LisanOption) -> SettingValue? {
    first { $0.option.name == setting.rawValue }
  }
}
