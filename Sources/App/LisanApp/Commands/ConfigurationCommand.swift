import CommandLineTool
import SettingsCore
import StrictJSON

/// `lisan config`: shows the settings and where each one comes from.
extension Commands {
  /// Prints one line per setting, with tabs between name, value and source.
  func showConfiguration(json: Bool) -> ExitCode {
    let configuration = context.configuration
    let values = [configuration.file] + configuration.values.map { chosen($0) ?? $0 }
    if json {
      Console.give(JSON.array(values.map { $0.json }).text)
    } else {
      for value in values {
        let source = CommandLineSyntax.lisan.source(of: value)
        table("\(value.option.name)\t\(value.text ?? "")\t\(source)")
      }
    }
    return .done
  }

  /// The choice on the screen, if it overrides the configuration.
  private func chosen(_ value: SettingValue) -> SettingValue? {
    let option = LisanOption(rawValue: value.option.name)
    let text: String? =
      switch option {
      case .market where context.configuration.market == nil: context.market?.rawValue
      case .language:
        context.preferences.current.flatMap { stored in
          stored.followsSystemLanguage || stored.language.isEmpty ? nil : stored.language
        }
      default:
        StoredSetting.allCases.first { $0.option == option && !context.isAsked($0) }
          .flatMap { launch.stored[$0].value?.word }
      }
    return text.map { SettingValue(option: value.option, text: $0, origin: .chosen) }
  }
}

extension SettingValue {
  /// The setting, the ways to set it, and the one used.
  fileprivate var json: JSON {
    let key: JSON = option.reach == .file ? .string(option.name) : .null
    let value: JSON = text.map { .string($0) } ?? .null
    var members: [(String, JSON)] = [
      ("name", .string(option.name)), ("value", value), ("option", .string(option.flag)),
      ("variable", .string(CommandLineSyntax.lisan.variable(of: option))), ("key", key),
    ]
    switch origin {
    case .option: members.append(("origin", .string("option")))
    case .variable: members.append(("origin", .string("variable")))
    case .file(let path, let line):
      members += [("origin", .string("file")), ("file", .string(path)), ("line", .number(line))]
    case .chosen: members.append(("origin", .string("chosen")))
    case .standard: members.append(("origin", .string("default")))
    }
    return .object(members)
  }
}
