/// The value of an option, and its source.
public struct SettingValue: Hashable, Sendable {
  /// The source of a value.
  public enum Origin: Hashable, Sendable {
    case option, variable
    /// A configuration file.
    case file(path: String, line: Int)
    /// The user chose it while the program ran.
    case chosen
    case standard
  }

  public let option: OptionSyntax
  /// nil if it is not set and has no default.
  public let text: String?
  public let origin: Origin

  public init(option: OptionSyntax, text: String?, origin: Origin) {
    self.option = option
    self.text = text
    self.origin = origin
  }
}

/// A setting in a configuration file.
public struct FileEntry: Hashable, Sendable {
  public let name: String
  public let value: String
  /// The file.
  public let path: String
  /// The line, counted from 1.
  public let line: Int

  public init(name: String, value: String, path: String, line: Int) {
    self.name = name
    self.value = value
    self.path = path
    self.line = line
  }
}

extension CommandLineSyntax {
  /// The value of an option from the command line, else the variable, else the file, else the
  /// default. Empty variables and empty texts in the file count as unset.
  ///
  /// - Parameter file: the entries of the configuration files, the most important file's first.
  public func value(
    of option: OptionSyntax, in invocation: Invocation, environment: (String) -> String?,
    file: [FileEntry], default standard: String?
  ) -> SettingValue {
    if let text = invocation.value(option.name) {
      let text = option.isToggle ? OptionSyntax.on : text
      return SettingValue(option: option, text: text, origin: .option)
    }
    if option.hasVariable, let text = environment(variable(of: option)), !text.isEmpty {
      return SettingValue(option: option, text: option.value(of: text), origin: .variable)
    }
    if option.reach == .file,
      let entry = file.first(where: { $0.name == option.name && !$0.value.isEmpty })
    {
      return SettingValue(
        option: option, text: option.value(of: entry.value),
        origin: .file(path: entry.path, line: entry.line))
    }
    return SettingValue(option: option, text: standard, origin: .standard)
  }

  /// The source of a value in one word: `--log`, `LISAN_LOG`,
  /// `/home/sara/.config/lisan/config.json:3`, `chosen` or `default`.
  public func source(of value: SettingValue) -> String {
    switch value.origin {
    case .option: value.option.flag
    case .variable: variable(of: value.option)
    case .file(let path, let line): "\(path):\(line)"
    case .chosen: "chosen"
    case .standard: "default"
    }
  }
}
