extension Entry.Kind {
  /// The languages of single programs: `apt=ar git=en`.
  static let programs = Entry.Kind(rawValue: 5)
  /// The languages in order: that of the screen when they were chosen, and all: `ar=de,ar,en`.
  static let languages = Entry.Kind(rawValue: 6)
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

  /// The chosen languages in order, as BCP 47 codes; empty if the system language is followed. If the
  /// language was chosen by a program that knows no order, it is the first.
  public var languages: [String] {
    guard !followsSystemLanguage, !language.isEmpty else { return [] }
    let parts = (self[.languages]?.text ?? "").split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return [language] }
    let all = parts[1].split(separator: ",").map(String.init)
    return parts[0] == language ? all : [language] + all.filter { $0 != language }
  }
}

extension Entry {
  /// The entry of the languages in order. If the shown language is the only one, there is no entry.
  public init(languages: [String], shown: String) {
    self.init(
      .languages, languages == [shown] ? "" : "\(shown)=\(languages.joined(separator: ","))")
  }

  /// The entry of the programs' languages.
  init(programs: [String: String]) {
    let pairs = programs.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
    self.init(.programs, pairs.sorted().joined(separator: " "))
  }
}
