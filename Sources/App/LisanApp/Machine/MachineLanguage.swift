import Localization
import SystemCalls

/// The language of the system: the variables that sessions and services get. systemd-localed keeps them;
/// without systemd, and on Debian 13, a file does.
struct MachineLanguage {
  typealias Variables = [(name: String, value: String)]

  /// The path of the file that keeps the variables; nil if the service does.
  let file: String?
  /// Who keeps the variables, for people.
  var keeper: String { file ?? "systemd-localed" }
  private let bus: SystemBus

  /// - Parameter root: the folder that stands for `/`.
  init(root: String = "", isBooted: Bool = SystemBus.isBooted, path: String) {
    bus = SystemBus(path: path)
    let files = ["/etc/default/locale", "/etc/locale.conf"].map { root + $0 }
    // Debian 13 lets nobody set a language through localed, not even root.
    let policy = "\(root)/usr/share/dbus-1/system.d/systemd-localed-read-only.conf"
    file = isBooted && !fileExists(policy) ? nil : files.first(where: fileExists) ?? files[0]
  }

  /// The variables as they are set.
  func variables() throws(MachineFailure) -> Variables {
    if let file { return VariableFile.variables(in: try Self.reading(file) ?? []) }
    let service = "org.freedesktop.locale1"
    let answer = try bus.call([
      "get-property", service, "/org/freedesktop/locale1", service, "Locale",
    ])
    return VariableFile.variables(
      in: Array((answer?.array ?? []).compactMap(\.string).joined(separator: "\n").utf8))
  }

  /// The variables with a locale as the language. Those that the administrator set for other things stay;
  /// a list of languages for texts would override it, and is replaced.
  ///
  /// - Parameter name: the language as gettext names it, or several, which are a list even where there was none.
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
    let list = variables.first { $0.name == "LANGUAGE" }?.value
    let isList = name.utf8.contains(UInt8(ascii: ":"))
    if isList || list.map({ $0.split(separator: ":").first.map(String.init) != name }) == true {
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
    if let file {
      try Self.change(file) { VariableFile.setting(variables, in: $0) }
    } else {
      _ = try bus.run(Self.command(variables))
    }
  }

  /// The command that sets the variables by the service.
  static func command(_ variables: Variables) -> [String] {
    ["localectl", "set-locale"] + variables.map { "\($0.name)=\($0.value)" }
  }

  /// The command that gives the variables their former values. `lisan system` can, if `LANG` alone had
  /// another one.
  func undo(to before: Variables, from after: Variables) -> String {
    func former(_ name: String) -> String? { before.first { $0.name == name }?.value }
    let changed = after.filter { former($0.name) != $0.value }.map(\.name)
    let isWhole = before.allSatisfy { variable in after.contains { $0.name == variable.name } }
    if changed == ["LANG"], isWhole, let language = former("LANG"), !language.isEmpty {
      return "lisan system \(language)"
    }
    guard let file else {
      return (before.isEmpty ? Self.emptying : Self.command(before)).joined(separator: " ")
    }
    let edits = changed.map { name in
      former(name).map { "s|^\(name)=.*|\(name)=\($0)|" } ?? "/^\(name)=/d"
    }
    return
      "sed -i --follow-symlinks \(Commands.quotedForShell(edits.joined(separator: ";"))) \(file)"
  }

  /// The command that takes all variables away. `localectl` needs one at least.
  private static let emptying = [
    "busctl", "call", "org.freedesktop.locale1", "/org/freedesktop/locale1",
    "org.freedesktop.locale1", "SetLocale", "asb", "0", "false",
  ]

  /// What `set` would change in the file, as patch(1) reads it; nil with a service.
  func difference(_ variables: Variables) throws(MachineFailure) -> [UInt8]? {
    guard let file else { return nil }
    let before = try Self.reading(file)
    return UnifiedDiff.text(
      ForeignFile(file).target, from: before, to: VariableFile.setting(variables, in: before))
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
