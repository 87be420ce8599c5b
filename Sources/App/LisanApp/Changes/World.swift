import Glibc

/// The side effects of the settings that differ between the screen, plain mode and commands.
@MainActor
struct World {
  /// The connection to the agent.
  let account: AccountLink
  /// The search for packages with texts in a language; nil if nothing shows them.
  var packages: PackageSearch?
  /// Releases the terminal and stops the process until it is continued.
  var suspend: () -> Void = {}
  /// Replaces the process; returns only on failure, with errno.
  var restart: () -> Int32 = { ENOTSUP }
}
