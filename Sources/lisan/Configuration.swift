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
  /// The order in which rows are sent; nil where nobody says so here.
  let bidi: BidiMode?
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
  var bidi: String?

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
    pseudo = try Self.value(
      .pseudo, given(.pseudo) ?? file?.pseudo, PseudoLanguage.init,
      allowed: PseudoLanguage.allCases.map(\.rawValue))
    bidi = try Self.value(
      .bidi, given(.bidi) ?? file?.bidi, BidiMode.init(name:), allowed: BidiMode.all.map(\.name))
  }

  /// One of a few values by its name; nil where none is given.
  private static func value<Value>(
    _ option: Option, _ name: String?, _ find: (String) -> Value?,
    allowed: @autoclosure () -> [String]
  ) throws(ConfigurationError) -> Value? {
    guard let name else { return nil }
    guard let value = find(name) else {
      throw .value(
        option: "--\(option.rawValue)", value: name, allowed: allowed().joined(separator: ", "))
    }
    return value
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
