extension Entry.Kind {
  /// The languages of single programs: `apt=ar git=en`.
  static let programs = Entry.Kind(rawValue: 5)
}

extension Preference {
  /// The languages of single programs: BCP 47 codes by the names of the programs.
  public var programs: [String: String] {
    let pairs = (self[.programs]?.text ?? "").split(separator: " ").map {
      $0.split(separator: "=", maxSplits: 1)
    }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
      uniquingKeysWith: { $1 })
  }
}

extension Entry {
  /// The entry of the programs' languages.
  init(programs: [String: String]) {
    let pairs = programs.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
    self.init(.programs, pairs.sorted().joined(separator: " "))
  }
}
