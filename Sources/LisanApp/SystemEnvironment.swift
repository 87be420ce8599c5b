/// The environment as it was before `lisan env` spoke in it.
///
/// The lines of `lisan env` set `LANGUAGE` and `LANG`, and beside each of them a variable that says what
/// it was set to and what stood there before: `LISAN_BEFORE_LANG=ar_EG.UTF-8=en_US.UTF-8`. So whoever
/// follows the system language afterwards follows the system's, and not Lisan's own. A variable that has
/// been set to something else since then is somebody's own again.
struct SystemEnvironment {
  private let environment: (String) -> String?

  init(_ environment: @escaping (String) -> String?) {
    self.environment = environment
  }

  /// The variable that remembers another.
  static func memory(of name: String) -> String { "LISAN_BEFORE_\(name)" }

  /// What the lines of `lisan env` put into the memory of a variable that they set.
  func memory(of name: String, setTo value: String) -> String {
    "\(value)=\(self.value(name) ?? "")"
  }

  /// A variable of the system. Empty is as good as unset to all that read these variables.
  func value(_ name: String) -> String? {
    guard let former = former(name) else { return environment(name) }
    return former.isEmpty ? nil : String(former)
  }

  /// Whether the lines of `lisan env` set a variable, and nobody did since.
  func isSet(_ name: String) -> Bool { former(name) != nil }

  private func former(_ name: String) -> Substring? {
    guard let value = environment(name), let memory = environment(Self.memory(of: name)),
      // No name of a locale has the sign in it.
      let sign = memory.firstIndex(of: "="), memory[..<sign] == value
    else { return nil }
    return memory[memory.index(after: sign)...]
  }
}
