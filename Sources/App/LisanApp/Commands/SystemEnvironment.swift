/// The environment as it was before `lisan env` changed it.
///
/// The output of `lisan env` sets `LANGUAGE` and `LANG`. For each it also sets a variable with the
/// value it set and the previous value: `LISAN_BEFORE_LANG=ar_EG.UTF-8=en_US.UTF-8`. So a
/// preference for the system language still follows the system's language and not Lisan's output. A
/// variable that was set to something else since then is used as it is.
struct SystemEnvironment {
  private let environment: (String) -> String?

  init(_ environment: @escaping (String) -> String?) {
    self.environment = environment
  }

  /// The name of the variable that stores the previous value of another.
  static func memory(of name: String) -> String { "LISAN_BEFORE_\(name)" }

  /// The value of that variable when `lisan env` sets a variable.
  func memory(of name: String, setTo value: String) -> String {
    "\(value)=\(self.value(name) ?? "")"
  }

  /// A system variable. All readers of these variables treat empty as unset.
  func value(_ name: String) -> String? {
    guard let former = former(name) else { return environment(name) }
    return former.isEmpty ? nil : String(former)
  }

  /// Whether `lisan env` set the variable and it has not changed since.
  func isSet(_ name: String) -> Bool { former(name) != nil }

  private func former(_ name: String) -> Substring? {
    guard let value = environment(name), let memory = environment(Self.memory(of: name)),
      // No locale name contains `=`.
      let sign = memory.firstIndex(of: "="), memory[..<sign] == value
    else { return nil }
    return memory[memory.index(after: sign)...]
  }
}
