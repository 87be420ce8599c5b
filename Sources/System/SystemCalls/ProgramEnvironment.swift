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
/// data, which the archive for any Linux has. Without either, it stays as it is.
public func setPortableLocale() {
  if setlocale(LC_CTYPE, "C.UTF-8") != nil { return }
  let folder = ProgramLocation.running.resources(named: "lisan") + "/locale"
  withEnvironment([("LOCPATH", folder)]) { _ = setlocale(LC_CTYPE, "C.UTF-8") }
}
