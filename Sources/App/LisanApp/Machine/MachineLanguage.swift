import Localization
import SystemCalls

/// The language of the system: the variables that sessions and services get. systemd-localed keeps them;
/// without systemd, a file does.
struct MachineLanguage {
  typealias Variables = [(name: String, value: String)]

  /// Who keeps the variables.
  enum Keeper: Equatable {
    case service
    case file(path: String)

    /// The name for people.
    var name: String {
      switch self {
      case .service: "systemd-localed"
      case .file(let path): path
      }
    }
  }

  let keeper: Keeper
  private let bus: SystemBus

  /// - Parameters:
  ///   - root: the folder that stands for `/`.
  ///   - path: the folders of programs, such as the value of `PATH`.
  init(root: String = "", isBooted: Bool = SystemBus.isBooted, path: String) {
    bus = SystemBus(path: path)
    let files = ["/etc/default/locale", "/etc/locale.conf"].map { root + $0 }
    keeper = isBooted ? .service : .file(path: files.first(where: fileExists) ?? files[0])
  }

  /// The variables as they are set.
  func variables() throws(MachineFailure) -> Variables {
    switch keeper {
    case .service:
      let service = "org.freedesktop.locale1"
      let answer = try bus.call([
        "get-property", service, "/org/freedesktop/locale1", service, "Locale",
      ])
      return VariableFile.variables(
        in: Array((answer?.array ?? []).compactMap(\.string).joined(separator: "\n").utf8))
    case .file(let path):
      return VariableFile.variables(in: try Self.reading(path) ?? [])
    }
  }

  /// The variables with a locale as the language. Those that the administrator set for other things stay;
  /// a list of languages for texts would override it, and is replaced.
  ///
  /// - Parameter name: the language as gettext names it.
  static func variables(
    _ variables: Variables, with locale: String, gettext name: String
  ) -> Variables {
    var variables = variables
    func set(_ name: String, _ value: String) {
      if let place = variables.firstIndex(where: { $0.name == name }) {
        variables[place].value = value
      } else {
        variables.append((name, value))
      }
    }
    set("LANG", locale)
    if let list = variables.first(where: { $0.name == "LANGUAGE" })?.value,
      list.split(separator: ":").first.map(String.init) != name
    {
      set("LANGUAGE", name)
    }
    return variables
  }

  /// A variable that overrides `LANG` for the texts of programs.
  static func obstacle(in variables: Variables, to locale: String) -> (name: String, value: String)?
  {
    variables.first {
      ["LC_ALL", "LC_MESSAGES"].contains($0.name) && !$0.value.isEmpty
        && !LanguageEnvironment.isSame($0.value, locale)
    }
  }

  /// Sets the variables; the others stay.
  func set(_ variables: Variables) throws(MachineFailure) {
    switch keeper {
    case .service: _ = try bus.run(Self.command(variables))
    case .file(let path):
      try Self.change(path) { VariableFile.setting(variables, in: $0) }
    }
  }

  /// The command that sets the variables by the service.
  static func command(_ variables: Variables) -> [String] {
    ["localectl", "set-locale"] + variables.map { "\($0.name)=\($0.value)" }
  }

  /// What `set` would change in the file, as patch(1) reads it; nil with a service.
  func difference(_ variables: Variables) throws(MachineFailure) -> [UInt8]? {
    guard case .file(let path) = keeper else { return nil }
    let before = try Self.reading(path)
    return UnifiedDiff.text(
      ForeignFile(path).target, from: before, to: VariableFile.setting(variables, in: before))
  }

  // MARK: Files

  /// The bytes of a file; nil if it does not exist.
  static func reading(_ path: String) throws(MachineFailure) -> [UInt8]? {
    do throws(SystemError) {
      return try ForeignFile(path).read()
    } catch {
      throw .file(path: path, error)
    }
  }

  /// Changes a file, if the change makes a difference.
  static func change(
    _ path: String, _ edit: ([UInt8]?) -> [UInt8]?
  ) throws(MachineFailure) {
    let file = ForeignFile(path)
    do throws(SystemError) {
      let before = try file.read()
      guard edit(before) != before else { return }
      let lock = try file.lock()
      try file.write(edit(try file.read()))
      lock.close()
    } catch {
      throw .file(path: path, error)
    }
  }
}

/// The language of a person's sessions, which AccountsService keeps for login screens.
struct LoginLanguage {
  static let service = "org.freedesktop.Accounts"
  static let keeper = "AccountsService"

  /// The person's number in the system.
  let user: UInt32
  private let bus: SystemBus

  /// Nil if the service is not installed.
  ///
  /// - Parameter path: the folders of programs, such as the value of `PATH`.
  init?(user: UInt32, path: String) {
    guard SystemBus.isBooted, SystemBus.hasService(Self.service) else { return nil }
    self.user = user
    bus = SystemBus(path: path)
  }

  /// The locale; empty if none was chosen.
  func locale() throws(MachineFailure) -> String {
    let words = ["get-property", Self.service, try object(), "\(Self.service).User", "Language"]
    return try bus.call(words)?.string ?? ""
  }

  func set(_ locale: String) throws(MachineFailure) {
    _ = try bus.run(command(locale, try object()))
  }

  /// The command that sets the locale.
  func command(_ locale: String, _ object: String? = nil) -> [String] {
    [
      "busctl", "call", Self.service, object ?? "/org/freedesktop/Accounts/User\(user)",
      "\(Self.service).User", "SetLanguage", "s", locale,
    ]
  }

  /// The person as an object on the bus. The service does not know every person before it is asked.
  private func object() throws(MachineFailure) -> String {
    let words = [
      "call", Self.service, "/org/freedesktop/Accounts", Self.service, "FindUserById", "x",
      "\(user)",
    ]
    guard let path = try bus.call(words)?.array?.first?.string else {
      throw .refused("FindUserById")
    }
    return path
  }
}
