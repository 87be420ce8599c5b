/// Isolates an insertion from the sentence around it, so that neither reorders the other (UAX #9,
/// section 2.4.2).
///
///     "Signed in as \(Isolate.firstStrong(name)) on \(Isolate.leftToRight("example.org/a"))"
///
/// The insertion must not contain unbalanced isolates; `ForeignText` removes them.
public enum Isolate {
  /// Between FSI and PDI: the insertion's first strong letter sets its direction. For text that
  /// people write.
  public static func firstStrong(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

  /// Between LRI and PDI: for identifiers that are always left-to-right, such as paths, URLs and
  /// version numbers.
  public static func leftToRight(_ text: String) -> String { "\u{2066}\(text)\u{2069}" }

  /// Between RLI and PDI.
  public static func rightToLeft(_ text: String) -> String { "\u{2067}\(text)\u{2069}" }
}
