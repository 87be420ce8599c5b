import Cells
import FoundationEssentials
import Glibc
import Localization
import Settings

/// The settings of the program, each from its option, else its variable, else the configuration
/// file, else its default (R56).
struct Configuration {
  let resources: String
  let preferences: String
  let log: String
  let trace: String?
  /// A made-up language instead of English, for reviewers.
  let pseudo: PseudoLanguage?
  /// How the screen looks, where an option or a variable says so.
  var theme: ThemeName?
  /// How it looks where nothing was chosen on the screen either.
  var defaultTheme: ThemeName?
}

/// Why the settings cannot be used.
enum ConfigurationError: Error {
  case file(path: String, reason: String)
  case value(option: String, value: String, allowed: String)

  var text: Text {
    switch self {
    case .file(let path, let reason):
      .message(.configurationInvalid, [.identifier(.path(path)), .identifier(.argument(reason))])
    case .value(let option, let value, let allowed):
      .message(
        .invalidValue,
        [
          .identifier(.argument(option)), .identifier(.argument(value)),
          .identifier(.argument(allowed)),
        ])
    }
  }
}

/// What a configuration file may hold; each key is an option's name.
private struct ConfigurationFile: Decodable {
  var resources: String?
  var preferences: String?
  var log: String?
  var trace: String?
  var pseudo: String?
  var theme: String?

  /// The most bytes that are read.
  static let limit = 1 << 20
}

extension Configuration {
  /// - Throws: `ConfigurationError` for a file that was asked for and is absent, and for any file
  ///   that is there and cannot be understood.
  init(_ invocation: Invocation, environment: (String) -> String?, paths: Paths)
    throws(ConfigurationError)
  {
    func given(_ option: Option) -> String? {
      if let value = invocation.value(option) { return value }
      return environment(option.variable).flatMap { $0.isEmpty ? nil : $0 }
    }
    let chosen = given(.config)
    let path = chosen ?? paths.configurationFile
    let file = try Self.read(path, isRequired: chosen != nil)
    resources = given(.resources) ?? file?.resources ?? Paths.installedResources()
    preferences = given(.preferences) ?? file?.preferences ?? paths.preferenceFile
    log = given(.log) ?? file?.log ?? paths.logFile
    trace = given(.trace) ?? file?.trace
    theme = try given(.theme).map(Self.theme)
    defaultTheme = try file?.theme.map(Self.theme)
    guard let name = given(.pseudo) ?? file?.pseudo else {
      pseudo = nil
      return
    }
    pseudo = PseudoLanguage(rawValue: name)
    if pseudo == nil {
      throw .value(
        option: "--pseudo", value: name,
        allowed: PseudoLanguage.allCases.map(\.rawValue).joined(separator: ", "))
    }
  }

  private static func theme(_ name: String) throws(ConfigurationError) -> ThemeName {
    guard let theme = ThemeName(rawValue: name) else {
      throw .value(
        option: "--theme", value: name,
        allowed: ThemeName.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return theme
  }

  private static func read(
    _ path: String, isRequired: Bool
  ) throws(ConfigurationError) -> ConfigurationFile? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT && !isRequired { return nil }
      throw ConfigurationError.file(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= ConfigurationFile.limit
    else { throw ConfigurationError.file(path: path, reason: "not a file of at most 1 MiB") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else {
      throw ConfigurationError.file(path: path, reason: String(cString: strerror(errno)))
    }
    do {
      return try JSONDecoder().decode(ConfigurationFile.self, from: Data(bytes[..<count]))
    } catch {
      throw ConfigurationError.file(path: path, reason: describe(error))
    }
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")): not a \(type)"
    case DecodingError.dataCorrupted(let context): context.debugDescription
    default: "not JSON"
    }
  }
}
