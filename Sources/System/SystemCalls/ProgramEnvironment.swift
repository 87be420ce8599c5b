import Glibc

/// Calls a function with environment variables that only it sees. Children that are started later do
/// not inherit them.
///
/// No other thread may use the environment meanwhile.
public func withEnvironment<Result>(
  _ values: [(name: String, value: String)], _ body: () -> Result
) -> Result {
  let inherited = values.map { name, _ in getenv(name).flatMap { strdup($0) } }
  for (name, value) in values { setenv(name, value, 1) }
  defer {
    for ((name, _), value) in zip(values, inherited) {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
      free(value)
    }
  }
  return body()
}

/// Sets `C.UTF-8` for character types (setlocale): that of the system, else the one in the program's
/// data, which the archive for any Linux has.
///
/// - Returns: false if there is neither.
@discardableResult
public func setPortableLocale(beside program: ProgramLocation = .running) -> Bool {
  if setlocale(LC_CTYPE, "C.UTF-8") != nil { return true }
  let folder = program.resources(named: "lisan") + "/locale"
  return withEnvironment([("LOCPATH", folder)]) { setlocale(LC_CTYPE, "C.UTF-8") != nil }
}
