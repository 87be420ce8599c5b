import Glibc

/// How much the randomized tests try: a short run in `make test`, a long one in `make test-long`.
///
/// A variable of the environment asks for more than either, and for another seed:
///
///     LISAN_FUZZ_LINES=1000000 LISAN_FUZZ_SEED=7 make test-one NAME=BidiDifferentialTests
public enum Effort {
  /// Whether `LISAN_LONG` asks for the long runs.
  public static let isLong = getenv("LISAN_LONG") != nil

  /// The seed of `LISAN_FUZZ_SEED`, or 1. A failure names it.
  public static let seed = variable("LISAN_FUZZ_SEED").flatMap(UInt64.init) ?? 1

  /// The number of random lines for a test of bidirectional text.
  public static let lines = rounds(short: 500, long: 20_000, "LISAN_FUZZ_LINES")

  /// The options of a server and of `add-user` that give the cost of a password's hash: none in the long
  /// run, and in the short one the least that can be set, which takes a quarter of the time.
  public static let hashCost = isLong ? [] : ["--hash-memory", "19"]

  /// The number of rounds of a test.
  ///
  /// - Parameter name: the variable that may ask for another number.
  public static func rounds(short: Int, long: Int, _ name: String? = nil) -> Int {
    name.flatMap(variable).flatMap { Int($0) } ?? (isLong ? long : short)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
