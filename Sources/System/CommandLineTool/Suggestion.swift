/// What a person probably meant by a word that does not exist.
public enum Suggestion {
  /// The longest word that is compared.
  private static let longest = 64

  /// The candidate that is most like a word: one that begins with it, or that differs from it by
  /// few letters; nil if none does. Case is ignored.
  ///
  /// ```swift
  /// Suggestion.nearest(to: "lsit", among: ["get", "list"])  // "list"
  /// ```
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = Array(word.lowercased().unicodeScalars.prefix(longest + 1))
    guard word.count > 1, word.count <= longest else { return nil }
    let beginning = candidates.filter { $0.lowercased().unicodeScalars.starts(with: word) }
    if beginning.count == 1 { return beginning[0] }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(longest))
      let distance = distance(word, letters)
      guard distance <= max(1, min(word.count, letters.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters have to be added, removed, replaced or exchanged with their neighbour (the
  /// distance of Damerau and Levenshtein, without edits between exchanged letters).
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, counterpart) in other.enumerated() {
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (letter == counterpart ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == counterpart {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, last) = (last, current)
    }
    return last[other.count]
  }
}
