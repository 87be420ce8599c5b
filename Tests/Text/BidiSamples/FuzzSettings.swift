import Foundation

/// How much the randomized tests try: little, or as much as the environment says.
///
///     LISAN_FUZZ_LINES=1000000 LISAN_FUZZ_SEED=7 swift test -c release --filter Bidi
public enum FuzzSettings {
  private static let environment = ProcessInfo.processInfo.environment

  public static let lines = environment["LISAN_FUZZ_LINES"].flatMap(Int.init) ?? 20_000
  /// A failure names it.
  public static let seed = environment["LISAN_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
}
