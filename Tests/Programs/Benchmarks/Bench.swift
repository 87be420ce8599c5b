import Foundation

/// Measures all benchmarks in one run, alternating between this project and its peers.
///
///     bench --program .build/static/release/lisan [--json] [--rounds N] [--accounts N,N]
///           [--text-library FILE] [SECTION…]
///
/// Sections: sizes, screen, harness, run, growth, bidi, text, catalogs, preferences, server. The default is
/// all. `server` has the parts server-one, server-accounts and server-followers. `--accounts` gives other
/// numbers of accounts for server-accounts, to try it.
@main
struct Bench {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    func take(_ option: String) -> String? {
      guard let place = arguments.firstIndex(of: option), place + 1 < arguments.endIndex else {
        return nil
      }
      let value = arguments[place + 1]
      arguments.removeSubrange(place...(place + 1))
      return value
    }
    let program = take("--program") ?? ".build/static/release/lisan"
    let textLibrary = take("--text-library")
    let rounds = take("--rounds").flatMap { Int($0) } ?? 40
    let accounts =
      take("--accounts")?.split(separator: ",").compactMap { Int($0) }
      ?? [1_000, 100_000, 1_000_000]
    let printsJSON = arguments.contains("--json")
    let wanted = arguments.filter { !$0.hasPrefix("--") }

    let machine = Machine()
    let table = Table(printsJSON: printsJSON)
    if !printsJSON { print(machine.text) }
    let sections: [(String, () async throws -> Void)] = [
      ("sizes", { measureSizes(program, table) }),
      ("screen", { try await measureScreen(program, rounds: rounds, table) }),
      // Before the sections that use hundreds of megabytes: a fork copies their page tables.
      ("harness", { try await measureHarness(table) }),
      ("run", { try await measureRunning(program, rounds: rounds, table) }),
      ("growth", { try measureGrowth(table) }),
      ("bidi", { measureBidi(table) }),
      ("text", { measureTextLibrary(textLibrary, table) }),
      ("catalogs", { try await measureCatalogs(table) }),
      ("preferences", { try await measurePreferences(table) }),
      ("server-one", { try await measureServer(table) }),
      ("server-accounts", { try await measureSharedServer(table, sizes: accounts) }),
      ("server-followers", { try await measureFollowers(table) }),
    ]
    let start = nanoseconds()
    var seconds: [(name: String, taken: Double)] = []
    for (name, measure) in sections
    where wanted.isEmpty || wanted.contains(where: { name == $0 || name.hasPrefix("\($0)-") }) {
      let begin = nanoseconds()
      try await measure()
      seconds.append((name, (nanoseconds() - begin) / 1e9))
      // What was measured is not lost if a later section ends the program.
      fflush(nil)
    }
    if printsJSON { return try table.printJSON(machine) }
    print("\nSeconds of each section, and of all")
    for (name, taken) in seconds { print("\(name) \(number(taken))") }
    print("all \(number((nanoseconds() - start) / 1e9))")
  }
}
